import type { ListChoice, ListResult } from '@folkmoot/contract/core/list-file.ts';

/** Reads a list in a worker of its own, which ends with it. */
export function readListInWorker(file: File, choice: ListChoice, signal: AbortSignal): Promise<ListResult> {
  const worker = new Worker(new URL('./list-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ListResult>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ListResult>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('The file could not be read.')));
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage({ file, choice });
  }).finally(() => worker.terminate());
}
