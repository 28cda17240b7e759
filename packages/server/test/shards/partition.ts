import { sql } from 'kysely';
import { allRows, type Db } from '../../src/core/db/db.ts';
import { type Constraint, type Index, readCatalogue, type Table } from './catalogue.ts';
import { isCopied, keys } from './keys.ts';

/* Turns a migrated database into one whose tables are split as docs/scaling.md says, by PostgreSQL's own hash partitions. */

/** Into how many parts each table is split. */
const PARTS = 4;
const parts = [...Array(PARTS).keys()];

/** The schema of a part: all tables, indexes and keys have their usual names there. */
const partSchema = (part: number) => `shard_${part}`;

/** Where the tables are that keep unique what no split table can. */
const SCHEMA = 'shards';

export type Partitioned = {
  tables: string[];
  /** Primary keys of an id alone, which got the distribution key as well. */
  widened: string[];
  /** Unique keys without the distribution key: a table of their own keeps them. */
  lookups: string[];
  /** Foreign keys that a distributed database would refuse. */
  dropped: string[];
  /** Foreign keys that it has. */
  kept: number;
};

export async function partition(db: Db): Promise<Partitioned> {
  return db.transaction().execute(async (tx) => {
    for (const schema of [SCHEMA, ...parts.map(partSchema)]) await run(tx, `create schema ${schema}`);
    const { tables, foreign } = await readCatalogue(tx);
    const split = tables.filter(({ name }) => keys.get(name) !== undefined);
    for (const { table, name } of foreign) await run(tx, `alter table ${table} drop constraint ${name}`);
    const done: Partitioned = { tables: split.map(({ name }) => name), widened: [], lookups: [], dropped: [], kept: 0 };
    for (const table of split) await splitTable(tx, table, keys.get(table.name) ?? '', done);
    for (const each of foreign) {
      if (canBeChecked(each)) {
        await run(tx, `alter table ${each.table} add constraint ${each.name} ${each.definition}`);
        done.kept += 1;
      } else done.dropped.push(`${each.table} (${each.columns.join(', ')}) → ${each.target}`);
    }
    for (const list of [done.widened, done.lookups, done.dropped]) list.sort();
    return done;
  });
}

/**
 * Citus checks a foreign key between two tables that are split only where both sides have their distribution keys, at the same
 * place; to a table that is copied, always; between one that is split and one on a single machine, never.
 */
function canBeChecked({ table, columns, target, targetColumns }: Constraint): boolean {
  const [from, to] = [keys.get(table), keys.get(target)];
  if (from !== undefined && to !== undefined)
    return columns.includes(from) && targetColumns[columns.indexOf(from)] === to;
  if (from !== undefined) return isCopied(target);
  return to === undefined;
}

async function splitTable(tx: Db, table: Table, key: string, done: Partitioned): Promise<void> {
  const { name, options, triggers, indexes } = table;
  const old = `${name}_whole`;
  await run(tx, `alter table ${name} rename to ${old}`);
  await run(tx, `create table ${name} (like ${old} including all excluding indexes) partition by hash (${key})`);
  for (const part of parts)
    await run(
      tx,
      `create table ${partSchema(part)}.${name} partition of ${name} for values with (modulus ${PARTS}, remainder ${part})
        ${options === null ? '' : `with (${options})`}`,
    );
  const columns = table.stored.join(', ');
  await run(tx, `insert into ${name} (${columns}) select ${columns} from ${old}`);
  await run(tx, `drop table ${old}`);
  for (const index of indexes) await makeIndex(tx, table, key, index, done);
  await nameIndexes(tx, name);
  for (const { definition } of triggers) await run(tx, definition);
  await refuseMoves(tx, name, key);
}

async function makeIndex(tx: Db, { name: table }: Table, key: string, index: Index, done: Partitioned): Promise<void> {
  const { name, columns, definition, constraint, isUnique, isPrimary, uses } = index;
  const what = `${table} (${columns.join(', ')})`;
  if (!isUnique || columns.includes(key)) {
    await run(tx, constraint === null ? definition : `alter table ${table} add constraint ${name} ${constraint}`);
    return;
  }
  if (isPrimary && columns.length === 1 && columns[0] === 'id') {
    done.widened.push(what);
    await run(tx, `alter table ${table} add constraint ${name} primary key (id, ${key})`);
    return;
  }
  done.lookups.push(what);
  await run(tx, definition.replace('CREATE UNIQUE INDEX', 'CREATE INDEX'));
  await keepUnique(tx, table, index, uses);
}

/**
 * What is unique in the whole installation is kept by a small table that is not split. The application would write it; here a
 * trigger does, and a violation has the name that the product knows.
 */
async function keepUnique(tx: Db, table: string, { name, columns, definition }: Index, uses: string[]): Promise<void> {
  const lookup = `${SCHEMA}.unique_${name}`;
  const list = uses.join(', ');
  const same = uses
    .map((use) => `${use} ${columns.includes(use) ? '=' : 'is not distinct from'} old.${use}`)
    .join(' and ');
  await run(tx, `create table ${lookup} as select ${list} from ${table}`);
  await run(tx, definition.replace(/ ON public\.\w+ /, ` ON ${lookup} `));
  await run(
    tx,
    `create function ${lookup}() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then delete from ${lookup} where ${same}; end if;
      if tg_op <> 'DELETE' then insert into ${lookup} values (${uses.map((use) => `new.${use}`).join(', ')}); end if;
      return null;
    end $$`,
  );
  await run(
    tx,
    `create trigger unique_${name} after insert or delete or update of ${list} on ${table} for each row execute function ${lookup}()`,
  );
}

/** A distributed database refuses to change the distribution key of a row; PostgreSQL would move it to another part. */
async function refuseMoves(tx: Db, table: string, key: string): Promise<void> {
  await run(
    tx,
    `create function ${SCHEMA}.stays_${table}() returns trigger language plpgsql as $$ begin
      raise exception 'The distribution key ${table}.${key} of a row was to be changed'; end $$`,
  );
  await run(
    tx,
    `create trigger stays before update of ${key} on ${table} for each row when (old.${key} is distinct from new.${key})
      execute function ${SCHEMA}.stays_${table}()`,
  );
}

async function run(tx: Db, statement: string): Promise<void> {
  await allRows(tx, sql<object>`${sql.raw(statement)}`);
}

/** The indexes of the parts get the names that a violation of a key is recognised by. */
async function nameIndexes(tx: Db, table: string): Promise<void> {
  const rows = await allRows(
    tx,
    sql<{
      schema: string;
      made: string;
      name: string;
    }>`select n.nspname as schema, part.relname as made, whole.relname as name
      from pg_index i join pg_inherits h on h.inhparent = i.indexrelid join pg_class part on part.oid = h.inhrelid
      join pg_namespace n on n.oid = part.relnamespace join pg_class whole on whole.oid = h.inhparent
      where i.indrelid = ${table}::regclass`,
  );
  for (const { schema, made, name } of rows)
    if (made !== name) await run(tx, `alter index ${schema}.${made} rename to ${name}`);
}
