import type { Db } from '../core/db/db.ts';

export type StoredKey = { kid: string; publicKey: string; sealed: string; created: Date; retired: Date | null };

/** The keys that tickets are signed with, newest first. */
export async function listKeys(db: Db): Promise<StoredKey[]> {
  return db
    .selectFrom('admission_keys')
    .select(['kid', 'public_key as publicKey', 'sealed', 'created_at as created', 'retired_at as retired'])
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .limit(1000)
    .execute();
}

/** Adds a key, which signs from now on. */
export async function insertKey(db: Db, { kid, publicKey, sealed }: StoredKey, now: Date): Promise<void> {
  await db
    .insertInto('admission_keys')
    .values({ kid, public_key: publicKey, sealed, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Tickets that were signed with this key are void from now on. False if there is no such key. */
export async function retireKey(db: Db, kid: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('admission_keys')
    .set({ retired_at: now })
    .where('kid', '=', kid)
    .where('retired_at', 'is', null)
    .returning('kid')
    .executeTakeFirst();
  return row !== undefined;
}
