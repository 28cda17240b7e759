import { sql } from 'kysely';
import { allRows, type Db } from '../../core/db/db.ts';
import type { Target } from '../write-store.ts';

/** What somebody wrote in a community since a moment and has not been deleted, some of it. A reply stands for its copy. */
export function listWritten(
  db: Db,
  serverId: string,
  userId: string,
  since: Date,
  most: number,
): Promise<(Target & { at: Date })[]> {
  return allRows(
    db,
    sql<Target & { at: Date }>`select m.conversation_id as "conversationId", m.id as "messageId", m.created_at as at
      from messages m join conversations c on c.id = m.conversation_id
      where m.author_id = ${userId} and m.created_at >= ${since} and m.deleted_at is null and m.copy_of is null and c.server_id = ${serverId}
      order by m.created_at, m.id limit ${most}`,
  );
}
