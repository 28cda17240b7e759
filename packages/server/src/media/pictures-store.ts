import type { Tint } from '@folkmoot/contract/core/tint.ts';
import type { PicturePurpose } from '@folkmoot/contract/media/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';

export type Taking = { fileId: string; ownerId: string; purpose: PicturePurpose; usedBy: string };

/**
 * Assigns a picture to its owner: only the uploader's own, ready, of this purpose and not assigned before. One
 * statement, so if two want the same picture the second finds it taken.
 */
export function takePicture(
  db: Db,
  picture: Taking,
  now: Date,
): Promise<{ id: string; tint: Tint | null } | undefined> {
  return firstRow(
    db,
    sql<{ id: string; tint: Tint | null }>`update files set used_by = ${picture.usedBy}, claimed_at = ${now}
      where id = ${picture.fileId} and owner_id = ${picture.ownerId} and type = ${picture.purpose} and state = 'ready'
        and file_type = 'image' and claimed_at is null and deleted_at is null
      returning id, tint`,
  );
}

/** Deletes a picture of this owner. Returns whether there was one. */
export async function dropPicture(db: Db, fileId: string, usedBy: string, now: Date): Promise<boolean> {
  const rows = await allRows(
    db,
    sql`update files set deleted_at = ${now}
      where id = ${fileId} and used_by = ${usedBy} and deleted_at is null returning id`,
  );
  return rows.length > 0;
}

/** Locks a picture until the transaction ends: of its owners, one at a time releases it. */
export async function lockPicture(db: Db, fileId: string): Promise<void> {
  await sql`select 1 from files where id = ${fileId} for update`.execute(db);
}

/** Transfers a picture from this owner to another one: it is shown there too, and stays. */
export async function handPicture(db: Db, fileId: string, from: string, to: string): Promise<void> {
  await sql`update files set used_by = ${to} where id = ${fileId} and used_by = ${from} and deleted_at is null`.execute(
    db,
  );
}

/** Deletes every picture of these owners. Returns how many there were. */
export async function dropPicturesOf(db: Db, usedBy: readonly string[], now: Date): Promise<number> {
  const rows = await allRows(
    db,
    sql`update files set deleted_at = ${now} where used_by = any(${[...usedBy]}::uuid[]) and deleted_at is null returning id`,
  );
  return rows.length;
}
