import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';

/** The position of messages in their conversation, by message. */
export async function findSeqs(
  db: Db,
  conversationId: string,
  messageIds: string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await allRows(
    db,
    sql<{ id: string; seq: number }>`select id, seq from messages
      where id = any(${messageIds}::uuid[]) and conversation_id = ${conversationId}`,
  );
  return new Map(rows.map((row) => [row.id, row.seq]));
}
