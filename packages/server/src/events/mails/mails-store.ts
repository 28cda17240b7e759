import { NAMED, type NoticeKind, type NoticePreview } from '@folkmoot/contract/events/cancel-schema.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { NOBODY } from '../../core/id.ts';
import { NAMED_AS, over } from '../../participations/fragments-store.ts';
import { eventJson } from '../fragments-store.ts';
import { cameSince } from '../hosts/invitations-store.ts';

/** Guests `p`. */
const GUESTS = sql`p.role in ('guest', 'featured_guest')`;

export type MailEvent = EventView & {
  sequence: number;
  changed: Date;
  /** The reader's own zone, if they have an account. */
  zone: string | null;
  /** Hosts whom the reader has blocked, or who have blocked the reader. */
  hidden: string[];
};

/**
 * An event as its emails need it: as a person who is going sees it.
 *
 * @param userId the reader of an email about no participation.
 */
export async function findForMail(
  db: Db,
  eventId: string,
  participationId: string | null,
  userId: string | null,
): Promise<MailEvent | undefined> {
  const own = participationId ?? NOBODY;
  const row = await firstRow(
    db,
    sql<Omit<MailEvent, keyof EventView> & { view: EventView }>`select ${eventJson({ participationId: own })} as view,
        e.sequence, e.content_changed_at as changed, reader.time_zone as zone,
        array(select h.user_id from participations h join blocks b on h.user_id in (b.blocker_id, b.blocked_id) and reader.id in (b.blocker_id, b.blocked_id)
          where h.event_id = e.id and h.role = 'host' and h.user_id <> reader.id) as hidden
      from events e left join servers s on s.id = e.server_id
      left join members m on false left join roles r on false
      left join participations own on own.event_id = e.id and own.id = ${own}
      left join users reader on reader.id = coalesce(own.user_id, ${userId}::uuid) where e.id = ${eventId}`,
  );
  if (!row) return undefined;
  const { view, ...beside } = row;
  return { ...view, ...beside };
}

/** A person's name and address for an email. */
export async function findReader(
  db: Db,
  userId: string,
): Promise<{ firstName: string; lastName: string; address: string } | undefined> {
  return firstRow(
    db,
    sql<{
      firstName: string;
      lastName: string;
      address: string;
    }>`select first_name as "firstName", last_name as "lastName", email as address from users where id = ${userId}`,
  );
}

/**
 * Published events that begin within `most` seconds, and not within `least`, and without a reminder so far: marks
 * them as reminded.
 */
export async function takeReminders(
  db: Db,
  kind: 'day' | 'hour',
  { least, most }: { least: number; most: number },
  now: Date,
): Promise<string[]> {
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const column = sql.ref(kind === 'day' ? 'reminded_day_at' : 'reminded_hour_at');
  const rows = await allRows(
    db,
    sql<{ id: string }>`update events set ${column} = ${now} where id in (
      select id from events where status = 'published' and type = 'internal' and not tbd_date and ${column} is null
        and start_at > ${at(least)} and start_at <= ${at(most)} limit 50 for update skip locked) returning id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Published events at which people have registered since the hosts were last told, an hour ago or more; marks them as
 * told.
 */
export async function takeNewGuests(db: Db, now: Date): Promise<{ id: string; guests: number }[]> {
  return allRows(
    db,
    sql<{ id: string; guests: number }>`with due as (
        select e.id, ${cameSince(sql`coalesce(e.hosts_told_at, e.created_at)`)} as guests
        from events e where e.status = 'published' and not ${over(now)} and (e.hosts_told_at is null or e.hosts_told_at <= ${new Date(now.getTime() - 3_600_000)})
          and exists (select 1 from participations p where p.event_id = e.id and p.registered_at > coalesce(e.hosts_told_at, e.created_at))
        limit 100 for update of e skip locked)
      update events set hosts_told_at = ${now} from due where events.id = due.id and due.guests > 0 returning events.id, due.guests`,
  );
}

/** What asks a host for an answer: who would like to come, or to have access; `name` and `by` if it is one person. */
export type DueRequests = { eventId: string; hostId: string; guests: number; name: string | null; by: string | null };

/**
 * For each host of a published event at which people have asked since the hosts were last told, an hour ago or more: how many
 * there are, blocked or not; marks them as told.
 */
export async function takeRequests(db: Db, of: 'requests' | 'access', now: Date): Promise<DueRequests[]> {
  const told = sql.ref(of === 'requests' ? 'requests_told_at' : 'access_told_at');
  const asks =
    of === 'requests'
      ? sql`select p.user_id, coalesce(u.first_name, p.first_name) as first_name, coalesce(u.last_name, p.last_name) as last_name
          from participations p left join users u on u.id = p.user_id
          where p.event_id = e.id and p.role = 'guest' and p.status = 'requested' and p.registered_at > coalesce(e.${told}, e.created_at)`
      : sql`select u.id as user_id, u.first_name, u.last_name from event_access a join users u on u.id = a.user_id
          where a.event_id = e.id and a.status = 'pending' and a.asked_at > coalesce(e.${told}, e.created_at)`;
  return allRows(
    db,
    sql<DueRequests>`with due as materialized (
        select e.id, e.created_at, e.${told} from events e where e.status = 'published' and not ${over(now)}
          and (e.${told} is null or e.${told} <= ${new Date(now.getTime() - 3_600_000)}) and exists (${asks})
        limit 100 for update of e skip locked),
      told as (update events set ${told} = ${now} from due where events.id = due.id)
      select e.id as "eventId", h.user_id as "hostId", count(*)::int as guests,
        case when count(*) = 1 then min(trim(a.first_name || ' ' || a.last_name)) end as name, case when count(*) = 1 then min(a.user_id::text) end as by
      from due e join participations h on h.event_id = e.id and h.role = 'host' and h.status <> 'not_going' and h.user_id is not null
        cross join lateral (${asks}) a
      group by e.id, h.user_id`,
  );
}

/** Whom a notice about an event would reach, and who would be left out, without the host who gives it. */
export async function previewNotice(db: Db, eventId: string, of: NoticeKind, hostId: string): Promise<NoticePreview> {
  const concerned =
    of === 'cancelled' ? sql`true` : of === 'online' ? sql`${GUESTS} and p.status = 'going'` : sql`${GUESTS}`;
  const row = await firstRow(
    db,
    sql<NoticePreview>`with told as materialized (
        select p.id, p.registered_at, ${NAMED_AS} as name,
          case when p.role in ('host', 'check_in') then 'team' when p.status in ('going', 'invited') then p.status else 'waiting' end as part,
          case when exists (select from event_mail_stops m where m.event_id = p.event_id and m.address = coalesce(u.email, p.email)) then 'stopped'
            when p.status = 'invited' and not p.own_act and not exists (select from event_outreach o
              where o.event_id = p.event_id and o.address = coalesce(u.email, p.email) and o.kind in ('invited', 'letter')) then 'unmailed' end as skipped
        from participations p left join users u on u.id = p.user_id
        where p.event_id = ${eventId} and p.status <> 'not_going' and p.user_id is distinct from ${hostId} and ${concerned})
      select count(*) filter (where skipped is null and part = 'going')::int as going, count(*) filter (where skipped is null and part = 'waiting')::int as waiting,
        count(*) filter (where skipped is null and part = 'invited')::int as invited, count(*) filter (where skipped is null and part = 'team')::int as team,
        json_build_object('stopped', count(*) filter (where skipped = 'stopped'), 'unmailed', count(*) filter (where skipped = 'unmailed')) as skipped,
        coalesce((select json_agg(json_build_object('name', name, 'reason', skipped)) from (
          select name, skipped from told where skipped is not null order by registered_at, id limit ${sql.lit(NAMED)}) l), '[]'::json) as "leftOut"
      from told`,
  );
  return row ?? { ...{ going: 0, waiting: 0, invited: 0, team: 0, leftOut: [] }, skipped: { stopped: 0, unmailed: 0 } };
}

/** Hosts are up to date about everybody on the list. */
export async function noteHostsTold(db: Db, eventId: string, now: Date): Promise<void> {
  await sql`update events set hosts_told_at = ${now}, requests_told_at = ${now}, access_told_at = ${now} where id = ${eventId}`.execute(
    db,
  );
}
