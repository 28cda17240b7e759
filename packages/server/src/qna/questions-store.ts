import { fold } from '@folkmoot/contract/core/text.ts';
import {
  QNA_PAGE,
  type QnaCounts,
  type QuestionQuery,
  type QuestionState,
  type QuestionView,
} from '@folkmoot/contract/qna/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { slicePage } from '../core/db/slice-page.ts';
import { containing } from '../core/http/cursor.ts';
import { epoch } from '../participations/fragments-store.ts';
import { notHiddenFrom, personJoins, personJson } from './people-store.ts';

/** Who reads questions: under which ids their votes and questions are, and whether as a host. */
export type Reader = { ids: readonly string[]; host: boolean; userId?: string | undefined; hides?: boolean };

/** What everybody may know, and frames carry. */
export const EVERYBODY: Reader = { ids: [], host: false };

/**
 * Whether a column is one of the reader's ids, of which there are two at most. Not as an array: PostgreSQL takes that for ten, and plans
 * each page anew to know better.
 */
const isReaders = (column: string, { ids: [one, other = one] }: Reader) =>
  one === undefined ? sql`false` : sql`${sql.ref(column)} in (${one}::uuid, ${other}::uuid)`;

/** With which question `q` was merged. Its words are for hosts alone while it waits or once it is put away, as everywhere else. */
const mergedInto = (host: boolean) => sql`(select json_build_object('_id', t.id, 'content', t.content, 'votes', t.votes)
  from qna_questions t where t.event_id = q.event_id and t.id = q.merged_into ${host ? sql`` : sql`and t.state in ('published', 'answered')`})`;

/** Question `q` as JSON. `own`: with what its asker may know. */
const viewJson = (
  reader: Reader | null,
  own: boolean,
): RawBuilder<unknown> => sql`json_build_object('_id', q.id, 'eventId', q.event_id,
  'content', q.content, 'isAnonymous', q.is_anonymous, 'asker', ${personJson(sql`q.by_host`)}, 'state', q.state, 'votes', q.votes, 'rev', q.rev,
  'comments', q.comments, 'wordedByHost', q.worded_by_host, 'created_epoc', ${epoch('q.created_at')},
  'published_epoc', ${epoch('q.published_at')}, 'answered_epoc', ${epoch('q.answered_at')}, 'isNow', q.now_at is not null,
  'now_epoc', ${epoch('q.now_at')}${
    reader === null
      ? sql``
      : sql`, 'voted', exists (select 1 from qna_votes v where v.event_id = q.event_id and v.question_id = q.id and ${isReaders('v.voter_id', reader)}),
  'isMine', coalesce(${isReaders('q.asker_id', reader)}, false)`
  }${own ? sql`, 'reason', q.reason, 'mergedInto', ${mergedInto(reader?.host === true)}` : sql``}${
    reader?.host
      ? sql`, 'isBookmarked', q.is_bookmarked, 'isHeld', q.is_held,
      'reports', (select count(*)::int from qna_reports r where r.event_id = q.event_id and r.question_id = q.id),
      'reported', coalesce((select json_agg(json_build_object('reason', r.reason, 'note', r.note) order by r.created_at, r.reporter_id)
        from qna_reports r where r.event_id = q.event_id and r.question_id = q.id), '[]'::json)`
      : sql``
  })`;

const joins = personJoins(sql`q.asker_id`, sql`q.event_id`);

/** Which questions a query is about, or null for none. */
function conditionOf(query: QuestionQuery, reader: Reader): RawBuilder<unknown> | null {
  if (query.isMine) return reader.ids.length === 0 ? null : isReaders('q.asker_id', reader);
  const states = statesOf(query, reader.host);
  if (states.length === 0) return null;
  // Written out, so that one plan serves every page: the sets are few.
  const state = sql`q.state in (${sql.join(states.map((one) => sql.lit(one)))})`;
  const marked =
    query.isBookmarked === undefined || !reader.host ? sql`` : sql`and q.is_bookmarked = ${query.isBookmarked}`;
  return sql`${state} ${marked}`;
}

/** Which questions of an event a query is about, for this reader; null for none. */
function whereOf(eventId: string, query: QuestionQuery, reader: Reader): RawBuilder<unknown> | null {
  const condition = conditionOf(query, reader);
  const found = query.search.trim() === '' ? sql`` : sql`and q.search_text like ${containing(fold(query.search))}`;
  return (
    condition &&
    sql`where q.event_id = ${eventId} and ${condition} ${found} ${notHiddenFrom(reader, sql`q.event_id`, sql`q.asker_id`)}`
  );
}

function statesOf(query: QuestionQuery, host: boolean): QuestionState[] {
  const { status, isAnswered, isArchived, isPending, isBookmarked } = query;
  const forHosts = isArchived === true || isPending === true || isBookmarked !== undefined;
  const all: QuestionState[] = ['pending', 'published', 'answered', 'archived', 'refused'];
  if (!host && (forHosts || (status !== undefined && status !== 'published' && status !== 'answered'))) return [];
  let states: QuestionState[] = isBookmarked === undefined ? ['published', 'answered'] : all;
  if (status !== undefined) states = [status];
  else if (isPending) states = ['pending'];
  else if (isArchived) states = ['archived'];
  if (isAnswered !== undefined) states = states.filter((state) => (state === 'answered') === isAnswered);
  return states;
}

const ORDERS = {
  votes: sql`q.state desc, q.votes desc, q.id`,
  newest: sql`q.id desc`,
  oldest: sql`q.id`,
};

/** The first page without an offset, which a plan for every page would have to guess. */
const pageOf = (query: QuestionQuery) =>
  query.page === 1 && query.limit === QNA_PAGE ? sql`limit ${sql.lit(QNA_PAGE)}` : slicePage(query, QNA_PAGE);

/** A page of questions with how many there are, as JSON text. */
export async function listQuestions(db: Db, eventId: string, query: QuestionQuery, reader: Reader): Promise<string> {
  const condition = conditionOf(query, reader);
  if (condition === null) return '{"items":[],"count":0}';
  const found = query.search.trim() === '' ? sql`` : sql`and q.search_text like ${containing(fold(query.search))}`;
  const where = sql`where q.event_id = ${eventId} and ${condition} ${found} ${notHiddenFrom(reader, sql`q.event_id`, sql`q.asker_id`)}`;
  const order = query.isMine ? ORDERS.newest : ORDERS[query.sortBy];
  const row = await firstRow(
    db,
    sql<{
      body: string;
    }>`select json_build_object('count', (select count(*)::int from qna_questions q ${where}), 'items', coalesce(
      (select json_agg(${viewJson(reader, reader.host || query.isMine === true)} order by ${order}) from
        (select * from qna_questions q ${where} order by ${order} ${pageOf(query)}) q ${joins}), '[]'::json))::text as body`,
  );
  return row?.body ?? '{"items":[],"count":0}';
}

/** A page of questions as everybody sees them, each as JSON text, and who asked it under their name. */
export type SharedPage = { count: number; items: { id: string; askerId: string | null; text: string }[] };

/** What everybody who asks for the same page gets alike. */
export async function readShared(db: Db, eventId: string, query: QuestionQuery): Promise<SharedPage> {
  const where = whereOf(eventId, query, EVERYBODY);
  if (where === null) return { count: 0, items: [] };
  const order = ORDERS[query.sortBy];
  const rows = await allRows(
    db,
    sql<{ count: number; id: string | null; askerId: string | null; text: string }>`
      select c.count, i.* from (select count(*)::int as count from qna_questions q ${where}) c left join
        (select q.id, q.asker_id as "askerId", ${viewJson(null, false)}::text as text, row_number() over (order by ${order}) as nth from
          (select * from qna_questions q ${where} order by ${order} ${pageOf(query)}) q ${joins}) i on true order by i.nth`,
  );
  const items = rows.flatMap(({ id, askerId, text }) => (id === null ? [] : [{ id, askerId, text }]));
  return { count: rows[0]?.count ?? 0, items };
}

/** For which of these questions the reader votes. */
export async function listVoted(
  db: Db,
  eventId: string,
  questionIds: readonly string[],
  reader: Reader,
): Promise<ReadonlySet<string>> {
  if (reader.ids.length === 0 || questionIds.length === 0) return new Set();
  const rows = await allRows(
    db,
    sql<{ id: string }>`select v.question_id as id from unnest(${[...questionIds]}::uuid[]) q(id)
      join qna_votes v on v.event_id = ${eventId} and v.question_id = q.id and ${isReaders('v.voter_id', reader)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The page as its reader sees it, as JSON text. */
export function personalPage({ count, items }: SharedPage, voted: ReadonlySet<string>, reader: Reader): string {
  const own = items.map(({ id, askerId, text }) => {
    const isMine = askerId !== null && reader.ids.includes(askerId);
    return `${text.slice(0, -1)},"voted":${voted.has(id)},"isMine":${isMine}}`;
  });
  return `{"items":[${own.join()}],"count":${count}}`;
}

/** How many questions are in each state. */
export async function countQuestions(db: Db, eventId: string, reader: Reader): Promise<QnaCounts> {
  const row = await firstRow(
    db,
    sql<QnaCounts>`select ${sql.join(
      (['pending', 'published', 'answered', 'archived', 'refused'] as const).map(
        (state) => sql`count(*) filter (where state = ${sql.lit(state)})::int as ${sql.ref(state)}`,
      ),
    )}, count(*) filter (where is_bookmarked)::int as bookmarked, count(*) filter (where ${isReaders('asker_id', reader)})::int as mine
    from qna_questions where event_id = ${eventId}`,
  );
  const counts = row ?? { pending: 0, published: 0, answered: 0, archived: 0, refused: 0, bookmarked: 0, mine: 0 };
  return reader.host ? counts : { ...counts, pending: 0, archived: 0, refused: 0, bookmarked: 0 };
}

/** Questions as a reader sees them, in the order of the ids. `own`: with what their asker may know. */
export async function viewQuestions(
  db: Db,
  eventId: string,
  questionIds: readonly string[],
  reader: Reader | null,
  own = false,
): Promise<QuestionView[]> {
  if (questionIds.length === 0) return [];
  const rows = await allRows(
    db,
    sql<{ view: QuestionView }>`select ${viewJson(reader, own || reader?.host === true)} as view
      from unnest(${[...questionIds]}::uuid[]) with ordinality i (id, nth) join qna_questions q on q.event_id = ${eventId} and q.id = i.id ${joins}
      order by i.nth`,
  );
  return rows.map(({ view }) => view);
}

/** The question that is being answered, unless its asker is hidden from the reader. */
export async function findNow(db: Db, eventId: string, reader: Reader): Promise<QuestionView | null> {
  const row = await firstRow(
    db,
    sql<{ view: QuestionView }>`select ${viewJson(reader, reader.host)} as view from qna_questions q ${joins}
      where q.event_id = ${eventId} and q.now_at is not null ${notHiddenFrom(reader, sql`q.event_id`, sql`q.asker_id`)}`,
  );
  return row?.view ?? null;
}

/** What is decided by. */
export type QuestionRow = {
  id: string;
  content: string;
  isAnonymous: boolean;
  askerId: string | null;
  /** The account of its asker, if they asked under their name. */
  askerUserId: string | null;
  keyHash: Buffer;
  state: QuestionState;
  mergedInto: string | null;
  byHost: boolean;
  isNow: boolean;
  votes: number;
  reason: string;
};

const ROW = sql`q.id, q.content, q.is_anonymous as "isAnonymous", q.asker_id as "askerId", q.key_hash as "keyHash", q.state,
  q.merged_into as "mergedInto", q.by_host as "byHost", q.now_at is not null as "isNow", q.votes, q.reason,
  (select coalesce(p.user_id, a.user_id) from qna_people a left join participations p on p.event_id = a.event_id and p.id = a.participation_id
    where a.event_id = q.event_id and a.id = q.asker_id) as "askerUserId"`;

/** Questions of an event, in the order of their ids. `lock`: until the command ends, against votes too. */
export async function findQuestions(
  db: Db,
  eventId: string,
  questionIds: readonly string[],
  lock = false,
): Promise<QuestionRow[]> {
  return allRows(
    db,
    sql<QuestionRow>`select ${ROW} from qna_questions q where q.event_id = ${eventId} and q.id = any(${[...questionIds]}::uuid[])
      order by q.id ${lock ? sql`for no key update of q` : sql``}`,
  );
}

/** The questions of an event that belong to keys, by their hashes. */
export async function findByKeys(db: Db, eventId: string, hashes: readonly Buffer[]): Promise<QuestionRow[]> {
  return allRows(
    db,
    sql<QuestionRow>`select ${ROW} from qna_questions q where q.event_id = ${eventId} and q.key_hash = any(${[...hashes]}::bytea[]) order by q.id`,
  );
}

/** Whether the asker of a question votes for it themselves. */
export async function hasOwnVote(
  db: Db,
  eventId: string,
  questionId: string,
  voters: readonly string[],
): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`select 1 from qna_votes where event_id = ${eventId} and question_id = ${questionId} and voter_id = any(${[...voters]}::uuid[])`,
  );
  return row !== undefined;
}

/** Published questions, with which a pending one is compared. */
export async function listCompared(
  db: Db,
  eventId: string,
  most: number,
): Promise<{ _id: string; content: string; votes: number }[]> {
  return allRows(
    db,
    sql<{ _id: string; content: string; votes: number }>`select q.id as _id, q.content, q.votes from qna_questions q
      where q.event_id = ${eventId} and q.state = 'published' order by q.votes desc, q.id limit ${most}`,
  );
}
