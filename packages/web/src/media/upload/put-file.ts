import { refusals, type UploadAddress } from '@folkmoot/contract/media/schema.ts';
import { ApiProblem, isProblem, offlineProblem } from '../../core/api-error.ts';

/**
 * Sends a file where the server said. By XMLHttpRequest, because fetch says nothing of how far it is.
 *
 * @param onProgress hears how many bytes have gone.
 * @throws ApiProblem, the offline problem, or the signal's reason.
 */
export function sendBytes(
  to: Pick<UploadAddress, 'method' | 'url' | 'headers'>,
  bytes: Blob,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onload = () => (request.status < 300 ? resolve() : reject(problemIn(request)));
    request.onerror = () => reject(offlineProblem());
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.open(to.method, to.url);
    for (const [name, value] of Object.entries(to.headers)) request.setRequestHeader(name, value);
    request.send(bytes);
  });
}

/** The server's words; a bucket has none for people. */
function problemIn(request: XMLHttpRequest): ApiProblem {
  const said = parsed(request.responseText);
  const { code, message } = refusals.lessThanSaid;
  return new ApiProblem(isProblem(said) ? said : { statusCode: request.status, code, message });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
