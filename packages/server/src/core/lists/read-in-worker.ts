import { Worker } from 'node:worker_threads';
import type { ListChoice, ListResult } from '@folkmoot/contract/core/list-file.ts';

/** Milliseconds after which reading is given up, and the megabytes that it may hold: 50,000 rows need a fraction of both. */
const PATIENCE_MS = 15_000;
const MEGABYTES = 256;

const UNREADABLE: ListResult = { problem: 'The file could not be read. Choose it again.' };

/** Reads the people of a list in a thread of its own, which ends with it: other calls need not wait. */
export function readListInWorker(bytes: Uint8Array<ArrayBuffer>, choice: ListChoice): Promise<ListResult> {
  const worker = new Worker(new URL('./list-worker.ts', import.meta.url), {
    workerData: { bytes, choice },
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  });
  let timer: NodeJS.Timeout | undefined;
  return new Promise<ListResult>((resolve) => {
    timer = setTimeout(() => resolve(UNREADABLE), PATIENCE_MS);
    worker.once('message', resolve);
    // A file that needs more memory than there is for it ends the thread.
    worker.once('error', () => resolve(UNREADABLE));
    worker.once('exit', () => resolve(UNREADABLE));
  }).finally(() => {
    clearTimeout(timer);
    return worker.terminate();
  });
}
