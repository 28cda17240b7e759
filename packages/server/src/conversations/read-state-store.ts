import { type CountView, LIMITS, type MembershipView } from '@folkmoot/contract/conversations/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { blockedBy } from '../blocks/store.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';

export type Unread = { unread: number; mentions: number };

const MOST = sql.lit(LIMITS.unreadShown + 1);

/** Messages of others after the read mark of membership `p`; counting stops where the screen says 99+. */
export const unreadOf = (userId: string): RawBuilder<number> => sql<number>`(select count(*)::int from (
  select 1 from messages x where x.conversation_id = p.conversation_id and x.seq > p.read_seq and x.deleted_at is null and x.author_id is distinct from ${userId}::uuid
    and not coalesce(x.author_id = any(${blockedBy(userId)}), false) limit ${MOST}) counted)`;

/** Those of them that mention the person, or everyone. Each kind stops by itself, as a union may read both to the end. */
export const mentionsOf = (userId: string): RawBuilder<number> => sql<number>`(select count(*)::int from (
  (select x.seq from mentions x where x.conversation_id = p.conversation_id and x.user_id = ${userId}::uuid and x.seq > p.read_seq limit ${MOST})
  union (select x.seq from messages x where x.conversation_id = p.conversation_id and x.seq > p.read_seq and x.mentions_all
    and x.author_id is distinct from ${userId}::uuid and not coalesce(x.author_id = any(${blockedBy(userId)}), false) limit ${MOST})
  limit ${MOST}) counted)`;

/** Whether a membership by itself is to be heard of at `now`. */
export const notMuted = (membership: 'p' | 'i' | 'around', now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${membership}.level`)} <> 'nothing'
    and (${sql.ref(`${membership}.muted_until`)} is null or ${sql.ref(`${membership}.muted_until`)} <= ${now}))`;

/**
 * Whether membership `p` shows anything as unread at `now`; of a thread, the conversation around it must not be muted
 * either. It is `newsOf` in SQL, kept equal to it by a test.
 */
export const heardAt = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${notMuted('p', now)} and (p.home_id = p.conversation_id or coalesce((select ${notMuted('around', now)}
    from conversation_members around where around.conversation_id = p.home_id and around.user_id = p.user_id and around.home_id = p.home_id), true)))`;

/** A person's active memberships, in conversations `c`. */
export const membershipsOf = (
  userId: string,
): RawBuilder<unknown> => sql`conversation_members p join conversations c on c.id = p.conversation_id
  where p.user_id = ${userId} and c.archived_at is null
    and (p.server_id is null or exists (select 1 from members m where m.server_id = p.server_id and m.user_id = p.user_id))`;

/** Membership `p` of conversation `c` as JSON. */
export const membershipJson = (userId: string): RawBuilder<MembershipView> =>
  sql<MembershipView>`json_build_object('readSeq', p.read_seq, 'unread', ${unreadOf(userId)}, 'mentions', ${mentionsOf(userId)},
    'level', p.level, 'mutedUntil', p.muted_until, 'version', c.version)`;

/** A person's membership of a conversation, or undefined if they are not inside. */
export async function findMembership(
  db: Db,
  conversationId: string,
  userId: string,
): Promise<MembershipView | undefined> {
  const row = await firstRow(
    db,
    sql<{
      membership: MembershipView;
    }>`select ${membershipJson(userId)} as membership from conversation_members p join conversations c on c.id = p.conversation_id
      where p.conversation_id = ${conversationId} and p.user_id = ${userId}`,
  );
  return row?.membership;
}

/** Sets a read mark, forwards or back, and returns what is unread after it. Undefined if the person is not inside. */
export async function setReadMark(
  db: Db,
  conversationId: string,
  userId: string,
  seq: number,
): Promise<MembershipView | undefined> {
  await sql`update conversation_members m set read_seq = least(${seq}, c.last_seq) from conversations c
    where c.id = m.conversation_id and m.conversation_id = ${conversationId} and m.user_id = ${userId}`.execute(db);
  return findMembership(db, conversationId, userId);
}

/** Sets the notification level; what is undefined stays. */
export async function setLevel(
  db: Db,
  conversationId: string,
  userId: string,
  { level, mutedUntil }: { level?: MembershipView['level'] | undefined; mutedUntil?: string | null | undefined },
): Promise<void> {
  await sql`update conversation_members set level = coalesce(${level ?? null}, level),
      muted_until = ${mutedUntil === undefined ? sql`muted_until` : sql`${mutedUntil}::timestamptz`}
    where conversation_id = ${conversationId} and user_id = ${userId}`.execute(db);
}

export type ConversationUnread = Unread & { conversationId: string; version: number } & Pick<
    MembershipView,
    'level' | 'mutedUntil'
  >;

/** What is unread in each conversation of a community that the person is inside of. */
export async function unreadInServer(
  db: Db,
  serverId: string,
  userId: string,
): Promise<Map<string, ConversationUnread>> {
  const rows = await allRows(
    db,
    sql<Omit<ConversationUnread, 'mutedUntil'> & { mutedUntil: Date | null }>`
      select p.conversation_id as "conversationId", c.version, p.level, p.muted_until as "mutedUntil",
        case when c.last_seq > p.read_seq then ${unreadOf(userId)} else 0 end as unread,
        case when c.last_seq > p.read_seq then ${mentionsOf(userId)} else 0 end as mentions
      from conversation_members p join conversations c on c.id = p.conversation_id
      where p.user_id = ${userId} and p.server_id = ${serverId} and c.type = 'channel'`,
  );
  return new Map(
    rows.map((row) => [row.conversationId, { ...row, mutedUntil: row.mutedUntil?.toISOString() ?? null }]),
  );
}

/** How many conversations have unread messages to notify of, and how many messages mention the person, by community. */
export async function unreadByServer(db: Db, userId: string, now: Date): Promise<Map<string, Unread>> {
  const rows = await allRows(
    db,
    sql<Unread & { serverId: string }>`
      select "serverId", (count(*) filter (where case when level = 'mentions' then mentions else unread end > 0))::int as unread, sum(mentions)::int as mentions
      from (select p.server_id as "serverId", p.level, ${unreadOf(userId)} as unread, ${mentionsOf(userId)} as mentions
        from conversation_members p join conversations c on c.id = p.conversation_id
        where p.user_id = ${userId} and p.server_id is not null and c.last_seq > p.read_seq and c.archived_at is null and ${heardAt(now)}) news
      group by "serverId"`,
  );
  return new Map(rows.map(({ serverId, ...unread }) => [serverId, unread]));
}

/** Threads with nothing new that the counts still carry. */
const QUIET_THREADS = sql.lit(100);

/**
 * A person's membership of every conversation they are in. Only where something is new is anything counted, and no
 * further than the screen shows. Of threads with nothing new, those that the person began to follow last: the others
 * are left out, and clients ask again when something happens in one that they do not know.
 */
export function countsOf(userId: string): RawBuilder<CountRow> {
  return sql<CountRow>`
      with quiet as materialized (
        select conversation_id as id from conversation_members where user_id = ${userId} and home_id <> conversation_id
        order by joined_at desc, conversation_id desc limit ${QUIET_THREADS})
      select p.conversation_id as "conversationId", c.parent_id as "parentId", c.server_id as "serverId", c.type, c.version, p.read_seq as "readSeq",
        p.level, p.muted_until as "mutedUntil", case when c.last_seq > p.read_seq then ${unreadOf(userId)} else 0 end as unread,
        case when c.last_seq > p.read_seq then ${mentionsOf(userId)} else 0 end as mentions
      from ${membershipsOf(userId)}
        and (c.parent_id is null or c.last_seq > p.read_seq or p.conversation_id in (select id from quiet))`;
}

type CountRow = Omit<CountView, 'mutedUntil'> & { mutedUntil: Date | null };

/** The unread counts of everything that a person is in, as `countsOf` bounds it. */
export async function listCounts(db: Db, userId: string): Promise<CountView[]> {
  const rows = await allRows(db, countsOf(userId));
  return rows.map((row) => ({ ...row, mutedUntil: row.mutedUntil?.toISOString() ?? null }));
}

type ReadMembership = { conversationId: string; membership: MembershipView };

/** Marks everything as read, or everything in one community. Returns the memberships whose mark moved. */
export async function readAll(db: Db, userId: string, serverId: string | undefined): Promise<ReadMembership[]> {
  return allRows(
    db,
    sql<ReadMembership>`
      update conversation_members p set read_seq = c.last_seq from conversations c
      where c.id = p.conversation_id and p.user_id = ${userId} and p.read_seq < c.last_seq ${serverId ? sql`and p.server_id = ${serverId}` : sql``}
      returning p.conversation_id as "conversationId", json_build_object('readSeq', p.read_seq, 'unread', 0, 'mentions', 0,
        'level', p.level, 'mutedUntil', p.muted_until, 'version', c.version) as membership`,
  );
}

/** Mutes every channel of a community that a person is in, or unmutes them. Returns the memberships. */
export async function muteAll(
  db: Db,
  userId: string,
  serverId: string,
  mutedUntil: string | null,
): Promise<ReadMembership[]> {
  return allRows(
    db,
    sql<ReadMembership>`
      update conversation_members p set muted_until = ${mutedUntil}::timestamptz from conversations c
      where c.id = p.conversation_id and p.user_id = ${userId} and p.server_id = ${serverId} and c.type = 'channel'
      returning p.conversation_id as "conversationId", ${membershipJson(userId)} as membership`,
  );
}
