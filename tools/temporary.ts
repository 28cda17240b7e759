import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** In bytes: four times what a whole run has at once. */
const MEMORY_NEEDED = 6 * 2 ** 30;

/**
 * Puts temporary files into memory where there is plenty: tests make hundreds of databases, and none of them has to
 * survive. On a disk a fifth of the time of the API tests goes into creating their files.
 */
export function keepTemporaryFilesInMemory(): void {
  const folder = '/dev/shm';
  if (process.env.TMPDIR || !existsSync(folder) || process.availableMemory() < MEMORY_NEEDED) return;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < MEMORY_NEEDED) return;
  const own = mkdtempSync(join(folder, 'folkmoot-'));
  // Where root runs the tests, PostgreSQL runs as another user, who has to pass through.
  chmodSync(own, 0o711);
  process.env.TMPDIR = own;
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
}
