import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { ROLES } from '@folkmoot/contract/communities/rules.ts';
import type { CommunityCard, CommunityView, Visibility } from '@folkmoot/contract/communities/schema.ts';
import { PAGE } from '@folkmoot/contract/core/page.ts';
import type { Permission, RoleType } from '@folkmoot/contract/core/permissions.ts';
import { fold } from '@folkmoot/contract/core/text.ts';
import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { containing, cutPage, fromCursor } from '../core/http/cursor.ts';
import { newId } from '../core/id.ts';
import type { Member } from '../core/security/session.ts';
import { deleteAliases, insertAlias, replaceAlias } from './aliases-store.ts';
import { isBanned } from './bans-store.ts';
import { findOwnRequest } from './requests-store.ts';

/** A person's membership with the permissions of its role. */
export async function findMember(db: Db, serverId: string, userId: string): Promise<Member | undefined> {
  const row = await db
    .selectFrom('members')
    .innerJoin('roles', (join) =>
      join.onRef('roles.server_id', '=', 'members.server_id').onRef('roles.id', '=', 'members.role_id'),
    )
    .select(['members.id', 'role_type', 'permissions'])
    .where('members.server_id', '=', serverId)
    .where('members.user_id', '=', userId)
    .executeTakeFirst();
  return (
    row && {
      memberId: row.id,
      serverId,
      userId,
      roleType: row.role_type as RoleType,
      permissions: row.permissions as Permission[],
    }
  );
}

export type NewCommunity = {
  slug: string;
  name: string;
  description: string;
  logo: string | null;
  cover?: string | null | undefined;
  visibility: Visibility;
  tellsJoins?: boolean | undefined;
};

/** Writes a community with its four roles. Its creator is added by `addMember`. Violates `aliases_pkey` when the address is taken. */
export async function insertCommunity(
  db: Db,
  creatorId: string,
  { tellsJoins = true, ...fields }: NewCommunity,
  now: Date,
): Promise<string> {
  const id = newId();
  await insertAlias(db, 'community', id, fields.slug, now);
  await db
    .insertInto('servers')
    .values({
      id,
      creator_id: creatorId,
      ...fields,
      cover: fields.cover ?? null,
      tells_joins: tellsJoins,
      search_text: fold(`${fields.name} ${fields.description}`),
      created_at: now,
    })
    .execute();
  const roles = (Object.keys(ROLES) as RoleType[]).map((type) => ({
    server_id: id,
    id: newId(),
    role_type: type,
    name: ROLES[type].name,
    permissions: [...ROLES[type].permissions],
  }));
  await db.insertInto('roles').values(roles).execute();
  return id;
}

/**
 * Moves a community to another address, one change after the other; the old one redirects. A community may take its
 * own old address back.
 */
export async function renameAlias(db: Db, serverId: string, alias: string, now: Date): Promise<void> {
  await sql`select from servers where id = ${serverId} for no key update`.execute(db);
  await replaceAlias(db, 'community', serverId, { alias, forwards: true }, now);
}

export type CommunityChange = Partial<{
  slug: string;
  name: string;
  description: string;
  logo: string | null;
  cover: string | null;
  visibility: Visibility;
  tellsJoins: boolean;
}>;

export async function updateCommunity(
  db: Db,
  serverId: string,
  { tellsJoins, ...rest }: CommunityChange,
): Promise<void> {
  const change = { ...rest, ...(tellsJoins !== undefined && { tells_joins: tellsJoins }) };
  if (Object.keys(change).length > 0) await db.updateTable('servers').set(change).where('id', '=', serverId).execute();
  const row = await db
    .selectFrom('servers')
    .select(['name', 'description'])
    .where('id', '=', serverId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('servers')
    .set({ search_text: fold(`${row.name} ${row.description}`) })
    .where('id', '=', serverId)
    .execute();
}

/** Deletes a community with everything in it, its addresses included. */
export async function deleteCommunity(db: Db, serverId: string): Promise<void> {
  await deleteAliases(db, serverId);
  await db.deleteFrom('servers').where('id', '=', serverId).execute();
}

/** A community as `viewerId` sees it. The caller decides whether they may. */
export async function findCommunity(
  db: Db,
  serverId: string,
  viewerId: string | undefined,
): Promise<CommunityView | undefined> {
  const row = await db.selectFrom('servers').selectAll().where('id', '=', serverId).executeTakeFirst();
  if (!row) return undefined;
  const member = viewerId === undefined ? undefined : await findMember(db, serverId, viewerId);
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    logo: row.logo,
    cover: row.cover,
    visibility: row.visibility as Visibility,
    tellsJoins: row.tells_joins,
    memberCount: row.member_count,
    faces: member || row.visibility === 'public' ? await listFaces(db, serverId) : [],
    createdAt: row.created_at.toISOString(),
    ...(await standing(db, serverId, viewerId, member !== undefined)),
    viewer: member ? { memberId: member.memberId, roleType: member.roleType, permissions: member.permissions } : null,
  };
}

/** What people outside should know about their own request. */
async function standing(db: Db, serverId: string, viewerId: string | undefined, joined: boolean) {
  if (viewerId === undefined || joined) return { request: null, banned: false };
  const banned = await isBanned(db, serverId, viewerId);
  return { banned, request: banned ? null : await findOwnRequest(db, serverId, viewerId) };
}

/** The community now belongs to somebody else. */
export async function setCreator(db: Db, serverId: string, userId: string): Promise<void> {
  await db.updateTable('servers').set({ creator_id: userId }).where('id', '=', serverId).execute();
}

/** Records that a community's address changes, and returns how often it has since `since`, this change included. */
export async function countAddressChange(db: Db, serverId: string, since: Date, now: Date): Promise<number> {
  await db.insertInto('address_changes').values({ server_id: serverId, id: newId(), changed_at: now }).execute();
  const row = await firstRow(
    db,
    sql<{
      count: number;
    }>`select count(*)::int as count from address_changes where server_id = ${serverId} and changed_at > ${since}`,
  );
  return row?.count ?? 0;
}

/** Among so many of its first members faces are looked for, however many members there are. */
const FIRST = 50;

/** The first few of a community's first members who have a picture: rows of `users`, as `u`, in order. */
export const faces = (serverId: RawBuilder<unknown>) => sql`(
  select user_id, joined_at from members where server_id = ${serverId} order by joined_at, user_id limit ${sql.lit(FIRST)}
) first join users u on u.id = first.user_id where u.image is not null order by first.joined_at, u.id limit 5`;

async function listFaces(db: Db, serverId: string): Promise<PersonView[]> {
  return allRows(
    db,
    sql<PersonView>`select u.id, u.first_name as "firstName", u.last_name as "lastName", u.username, u.image as "imageUrl"
      from ${faces(sql`${serverId}`)}`,
  );
}

/** A person as JSON, for lists that PostgreSQL builds. */
const person = (alias: string) => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`json_build_object('id', ${of('id')}, 'firstName', ${of('first_name')}, 'lastName', ${of('last_name')}, 'username', ${of('username')}, 'imageUrl', ${of('image')})`;
};

type CardRow = { card: CommunityCard; member_count: number; id: string };

/** Communities as cards for a viewer: rows of `servers`, as `s`. */
export const card = (viewerId: string | undefined) => sql<CardRow>`
  select s.id, s.member_count, json_build_object(
    'id', s.id, 'slug', s.slug, 'name', s.name, 'description', s.description, 'logo', s.logo, 'cover', s.cover, 'visibility', s.visibility,
    'memberCount', s.member_count,
    'joined', exists (select 1 from members m where m.server_id = s.id and m.user_id = ${viewerId ?? null}::uuid),
    'faces', coalesce((select json_agg(f.face) from (
      select ${person('u')} as face from ${faces(sql`s.id`)}) f where s.visibility = 'public'), '[]'::json)
  ) as card
  from servers s`;

/** One community as a card: for invitations, which show secret ones too. */
export async function findCard(
  db: Db,
  serverId: string,
  viewerId: string | undefined,
): Promise<CommunityCard | undefined> {
  return (await firstRow(db, sql<CardRow>`${card(viewerId)} where s.id = ${serverId}`))?.card;
}

/** Public communities, largest first. */
export async function listPublic(db: Db, viewerId: string | undefined, search: string, cursor: string | undefined) {
  const position = fromCursor(cursor, 'count');
  const after = position ? sql`and (s.member_count, s.id) < (${position[0]}::int, ${position[1]}::uuid)` : sql``;
  const rows = await allRows(
    db,
    sql<CardRow>`${card(viewerId)} where s.visibility = 'public' and s.search_text like ${containing(fold(search))} ${after}
      order by s.member_count desc, s.id desc limit ${PAGE + 1}`,
  );
  const page = cutPage(rows, PAGE, (row) => [row.member_count, row.id]);
  return { data: page.rows.map((row) => row.card), nextCursor: page.nextCursor };
}

/** A person's communities as `viewerId` may know of them: public ones, and those both are in. */
export async function listOf(db: Db, userId: string, viewerId: string, cursor: string | undefined) {
  const position = fromCursor(cursor, 'count');
  const after = position ? sql`and (s.member_count, s.id) < (${position[0]}::int, ${position[1]}::uuid)` : sql``;
  const rows = await allRows(
    db,
    sql<CardRow>`${card(viewerId)} where s.id in (select server_id from members where user_id = ${userId})
      and (s.visibility = 'public' or s.id in (select server_id from members where user_id = ${viewerId})) ${after}
      order by s.member_count desc, s.id desc limit ${PAGE + 1}`,
  );
  const page = cutPage(rows, PAGE, (row) => [row.member_count, row.id]);
  return { data: page.rows.map((row) => row.card), nextCursor: page.nextCursor };
}

export type RailRow = {
  id: string;
  slug: string;
  name: string;
  logo: string | null;
  cover: string | null;
  visibility: Visibility;
  viewer: { memberId: string; roleType: RoleType; permissions: Permission[] };
};

/** The communities a person is in, in the order in which they joined them. */
export async function listJoinedCommunities(db: Db, userId: string): Promise<RailRow[]> {
  return allRows(
    db,
    sql<RailRow>`
      select s.id, s.slug, s.name, s.logo, s.cover, s.visibility,
        json_build_object('memberId', m.id, 'roleType', r.role_type, 'permissions', r.permissions) as viewer
      from members m join servers s on s.id = m.server_id join roles r on r.server_id = m.server_id and r.id = m.role_id
      where m.user_id = ${userId} order by m.joined_at, s.id`,
  );
}
