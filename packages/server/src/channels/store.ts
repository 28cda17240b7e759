import type { BrowseQuery, ChannelMode, ChannelType, ChannelView } from '@folkmoot/contract/channels/schema.ts';
import { RESTORE_DAYS } from '@folkmoot/contract/channels/schema.ts';
import { JOINS, type JoinLine } from '@folkmoot/contract/communities/schema.ts';
import { PAGE } from '@folkmoot/contract/core/page.ts';
import { fold } from '@folkmoot/contract/core/text.ts';
import { sql } from 'kysely';
import { blockedBy, hiddenFrom } from '../blocks/store.ts';
import { compileOnce } from '../core/db/compile-once.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { containing } from '../core/http/cursor.ts';
import { newId } from '../core/id.ts';
import type { Condition, NameStep } from '../core/personal-data.ts';
import type { Member } from '../core/security/session.ts';

/** Channel `h` with its conversation `c` and the viewer's membership `p`, as JSON. A row is quicker to write than an object. */
const CHANNEL = sql`row_to_json((select view from (select
  h.id, h.server_id as "serverId", h.name, h.name as slug, h.description, h.avatar, h.mode, h.type, h.is_default as "isDefault",
  h.category_id as "categoryId", c.member_count as "memberCount", p.user_id is not null as joined, h.created_at as "createdAt",
  h.archived_at as "archivedAt", (select only_id from (select h.conversation_id as id) only_id) as conversation) view))`;

const from = (userId: string) => sql`
  from channels h join conversations c on c.id = h.conversation_id
  left join conversation_members p on p.conversation_id = h.conversation_id and p.user_id = ${userId}`;

/** What exists for this viewer: `canSee` in SQL, kept equal to it by a test. */
const visibleTo = (viewer: Pick<Member, 'permissions'>) => sql`(p.user_id is not null
  or (h.mode = 'public' and ${viewer.permissions.includes('VIEW_CHANNEL')}::boolean)
  or (h.mode = 'private' and ${viewer.permissions.includes('EDIT_CHANNEL')}::boolean))`;

const ORDER: Record<BrowseQuery['sort'], string> = {
  most: 'member_count desc, name, id',
  newest: 'created_at desc, id desc',
  alphabetical: 'name, id',
};

/** The browse screen as JSON text: everything the viewer can see that fits the filters, in one statement. */
export async function browse(db: Db, viewer: Member, query: BrowseQuery): Promise<string> {
  const row = await firstRow(
    db,
    sql<{ body: string }>`
      with seen as (
        select h.id, h.name, h.category_id, h.created_at, c.member_count, ${CHANNEL}::text as view ${from(viewer.userId)}
        where h.server_id = ${viewer.serverId} and h.archived_at is null and ${visibleTo(viewer)}
          ${query.search === '' ? sql`` : sql`and h.search_text like ${containing(fold(query.search))}`}
          ${query.mode === 'any' ? sql`` : sql`and h.mode = ${query.mode}`}
          ${query.view === 'all' ? sql`` : sql`and (p.user_id is not null) = ${query.view === 'mine'}::boolean`}
      ), grouped as (
        select category_id, '[' || string_agg(view, ',' order by ${sql.raw(ORDER[query.sort])}) || ']' as channels from seen group by category_id)
      select '{"viewer":' || ${JSON.stringify({ memberId: viewer.memberId, roleType: viewer.roleType, permissions: viewer.permissions })}
        || ',"channels":' || coalesce((select channels from grouped where category_id is null), '[]')
        || ',"categories":[' || coalesce((
          select string_agg('{"id":"' || k.id || '","name":' || to_json(k.name) || ',"channels":' || coalesce(g.channels, '[]') || '}', ',' order by k.position, k.search_text, k.id)
          from categories k left join grouped g on g.category_id = k.id
          where k.server_id = ${viewer.serverId} and (g.channels is not null or ${showsEmpty(viewer, query)}::boolean)), '') || ']}' as body`,
  );
  return row?.body ?? '';
}

/** Empty categories are only useful to people who can fill them, and only if nothing is filtered out. */
function showsEmpty(viewer: Member, query: BrowseQuery): boolean {
  return (
    viewer.permissions.includes('CREATE_CHANNEL') && query.search === '' && query.mode === 'any' && query.view === 'all'
  );
}

export type Channel = ChannelView & { categoryName: string | null };

type ChannelAsked = { channelId: string; userId: string; serverId: string | undefined };

const readChannel = compileOnce<
  { within: boolean; lock: boolean },
  ChannelAsked,
  { view: ChannelView; category: string | null }
>(
  ({ within, lock }, { channelId, userId, serverId }) => sql`
      select ${CHANNEL} as view, (select name from categories k where k.server_id = h.server_id and k.id = h.category_id) as category ${from(userId)}
      where h.id = ${channelId} ${within ? sql`and h.server_id = ${serverId}` : sql``} ${lock ? sql`for update of h` : sql``}`,
);

/** A channel with the viewer's facts, archived or not. `canSee` decides whether it exists for them. */
export async function findChannel(
  db: Db,
  channelId: string,
  userId: string,
  serverId?: string,
  lock = false,
): Promise<Channel | undefined> {
  const shape = { within: serverId !== undefined, lock };
  const [row] = await readChannel(db, shape, { channelId, userId, serverId });
  return row && { ...row.view, categoryName: row.category };
}

export type LinkedChannel = {
  channel: ChannelView;
  serverName: string;
  viewer: Pick<Member, 'roleType' | 'permissions'>;
};

/** Channels of the viewer's communities by id. `canSee` decides which of them exist for the viewer. */
export async function findLinkedChannels(db: Db, userId: string, ids: readonly string[]): Promise<LinkedChannel[]> {
  return allRows(
    db,
    sql<LinkedChannel>`
      select ${CHANNEL} as channel, s.name as "serverName",
        json_build_object('roleType', r.role_type, 'permissions', r.permissions) as viewer ${from(userId)}
      join servers s on s.id = h.server_id
      join members m on m.server_id = h.server_id and m.user_id = ${userId}
      join roles r on r.server_id = m.server_id and r.id = m.role_id
      where h.id = any(${ids}::uuid[])`,
  );
}

/** The channel whose conversation this is. */
export async function findByConversation(
  db: Db,
  conversationId: string,
): Promise<{ id: string; server_id: string; mode: string } | undefined> {
  return db
    .selectFrom('channels')
    .select(['id', 'server_id', 'mode'])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
}

/** Which of a community's channels `h` opens first: a default one, where everybody may write, the oldest. */
const FIRST = sql`h.is_default desc, (h.type = 'announcement'), h.created_at, h.id`;

/** The channel of community `s` that newcomers land in. */
const LANDING = sql`(select h.id from channels h where h.server_id = s.id and h.is_default and h.archived_at is null
  order by ${FIRST} limit 1)`;

/** The community that a channel belongs to, for screens that know only the channel, and whether joins are told there. */
export async function findServer(
  db: Db,
  serverId: string,
  channelId: string,
): Promise<{ id: string; slug: string; name: string; tellsJoins: boolean } | undefined> {
  return firstRow(
    db,
    sql<{ id: string; slug: string; name: string; tellsJoins: boolean }>`select s.id, s.slug, s.name,
        s.tells_joins and coalesce(${LANDING} = ${channelId}::uuid, false) as "tellsJoins" from servers s where s.id = ${serverId}`,
  );
}

/**
 * Who has joined a community since a moment and is still in it, an hour each. Without those whom the viewer has blocked, but
 * for somebody who looks after the members.
 */
export async function listJoins(db: Db, viewer: Member, since: Date): Promise<JoinLine[]> {
  const { userId, serverId, permissions } = viewer;
  const seen = permissions.includes('MANAGE_MEMBERS') ? sql`` : sql`and m.user_id <> all(${blockedBy(userId)})`;
  const rows = await allRows(
    db,
    sql<Omit<JoinLine, 'at'> & { at: Date; all: number }>`
      with newest as (
        select m.user_id, m.joined_at from members m join servers s on s.id = m.server_id
        where m.server_id = ${serverId} and m.joined_at > ${since} and m.joined_at > s.created_at ${seen}
        order by m.joined_at desc limit ${JOINS.counted}
      ), hours as (
        select max(joined_at) as at, count(*)::int as count, (array_agg(user_id order by joined_at desc, user_id))[1:${sql.lit(JOINS.named)}] as ids
        from newest group by floor(extract(epoch from joined_at) / 3600) order by at desc limit ${JOINS.lines})
      select at, count, (select count(*)::int from newest) as all, (
        select json_agg(json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image)
          order by array_position(ids, u.id)) from users u where u.id = any(ids)) as people
      from hours order by at desc`,
  );
  // The last line may have been cut where the counting stopped.
  const whole = rows.length > 1 && rows[0]?.all === JOINS.counted ? rows.slice(0, -1) : rows;
  return whole.map(({ at, count, people }) => ({ at: at.toISOString(), count, people }));
}

export type ChannelColumns = {
  name: string;
  description: string;
  avatar: string | null;
  mode: ChannelMode;
  type: ChannelType;
  is_default: boolean;
  category_id: string | null;
};

/** Names of channels and categories by id; null for a private channel that the viewer may not see. */
export async function findChannelNames(db: Db, viewer: Member, ids: string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await allRows(
    db,
    sql<{ id: string; name: string | null }>`
      select h.id, case when ${visibleTo(viewer)} then h.name end as name ${from(viewer.userId)}
      where h.server_id = ${viewer.serverId} and h.id = any(${ids}::uuid[])
      union all select k.id, k.name from categories k where k.server_id = ${viewer.serverId} and k.id = any(${ids}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Writes a channel. Violates `channels_name` when the name is taken. */
export async function insertChannel(
  db: Db,
  serverId: string,
  conversationId: string,
  columns: ChannelColumns,
  createdBy: string,
  now: Date,
): Promise<string> {
  const id = newId();
  await db
    .insertInto('channels')
    .values({
      ...columns,
      server_id: serverId,
      id,
      conversation_id: conversationId,
      search_text: fold(`${columns.name} ${columns.description}`),
      created_by: createdBy,
      created_at: now,
    })
    .execute();
  return id;
}

/** Changes a channel's columns, and what searches look through. Violates `channels_name` when the name is taken. */
export async function updateChannel(
  db: Db,
  serverId: string,
  channelId: string,
  change: Partial<ChannelColumns> & { archived_at?: Date | null; position?: null },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  const row = await db
    .updateTable('channels')
    .set(change)
    .where('server_id', '=', serverId)
    .where('id', '=', channelId)
    .returning(['name', 'description'])
    .executeTakeFirstOrThrow();
  if (change.name === undefined && change.description === undefined) return;
  await db
    .updateTable('channels')
    .set({ search_text: fold(`${row.name} ${row.description}`) })
    .where('server_id', '=', serverId)
    .where('id', '=', channelId)
    .execute();
}

/**
 * Which of these channels a person can bring others into: open ones, and private ones that they are in. None that is archived. Without a
 * person, only open ones.
 */
export async function listAddable(
  db: Db,
  serverId: string,
  userId: string | null,
  ids: readonly string[],
): Promise<{ id: string; conversationId: string }[]> {
  if (ids.length === 0) return [];
  return allRows(
    db,
    sql<{ id: string; conversationId: string }>`select h.id, h.conversation_id as "conversationId" from channels h
      where h.server_id = ${serverId} and h.id = any(${[...ids]}::uuid[]) and h.archived_at is null and (h.mode = 'public'
        or exists (select 1 from conversation_members p where p.conversation_id = h.conversation_id and p.user_id = ${userId}::uuid))`,
  );
}

/** Conversations that everyone who joins the community joins. */
export async function listDefaultConversations(db: Db, serverId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('channels')
    .select('conversation_id')
    .where('server_id', '=', serverId)
    .where('is_default', '=', true)
    .where('archived_at', 'is', null)
    .execute();
  return rows.map((row) => row.conversation_id);
}

/** Of the channels that a person is in, the one that opens first in each community. */
export async function findFirstChannels(db: Db, userId: string): Promise<Map<string, string>> {
  const rows = await allRows(
    db,
    sql<{ serverId: string; id: string }>`
      select distinct on (h.server_id) h.server_id as "serverId", h.id
      from conversation_members p join channels h on h.server_id = p.server_id and h.conversation_id = p.conversation_id
      where p.user_id = ${userId} and h.archived_at is null order by h.server_id, ${FIRST}`,
  );
  return new Map(rows.map(({ serverId, id }) => [serverId, id]));
}

/** Archived channels that can still come back, the newest first. */
export async function listArchived(db: Db, serverId: string, viewer: Member, now: Date): Promise<ChannelView[]> {
  const since = new Date(now.getTime() - RESTORE_DAYS * 86_400_000);
  const rows = await allRows(
    db,
    sql<{ view: ChannelView }>`select ${CHANNEL} as view ${from(viewer.userId)}
      where h.server_id = ${serverId} and h.archived_at >= ${since} and ${visibleTo(viewer)} order by h.archived_at desc limit ${PAGE}`,
  );
  return rows.map((row) => row.view);
}

type SidebarRow = {
  id: string;
  name: string;
  avatar: string | null;
  mode: ChannelMode;
  type: ChannelType;
  isDefault: boolean;
  categoryId: string | null;
  conversationId: string;
};

/** Channels of a community that a person has joined, in their chosen order; those never moved come last. */
export async function listJoined(db: Db, serverId: string, userId: string): Promise<SidebarRow[]> {
  return allRows(
    db,
    sql<SidebarRow>`select h.id, h.name, h.avatar, h.mode, h.type, h.is_default as "isDefault", h.category_id as "categoryId", h.conversation_id as "conversationId"
      from conversation_members p join channels h on h.conversation_id = p.conversation_id
      where p.user_id = ${userId} and p.server_id = ${serverId} and h.archived_at is null order by h.position, h.is_default desc, h.name, h.id`,
  );
}

type JumpRow = {
  id: string;
  conversationId: string;
  name: string;
  avatar: string | null;
  serverId: string;
  serverName: string;
};

/** All channels that a person has joined, in all communities, to jump to. */
export async function listJoinedChannels(db: Db, userId: string): Promise<JumpRow[]> {
  return allRows(
    db,
    sql<JumpRow>`select h.id, h.conversation_id as "conversationId", h.name, h.avatar, s.id as "serverId", s.name as "serverName"
      from conversation_members p join channels h on h.conversation_id = p.conversation_id join servers s on s.id = h.server_id
        join members m on m.server_id = s.id and m.user_id = p.user_id
      where p.user_id = ${userId} and h.archived_at is null order by s.name, h.name, h.id limit 2000`,
  );
}

/** What somebody sees as the names of conversations that they are in; of a thread that of the conversation around it. */
export const nameConversations: NameStep = (db, ids, userId) =>
  allRows(
    db,
    sql<{ id: string; name: string | null }>`select i.id, case when a.server_id is not null then h.name
        else coalesce(case when not coalesce(a.named_by = any(${hiddenFrom(userId)}), false) then nullif(a.name, '') end,
          (select string_agg(trim(u.first_name || ' ' || u.last_name), ', ' order by w.joined_at, u.id)
            from (select user_id, joined_at from conversation_members where conversation_id = a.id and user_id <> ${userId} order by joined_at, user_id limit 4) w
            join users u on u.id = w.user_id)) end as name
      from unnest(${[...ids]}::uuid[]) i (id) join conversations c on c.id = i.id join conversations a on a.id = c.home_id
        join conversation_members p on p.conversation_id = a.id and p.user_id = ${userId}
        left join channels h on h.server_id = a.server_id and h.conversation_id = a.id
      where a.server_id is null or exists (select from members m where m.server_id = a.server_id and m.user_id = ${userId})`,
  );

/** Whether somebody is in channel `t` and in its community now: only then may they see its name and description. */
export const channelIsReadable: Condition = (userId) =>
  sql`exists (select from conversation_members p join members m on m.server_id = t.server_id and m.user_id = p.user_id
    where p.conversation_id = t.conversation_id and p.user_id = ${userId})`;
