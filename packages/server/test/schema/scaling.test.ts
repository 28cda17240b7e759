import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRows } from '../../src/core/db/db.ts';
import { keys, listed } from '../shards/keys.ts';
import { openWorld, type World } from '../world.ts';

/* The page is compared with the database: a key that is in neither list fails. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Key = { table: string; columns: string[]; target: string | null };

/** The unique keys and foreign keys that do not contain the distribution key of a table that is split, as the page writes them. */
async function without(kind: 'unique' | 'foreign'): Promise<string[]> {
  const rows = await allRows(
    world.db,
    kind === 'unique'
      ? sql<Key>`select i.indrelid::regclass::text as table, null as target,
          array(select attname::text from unnest(i.indkey::int2[]) with ordinality k (n, nth) join pg_attribute on attrelid = i.indrelid and attnum = n order by nth) as columns
          from pg_index i join pg_class c on c.oid = i.indrelid where i.indisunique and c.relnamespace = 'public'::regnamespace`
      : sql<Key>`select c.conrelid::regclass::text as table, c.confrelid::regclass::text as target,
          array(select attname::text from unnest(c.conkey) with ordinality k (n, nth) join pg_attribute on attrelid = c.conrelid and attnum = n order by nth) as columns
          from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  );
  return rows
    .filter(({ table, columns, target }) => {
      const key = keys.get(table);
      // From a table that is not split to one that is, nothing can be checked.
      return key === undefined ? target !== null && keys.get(target) !== undefined : !columns.includes(key);
    })
    .map(({ table, columns, target }) => `${table} (${columns.join(', ')})${target === null ? '' : ` → ${target}`}`)
    .sort();
}

test('scaling: every table has its distribution key in the page, and that column is never null', async () => {
  const tables = await allRows(
    world.db,
    sql<{
      name: string;
    }>`select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  expect([...keys.keys()].sort()).toEqual(tables.map(({ name }) => name));
  const split = [...keys].flatMap(([table, key]) => (key === undefined ? [] : [`${table}.${key}`]));
  const there = await allRows(
    world.db,
    sql<{
      name: string;
    }>`select attrelid::regclass || '.' || attname as name from pg_attribute where attnotnull and attrelid::regclass || '.' || attname = any(${split})`,
  );
  expect(there.map(({ name }) => name).sort()).toEqual(split.sort());
});

test('scaling: every unique key without the distribution key is in the page, with why it remains', async () => {
  expect(await without('unique')).toEqual(listed('Unique keys without it'));
});

test('scaling: every foreign key without the distribution key is in the page, with why it remains', async () => {
  expect(await without('foreign')).toEqual(listed('Foreign keys without it'));
});
