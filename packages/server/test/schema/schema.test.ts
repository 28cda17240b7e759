import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRows } from '../../src/core/db/db.ts';
import { openWorld, type World } from '../world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Tables that are never large, so that reading all of one costs nothing. */
const SMALL = ['installation'];

test('schema: every foreign key has an index that a delete of what it names can use', async () => {
  // A partial index counts if it leaves out nothing but null: a delete looks for a value. And home_id follows from the
  // conversation's id, so an index by that finds the same rows.
  const missing = await allRows(
    world.db,
    sql<{ name: string }>`select c.conrelid::regclass || ' ' || c.conname as name from (
        select k.conrelid, k.conname, k.contype, k.connamespace,
          array(select n from unnest(k.conkey) n join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n where a.attname <> 'home_id') as conkey
        from pg_constraint k) c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not c.conrelid::regclass::text = any(${SMALL})
        and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indisvalid
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey and c.conkey @> (i.indkey::int2[])[0:cardinality(c.conkey) - 1]
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) in (
            select format('(%I IS NOT NULL)', attname) from pg_attribute where attrelid = c.conrelid and attnum = any(c.conkey))))
      order by 1`,
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});
