import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import { type Bucket, openBucket } from './files-bucket.ts';

/** What every file store can do. A key is ours, made of lower-case letters, digits, `-`, `.` and `/`. */
export type Store = {
  /** Bytes under a key, or undefined if there are none. */
  size(key: string): Promise<number | undefined>;
  /** The first bytes, at most `most`: enough to detect the type. */
  head(key: string, most: number): Promise<Uint8Array>;
  /** A file piece by piece, with its size in bytes, or undefined if there is none. */
  open(key: string): Promise<{ size: number; stream: Readable } | undefined>;
  /** Copies a file to this machine, to be worked on. */
  fetch(key: string, path: string): Promise<void>;
  /** Stores a local file under a key; it appears completely or not at all. Returns its size in bytes. */
  store(path: string, key: string): Promise<number>;
  /** The same for a file that is not needed any more: it may be moved, which needs no room for a second one. */
  storeLast(path: string, key: string): Promise<number>;
  /** Moves; idempotent. */
  move(from: string, to: string): Promise<void>;
  /** Removes; idempotent. */
  remove(keys: readonly string[]): Promise<void>;
};

export type Disk = Store & {
  readonly kind: 'disk';
  readonly folder: string;
  /**
   * Takes an upload of exactly `size` bytes without holding it in memory. An upload that is too long, too short or
   * interrupted leaves nothing behind.
   *
   * @throws if the source ends early.
   */
  receive(key: string, source: Readable, size: number): Promise<'whole' | 'more' | 'less'>;
};

/** Where uploads go: to a folder, or to a bucket that browsers talk to directly. */
export type Files = Disk | Bucket;

/** A bucket if one is configured, otherwise `DATA_DIR/files`. */
export function createFiles(config: Pick<Config, 'dataDir' | 's3'>): Files {
  return config.s3 ? openBucket(config.s3) : openDisk(join(config.dataDir, 'files'));
}

function openDisk(folder: string): Disk {
  const pathOf = (key: string) => {
    if (!/^[a-z0-9][a-z0-9/.-]*$/.test(key) || key.includes('..')) throw new Error(`${key} is not a file key.`);
    return join(folder, key);
  };
  const store = async (path: string, key: string) => {
    const part = `${pathOf(key)}.part`;
    await mkdir(dirname(part), { recursive: true });
    await pipeline(createReadStream(path), createWriteStream(part, { flush: true }));
    await rename(part, pathOf(key));
    return (await stat(pathOf(key))).size;
  };
  return {
    kind: 'disk',
    folder,
    size: async (key) => (await stat(pathOf(key)).catch(ifMissing(undefined)))?.size,
    async head(key, most) {
      const file = await open(pathOf(key));
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    async open(key) {
      const file = await open(pathOf(key)).catch(ifMissing(undefined));
      return file && { size: (await file.stat()).size, stream: file.createReadStream() };
    },
    fetch: (key, path) => copyFile(pathOf(key), path),
    store,
    async storeLast(path, key) {
      await mkdir(dirname(pathOf(key)), { recursive: true });
      const isMoved = await rename(path, pathOf(key)).then(() => true, ifOnOtherDisk);
      return isMoved ? (await stat(pathOf(key))).size : store(path, key);
    },
    async move(from, to) {
      await mkdir(dirname(pathOf(to)), { recursive: true });
      await rename(pathOf(from), pathOf(to)).catch(async (error) => {
        if (await stat(pathOf(to)).catch(ifMissing(undefined))) return;
        throw error;
      });
    },
    remove: async (keys) => {
      for (const key of keys) await rm(pathOf(key), { force: true });
    },
    async receive(key, source, size) {
      const part = `${pathOf(key)}.part`;
      await mkdir(dirname(part), { recursive: true });
      // Open before anything is read: a stream opens its file in the background, perhaps after a refusal has removed it.
      const file = await open(part, 'wx', 0o600);
      let count = 0;
      try {
        await pipeline(
          source,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              count += chunk.length;
              if (count > size) throw new TooMuch();
              yield chunk;
            }
          },
          file.createWriteStream({ flush: true }),
        );
        if (count === size) await rename(part, pathOf(key));
      } catch (error) {
        if (!(error instanceof TooMuch)) throw error;
      } finally {
        await file.close();
        if (count !== size) await rm(part, { force: true });
      }
      return count > size ? 'more' : count < size ? 'less' : 'whole';
    },
  };
}

class TooMuch extends Error {}

/** False if a file cannot be moved because its folder is on another disk. */
function ifOnOtherDisk(error: unknown): false {
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'EXDEV') return false;
  throw error;
}

function ifMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return value;
    throw error;
  };
}
