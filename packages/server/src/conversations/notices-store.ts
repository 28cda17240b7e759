import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';

/** The queue that notifies people of messages, outside the call that sends one. */
export const NOTICE_QUEUE = 'message-notices';

type Announced = { mentions: readonly string[]; mentionsAll: boolean };

/** Whether somebody may have to be notified of a message, wherever it is. */
export const mentionsAnybody = ({ mentions, mentionsAll }: Announced): boolean => mentionsAll || mentions.length > 0;

/**
 * Records, from `made` and from `counter` with the conversation's type, that people may have to be notified of the
 * message: in a channel those whom it mentions, elsewhere everybody. Written with the message, so that none is forgotten.
 */
export const noticedFrom = (
  conversationId: string,
  draft: Announced & { copyOf?: object | undefined; now: Date },
): RawBuilder<unknown> => {
  // Its reply is announced already.
  if (draft.copyOf !== undefined) return sql``;
  const where = mentionsAnybody(draft) ? sql`` : sql`where counter.type <> 'channel'`;
  return sql`, noticed as (insert into message_notices (home_id, conversation_id, seq, created_at)
    select made.home_id, ${conversationId}, made.seq, ${draft.now} from made cross join counter ${where})`;
};

export type Notice = { conversationId: string; seq: number };

/** Takes messages that people may have to be notified of, oldest first; another process takes others. */
export async function takeNotices(db: Db, most: number): Promise<Notice[]> {
  return allRows(
    db,
    sql<Notice>`delete from message_notices where (conversation_id, seq) in (
        select conversation_id, seq from message_notices order by created_at limit ${most} for update skip locked)
      returning conversation_id as "conversationId", seq`,
  );
}
