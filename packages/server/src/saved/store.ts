import type { ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { LIMITS, type SavedView } from '@folkmoot/contract/saved/schema.ts';
import { sql } from 'kysely';
import { factsJson, messageJson, seenBy, standing } from '../conversations/fragments-store.ts';
import { allRows, type Db } from '../core/db/db.ts';
import { cutPage, fromCursor } from '../core/http/cursor.ts';
import { AROUND, originJson } from '../inbox/store.ts';

/**
 * Saves a message, unless the person has saved it already.
 *
 * @returns false if they have saved as many as they can.
 */
export async function insertSaved(
  db: Db,
  userId: string,
  { conversationId, messageId }: { conversationId: string; messageId: string },
  now: Date,
): Promise<boolean> {
  const rows = await allRows(
    db,
    sql<{ fits: boolean }>`
      with known as (select count(*) as n, coalesce(bool_or(message_id = ${messageId}), false) as there from saved_messages where user_id = ${userId}),
      made as (
        insert into saved_messages (user_id, conversation_id, message_id, saved_at)
        select ${userId}, ${conversationId}, ${messageId}, ${now} from known where n < ${sql.lit(LIMITS.saved)}
        on conflict do nothing)
      select there or n < ${sql.lit(LIMITS.saved)} as fits from known`,
  );
  return rows[0]?.fits ?? false;
}

/** Removes a message from those that a person has saved. */
export async function deleteSaved(db: Db, userId: string, messageId: string): Promise<void> {
  await db.deleteFrom('saved_messages').where('user_id', '=', userId).where('message_id', '=', messageId).execute();
}

/** All of them: there are not many. */
export async function listIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('saved_messages').select('message_id').where('user_id', '=', userId).execute();
  return rows.map((row) => row.message_id);
}

export type SavedRow = Omit<SavedView, 'shown'> & { shown: (SavedView['shown'] & { facts: ConversationFacts }) | null };
type Row = { view: SavedRow; at: string; id: string };

/**
 * What a person has saved, the last one first. A message that is gone, or whose author is hidden from them, shows nothing;
 * `canRead` decides about the others.
 */
export async function listSaved(
  db: Db,
  userId: string,
  cursor: string | undefined,
): Promise<{ data: SavedRow[]; nextCursor: string | null }> {
  const position = fromCursor(cursor, 'moment');
  const rows = await allRows(
    db,
    sql<Row>`
      with page as materialized (
        select conversation_id, message_id, saved_at from saved_messages where user_id = ${userId}
          ${position ? sql`and (saved_at, message_id) < (${position[0]}::timestamptz, ${position[1]}::uuid)` : sql``}
        order by saved_at desc, message_id desc limit ${sql.lit(LIMITS.page + 1)})
      select page.message_id as id, page.saved_at::text as at, json_build_object('messageId', page.message_id,
        'conversationId', page.conversation_id, 'savedAt', page.saved_at, 'shown', (
          select json_build_object('facts', ${factsJson(userId)}, 'origin', ${originJson(userId)}, 'message', ${messageJson(userId)})
          from (select ${seenBy(userId)} from messages where conversation_id = page.conversation_id and id = page.message_id) x
            join conversations c on c.id = x.conversation_id ${standing(userId)} ${AROUND}
          where x.deleted_at is null and not x.hidden)) as view
      from page order by page.saved_at desc, page.message_id desc`,
  );
  const page = cutPage(rows, LIMITS.page, (row) => [row.at, row.id]);
  return { data: page.rows.map((row) => row.view), nextCursor: page.nextCursor };
}
