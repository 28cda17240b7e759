import { type RawBuilder, sql } from 'kysely';
import type { Notice } from '../../conversations/notices-store.ts';
import { heardAt, notMuted } from '../../conversations/read-state-store.ts';
import { allRows, type Db } from '../../core/db/db.ts';
import { mailOf, pushOf } from '../choices-store.ts';

/** How long a push waits, so that it is not sent to somebody who reads the message on the screen, in milliseconds. */
export const PUSH_AFTER = 8_000;
/** The same for an email. */
export const MAIL_AFTER = 3 * 60_000;

const later = (now: Date, by: number) => new Date(now.getTime() + by);

/** People who are hidden from each other do not hear of each other's messages. */
const notHidden = (userId: RawBuilder<unknown>, from = sql`x.author_id`) => sql`not exists (select 1 from blocks b
  where (b.blocker_id = ${userId} and b.blocked_id = ${from}) or (b.blocker_id = ${from} and b.blocked_id = ${userId}))`;

/**
 * Decides who hears of these messages, and notes the pushes and emails that are due, in one statement: for members of the
 * conversation as they set it, and for people who are mentioned although they have not joined it. What one person said since
 * the last time is one row for each reader, so that a flood in a large chat costs as much as one message. Whether they may
 * still read it is decided when it is sent. Rows are written in the same order everywhere, so that processes do not lock each
 * other.
 *
 * @returns the people who get it in their digest.
 */
export async function insertMessageNews(db: Db, notices: readonly Notice[], now: Date): Promise<string[]> {
  const kind = sql`h.kind`;
  const due = (way: 'push' | 'mail', wanted: RawBuilder<boolean>, at: Date) => sql`
        insert into notification_deliveries (user_id, way, kind, subject_id, seq, person_id, count, due_at)
        select user_id, ${sql.lit(way)}, kind, conversation_id, max(seq), (array_agg(author_id order by seq desc))[1], sum(times)::int, ${at}::timestamptz
        from chosen where ${wanted} group by user_id, kind, conversation_id order by user_id, kind, conversation_id
        on conflict (user_id, way, kind, subject_id) do update set seq = greatest(notification_deliveries.seq, excluded.seq),
          person_id = excluded.person_id, count = notification_deliveries.count + excluded.count,
          due_at = least(notification_deliveries.due_at, excluded.due_at), tries = 0`;
  const rows = await allRows(
    db,
    sql<{ id: string }>`with written as materialized (
        select x.conversation_id, max(x.seq) as seq, count(*)::int as times, x.author_id, x.mentions, x.mentions_all, c.type, c.parent_id
        from unnest(${notices.map((one) => one.conversationId)}::uuid[], ${notices.map((one) => one.seq)}::int[]) t(conversation_id, seq)
          join messages x on x.conversation_id = t.conversation_id and x.seq = t.seq and x.deleted_at is null
          join conversations c on c.id = x.conversation_id and c.archived_at is null
        group by x.conversation_id, x.author_id, x.mentions, x.mentions_all, c.type, c.parent_id
      ), heard as materialized (
        select p.user_id, x.conversation_id, x.seq, x.times, x.author_id,
          case when x.mentions_all or p.user_id = any(x.mentions) then 'mention' when x.parent_id is not null then 'thread_reply' else 'direct_message' end as kind
        from written x join conversation_members p on p.conversation_id = x.conversation_id
        where (x.mentions_all or x.type <> 'channel') and p.user_id is distinct from x.author_id and ${heardAt(now)}
          and (p.level = 'all' or x.mentions_all or p.user_id = any(x.mentions)) and ${notHidden(sql`p.user_id`)}
        union
        select u.id, x.conversation_id, x.seq, x.times, x.author_id, 'mention'
        from written x cross join unnest(x.mentions) u(id)
          left join conversation_members p on p.conversation_id = x.conversation_id and p.user_id = u.id
        where u.id is distinct from x.author_id and (p.user_id is null or ${heardAt(now)}) and ${notHidden(sql`u.id`)}
      ), chosen as materialized (
        select h.*, ${pushOf(kind)} and exists (select 1 from push_devices d where d.user_id = h.user_id) as push, ${mailOf(kind)} as mail
        from heard h left join notification_preferences n on n.user_id = h.user_id
      ), pushed as (${due('push', sql`push`, later(now, PUSH_AFTER))}
      ), mailed as (${due('mail', sql`mail = 'now'`, later(now, MAIL_AFTER))})
      select distinct user_id as id from chosen where mail = 'daily'`,
  );
  return rows.map(({ id }) => id);
}

/** A message to be told of, with where it was sent. */
export type MessageFacts = {
  userId: string;
  kind: string;
  conversationId: string;
  parentId: string | null;
  seq: number;
  text: string;
  files: number;
  author: string;
  channelId: string | null;
  channelName: string | null;
  communityName: string | null;
  groupName: string;
};

type Wanted = { userId: string; kind: string; subjectId: string; seq: number | null };

/**
 * The messages that these people are still to hear of, now: unread, not deleted, in a conversation that they may read and
 * have not muted, nor the one around it, by somebody who is not hidden from them.
 */
export async function listMessageFacts(db: Db, some: readonly Wanted[], now: Date): Promise<MessageFacts[]> {
  if (some.length === 0) return [];
  return allRows(
    db,
    sql<MessageFacts>`select w.user_id as "userId", w.kind, c.id as "conversationId", c.parent_id as "parentId", x.seq, x.text,
        jsonb_array_length(x.attachments) as files, coalesce(trim(a.first_name || ' ' || a.last_name), 'Deleted member') as author,
        h.id as "channelId", h.name as "channelName", s.name as "communityName", case when ${notHidden(sql`w.user_id`, sql`home.named_by`)} then home.name else '' end as "groupName"
      from unnest(${some.map((one) => one.userId)}::uuid[], ${some.map((one) => one.kind)}::text[], ${some.map((one) => one.subjectId)}::uuid[], ${some.map((one) => one.seq)}::int[]) w(user_id, kind, conversation_id, seq)
        join conversations c on c.id = w.conversation_id and c.archived_at is null
        join conversations home on home.id = c.home_id and home.archived_at is null
        join messages x on x.conversation_id = c.id and x.seq = w.seq and x.deleted_at is null
        left join users a on a.id = x.author_id
        left join servers s on s.id = c.server_id
        left join channels h on h.server_id = c.server_id and h.conversation_id = home.id
        left join conversation_members p on p.conversation_id = c.id and p.user_id = w.user_id
        left join conversation_members i on i.conversation_id = home.id and i.user_id = w.user_id
        left join members m on m.server_id = c.server_id and m.user_id = w.user_id
        left join roles r on r.server_id = m.server_id and r.id = m.role_id
      where (c.server_id is null or m.id is not null)
        and (i.user_id is not null or (c.open_to = 'community' and 'VIEW_CHANNEL' = any(coalesce(r.permissions, '{}'))))
        and x.seq > coalesce(p.read_seq, 0)
        and (p.user_id is null or (${notMuted('p', now)} and (p.level = 'all' or w.kind = 'mention')))
        and (i.user_id is null or ${notMuted('i', now)}) and ${notHidden(sql`w.user_id`)}`,
  );
}
