import { refusals, type UploadAddress } from '@folkmoot/contract/media/schema.ts';
import { ApiError, isProblem, offlineError } from '../../core/api-error.ts';

/**
 * Sends a file to the address from the server. Uses XMLHttpRequest, because fetch does not report progress.
 *
 * @param onProgress called with the number of bytes sent.
 * @throws ApiError, the offline error, or the signal's reason.
 */
export function putFile(
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
    request.onerror = () => reject(offlineError());
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.open(to.method, to.url);
    for (const [name, value] of Object.entries(to.headers)) request.setRequestHeader(name, value);
    request.send(bytes);
  });
}

/** The server's words; a bucket has none for people. */
function problemIn(request: XMLHttpRequest): ApiError {
  const said = parsed(request.responseText);
  const { code, message } = refusals.lessThanSaid;
  return new ApiError(isProblem(said) ? said : { statusCode: request.status, code, message });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
