import { type RawBuilder, sql } from 'kysely';
import type { Condition, NameStep, PathStep, PersonalData } from '../personal-data.ts';
import { allRows, type Db } from './db.ts';

/*
 * What follows from the declarations of personal data for a copy of somebody's data: the rows that are theirs, read in batches in the
 * order of their primary key, so that only one batch is in memory and no transaction stays open.
 */

/** A table of which a copy contains something. */
export type CopiedTable = {
  table: string;
  title: string;
  columns: readonly string[];
  unless: string | undefined;
  shownIf: Condition | undefined;
  readableIf: Readable | undefined;
  /** Each leads to whose a row is: a column of its own, or one at the end of a path. */
  owners: readonly Owner[];
};
type Readable = { readonly columns: readonly string[]; readonly holds: Condition };
type Owner = { of: string } | { path: readonly PathStep[] };

type Declared = {
  readonly exported?: readonly string[];
  readonly title?: string;
  readonly unless?: string;
  readonly shownIf?: Condition;
  readonly readableIf?: Readable;
  readonly of?: string;
  readonly rowsOf?: readonly string[];
  readonly through?: readonly (readonly PathStep[])[];
};

/** The tables of a slice of which a copy contains something. */
export function copiedTables({ tables }: PersonalData): CopiedTable[] {
  return (Object.entries(tables) as [string, Declared][]).flatMap(([table, data]) => {
    if (!data.exported) return [];
    const own = data.of ?? data.rowsOf?.[0];
    const owners: Owner[] = own === undefined ? (data.through ?? []).map((path) => ({ path })) : [{ of: own }];
    const { exported: columns, title = table, unless, shownIf, readableIf } = data;
    return [{ table, title, columns, unless, shownIf, readableIf, owners }];
  });
}

/** Joins the tables of a path to table `t`, and says whose the row is. */
function pathOf(path: readonly PathStep[]): { joins: RawBuilder<unknown>; of: RawBuilder<unknown> } {
  let [from, of]: [string, RawBuilder<unknown>] = ['t', sql``];
  const joins = path.map((step, nth) => {
    const to = `j${nth}`;
    const on = Object.entries(step.on).map(
      ([own, other]) => sql`${sql.ref(`${from}.${own}`)} = ${sql.ref(`${to}.${other}`)}`,
    );
    from = to;
    if (step.of !== undefined) of = sql.ref(`${to}.${step.of}`);
    return sql`join ${sql.table(step.table)} ${sql.ref(to)} on ${sql.join(on, sql` and `)}`;
  });
  return { joins: sql.join(joins, sql` `), of };
}

type KeyColumn = { name: string; type: string };

async function primaryKey(db: Db, table: string): Promise<KeyColumn[]> {
  return allRows(
    db,
    sql<KeyColumn>`select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_index i, unnest(i.indkey::int2[]) with ordinality k (n, nth), pg_attribute a
      where i.indrelid = ${table}::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.n order by k.nth`,
  );
}

type Row = Record<string, unknown>;

/** Keys are found for so many batches at a time: to put them in order, all that a person has in a table is looked at. */
const WINDOW = 20;

/** A person's rows of a table, in batches of at most `most`. */
export async function* readOwn(db: Db, copied: CopiedTable, userId: string, most: number): AsyncGenerator<Row[]> {
  const keys = await primaryKey(db, copied.table);
  for (const owner of copied.owners)
    for (let after: string[][] | undefined; ; ) {
      const found: string[][] = await findKeys(db, copied, {
        owner,
        userId,
        keys,
        after: after?.at(-1),
        most: most * WINDOW,
      });
      for (let from = 0; from < found.length; from += most) {
        const rows = await readRows(db, copied, userId, keys, found.slice(from, from + most));
        if (rows.length > 0) yield rows;
      }
      if (found.length < most * WINDOW) break;
      after = found;
    }
}

type Wanted = { owner: Owner; userId: string; keys: readonly KeyColumn[]; after: string[] | undefined; most: number };

/** The next keys, as text: a number may be larger, and a time more exact, than what the driver makes of them. */
async function findKeys(db: Db, { table, unless, shownIf }: CopiedTable, wanted: Wanted): Promise<string[][]> {
  const { owner, userId, keys, after, most } = wanted;
  const { joins, of } = 'of' in owner ? { joins: sql``, of: sql.ref(`t.${owner.of}`) } : pathOf(owner.path);
  const key = sql.join(keys.map(({ name }) => sql.ref(`t.${name}`)));
  const rows = await allRows(
    db,
    sql<{ key: string[] }>`select array[${sql.join(keys.map(({ name }) => sql`${sql.ref(`t.${name}`)}::text`))}] as key
      from ${sql.table(table)} t ${joins} where ${of} = ${userId}
      ${unless === undefined ? sql`` : sql`and ${sql.ref(`t.${unless}`)} is null`}
      ${shownIf === undefined ? sql`` : sql`and (${shownIf(userId)})`}
      ${after === undefined ? sql`` : sql`and (${key}) > (${sql.join(after)})`}
      order by ${key} limit ${sql.lit(most)}`,
  );
  return rows.map((row) => row.key);
}

function readRows(
  db: Db,
  { table, columns, readableIf }: CopiedTable,
  userId: string,
  keys: readonly KeyColumn[],
  found: readonly string[][],
): Promise<Row[]> {
  const lists = keys.map((_, nth) => sql`${found.map((one) => one[nth] ?? '')}::text[]`);
  const names = keys.map((_, nth) => sql.ref(`k${nth}`));
  const same = keys.map(
    ({ name, type }, nth) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`k.k${nth}`)}::${sql.raw(type)}`,
  );
  const read = (name: string) =>
    readableIf?.columns.includes(name)
      ? sql`case when ${readableIf.holds(userId)} then ${sql.ref(`t.${name}`)} end as ${sql.id(name)}`
      : sql.ref(`t.${name}`);
  return allRows(
    db,
    sql<Row>`select ${sql.join(columns.map(read))}
      from unnest(${sql.join(lists)}) with ordinality k (${sql.join(names)}, nth) join ${sql.table(table)} t on ${sql.join(same, sql` and `)}
      order by k.nth`,
  );
}

/** What a column's ids stand for, by the name of the column. */
export type Names = Readonly<Record<string, { as: string; find: NameStep }>>;

/** Puts the name beside each id that has one for this person: `event_id` becomes `event: { id, name }`. */
export async function nameRows(db: Db, rows: readonly Row[], names: Names, userId: string): Promise<Row[]> {
  const known = new Map<string, ReadonlyMap<string, string | null>>();
  for (const column of Object.keys(rows[0] ?? {})) {
    const ids = new Set(rows.map((row) => row[column]).filter((id) => typeof id === 'string'));
    const found = ids.size > 0 ? await names[column]?.find(db, [...ids], userId) : undefined;
    if (found) known.set(column, new Map(found.map(({ id, name }) => [id, name])));
  }
  const named = ([column, value]: [string, unknown]): [string, unknown] => {
    const way = names[column];
    if (way === undefined || typeof value !== 'string') return [way?.as ?? column, value];
    return [way.as, { id: value, name: known.get(column)?.get(value) ?? null }];
  };
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(named)));
}
