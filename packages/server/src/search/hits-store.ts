import { type HitView, LIMITS } from '@folkmoot/contract/search/schema.ts';
import type { Term } from '@folkmoot/contract/search/words-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { isUnseen } from '../blocks/store.ts';
import { messageJson, seenBy } from '../conversations/fragments-store.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { cutPage, fromCursor, toCursor } from '../core/http/cursor.ts';
import { AROUND, originJson } from '../inbox/store.ts';
import { lexemes, quoted } from './index-store.ts';
import type { Home } from './store.ts';

/** Messages that a walk reads in one go: some 40 ms. */
const STRETCH = 20_000;
/** How many steps a walk takes before it returns fewer than a page, and a cursor to continue. */
const GOES = 3;
/** Messages that may be gathered before the newest of them are known: some 150 ms. */
const GATHERED = 60_000;

export type Wanted = {
  terms: readonly Term[];
  /** One of these people wrote it; anybody if none are given. */
  authorIds: readonly string[];
  kinds: readonly string[];
  from: Date | null;
  until: Date | null;
  homes: readonly Home[];
  /** Only this thread. */
  threadId: string | undefined;
};

/** Conditions that must all be true, each as the text of a tsquery. */
function conditionsOf({ terms, authorIds, kinds }: Wanted): string[] {
  const anyOf = (forms: readonly string[], more = '') => `(${forms.map((form) => quoted(form) + more).join(' | ')})`;
  const ofTerm = ({ steps, prefix }: Term) =>
    steps
      .map(({ forms, at }, index) => {
        const before = steps[index - 1];
        return `${before ? ` <${at - before.at}> ` : ''}${anyOf(forms, prefix ? ':*' : '')}`;
      })
      .join('');
  const authors = authorIds.length > 0 ? [anyOf(authorIds.map(lexemes.author))] : [];
  return [...terms.map((term) => `(${ofTerm(term)})`), ...authors, ...kinds.map((kind) => quoted(lexemes.kind(kind)))];
}

type Way = { by: 'words'; index: string } | { by: 'homes' } | { by: 'newest' };
type Odds = { total: number; rows: number[] };

/** How many messages there are, and how many the planner thinks match each condition: it counts common words. */
async function oddsOf(db: Db, conditions: readonly string[]): Promise<Odds> {
  const arms = conditions.map((condition) => sql`select from message_words where words @@ ${condition}::tsquery`);
  // The last arm, so that there are always two and the plan is a list of them.
  const all = sql.join([...arms, sql`select from message_words`, sql`select from message_words`], sql` union all `);
  const row = await firstRow(
    db,
    sql<{ 'QUERY PLAN': [{ Plan: { Plans: { 'Plan Rows': number }[] } }] }>`explain (format json) ${all}`,
  );
  const rows = (row?.['QUERY PLAN'][0].Plan.Plans ?? []).map((plan) => plan['Plan Rows']);
  return { total: Math.max(rows.at(-1) ?? 1, 1), rows: rows.slice(0, conditions.length) };
}

/**
 * The cheapest way to the newest matching messages: gather all that have the rare words, gather all of the few
 * conversations, or walk back from the newest until a page is full, which is soon if the words are common.
 * @see docs/decisions/016
 */
function waysTo(conditions: readonly string[], homes: readonly Home[], odds: Odds): { way: Way; cost: number }[] {
  const { total } = odds;
  const size = homes.reduce((sum, home) => sum + home.size, 0);
  const share = homes.length === 1 ? 1 : Math.min(Math.max(size / total, 1 / total), 1);
  const fits = odds.rows.reduce((product, rows) => product * Math.min(Math.max(rows, 1) / total, 1), 1);
  const sorted = conditions
    .map((condition, index) => ({ condition, rows: odds.rows[index] ?? total }))
    .sort((a, b) => a.rows - b.rows);
  // A common word narrows a rare one by little and costs its whole posting list.
  const rare = sorted.filter(({ rows }) => rows <= Math.max(10 * (sorted[0]?.rows ?? 0), 1000));
  const gathered = total * rare.reduce((product, { rows }) => product * Math.min(Math.max(rows, 1) / total, 1), 1);
  const ways: { way: Way; cost: number }[] = [
    { way: { by: 'newest' }, cost: (LIMITS.page + 1) / Math.max(fits * share, 1e-9) },
    { way: { by: 'homes' }, cost: size },
  ];
  if (rare.length > 0)
    ways.push({ way: { by: 'words', index: rare.map(({ condition }) => condition).join(' & ') }, cost: gathered });
  return ways.sort((a, b) => a.cost - b.cost);
}

type Position = readonly [string, string];

/** What every way asks of a row of `message_words`, besides what its index gives. */
function rest(userId: string, wanted: Wanted, conditions: readonly string[]): RawBuilder<unknown> {
  const ids = wanted.homes.map(({ id }) => id);
  // "is true" hides these from the planner, which would choose another plan: they are checked row by row.
  return sql`(home_id in (select unnest(${ids}::uuid[]))) is true
    and not ${isUnseen(userId, sql`near.author_id`, sql`near.conversation_id`)}
    ${conditions.length > 0 ? sql`and (words @@ ${conditions.join(' & ')}::tsquery) is true` : sql``}
    ${wanted.threadId ? sql`and conversation_id = ${wanted.threadId}` : sql``}`;
}

function between({ from, until }: Wanted, position: Position | undefined): RawBuilder<unknown> {
  return sql`true ${from ? sql`and created_at >= ${from}` : sql``} ${until ? sql`and created_at < ${until}` : sql``}
    ${position ? sql`and (created_at, id) < (${position[0]}::timestamptz, ${position[1]}::uuid)` : sql``}`;
}

const NEWEST_FIRST = sql`order by created_at desc, id desc`;
const COLUMNS = sql`id, conversation_id, seq, home_id, author_id, created_at, words`;

/** The newest matches, as positions in their conversations. */
function found(
  userId: string,
  wanted: Wanted,
  conditions: readonly string[],
  way: Way,
  position: Position | undefined,
) {
  const also = rest(userId, wanted, conditions);
  const stretch = between(wanted, position);
  const [only] = wanted.homes;
  const here = wanted.homes.length === 1 ? sql`home_id = ${only?.id} and` : sql``;
  if (way.by === 'newest')
    return sql`select id, conversation_id, seq, created_at from (select ${COLUMNS} from message_words where ${here} ${stretch} ${NEWEST_FIRST} limit ${sql.lit(STRETCH)}) near
      where ${also} ${NEWEST_FIRST} limit ${sql.lit(LIMITS.page + 1)}`;
  const ids = wanted.homes.map(({ id }) => id);
  const by = way.by === 'words' ? sql`words @@ ${way.index}::tsquery` : sql`home_id = any(${ids}::uuid[])`;
  return sql`select id, conversation_id, seq, created_at from (select ${COLUMNS} from message_words where ${by} offset 0) near
    where ${stretch} and ${also} ${NEWEST_FIRST} limit ${sql.lit(LIMITS.page + 1)}`;
}

type Row = { id: string; at: string; view: Omit<HitView, 'words'>; gone: boolean };

async function readHits(db: Db, userId: string, hits: RawBuilder<unknown>): Promise<Row[]> {
  return allRows(
    db,
    sql<Row>`
      with hit as materialized (${hits})
      select hit.id, hit.created_at::text as at, x.deleted_at is not null or x.hidden as gone,
        json_build_object('origin', ${originJson(userId)}, 'message', ${messageJson(userId)}) as view
      from hit join lateral (select ${seenBy(userId)} from messages where conversation_id = hit.conversation_id and seq = hit.seq) x on true
        join conversations c on c.id = hit.conversation_id ${AROUND}
      order by hit.created_at desc, hit.id desc`,
  );
}

/** Where a walk's stretch ends, or undefined if there is nothing further back. */
async function endOfStretch(db: Db, wanted: Wanted, position: Position | undefined): Promise<Position | undefined> {
  const [only] = wanted.homes;
  const here = wanted.homes.length === 1 ? sql`home_id = ${only?.id} and` : sql``;
  const row = await firstRow(
    db,
    sql<{
      at: string;
      id: string;
    }>`select created_at::text as at, id from message_words where ${here} ${between(wanted, position)}
      ${NEWEST_FIRST} offset ${sql.lit(STRETCH - 1)} limit 1`,
  );
  return row && [row.at, row.id];
}

export type Hits = { data: Omit<HitView, 'words'>[]; nextCursor: string | null };

/**
 * A page of matching messages, newest first. If the words are common but not among the newest messages, the page may
 * hold fewer than twenty and still have a next one.
 */
export async function listHits(db: Db, userId: string, wanted: Wanted, cursor: string | undefined): Promise<Hits> {
  const conditions = conditionsOf(wanted);
  let position: Position | undefined = fromCursor(cursor, 'text');
  const ways = waysTo(conditions, wanted.homes, await oddsOf(db, conditions));
  const read = (way: Way) => readHits(db, userId, found(userId, wanted, conditions, way, position));
  const [best, ...others] = ways;
  if (best && best.way.by !== 'newest') return pageOf(await read(best.way));
  const rows: Row[] = [];
  for (let go = 0; go < GOES; go += 1) {
    rows.push(...(await read({ by: 'newest' })));
    if (rows.length > LIMITS.page) return pageOf(rows);
    const end = await endOfStretch(db, wanted, position);
    if (end === undefined) return pageOf(rows);
    position = end;
    const sure = others.find(({ cost }) => cost <= GATHERED);
    if (sure) return pageOf([...rows, ...(await read(sure.way))]);
  }
  return { data: shown(rows), nextCursor: position ? toCursor(position) : null };
}

function pageOf(rows: Row[]): Hits {
  const page = cutPage(rows, LIMITS.page, (row) => [row.at, row.id]);
  return { data: shown(page.rows), nextCursor: page.nextCursor };
}

/** Without what was deleted a moment ago. */
function shown(rows: readonly Row[]): Hits['data'] {
  return rows.filter((row) => !row.gone).map((row) => row.view);
}
