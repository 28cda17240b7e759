import { sql } from 'kysely';
import { type Db, firstRow } from '../core/db/db.ts';

/** The order in which two people's ids make the name of their one conversation. */
function pairKey(one: string, other: string): string {
  return [one, other].sort().join(':');
}

/** The conversation of two people, created if there is none yet, also when both start it at the same moment. */
export async function insertPair(
  db: Db,
  id: string,
  me: string,
  other: string,
  now: Date,
): Promise<{ id: string; fresh: boolean }> {
  const key = pairKey(me, other);
  const row = await firstRow(
    db,
    sql<{ id: string }>`
      insert into conversations (id, home_id, type, open_to, posting, created_by, pair_key, created_at)
      values (${id}, ${id}, 'one-to-one', 'members', 'everyone', ${me}, ${key}, ${now})
      on conflict (pair_key) where type = 'one-to-one' do nothing returning id`,
  );
  if (row) return { id: row.id, fresh: true };
  const known = await db
    .selectFrom('conversations')
    .select('id')
    .where('pair_key', '=', key)
    .where('type', '=', 'one-to-one')
    .executeTakeFirstOrThrow();
  return { id: known.id, fresh: false };
}
