import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRows } from '../../src/core/db/db.ts';
import type { TableData } from '../../src/core/personal-data.ts';
import { SLICES } from '../../src/slices.ts';
import { openWorld, type World } from '../world.ts';

/* Each column of the database is declared in the `personal-data.ts` of its slice: what happens to it when somebody leaves. */

type Loose = { [list in keyof TableData<'users'>]?: unknown };
const declared = SLICES.flatMap(({ personalData }) => Object.entries(personalData?.tables ?? {})) as [string, Loose][];
const LISTS = ['erase', 'cut', 'nobody', 'scrub', 'none'] as const;
const columnsIn = (data: Loose) => [
  ...LISTS.flatMap((list) => (data[list] ?? []) as string[]),
  ...Object.keys((data.keep ?? {}) as object),
];
const named = (table: string, columns: unknown) => ((columns ?? []) as string[]).map((column) => `${table}.${column}`);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const columnsThere = async (where = sql`true`) =>
  (
    await allRows(
      world.db,
      sql<{
        name: string;
      }>`select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
          and c.relname <> 'migrations' and ${where} order by 1`,
    )
  ).map(({ name }) => name);

test('every column is declared once, in one table’s declaration, and none that does not exist', async () => {
  expect(declared.flatMap(([table, data]) => named(table, columnsIn(data))).sort()).toEqual(
    (await columnsThere()).sort(),
  );
});

test('every column that points at a person is erased, cut or scrubbed', async () => {
  const pointers = await columnsThere(
    sql`exists (select 1 from pg_constraint k where k.contype = 'f' and k.confrelid = 'users'::regclass
      and k.conrelid = c.oid and a.attnum = any(k.conkey))`,
  );
  const about = declared.flatMap(([table, data]) =>
    (['erase', 'cut', 'nobody', 'scrub'] as const).flatMap((list) => named(table, data[list])),
  );
  expect(pointers.filter((name) => !about.includes(name))).toEqual([]);
});

test('a pointer that must be set to null can be, and one that may not be null points at the deleted member', async () => {
  const required = await columnsThere(sql`a.attnotnull`);
  const wrong = declared.flatMap(([table, data]) => [
    ...named(table, data.cut).filter((name) => required.includes(name)),
    ...named(table, data.nobody).filter((name) => !required.includes(name)),
    // What is emptied is found by a person.
    ...named(table, data.of && data.rowsOf ? ['of and rowsOf'] : []),
    ...named(table, data.erase && !data.of && !data.rowsOf ? data.erase : []),
    ...named(table, data.exported && !data.of && !data.rowsOf && !data.through ? data.exported : []),
    ...named(table, data.through && (data.of || data.rowsOf) ? ['through and of'] : []),
    ...named(table, data.exported && !data.title ? ['no title'] : []),
  ]);
  expect(wrong).toEqual([]);
});

/** What nobody gets a copy of, by the names of columns. */
const SECRETS = /pass|token|secret|code|hash|^key$|_key$|p256dh|auth|endpoint|sealed|credential|address$|search_text/;
/** Names that only look so: a person's own. */
const OWN = ['events.in_person_address', 'events.virtual_address', 'orders.company_address', 'sessions.ip_address'];

test('a copy of somebody’s data contains no column that holds a secret, or an address of others', () => {
  const copied = declared.flatMap(([table, data]) => named(table, data.exported));
  expect(copied.filter((name) => SECRETS.test(name.split('.')[1] ?? '') && !OWN.includes(name))).toEqual([]);
});

test('each id in a copy of somebody’s data has a name beside it, or says why not', async () => {
  const names = SLICES.flatMap(({ personalData }) => Object.keys(personalData?.names ?? {}));
  const ids = declared.flatMap(([table, data]) => named(table, data.exported)).filter((name) => name.endsWith('_id'));
  const bare = ids.filter((name) => !names.includes(name.split('.')[1] ?? ''));
  // A message or a comment has no name, a question of others is their text, and two are no ids of ours.
  expect(bare.sort()).toEqual([
    ...[
      'accounts.provider_id',
      'message_edits.message_id',
      'notifications.subject_id',
      'personal_reports.message_id',
      'qna_comments.question_id',
      'qna_reactions.comment_id',
    ],
    ...['qna_reports.question_id', 'qna_votes.question_id', 'reactions.message_id', 'reports.message_id'],
    ...['saved_messages.message_id', 'stripe_accounts.stripe_id'],
  ]);
});

test('what stays of somebody’s words after a deletion is in a copy of their data', () => {
  const kept = declared.flatMap(([table, data]) =>
    data.of || data.through ? named(table, Object.keys((data.keep ?? {}) as object)) : [],
  );
  const copied = declared.flatMap(([table, data]) => named(table, data.exported));
  const left = kept.filter((name) => !copied.includes(name) && !name.endsWith('.search_text'));
  // Where bytes are, what others wrote, and what follows from a text that is in the copy.
  expect(left.sort()).toEqual(['files.key', 'mailings.html', 'mailings.note', 'personal_reports.text', 'reports.text']);
});
