import { parentPort, workerData } from 'node:worker_threads';
import type { ListChoice } from '@folkmoot/contract/core/list-file.ts';
import { readList } from './read-list.ts';

const { bytes, choice } = workerData as { bytes: Uint8Array<ArrayBuffer>; choice: ListChoice };
parentPort?.postMessage(readList(bytes, choice));
