import { sql } from 'kysely';
import { type Db, firstRow } from '../core/db/db.ts';

/** What a public address names; `alias` is its present one. */
export type Named = { resource_type: 'community' | 'event' | 'calendar'; resource_id: string; alias: string };

/** Gives something its first address, or the one it changes to. Violates `aliases_pkey` when the address is taken. */
export async function insertAlias(
  db: Db,
  type: Named['resource_type'],
  id: string,
  alias: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('aliases')
    .values({ alias, resource_type: type, resource_id: id, current: true, created_at: now })
    .execute();
}

/**
 * Changes an address. The old one redirects for ever, unless `forwards` is false. Something may return to its own
 * earlier address.
 */
export async function replaceAlias(
  db: Db,
  type: Named['resource_type'],
  id: string,
  { alias, forwards }: { alias: string; forwards: boolean },
  now: Date,
): Promise<void> {
  const present = sql<boolean>`resource_id = ${id} and current`;
  if (forwards) await db.updateTable('aliases').set({ current: false }).where(present).execute();
  else await db.deleteFrom('aliases').where(present).execute();
  await db.deleteFrom('aliases').where('alias', '=', alias).where('resource_id', '=', id).execute();
  await insertAlias(db, type, id, alias, now);
}

/** Frees every address of something that is deleted. */
export async function deleteAliases(db: Db, id: string): Promise<void> {
  await db.deleteFrom('aliases').where('resource_id', '=', id).execute();
}

/** The same for several things at once. */
export async function deleteAliasesOf(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from aliases where resource_id = any(${[...ids]}::uuid[])`.execute(db);
}

/** What an address belongs to, or undefined. */
export async function findAlias(db: Db, alias: string): Promise<Named | undefined> {
  return firstRow(
    db,
    sql<Named>`
      select a.resource_type, a.resource_id, present.alias
      from aliases a join aliases present on present.resource_type = a.resource_type and present.resource_id = a.resource_id and present.current
      where a.alias = ${alias.toLowerCase()}`,
  );
}
