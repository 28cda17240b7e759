import { UNUSED_HOURS } from '@folkmoot/contract/media/schema.ts';
import type { Db } from '../core/db/db.ts';
import { allKeys } from '../core/files/file-keys.ts';
import type { Files } from '../core/files/files.ts';
import { deleteUnshownSince } from './home-pictures-store.ts';
import { deleteUnusedSince, forgetFiles, listDeleted } from './store.ts';

const HOUR_MS = 3_600_000;
const AT_ONCE = 100;

/**
 * Deletes uploads that have been unused, and pictures of homes that have not been shown, for a day, then the bytes of everything that was deleted. The row goes last,
 * so the next sweep repeats one that was killed.
 */
export async function sweepFiles(db: Db, files: Files, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - UNUSED_HOURS * HOUR_MS);
  await deleteUnusedSince(db, dayAgo, now);
  await deleteUnshownSince(db, dayAgo, now);
  // A bucket's upload address cannot be revoked: bytes may come until it has expired.
  const settled = files.kind === 'bucket' ? now : undefined;
  for (;;) {
    const deleted = await listDeleted(db, settled, AT_ONCE);
    for (const file of deleted) await files.remove(allKeys(file));
    await forgetFiles(
      db,
      deleted.map((file) => file.id),
    );
    if (deleted.length < AT_ONCE) return;
  }
}
