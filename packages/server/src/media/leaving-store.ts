import { nameAs } from '@folkmoot/contract/media/rules.ts';
import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';
import { partKey } from '../core/files/file-keys.ts';
import type { OwnFile } from '../core/personal-data.ts';
import type { Variants } from './store.ts';

/** Uploads of somebody that nothing uses: they are deleted. Returns how many there were. */
export async function deleteUnusedOf(tx: Db, userId: string, now: Date): Promise<number> {
  const done = await sql`update files set deleted_at = ${now} where owner_id = ${userId} and deleted_at is null
    and (claimed_at is null or used_by = ${userId})`.execute(tx);
  return Number(done.numAffectedRows ?? 0);
}

/** The files that somebody has uploaded, as they are kept: for a copy of their data. */
export async function listOwnFiles(
  db: Db,
  userId: string,
  after: string | undefined,
  most: number,
): Promise<OwnFile[]> {
  const rows = await allRows(
    db,
    sql<{ id: string; key: string; name: string; original: Variants['original'] | null }>`
      select id, key, file_name as name, variants->'original' as original from files
      where owner_id = ${userId} and state = 'ready' and deleted_at is null and poster_of is null
        ${after === undefined ? sql`` : sql`and id > ${after}`} order by id limit ${most}`,
  );
  return rows.map(({ id, key, name, original }) => ({
    id,
    name: original ? nameAs(name, original.mimeType) : name,
    key: partKey(key, original?.part ?? 'original'),
    size: original?.size ?? 0,
  }));
}
