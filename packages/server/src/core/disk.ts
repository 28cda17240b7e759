import { statfsSync } from 'node:fs';

/** How often the disk is asked, in milliseconds. */
const ASKED_EVERY_MS = 1000;
const MB = 2 ** 20;

/**
 * Tells whether the disk of a folder still has room, beside a reserve: PostgreSQL stops when it cannot write at all, and
 * with it everything that people only want to read.
 *
 * @param reserveMb in megabytes; 0 for none.
 * @returns a function that asks the disk at most once a second.
 */
export function watchDisk(folder: string, reserveMb: number): () => boolean {
  let [asked, hasRoom] = [Number.NEGATIVE_INFINITY, true];
  return () => {
    const now = performance.now();
    if (reserveMb === 0 || now - asked < ASKED_EVERY_MS) return hasRoom;
    [asked, hasRoom] = [now, freeBytes(folder) >= reserveMb * MB];
    return hasRoom;
  };
}

/** How much can still be written to the disk of a folder, in bytes. */
export function freeBytes(folder: string): number {
  const { blocks, bavail, bsize } = statfsSync(folder);
  // Some network file systems do not say how large they are.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

/** Node's code, PostgreSQL's and SQLite's number for a full disk. */
const FULL: readonly unknown[] = ['ENOSPC', '53100', 13];

/** True if something failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return ('code' in error && FULL.includes(error.code)) || ('errcode' in error && FULL.includes(error.errcode));
}
