import { sql } from 'kysely';
import { isHere } from '../accounts/store.ts';
import { blockedBy, hiddenFrom } from '../blocks/store.ts';
import { compileOnce } from '../core/db/compile-once.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { newId } from '../core/id.ts';

export type NewConversation = {
  serverId: string | null;
  type: 'channel' | 'one-to-one' | 'group' | 'event-group';
  openTo: 'community' | 'members';
  posting: 'everyone' | 'editors';
  createdBy?: string;
  eventId?: string;
  name?: string;
  coverUrl?: string | null;
};

/** Writes an empty conversation and returns its id. */
export async function insertConversation(
  db: Db,
  { serverId, type, openTo, posting, createdBy, eventId, name = '', coverUrl = null }: NewConversation,
  now: Date,
): Promise<string> {
  const id = newId();
  const row = { id, home_id: id, server_id: serverId, type, open_to: openTo, posting, created_at: now };
  await db
    .insertInto('conversations')
    .values({ ...row, created_by: createdBy ?? null, event_id: eventId ?? null, name, cover_url: coverUrl })
    .execute();
  return id;
}

/** Gives an event's groups another name and picture. Returns those that had others. */
export async function nameEventGroups(
  db: Db,
  eventId: string,
  { name, coverUrl }: { name: string; coverUrl: string | null },
): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`update conversations set name = ${name}, cover_url = ${coverUrl}, named_by = null
      where event_id = ${eventId} and type = 'event-group' and (name, cover_url) is distinct from (${name}, ${coverUrl})
      returning id`,
  );
  return rows.map(({ id }) => id);
}

export type ConversationChange = {
  open_to?: 'community' | 'members';
  posting?: 'everyone' | 'editors';
  archived_at?: Date | null;
  name?: string;
  cover_url?: string | null;
  named_by?: string;
};

/** Changes a conversation. Its threads have the same readers and writers, and are archived with it. */
export async function updateConversation(db: Db, id: string, change: ConversationChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable('conversations').set(change).where('id', '=', id).execute();
  const { open_to, posting, archived_at } = change;
  const shared = {
    ...(open_to && { open_to }),
    ...(posting && { posting }),
    ...(archived_at !== undefined && { archived_at }),
  };
  if (Object.keys(shared).length > 0)
    await db.updateTable('conversations').set(shared).where('parent_id', '=', id).execute();
}

export type Entered = { conversationId: string; userId: string; count: number; openTo: 'community' | 'members' };

/** Of each of these people in each of these conversations. */
type Memberships = { conversationIds: string[]; userIds: string[] };

const insertAll = compileOnce<object, Memberships & { now: Date }, Entered>(
  (_, { conversationIds, userIds, now }) => sql`
      with inside as materialized (
        select m.server_id, m.user_id, m.search_text from members m where m.user_id = any(${userIds}::uuid[])
          and m.server_id in (select server_id from conversations where id = any(${conversationIds}::uuid[])) order by m.user_id for share
      ), people as materialized (
        select u.id as user_id, u.search_text from users u where u.id = any(${userIds}::uuid[])
          and exists (select 1 from conversations where id = any(${conversationIds}::uuid[]) and server_id is null) order by u.id for share
      ), locked as materialized (
        select id, home_id, server_id, last_seq from conversations
        where id = any(${conversationIds}::uuid[]) and (select count(*) from inside) + (select count(*) from people) >= 0 order by id for no key update
      ), added as (
        insert into conversation_members (home_id, conversation_id, user_id, server_id, read_seq, joined_at, search_text)
        select locked.home_id, locked.id, who.user_id, locked.server_id, locked.last_seq, ${now}, who.search_text
        from locked join (select * from inside union all select null, user_id, search_text from people) who on who.server_id is not distinct from locked.server_id
        on conflict do nothing returning conversation_id, user_id
      ), counted as (
        update conversations c set member_count = member_count + a.n
        from (select conversation_id, count(*)::int as n from added group by 1) a where c.id = a.conversation_id returning c.id, c.member_count, c.open_to)
      select added.conversation_id as "conversationId", added.user_id as "userId", counted.member_count as count, counted.open_to as "openTo"
      from added join counted on counted.id = added.conversation_id`,
);

/**
 * Adds people to conversations, each with everything so far marked as read, and counts them. For a community's
 * conversations only its members: their membership is locked until this is done, so that a person who is being
 * removed gets no new membership, and with it their name, as it is in lists; for other conversations the name is on the
 * account. Both are locked before conversations, and rows always in the same order, so that two people who join several
 * at the same moment wait for each other instead of failing.
 *
 * @returns who was not inside before, and how many now are.
 */
export async function insertMemberships(
  db: Db,
  conversationIds: string[],
  userIds: string[],
  now: Date,
): Promise<Entered[]> {
  return insertAll(db, {}, { conversationIds, userIds, now });
}

/** A person who left a conversation, how many stay in it, and the threads in it that they followed. */
export type Parted = { conversationId: string; userId: string; count: number; threads: string[] };

const deleteAll = compileOnce<object, Memberships, Parted>(
  (_, { conversationIds, userIds }) => sql`
      with locked as materialized (
        select id from conversations where id = any(${conversationIds}::uuid[]) order by id for no key update),
      gone as (
        delete from conversation_members m using locked
        where m.conversation_id = locked.id and m.user_id = any(${userIds}::uuid[]) returning m.conversation_id, m.user_id),
      threads as (
        delete from conversation_members p using conversations t, gone
        where t.parent_id = gone.conversation_id and p.conversation_id = t.id and p.user_id = gone.user_id
        returning t.parent_id, p.user_id, t.id),
      counted as (
        update conversations c set member_count = member_count - a.n, key_version = key_version + case when open_to = 'members' then 1 else 0 end
        from (select conversation_id, count(*)::int as n from gone group by 1) a where c.id = a.conversation_id returning c.id, c.member_count)
      select gone.conversation_id as "conversationId", gone.user_id as "userId", counted.member_count as count,
        array(select t.id from threads t where t.parent_id = gone.conversation_id and t.user_id = gone.user_id) as threads
      from gone join counted on counted.id = gone.conversation_id`,
);

/**
 * Removes people from conversations and from the threads in them. The conversations are locked first, as for joining,
 * so that the two never deadlock. Closed ones get a new key.
 *
 * @returns who was inside before.
 */
export async function deleteMembershipsIn(db: Db, conversationIds: string[], userIds: string[]): Promise<Parted[]> {
  return deleteAll(db, {}, { conversationIds, userIds });
}

/**
 * Locks the conversations of a community that a person is in, in the same order as for joining, before they are removed
 * from them by a statement of its own: it sees what was written while this one waited. Only the counters change, so the
 * lock is one that rows which refer to a conversation (a reaction, a mention) do not wait for. Threads have no such
 * counters and need none: their rows are written under the lock of the conversation around them.
 */
export async function lockMemberships(db: Db, serverId: string, userId: string): Promise<void> {
  await sql`select from conversations c join conversation_members m on m.conversation_id = c.id and m.home_id = c.home_id
    where m.user_id = ${userId} and m.server_id = ${serverId} and c.parent_id is null order by c.id for no key update of c`.execute(
    db,
  );
}

/** Removes a person from every conversation of a community, threads included. Returns which they were. */
export async function deleteMemberships(db: Db, serverId: string, userId: string): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`
      with gone as (delete from conversation_members where user_id = ${userId} and server_id = ${serverId} returning conversation_id as id, home_id),
      counted as (update conversations c set member_count = member_count - 1, key_version = key_version + case when open_to = 'members' then 1 else 0 end
        from gone where c.id = gone.id and c.home_id = gone.home_id and gone.id = gone.home_id)
      select id from gone`,
  );
  return rows.map((row) => row.id);
}

/** A person is called differently: the lists of the conversations they are in have them in another place. */
export async function renameInside(db: Db, userId: string, searchText: string): Promise<void> {
  await sql`update conversation_members set search_text = ${searchText}
    where user_id = ${userId} and home_id = conversation_id and search_text <> ${searchText}`.execute(db);
}

/** Every conversation of a community, its threads left out. */
export async function listIds(db: Db, serverId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('conversations')
    .select('id')
    .where('server_id', '=', serverId)
    .where('parent_id', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/** Which of these people belong to the conversation's community. */
export async function onlyMembers(db: Db, serverId: string, userIds: string[]): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`select user_id as id from members where server_id = ${serverId} and user_id = any(${userIds}::uuid[])`,
  );
  return rows.map((row) => row.id);
}

type Audience = {
  servers: string[];
  editing: string[];
  /** Open conversations: every event is sent. */
  open: string[];
  /** Closed conversations and threads: the person is only told that something happened. */
  closed: string[];
  hidden: string[];
  apart: string[];
  unseen: boolean;
};

/** Which events a person's sockets get by membership alone, and whose they do not. */
export async function findAudience(db: Db, userId: string): Promise<Audience | undefined> {
  return firstRow(
    db,
    sql<Audience>`
      with inside as materialized (
        select c.id, c.open_to = 'community' and c.parent_id is null as open from conversation_members p join conversations c on c.id = p.conversation_id
        where p.user_id = ${userId} and (p.server_id is null or exists (select 1 from members m where m.server_id = p.server_id and m.user_id = p.user_id)))
      select
        array(select server_id from members where user_id = ${userId}) as servers,
        array(select m.server_id from members m join roles r on r.server_id = m.server_id and r.id = m.role_id
          where m.user_id = ${userId} and 'EDIT_CHANNEL' = any(r.permissions)) as editing,
        array(select id from inside where open) as open, array(select id from inside where not open) as closed,
        ${blockedBy(userId)} as hidden, ${hiddenFrom(userId)} as apart, presence_hidden as unseen
      from users where id = ${userId}`,
  );
}

/** The people among these who share a community or a conversation with this person and do not hide their presence. */
export async function onlyVisible(db: Db, viewerId: string, userIds: string[]): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`
      select u.id from users u where u.id = any(${userIds}::uuid[]) and not u.presence_hidden and not u.id = any(${hiddenFrom(viewerId)})
        and (exists (select 1 from members mine join members theirs on theirs.server_id = mine.server_id and theirs.user_id = u.id where mine.user_id = ${viewerId})
          or exists (select 1 from conversation_members mine join conversation_members theirs on theirs.conversation_id = mine.conversation_id and theirs.user_id = u.id
            where mine.user_id = ${viewerId} and mine.server_id is null))`,
  );
  return rows.map((row) => row.id);
}

/** How often a closed conversation's key has changed. */
export async function findKeyVersion(db: Db, conversationId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select('key_version')
    .where('id', '=', conversationId)
    .executeTakeFirst();
  return row?.key_version;
}

/** Everyone inside a conversation, by id. */
export async function listInside(db: Db, conversationId: string): Promise<string[]> {
  return (
    await db
      .selectFrom('conversation_members')
      .select('user_id')
      .where('conversation_id', '=', conversationId)
      .execute()
  ).map((row) => row.user_id);
}

/** Two people no longer mention each other: mentions of either by the other no longer count. */
export async function forgetMentions(db: Db, one: string, other: string): Promise<void> {
  await sql`with gone as (delete from mentions n using messages x where x.conversation_id = n.conversation_id and x.seq = n.seq
      and ((n.user_id = ${one} and x.author_id = ${other}) or (n.user_id = ${other} and x.author_id = ${one}))
      returning n.home_id, n.conversation_id, n.user_id, n.seq, n.message_id)
    insert into former_mentions (home_id, conversation_id, user_id, seq, message_id)
    select home_id, conversation_id, user_id, seq, message_id from gone on conflict do nothing`.execute(db);
}

/** Those of the ids that are people with a confirmed address. */
export async function onlyPeople(db: Db, userIds: string[]): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`select id from users where id = any(${userIds}::uuid[]) and ${isHere('users')}`,
  );
  return rows.map((row) => row.id);
}

/** Records who added whom to a group. */
export async function noteAdded(db: Db, conversationId: string, users: string[], by: string): Promise<void> {
  await sql`insert into group_adds (conversation_id, user_id, added_by)
    select ${conversationId}, u.id, ${by} from unnest(${users}::uuid[]) u(id) on conflict do nothing`.execute(db);
}

/** A person has left a group. */
export async function noteLeft(db: Db, conversationId: string, userId: string, now: Date): Promise<void> {
  await sql`update group_adds set left_at = ${now} where conversation_id = ${conversationId} and user_id = ${userId}`.execute(
    db,
  );
}

/** Whether one of these people has left a group to which this person had added them. */
export async function hasLeft(db: Db, conversationId: string, users: string[], by: string): Promise<boolean> {
  const rows = await allRows(
    db,
    sql`select 1 from group_adds where conversation_id = ${conversationId} and user_id = any(${users}::uuid[]) and added_by = ${by} and left_at is not null limit 1`,
  );
  return rows.length > 0;
}
