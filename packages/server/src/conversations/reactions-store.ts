import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import type { ReactionUser } from '@folkmoot/contract/conversations/schema.ts';
import { pictureIdOf } from '@folkmoot/contract/media/picture-rules.ts';
import { sql } from 'kysely';
import { blockedBy } from '../blocks/store.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { homeOf } from './fragments-store.ts';
import type { Target } from './write-store.ts';

/** The specification's page for reactions. */
const PAGE = 10;

/** Adds or removes one person's emoji, and raises the counter only where that changed something. */
export async function setReaction(
  db: Db,
  { conversationId, messageId }: Target,
  userId: string,
  emoji: string,
  on: boolean,
  now: Date,
): Promise<boolean> {
  const changed = on
    ? sql`insert into reactions (home_id, conversation_id, message_id, emoji, user_id, created_at) values (${homeOf(conversationId)}, ${conversationId}, ${messageId}, ${emoji}, ${userId}, ${now}) on conflict do nothing returning 1`
    : sql`delete from reactions where conversation_id = ${conversationId} and message_id = ${messageId} and emoji = ${emoji} and user_id = ${userId} returning 1`;
  const row = await firstRow(
    db,
    sql<{ version: number }>`
      with changed as (${changed}),
      counter as (update conversations set version = version + 1 where id = ${conversationId} and exists (select 1 from changed) returning version)
      update messages set version = counter.version from counter where conversation_id = ${conversationId} and id = ${messageId} returning messages.version`,
  );
  return row !== undefined;
}

/** The different emoji under a message, the most used first. */
export async function listDistinct(
  db: Db,
  { conversationId, messageId }: Target,
  page: number,
): Promise<{ data: { emoji: string; count: number }[]; count: number }> {
  const rows = await allRows(
    db,
    sql<{ emoji: string; count: number; all: number }>`
      select emoji, count(*)::int as count, (count(*) over ())::int as all from reactions
      where conversation_id = ${conversationId} and message_id = ${messageId} group by emoji order by 2 desc, min(created_at), emoji limit ${PAGE} offset ${(page - 1) * PAGE}`,
  );
  return { data: rows.map(({ emoji, count }) => ({ emoji, count })), count: rows[0]?.all ?? 0 };
}

/** Who reacted, with all emoji or with one, in order of time; without people who are hidden from the viewer. */
export async function listUsers(
  db: Db,
  { conversationId, messageId }: Target,
  viewerId: string,
  emoji: string | undefined,
  page: number,
): Promise<{ data: { emoji: string; userDetails: ReactionUser }[]; count: number }> {
  const rows = await allRows(
    db,
    sql<{ emoji: string; userDetails: PersonView; all: number }>`
      select r.emoji, json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image) as "userDetails",
        (count(*) over ())::int as all
      from reactions r join users u on u.id = r.user_id
      where r.conversation_id = ${conversationId} and r.message_id = ${messageId} and not r.user_id = any(${blockedBy(viewerId)}) ${emoji ? sql`and r.emoji = ${emoji}` : sql``}
      order by r.created_at, u.id, r.emoji limit ${PAGE} offset ${(page - 1) * PAGE}`,
  );
  return {
    data: rows.map(({ emoji: which, userDetails }) => ({ emoji: which, userDetails: withWebp(userDetails) })),
    count: rows[0]?.all ?? 0,
  };
}

/** The portraits that we make of uploads are WebP. */
function withWebp(person: PersonView): ReactionUser {
  const webp = pictureIdOf(person.imageUrl) === undefined ? null : person.imageUrl;
  return { ...person, optimized_image: { webp } };
}
