import type { CommentView, ReactionView } from '@folkmoot/contract/qna/comments-schema.ts';
import { LIMITS, QNA_PAGE } from '@folkmoot/contract/qna/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { slicePage } from '../../core/db/slice-page.ts';
import { epoch } from '../../participations/fragments-store.ts';
import { notHiddenFrom, personJoins, personJson } from '../people-store.ts';
import type { Reader } from '../questions-store.ts';

type Page = { page: number; limit: number };
const theirs = (column: string, reader: Reader) =>
  sql`coalesce(${sql.ref(column)} = any(${[...reader.ids]}::uuid[]), false)`;

/** Comment `c` as JSON. */
const commentJson = (
  reader: Reader,
) => sql`json_build_object('_id', c.id, 'questionId', c.question_id, 'content', c.content,
  'author', ${personJson(sql`c.by_host`)}, 'isMine', ${theirs('c.author_id', reader)}, 'created_epoc', ${epoch('c.created_at')},
  'edited_epoc', ${epoch('c.edited_at')}, 'reactions', coalesce((select json_agg(json_build_object('emoji', emoji, 'count', n, 'reactionId', own) order by n desc, first)
    from (select emoji, count(*)::int as n, min(r.created_at) as first, (array_agg(r.id) filter (where ${theirs('r.person_id', reader)}))[1] as own
      from qna_reactions r where r.event_id = c.event_id and r.comment_id = c.id group by emoji) x), '[]'::json))`;

const authors = personJoins(sql`c.author_id`, sql`c.event_id`);

/** Comments of a question, oldest first. */
export async function listComments(
  db: Db,
  { eventId, questionId }: { eventId: string; questionId: string },
  page: Page,
  reader: Reader,
): Promise<{ items: CommentView[]; count: number }> {
  const shown = notHiddenFrom(reader, sql`c.event_id`, sql`c.author_id`);
  const where = sql`where c.event_id = ${eventId} and c.question_id = ${questionId} ${shown}`;
  const row = await firstRow(
    db,
    sql<{
      items: CommentView[];
      count: number;
    }>`select (select count(*)::int from qna_comments c ${where}) as count, coalesce(
      (select json_agg(${commentJson(reader)} order by c.id) from
        (select * from qna_comments c ${where} order by c.id ${slicePage(page, QNA_PAGE)}) c ${authors}), '[]'::json) as items`,
  );
  return row ?? { items: [], count: 0 };
}

export type CommentRow = { id: string; questionId: string; authorId: string | null };

export async function findComment(db: Db, eventId: string, id: string): Promise<CommentRow | undefined> {
  return firstRow(
    db,
    sql<CommentRow>`select id, question_id as "questionId", author_id as "authorId" from qna_comments where event_id = ${eventId} and id = ${id}`,
  );
}

export async function viewComment(
  db: Db,
  eventId: string,
  id: string,
  reader: Reader,
): Promise<CommentView | undefined> {
  const row = await firstRow(
    db,
    sql<{
      view: CommentView;
    }>`select ${commentJson(reader)} as view from qna_comments c ${authors} where c.event_id = ${eventId} and c.id = ${id}`,
  );
  return row?.view;
}

type NewRow = { eventId: string; id: string; questionId: string; authorId: string; byHost: boolean; content: string };

/** Writes a comment, unless the question has too many. */
export async function insertComment(db: Db, comment: NewRow, now: Date): Promise<boolean> {
  const { eventId, id, questionId, authorId, byHost, content } = comment;
  const row = await firstRow(
    db,
    sql`insert into qna_comments (event_id, id, question_id, author_id, by_host, content, created_at)
      select ${eventId}::uuid, ${id}::uuid, ${questionId}::uuid, ${authorId}::uuid, ${byHost}, ${content}, ${now}::timestamptz
      where (select count(*) from qna_comments where event_id = ${eventId} and question_id = ${questionId}) < ${LIMITS.comments} returning 1`,
  );
  return row !== undefined;
}

export async function updateComment(db: Db, eventId: string, id: string, content: string, now: Date): Promise<void> {
  await sql`update qna_comments set content = ${content}, edited_at = ${now} where event_id = ${eventId} and id = ${id}`.execute(
    db,
  );
}

export async function deleteComment(db: Db, eventId: string, id: string): Promise<void> {
  await sql`delete from qna_comments where event_id = ${eventId} and id = ${id}`.execute(db);
}

/** How many comments a question has, as its row counts them. */
export async function countComments(db: Db, eventId: string, questionId: string): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ n: number }>`select comments as n from qna_questions where event_id = ${eventId} and id = ${questionId}`,
  );
  return row?.n ?? 0;
}

/** Reaction `r` as JSON. */
const reactionJson = (
  reader: Reader,
): RawBuilder<unknown> => sql`json_build_object('_id', r.id, 'commentId', r.comment_id, 'emoji', r.emoji,
  'person', ${personJson(sql`false`)}, 'isMine', ${theirs('r.person_id', reader)}, 'created_epoc', ${epoch('r.created_at')})`;

const reacting = personJoins(sql`r.person_id`, sql`r.event_id`);

/** Who reacted to a comment, newest first. */
export async function listReactions(
  db: Db,
  { eventId, commentId }: { eventId: string; commentId: string },
  { emoji, ...page }: Page & { emoji?: string | undefined },
  reader: Reader,
): Promise<{ items: ReactionView[]; count: number }> {
  const where = sql`where r.event_id = ${eventId} and r.comment_id = ${commentId} ${emoji === undefined ? sql`` : sql`and r.emoji = ${emoji}`}
    ${notHiddenFrom(reader, sql`r.event_id`, sql`r.person_id`)}`;
  const row = await firstRow(
    db,
    sql<{
      items: ReactionView[];
      count: number;
    }>`select (select count(*)::int from qna_reactions r ${where}) as count, coalesce(
      (select json_agg(${reactionJson(reader)} order by r.id desc) from
        (select * from qna_reactions r ${where} order by r.id desc ${slicePage(page, QNA_PAGE)}) r ${reacting}), '[]'::json) as items`,
  );
  return row ?? { items: [], count: 0 };
}

export async function viewReaction(
  db: Db,
  { eventId, commentId, id }: { eventId: string; commentId: string; id: string },
  reader: Reader,
): Promise<ReactionView | undefined> {
  const row = await firstRow(
    db,
    sql<{ view: ReactionView }>`select ${reactionJson(reader)} as view from qna_reactions r ${reacting}
      where r.event_id = ${eventId} and r.comment_id = ${commentId} and r.id = ${id}`,
  );
  return row?.view;
}

type NewReactionRow = { eventId: string; id: string; commentId: string; personId: string; emoji: string };

/**
 * Adds a reaction, or finds the same person's with this emoji. The comment is locked, so that kinds are counted one after another.
 *
 * @returns its id, or undefined if there are too many kinds.
 */
export async function putReaction(db: Db, reaction: NewReactionRow, now: Date): Promise<string | undefined> {
  const { eventId, id, commentId, personId, emoji } = reaction;
  await sql`select 1 from qna_comments where event_id = ${eventId} and id = ${commentId} for no key update`.execute(db);
  const of = sql`event_id = ${eventId} and comment_id = ${commentId}`;
  await sql`insert into qna_reactions (event_id, id, comment_id, person_id, emoji, created_at)
    select ${eventId}::uuid, ${id}::uuid, ${commentId}::uuid, ${personId}::uuid, ${emoji}, ${now}::timestamptz
    where (select count(distinct emoji) from qna_reactions where ${of} and emoji <> ${emoji}) < ${LIMITS.reactions} on conflict do nothing`.execute(
    db,
  );
  const row = await firstRow(
    db,
    sql<{ id: string }>`select id from qna_reactions where ${of} and person_id = ${personId} and emoji = ${emoji}`,
  );
  return row?.id;
}

/** Who reacted: under which id. */
export async function findReaction(db: Db, eventId: string, id: string): Promise<{ personId: string } | undefined> {
  return firstRow(
    db,
    sql<{
      personId: string;
    }>`select person_id as "personId" from qna_reactions where event_id = ${eventId} and id = ${id}`,
  );
}

export async function deleteReaction(db: Db, eventId: string, id: string): Promise<void> {
  await sql`delete from qna_reactions where event_id = ${eventId} and id = ${id}`.execute(db);
}

/** What hosts answered in writing, for a file or a message: oldest first. */
export async function listAnswers(
  db: Db,
  eventId: string,
  questionIds: readonly string[],
): Promise<{ questionId: string; name: string; content: string; byHost: boolean }[]> {
  return allRows(
    db,
    sql<{
      questionId: string;
      name: string;
      content: string;
      byHost: boolean;
    }>`select c.question_id as "questionId", c.content, c.by_host as "byHost",
      coalesce(${personJson(sql`c.by_host`)}->>'name', 'Somebody') as name from qna_comments c ${authors}
      where c.event_id = ${eventId} and c.question_id = any(${[...questionIds]}::uuid[]) order by c.question_id, c.id`,
  );
}
