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
  const find = () =>
    db.selectFrom('conversations').select('id').where('pair_key', '=', key).where('type', '=', 'one-to-one');
  // Mostly there is: where the key is kept by a table of its own (docs/scaling.md), an insert that meets it is an error.
  const known = await find().executeTakeFirst();
  if (known) return { id: known.id, fresh: false };
  const row = await firstRow(
    db,
    sql<{ id: string }>`
      insert into conversations (id, home_id, type, open_to, posting, created_by, pair_key, created_at)
      values (${id}, ${id}, 'one-to-one', 'members', 'everyone', ${me}, ${key}, ${now})
      on conflict do nothing returning id`,
  );
  if (row) return { id: row.id, fresh: true };
  return { id: (await find().executeTakeFirstOrThrow()).id, fresh: false };
}
