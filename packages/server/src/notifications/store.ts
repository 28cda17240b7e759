import { KIND_RULES } from '@folkmoot/contract/notifications/rules.ts';
import type { NotificationKind } from '@folkmoot/contract/notifications/schema.ts';
import { LIMITS } from '@folkmoot/contract/notifications/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';
import { cutPage, fromCursor } from '../core/http/cursor.ts';
import { mailOf, pushOf } from './choices-store.ts';

/** Something that happened about an event, a community or a calendar, and who is to know. */
export type News = {
  kind: NotificationKind;
  /** The event, the community or the calendar. */
  subjectId: string;
  userIds: readonly string[];
  /** Who caused it, if that is a person with an account: nobody hears of people who are hidden from them, unless they look after the community. */
  personId?: string | undefined;
  /** How many it stands for; one by default. */
  count?: number;
};

/** Whether only moderators of a community get it. They see everybody there, blocked or not. */
const isCare = (kind: NotificationKind) => KIND_RULES[kind].about === 'community';

/** A person who was notified, how this kind is emailed to them, and whether they have not read the last one yet. */
export type Notified = { userId: string; mail: 'now' | 'daily' | 'never'; waiting: boolean };

/**
 * Notes it for everybody who is to know, and the pushes that follow from it, in one statement. What somebody has not
 * read yet of the same kind and about the same thing is counted together.
 *
 * @returns who was notified.
 */
export async function insertNews(db: Db, { kind, subjectId, userIds, personId, count = 1 }: News, now: Date) {
  const caused = sql`${personId ?? null}::uuid`;
  const once = KIND_RULES[kind].pushedOnce === true;
  return allRows(
    db,
    sql<Notified>`with told as materialized (
        select t.user_id, ${pushOf(sql`${kind}::text`)} as push, ${mailOf(sql`${kind}::text`)} as mail,
          exists (select 1 from notifications x where x.user_id = t.user_id and x.kind = ${kind} and x.subject_id = ${subjectId} and x.read_at is null) as waiting
        from (select distinct unnest(${[...userIds]}::uuid[]) as user_id) t join users u on u.id = t.user_id
          left join notification_preferences n on n.user_id = t.user_id
        where t.user_id is distinct from ${caused} and (${isCare(kind)}::boolean or not exists (select 1 from blocks b
          where (b.blocker_id = t.user_id and b.blocked_id = ${caused}) or (b.blocker_id = ${caused} and b.blocked_id = t.user_id)))
        order by t.user_id
      ), noted as (
        insert into notifications (user_id, id, kind, subject_id, person_id, count, created_at)
        select user_id, gen_random_uuid(), ${kind}, ${subjectId}::uuid, ${caused}, ${count}::int, ${now}::timestamptz from told order by user_id
        on conflict (user_id, kind, subject_id) where read_at is null do update
          set count = notifications.count + excluded.count, person_id = excluded.person_id, created_at = excluded.created_at
      ), pushed as (
        insert into notification_deliveries (user_id, way, kind, subject_id, person_id, count, due_at)
        select user_id, 'push', ${kind}, ${subjectId}::uuid, ${caused}, ${count}::int, ${now}::timestamptz from told
        where push and not (waiting and ${once}::boolean) and exists (select 1 from push_devices d where d.user_id = told.user_id) order by user_id
        on conflict (user_id, way, kind, subject_id) do update set count = notification_deliveries.count + excluded.count,
          person_id = excluded.person_id, due_at = least(notification_deliveries.due_at, excluded.due_at), tries = 0
      )
      select user_id as "userId", mail, waiting from told`,
  );
}

/** How long the next email waits while the last notification is unread, so that a flood is one an hour, in milliseconds. */
const AGAIN = 3_600_000;

/**
 * An email to each of these people, about what they were just notified of: now, or later together with what comes until
 * then if they have not read the last one.
 */
export async function insertMailsDue(db: Db, news: News, to: readonly Notified[], now: Date): Promise<void> {
  const dueAt = to.map(({ waiting }) => (waiting ? new Date(now.getTime() + AGAIN) : now));
  await sql`insert into notification_deliveries (user_id, way, kind, subject_id, person_id, count, due_at)
    select user_id, 'mail', ${news.kind}, ${news.subjectId}::uuid, ${news.personId ?? null}::uuid, ${news.count ?? 1}::int, due_at
    from unnest(${to.map(({ userId }) => userId)}::uuid[], ${dueAt}::timestamptz[]) t(user_id, due_at) order by user_id
    on conflict (user_id, way, kind, subject_id) do update
      set count = notification_deliveries.count + excluded.count, person_id = excluded.person_id`.execute(db);
}

/** A notification as it is stored. */
export type Stored = {
  id: string;
  kind: NotificationKind;
  subjectId: string;
  personId: string | null;
  count: number;
  at: Date;
  read: boolean;
};

/** A page of a person's notifications, newest first. */
export async function listStored(
  db: Db,
  userId: string,
  cursor: string | undefined,
): Promise<{ data: Stored[]; nextCursor: string | null }> {
  const position = fromCursor(cursor, 'text');
  const rows = await allRows(
    db,
    sql<
      Stored & { text: string }
    >`select id, kind, subject_id as "subjectId", person_id as "personId", count, created_at as at, created_at::text as text, read_at is not null as read
      from notifications where user_id = ${userId}
        ${position ? sql`and (created_at, id) < (${position[0]}::timestamptz, ${position[1]}::uuid)` : sql``}
      order by created_at desc, id desc limit ${LIMITS.page + 1}`,
  );
  const page = cutPage(rows, LIMITS.page, (row) => [row.text, row.id]);
  return { data: page.rows, nextCursor: page.nextCursor };
}

/** What a person has not read of kinds that they get once a day, newest first. */
export async function listForDigest(db: Db, userId: string): Promise<Stored[]> {
  return allRows(
    db,
    sql<Stored>`select x.id, x.kind, x.subject_id as "subjectId", x.person_id as "personId", x.count, x.created_at as at, false as read
      from notifications x left join notification_preferences n on n.user_id = x.user_id
      where x.user_id = ${userId} and x.read_at is null and ${mailOf(sql`x.kind`)} = 'daily'
      order by x.created_at desc, x.id desc limit ${LIMITS.page}`,
  );
}

/** What a person has not read, up to a hundred, newest first. */
export async function listUnread(db: Db, userId: string): Promise<{ kind: NotificationKind; subjectId: string }[]> {
  return allRows(
    db,
    sql<{ kind: NotificationKind; subjectId: string }>`select kind, subject_id as "subjectId" from notifications
      where user_id = ${userId} and read_at is null order by created_at desc, id desc limit ${sql.lit(LIMITS.counted)}`,
  );
}

/** Marks one as read, or all of them, and takes back the pushes and emails that are due about them. */
export async function markRead(db: Db, userId: string, id: string | undefined, now: Date): Promise<number> {
  const result = await sql`with read as (
      update notifications set read_at = ${now} where user_id = ${userId} and read_at is null ${id === undefined ? sql`` : sql`and id = ${id}`}
      returning kind, subject_id
    ), quiet as (
      delete from notification_deliveries d using read where d.user_id = ${userId} and d.kind = read.kind and d.subject_id = read.subject_id
    ) select 1 from read`.execute(db);
  return result.rows.length;
}

/**
 * Somebody who joined a community is no longer in it: nothing unread names them any more, and what was about them alone
 * goes. How many joined stays true.
 *
 * @returns whose notifications have changed.
 */
export async function forgetJoin(db: Db, serverId: string, personId: string): Promise<string[]> {
  const about = sql`kind = 'member_joined' and subject_id = ${serverId}::uuid and person_id = ${personId}::uuid
    and user_id in (select m.user_id from members m join roles r on r.server_id = m.server_id and r.id = m.role_id
      where m.server_id = ${serverId}::uuid and 'MANAGE_MEMBERS' = any(r.permissions))`;
  await sql`delete from notification_deliveries where ${about} and count = 1`.execute(db);
  await sql`update notification_deliveries set person_id = null where ${about}`.execute(db);
  const rows = await allRows(
    db,
    sql<{
      user_id: string;
    }>`with gone as (delete from notifications where ${about} and read_at is null and count = 1 returning user_id),
      left_over as (update notifications set person_id = null where ${about} and read_at is null and count > 1 returning user_id)
      select user_id from gone union select user_id from left_over`,
  );
  return rows.map(({ user_id }) => user_id);
}

/** Deletes what is too old to be shown. */
export async function deleteOld(db: Db, before: Date): Promise<void> {
  await sql`delete from notifications where created_at < ${before}`.execute(db);
}

export type Person = { id: string; firstName: string; lastName: string; username: string; imageUrl: string | null };

/** A reader, and a person whom they would see. */
type Seen = { kind: NotificationKind; userId: string; personId: string | null };

/** These people, as far as they are not hidden from their reader, in the same order. */
export async function findPeople(db: Db, some: readonly Seen[]): Promise<(Person | null)[]> {
  if (some.every(({ personId }) => personId === null)) return some.map(() => null);
  const rows = await allRows(
    db,
    sql<{
      person: Person | null;
    }>`select case when u.id is not null then json_build_object('id', u.id, 'firstName', u.first_name,
        'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image) end as person
      from unnest(${some.map((one) => one.userId)}::uuid[], ${some.map((one) => one.personId)}::uuid[], ${some.map((one) => isCare(one.kind))}::boolean[]) with ordinality w(user_id, person_id, care, at)
        left join users u on u.id = w.person_id and (w.care or not exists (select 1 from blocks b
          where (b.blocker_id = w.user_id and b.blocked_id = u.id) or (b.blocker_id = u.id and b.blocked_id = w.user_id)))
      order by w.at`,
  );
  return rows.map(({ person }) => person);
}

/** A person and a community, with the permission that they need in it to hear of something. */
export type InCommunity = { userId: string; serverId: string; permission: string };
export type CommunityRow = {
  userId: string;
  permission: string;
  id: string;
  name: string;
  slug: string;
  logoUrl: string | null;
};

/** The communities of those who may still hear of it. */
export async function listCommunities(db: Db, some: readonly InCommunity[]): Promise<CommunityRow[]> {
  if (some.length === 0) return [];
  return allRows(
    db,
    sql<CommunityRow>`select distinct w.user_id as "userId", w.permission, s.id, s.name, s.slug, s.logo as "logoUrl"
      from unnest(${some.map((one) => one.userId)}::uuid[], ${some.map((one) => one.serverId)}::uuid[], ${some.map((one) => one.permission)}::text[]) w(user_id, server_id, permission)
        join servers s on s.id = w.server_id join members m on m.server_id = s.id and m.user_id = w.user_id
        join roles r on r.server_id = m.server_id and r.id = m.role_id
      where w.permission = any(r.permissions)`,
  );
}
