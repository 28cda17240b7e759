import { tokensOf } from '@folkmoot/contract/core/words/tokens.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';

/**
 * Messages that one step takes: some hundred milliseconds on the embedded database, which does nothing else in that
 * time.
 */
const BATCH = 200;

/** A word that occurs more often than this in one message counts no further. */
const OCCURRENCES = 64;

/** A tsvector counts positions up to here. */
const LAST_POSITION = 16_383;

/** A lexeme as the text form of tsvector and tsquery holds it. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`;
}

/** What else a message is found by besides its words. */
export const lexemes = {
  author: (id: string) => `@${id.replaceAll('-', '')}`,
  kind: (kind: string) => `=${kind}`,
};

type Row = {
  id: string;
  seq: number;
  version: number;
  authorId: string | null;
  at: string;
  text: string;
  kinds: string[];
  gone: boolean;
};

/** The text form of a message's tsvector. */
function vectorOf({ text, authorId, kinds }: Pick<Row, 'text' | 'authorId' | 'kinds'>): string {
  const positions = new Map<string, number[]>();
  for (const { forms, at } of tokensOf(text)) {
    for (const form of forms) {
      const known = positions.get(form);
      if (!known) positions.set(form, [at]);
      else if (known.length < OCCURRENCES) known.push(at);
    }
  }
  const words = [...positions].map(
    ([form, at]) => `${quoted(form)}:${at.map((position) => Math.min(position + 1, LAST_POSITION)).join(',')}`,
  );
  const author = authorId === null ? [] : [quoted(lexemes.author(authorId))];
  return [...words, ...author, ...kinds.map((kind) => quoted(lexemes.kind(kind)))].join(' ');
}

/** Conversations with unindexed changes: among these and their threads, or anywhere. */
export async function findBehind(db: Db, homeIds: string[] | undefined): Promise<string[]> {
  const where = homeIds
    ? sql`c.id = any(array(select unnest(${homeIds}::uuid[]) union all select t.id from conversations t where t.parent_id = any(${homeIds}::uuid[])))`
    : sql`true`;
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`select c.id from conversations c left join search_marks m on m.conversation_id = c.id
      where ${where} and c.version > coalesce(m.version, 0) order by c.id limit 500`,
  );
  return rows.map((row) => row.id);
}

/**
 * Indexes the next stretch of a conversation's changes, in the caller's transaction, without authors who have deleted their
 * account. The process that holds its mark does it; others skip it. What is half done when a process dies was never committed,
 * so it is done again.
 *
 * @returns how many messages were read, and whether there are more.
 */
export async function indexNext(tx: Db, conversationId: string): Promise<{ count: number; more: boolean }> {
  await sql`insert into search_marks (home_id, conversation_id, version) select home_id, id, 0 from conversations where id = ${conversationId}
    on conflict do nothing`.execute(tx);
  const mark = await firstRow(
    tx,
    sql<{
      version: number;
    }>`select version from search_marks where conversation_id = ${conversationId} for update skip locked`,
  );
  if (!mark) return { count: 0, more: false };
  const read = await firstRow(
    tx,
    sql<{ version: number; homeId: string; rows: Row[] }>`
      select c.version, c.home_id as "homeId", coalesce((select json_agg(json_build_object(
        'id', x.id, 'seq', x.seq, 'version', x.version, 'authorId', x.author, 'at', x.created_at, 'text', x.text,
        'gone', x.deleted_at is not null or x.copy_of is not null, 'kinds', array(
          select 'link' where x.text ~* 'https?://[^[:space:]]' union all select 'pin' where x.pinned_at is not null
          union all select 'thread' where x.reply_count > 0
          union all select distinct a ->> 'fileType' from jsonb_array_elements(x.attachments) a
          union all select 'file' where jsonb_array_length(x.attachments) > 0)) order by x.version)
        from (select m.*, case when not exists (select from departures d where d.user_id = m.author_id) then m.author_id end as author
          from messages m where conversation_id = c.id and version > ${mark.version} order by version limit ${BATCH}) x), '[]'::json) as rows
      from conversations c where c.id = ${conversationId}`,
  );
  if (!read) return { count: 0, more: false };
  const { rows, homeId, version } = read;
  await writeWords(tx, { conversationId, homeId }, rows);
  const more = rows.length === BATCH;
  const reached = more ? (rows.at(-1)?.version ?? version) : version;
  await sql`update search_marks set version = ${reached} where conversation_id = ${conversationId}`.execute(tx);
  return { count: rows.length, more };
}

async function writeWords(tx: Db, message: { conversationId: string; homeId: string }, rows: Row[]): Promise<void> {
  const gone = rows.filter((row) => row.gone);
  const there = rows.filter((row) => !row.gone);
  if (gone.length > 0)
    await sql`delete from message_words where conversation_id = ${message.conversationId} and id = any(${gone.map(({ id }) => id)}::uuid[])`.execute(
      tx,
    );
  if (there.length === 0) return;
  await sql`
    insert into message_words (id, conversation_id, seq, home_id, author_id, created_at, words)
    select id, ${message.conversationId}, seq, ${message.homeId}, author_id, created_at, words::tsvector
    from unnest(${there.map(({ id }) => id)}::uuid[], ${there.map(({ seq }) => seq)}::bigint[], ${there.map(({ authorId }) => authorId)}::uuid[],
      ${there.map(({ at }) => at)}::timestamptz[], ${there.map(vectorOf)}::text[]) as x (id, seq, author_id, created_at, words)
    on conflict (conversation_id, id, home_id) do update set words = excluded.words, author_id = excluded.author_id where message_words.words is distinct from excluded.words`.execute(
    tx,
  );
}

/** Makes the database count how common each word is; searches choose their plan by it. */
export async function countWords(db: Db): Promise<void> {
  await sql`analyze message_words`.execute(db);
}
