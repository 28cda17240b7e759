import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import type { CalendarRole, CalendarView, CalendarVisibility } from '@folkmoot/contract/calendars/schema.ts';
import { slugFrom } from '@folkmoot/contract/communities/rules.ts';
import { sql } from 'kysely';
import { isHere } from '../accounts/store.ts';
import { hiddenFrom } from '../blocks/store.ts';
import { deleteAliases, deleteAliasesOf, insertAlias, replaceAlias } from '../communities/aliases-store.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { NOBODY, newId } from '../core/id.ts';
import { imageMapSql, SERVER } from '../events/fragments-store.ts';
import { PERSON, viewerJoins } from '../participations/fragments-store.ts';
import { SUBMITTED } from './entries-store.ts';

/** Calendar `c` with its community `s`, and the viewer's membership `m` and role `r` there. */
export const calendarJoins = (userId: string | undefined) => sql`left join servers s on s.id = c.server_id
  left join members m on m.server_id = c.server_id and m.user_id = ${userId ?? NOBODY}
  left join roles r on r.server_id = m.server_id and r.id = m.role_id`;

/** Whether a calendar exists for the viewer: a public one, unless its community is secret; otherwise for members. */
export const CALENDAR_SEEN = sql`((c.visibility = 'public' and (s.id is null or s.visibility <> 'secret')) or m.id is not null)`;

/** What the viewer may do: holders of MANAGE_CALENDARS own the calendars of their community. */
const roleOf = (userId: string | undefined) => sql<CalendarRole | null>`case
  when c.owner_id = ${userId ?? NOBODY} or 'MANAGE_CALENDARS' = any(r.permissions) then 'owner'
  when exists (select 1 from calendar_admins a where a.calendar_id = c.id and a.user_id = ${userId ?? NOBODY}) then 'calendar_admin' end`;

const viewJson = (
  userId: string | undefined,
) => sql`json_build_object('id', c.id, 'alias', c.alias, 'name', c.name, 'description', c.description,
  'cover', c.cover, 'image_map', ${imageMapSql('c.cover')}, 'tint', coalesce(c.tint, c.cover_tint), 'tintChosen', c.tint is not null, 'time_zone', c.time_zone, 'visibility', c.visibility, 'isMain', c.is_main,
  'server', ${SERVER}, 'owner', (select json_build_object(${PERSON}) from users u where u.id = c.owner_id),
  'subscriberCount', c.subscriber_count, 'role', json_build_object('role', ${roleOf(userId)}),
  'subscribed', sub.user_id is not null, 'mail', coalesce(sub.mail, false),
  'pendingCount', ${pendingCount(userId)})`;

/** Submissions that wait, and that the viewer may see and answer. */
const pendingCount = (userId: string | undefined) =>
  userId === undefined
    ? sql`null`
    : sql`case when ${roleOf(userId)} is not null then (select count(*)::int from calendar_entries k join events e on e.id = k.event_id
      ${viewerJoins({ userId })} where k.calendar_id = c.id and k.status = 'pending' and ${SUBMITTED}) end`;

const viewing = (userId: string | undefined) => sql`${calendarJoins(userId)}
  left join calendar_subscriptions sub on sub.calendar_id = c.id and sub.user_id = ${userId ?? NOBODY}`;

/** A calendar by its id, if it exists for this viewer. */
export async function findCalendar(db: Db, id: string, userId: string | undefined): Promise<CalendarView | undefined> {
  const row = await firstRow(
    db,
    sql<{
      view: CalendarView;
    }>`select ${viewJson(userId)} as view from calendars c ${viewing(userId)} where c.id = ${id} and ${CALENDAR_SEEN}`,
  );
  return row?.view;
}

/** Whether a calendar exists for this viewer. */
export async function isSeen(db: Db, id: string, userId: string | undefined): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{
      seen: true;
    }>`select true as seen from calendars c ${calendarJoins(userId)} where c.id = ${id} and ${CALENDAR_SEEN}`,
  );
  return row !== undefined;
}

/** The main calendar of a community, if it exists for this viewer. */
export async function findMainCalendar(
  db: Db,
  serverId: string,
  userId: string | undefined,
): Promise<CalendarView | undefined> {
  const row = await firstRow(
    db,
    sql<{ view: CalendarView }>`select ${viewJson(userId)} as view from calendars c ${viewing(userId)}
      where c.server_id = ${serverId} and c.is_main and ${CALENDAR_SEEN}`,
  );
  return row?.view;
}

/** Calendars that a person keeps: their own, those that they are an admin of, and those of communities where they may manage them. */
export async function listKept(db: Db, userId: string): Promise<CalendarView[]> {
  const rows = await allRows(
    db,
    sql<{ view: CalendarView }>`select ${viewJson(userId)} as view from calendars c ${viewing(userId)}
      where c.id in (select id from calendars where owner_id = ${userId} union select calendar_id from calendar_admins where user_id = ${userId}
        union select k.id from members n join roles o on o.server_id = n.server_id and o.id = n.role_id join calendars k on k.server_id = n.server_id
          where n.user_id = ${userId} and 'MANAGE_CALENDARS' = any(o.permissions)) and ${CALENDAR_SEEN}
      order by lower(c.name), c.id limit 200`,
  );
  return rows.map(({ view }) => view);
}

/** Calendars that a person subscribes to and still may see. */
export async function listSubscribed(db: Db, userId: string): Promise<CalendarView[]> {
  const rows = await allRows(
    db,
    sql<{ view: CalendarView }>`select ${viewJson(userId)} as view from calendars c ${viewing(userId)}
      where sub.user_id is not null and ${CALENDAR_SEEN} order by lower(c.name), c.id limit 200`,
  );
  return rows.map(({ view }) => view);
}

export type CalendarRow = {
  name: string;
  description: string;
  time_zone: string;
  visibility: CalendarVisibility;
  cover: string | null;
  cover_tint: string;
  tint: string | null;
};

/** Writes a calendar of a person or of a community. Violates `aliases_pkey` when the address is taken. */
export async function insertCalendar(
  db: Db,
  of: { serverId: string } | { ownerId: string },
  { id, alias, isMain = false, ...row }: CalendarRow & { id: string; alias: string; isMain?: boolean },
  now: Date,
): Promise<void> {
  await insertAlias(db, 'calendar', id, alias, now);
  await db
    .insertInto('calendars')
    .values({
      id,
      server_id: 'serverId' in of ? of.serverId : null,
      owner_id: 'ownerId' in of ? of.ownerId : null,
      alias,
      is_main: isMain,
      ...row,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** The main calendar of a new community, at an address made from its own, in the time zone of its creator. */
export async function insertMainCalendar(
  db: Db,
  server: { id: string; slug: string; name: string; isPublic: boolean; creatorId: string },
  now: Date,
): Promise<void> {
  const base = `${slugFrom(server.slug).slice(0, 31).replace(/-+$/, '')}-calendar`;
  const taken = await db.selectFrom('aliases').select('alias').where('alias', '=', base).executeTakeFirst();
  const id = newId();
  const zone = await db.selectFrom('users').select('time_zone').where('id', '=', server.creatorId).executeTakeFirst();
  await insertCalendar(
    db,
    { serverId: server.id },
    {
      id,
      alias: taken ? `${base.slice(0, 31).replace(/-+$/, '')}-${id.slice(-8)}` : base,
      isMain: true,
      name: `${server.name.slice(0, 70)} calendar`,
      description: '',
      time_zone: zone?.time_zone ?? 'UTC',
      visibility: server.isPublic ? 'public' : 'community',
      ...{ cover: null, cover_tint: 'slate', tint: null },
    },
    now,
  );
}

export async function updateCalendar(db: Db, id: string, change: Partial<CalendarRow>, now: Date): Promise<void> {
  await db
    .updateTable('calendars')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Keeps others from counting what a calendar has until the transaction ends. */
export async function lockCalendar(db: Db, id: string): Promise<void> {
  await db.selectFrom('calendars').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Moves a calendar to another address; the old one redirects. Violates `aliases_pkey` when the address is taken. */
export async function renameCalendar(db: Db, id: string, alias: string, now: Date): Promise<void> {
  await replaceAlias(db, 'calendar', id, { alias, forwards: true }, now);
  await db.updateTable('calendars').set({ alias }).where('id', '=', id).execute();
}

/** Deletes a calendar with its addresses. The events on it stay. */
export async function deleteCalendar(db: Db, id: string): Promise<void> {
  await deleteAliases(db, id);
  await db.deleteFrom('calendars').where('id', '=', id).execute();
}

/** Frees the addresses of a community's calendars, before the community is deleted with them. */
export async function freeAddresses(db: Db, serverId: string): Promise<void> {
  const calendars = await db.selectFrom('calendars').select('id').where('server_id', '=', serverId).execute();
  await deleteAliasesOf(
    db,
    calendars.map(({ id }) => id),
  );
}

/** How many calendars a person, or a community, has. */
export async function countCalendars(db: Db, of: { serverId: string } | { ownerId: string }): Promise<number> {
  const row = await firstRow(
    db,
    'serverId' in of
      ? sql<{ count: number }>`select count(*)::int as count from calendars where server_id = ${of.serverId}`
      : sql<{ count: number }>`select count(*)::int as count from calendars where owner_id = ${of.ownerId}`,
  );
  return row?.count ?? 0;
}

/**
 * Subscribes a person, or changes whether they get email about what is new from now on. Two at once count once. Two statements,
 * as `xmax`, which would say it in one, is not there on every PostgreSQL of several machines (docs/scaling.md).
 */
export async function putSubscription(
  db: Db,
  calendarId: string,
  userId: string,
  mail: boolean,
  now: Date,
): Promise<void> {
  const added = await firstRow(
    db,
    sql<{ isNew: true }>`with added as (
        insert into calendar_subscriptions (calendar_id, user_id, mail, told_until, created_at) values (${calendarId}, ${userId}, ${mail}, ${now}, ${now})
        on conflict (calendar_id, user_id) do nothing returning 1),
      counted as (update calendars set subscriber_count = subscriber_count + 1 where id = ${calendarId} and exists (select 1 from added))
      select true as "isNew" from added`,
  );
  if (added) return;
  await sql`update calendar_subscriptions set told_until = case when mail then told_until else ${now} end, mail = ${mail}
    where calendar_id = ${calendarId} and user_id = ${userId}`.execute(db);
}

export async function deleteSubscription(db: Db, calendarId: string, userId: string): Promise<void> {
  await sql`with gone as (delete from calendar_subscriptions where calendar_id = ${calendarId} and user_id = ${userId} returning 1)
    update calendars set subscriber_count = greatest(0, subscriber_count - 1) where id = ${calendarId} and exists (select 1 from gone)`.execute(
    db,
  );
}

/** People who keep a calendar beside its owner, by name. */
export async function listAdmins(db: Db, calendarId: string): Promise<PersonView[]> {
  const rows = await allRows(
    db,
    sql<{
      view: PersonView;
    }>`select json_build_object(${PERSON}) as view from calendar_admins a join users u on u.id = a.user_id
      where a.calendar_id = ${calendarId} order by lower(u.first_name), lower(u.last_name), u.id`,
  );
  return rows.map(({ view }) => view);
}

/** Adds an admin; of a community's calendar only a member. Returns whether there is such a person who is not hidden from the one who asks. */
export async function insertAdmin(
  db: Db,
  calendarId: string,
  { userId, by }: { userId: string; by: string },
  now: Date,
): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ there: boolean }>`with who as (
        select c.server_id, u.id from calendars c join users u on u.id = ${userId} and ${isHere('u')} and u.id <> all(${hiddenFrom(by)})
        where c.id = ${calendarId} and (c.server_id is null or exists (select 1 from members m where m.server_id = c.server_id and m.user_id = u.id))),
      added as (insert into calendar_admins (calendar_id, user_id, server_id, added_at) select ${calendarId}, id, server_id, ${now} from who
        on conflict do nothing)
      select exists (select 1 from who) as there`,
  );
  return row?.there ?? false;
}

export async function deleteAdmin(db: Db, calendarId: string, userId: string): Promise<void> {
  await db.deleteFrom('calendar_admins').where('calendar_id', '=', calendarId).where('user_id', '=', userId).execute();
}

/** People to tell of a change: all who keep a calendar, and some of those who subscribe to it. */
export async function listTold(db: Db, calendarId: string, most: number): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`(select owner_id as id from calendars where id = ${calendarId} and owner_id is not null)
      union (select user_id from calendar_admins where calendar_id = ${calendarId})
      union (select user_id from calendar_subscriptions where calendar_id = ${calendarId} limit ${most})`,
  );
  return rows.map(({ id }) => id);
}
