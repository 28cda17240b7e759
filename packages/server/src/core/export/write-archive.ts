import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
// Streams entries of unknown length, and refuses names that lead out of the archive.
import { ZipFile } from 'yazl';

export type Archive = {
  /** Writes an entry, piece by piece. @returns once all of it is written. */
  add(name: string, content: AsyncIterable<string> | Readable, how?: { compress: boolean }): Promise<void>;
  /** Writes the list of entries. @returns once the file is complete and on the disk. */
  end(): Promise<void>;
  /** Gives up: what was written so far is no archive. */
  destroy(): void;
};

/**
 * Begins a ZIP file at `path`, in place of what may be there. Only what is on its way is in memory.
 *
 * @param at what its entries say about when they were made.
 */
export function writeArchive(path: string, at: Date): Archive {
  const zip = new ZipFile();
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Each call waits for it too; between two calls nobody does.
  failed.catch(() => undefined);
  zip.on('error', (error: unknown) => fail(error));
  const written = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600, flush: true }));
  written.catch((error: unknown) => fail(error));
  return {
    async add(name, content, { compress } = { compress: true }) {
      // Bytes, so that it is a few kilobytes that wait and not a few pieces of any size.
      const stream = content instanceof Readable ? content : Readable.from(content, { objectMode: false });
      stream.on('error', (error) => fail(error));
      zip.addReadStream(stream, name, { mtime: at, compress, mode: 0o100644 });
      try {
        await Promise.race([finished(stream, { writable: false }), failed]);
      } finally {
        stream.destroy();
      }
    },
    async end() {
      zip.end();
      await Promise.race([written, failed]);
    },
    destroy() {
      (zip.outputStream as Readable).destroy();
    },
  };
}
