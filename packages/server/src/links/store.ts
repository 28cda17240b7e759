import type { ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { LIMITS, type LinkCard } from '@folkmoot/contract/links/schema.ts';
import { sql } from 'kysely';
import { factsJson, seenBy, standing } from '../conversations/fragments-store.ts';
import { allRows, type Db } from '../core/db/db.ts';
import { AROUND, originJson } from '../inbox/store.ts';

/** Where a message is: in a channel or a direct conversation, or in a thread of it. */
export type Position = {
  path: string;
  channelId: string | null;
  conversationId: string | null;
  threadId: string | null;
  seq: number;
};

export type Linked = Extract<LinkCard, { kind: 'message' }> & { facts: ConversationFacts };

/**
 * The messages at these positions, without those that were deleted or whose author is hidden from the reader. `canRead`
 * decides which of them exist for the reader.
 */
export async function findLinkedMessages(db: Db, userId: string, positions: readonly Position[]): Promise<Linked[]> {
  return allRows(
    db,
    sql<Linked>`
      select 'message' as kind, asked.path, ${factsJson(userId)} as facts, ${originJson(userId)} as origin,
        json_build_object('id', x.id, 'seq', x.seq, 'authorId', x.author_id, 'mentions', x.mentions, 'createdAt', x.created_at,
          'text', left(x.text, ${sql.lit(LIMITS.text)}), 'attachments', jsonb_array_length(x.attachments)) as message
      from jsonb_to_recordset(${JSON.stringify(positions)}::jsonb)
          as asked(path text, "channelId" uuid, "conversationId" uuid, "threadId" uuid, seq int)
        left join channels own on own.id = asked."channelId"
        join conversations c on c.id = coalesce(asked."threadId", own.conversation_id, asked."conversationId")
          and c.home_id = coalesce(own.conversation_id, asked."conversationId")
        ${standing(userId)}
        join lateral (select ${seenBy(userId)} from messages where conversation_id = c.id and seq = asked.seq) x on true
        ${AROUND}
      where x.deleted_at is null and not x.hidden`,
  );
}
