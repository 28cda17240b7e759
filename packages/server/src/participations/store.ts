import { OFFER, type RegistrationFacts, type Seats, type Timed } from '@folkmoot/contract/participations/rules.ts';
import type { EventStatus, ParticipationRole, ParticipationStatus } from '@folkmoot/contract/participations/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { epoch, over, typedOnly, waitlistPosition } from './fragments-store.ts';

/** Whose participation it is: a person's, or an address's without an account. */
export type Whose =
  | { userId: string; email?: undefined; firstName?: undefined; lastName?: undefined; clientId?: undefined }
  | {
      userId?: undefined;
      email: string;
      firstName: string;
      lastName: string;
      /** If somebody types an address that nobody has proved: what their browser calls this place, which is a new one. */
      clientId?: string | undefined;
    };

/** Which participation it is. */
export type Ref = { eventId: string; id: string };

/** References as rows: `r.event_id` and `r.id`. */
export const refRows = (refs: readonly Ref[]) =>
  sql`unnest(${refs.map(({ eventId }) => eventId)}::uuid[], ${refs.map(({ id }) => id)}::uuid[]) r(event_id, id)`;

export type Participation = {
  id: string;
  eventId: string;
  /** Of its event, for notifying people about it. */
  alias: string;
  eventStatus: EventStatus;
  userId: string | null;
  email: string | null;
  /** As emails address them: by the account's data if there is one. */
  address: string;
  firstName: string;
  lastName: string;
  role: ParticipationRole;
  status: ParticipationStatus;
  ticketId: string | null;
  approved: boolean;
  paymentIntentId: string | null;
  offer_expires_epoc: number | null;
  /** Until when a seat is held that they are paying for; null once it has lapsed. */
  hold_expires_epoc: number | null;
  registered_epoc: number;
  checked_in_at: number | null;
  waitlistPosition: number | null;
  /** The role that hosts ask them to take, until they answer. */
  askedRole: ParticipationRole | null;
  /** Who invited them, or put their address on the list. */
  askedBy: string | null;
  /** They have registered or accepted themselves. */
  ownAct: boolean;
  addressGiven: boolean;
  /** Hosts only know their address. */
  typedOnly: boolean;
  /** Taken by somebody who typed its address, and not the address's own: what their browser calls it. */
  clientId: string | null;
  /** How often the address has been corrected: links of emails to an earlier one have ended. */
  addressNo: number;
};

const COLUMNS = sql`p.id, p.event_id as "eventId", e.alias, e.status as "eventStatus", p.user_id as "userId", p.email, coalesce(u.email, p.email) as address,
  coalesce(u.first_name, p.first_name) as "firstName", p.client_id as "clientId", p.address_no as "addressNo", coalesce(u.last_name, p.last_name) as "lastName", p.role, p.status, p.ticket_id as "ticketId",
  p.approved, p.payment_intent_id as "paymentIntentId", ${epoch('p.offer_expires_at')} as offer_expires_epoc,
  ${epoch('p.hold_expires_at')} as hold_expires_epoc, ${epoch('p.registered_at')} as registered_epoc, ${epoch('p.checked_in_at')} as checked_in_at, p.asked_role as "askedRole", p.asked_by as "askedBy",
  p.own_act as "ownAct", p.address_given as "addressGiven", ${typedOnly()} as "typedOnly",
  ${waitlistPosition()} as "waitlistPosition"`;

const FROM = sql`from participations p join events e on e.id = p.event_id left join users u on u.id = p.user_id`;

/** One participation by id. */
export async function findParticipation(db: Db, eventId: string, id: string): Promise<Participation | undefined> {
  return firstRow(db, sql<Participation>`select ${COLUMNS} ${FROM} where p.event_id = ${eventId} and p.id = ${id}`);
}

/** A person's own, or that of an address without an account: places that somebody took by typing it are not its own. */
export async function findParticipationOf(
  db: Db,
  eventId: string,
  whose: { userId: string } | { email: string } | { clientId: string },
): Promise<Participation | undefined> {
  const own =
    'clientId' in whose
      ? sql`p.client_id = ${whose.clientId}`
      : 'userId' in whose
        ? sql`p.user_id = ${whose.userId}`
        : sql`p.user_id is null and p.client_id is null and p.email = ${whose.email}`;
  return firstRow(db, sql<Participation>`select ${COLUMNS} ${FROM} where p.event_id = ${eventId} and ${own}`);
}

/** Several by id, in the order of registration. */
export async function listParticipations(db: Db, eventId: string, ids: string[]): Promise<Participation[]> {
  return allRows(
    db,
    sql<Participation>`select ${COLUMNS} ${FROM} where p.event_id = ${eventId} and p.id = any(${ids}::uuid[]) order by p.registered_at, p.id`,
  );
}

/** A person's own at several events, by event. */
export async function listParticipationsOf(
  db: Db,
  eventIds: readonly string[],
  userId: string,
): Promise<Participation[]> {
  return allRows(
    db,
    sql<Participation>`select ${COLUMNS} ${FROM} where p.event_id = any(${[...eventIds]}::uuid[]) and p.user_id = ${userId} order by p.event_id`,
  );
}

/** Several of different events. */
export async function listReferred(db: Db, refs: readonly Ref[]): Promise<Participation[]> {
  return allRows(
    db,
    sql<Participation>`select ${COLUMNS} ${FROM} join ${refRows(refs)} on r.event_id = p.event_id and r.id = p.id`,
  );
}

/**
 * The guests at the front of each event's waitlist for whom there is a free seat, in order: at most `most` for an event, and
 * no more for a ticket than it has seats left. Call it while the events are locked.
 */
export async function listNextWaiting(
  db: Db,
  wanted: readonly { eventId: string; most: number }[],
): Promise<Participation[]> {
  return allRows(
    db,
    sql<Participation>`with wanted as materialized (select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) w("eventId" uuid, most int)),
      chosen as materialized (
        select w."eventId" as event_id, c.id from wanted w, lateral (
          select x.id from (
            (select y.id, y.waitlisted_at from tickets k, lateral (
              select p.id, p.waitlisted_at from participations p where p.event_id = k.event_id and p.ticket_id = k.id and p.status = 'waitlisted'
              order by p.waitlisted_at, p.id limit least(k.capacity - k.taken_count, w.most)) y
            where k.event_id = w."eventId" and (k.capacity is null or k.taken_count < k.capacity))
            union all
            (select p.id, p.waitlisted_at from participations p where p.event_id = w."eventId" and p.ticket_id is null and p.status = 'waitlisted'
            order by p.waitlisted_at, p.id limit w.most)) x
          order by x.waitlisted_at, x.id limit w.most) c)
      select ${COLUMNS} ${FROM} join chosen c on c.event_id = p.event_id and c.id = p.id order by p.event_id, p.waitlisted_at, p.id`,
  );
}

/** Everyone who waits at these events for something with a free seat, in order, at most `most` at each. */
export async function listWaiting(db: Db, eventIds: readonly string[], most: number): Promise<Ref[]> {
  return allRows(
    db,
    sql<Ref>`select w.event_id as "eventId", w.id from unnest(${[...eventIds]}::uuid[]) one(id), lateral (
      select p.event_id, p.id, p.waitlisted_at from participations p left join tickets k on k.event_id = p.event_id and k.id = p.ticket_id
      where p.event_id = one.id and p.status = 'waitlisted' and (k.capacity is null or k.taken_count < k.capacity)
      order by p.waitlisted_at, p.id limit ${most}) w order by w.event_id, w.waitlisted_at, w.id`,
  );
}

/** What decides whether free seats of an event are offered. */
export type OfferFacts = Seats & Timed & { id: string; status: EventStatus };

/** That of several events. */
export async function listOfferFacts(db: Db, eventIds: readonly string[]): Promise<OfferFacts[]> {
  return allRows(
    db,
    sql<OfferFacts>`select e.id, e.status, e.capacity, e.taken_count as taken, e.waiting_count as waiting, e.tbd_date as "tbdDate",
      ${epoch('e.start_at')} as start_epoc, ${epoch('e.end_at')} as end_epoc from events e where e.id = any(${[...eventIds]}::uuid[]) order by e.id`,
  );
}

/** Events in which an offer has lapsed. */
export async function listLapsed(db: Db, now: Date): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`select distinct p.event_id as id from participations p join events e on e.id = p.event_id and e.status = 'published'
      where p.status = 'offered' and p.offer_expires_at <= ${now} limit 100`,
  );
  return rows.map(({ id }) => id);
}

/** Events with a free seat to offer to people who wait, as far as their counts tell. */
export async function listToOffer(db: Db, now: Date): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`select e.id from events e where e.status = 'published' and e.waiting_count > 0 and (e.capacity is null or e.taken_count < e.capacity)
      and (e.tbd_date or e.start_at is null or e.start_at > ${new Date(now.getTime() + OFFER.beforeStart * 1000)})
      order by e.updated_at desc limit 100`,
  );
  return rows.map(({ id }) => id);
}

/** The offers of an event that have lapsed. Under its lock. */
export async function listLapsedIn(db: Db, eventId: string, now: Date): Promise<Participation[]> {
  return allRows(
    db,
    sql<Participation>`select ${COLUMNS} ${FROM} where p.event_id = ${eventId} and p.status = 'offered' and p.offer_expires_at <= ${now} order by p.offer_expires_at, p.id`,
  );
}

/** Whether an event has guests, in whatever state. */
export async function hasGuests(db: Db, eventId: string): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ some: boolean }>`select exists (select from participations
      where event_id = ${eventId} and status <> 'not_going' and role in ('guest', 'featured_guest')) as some`,
  );
  return row?.some === true;
}

/** Events that a person has to do with, in whatever role, and that ended less than a day ago or are still to come. */
export async function listLiveEvents(db: Db, userId: string, now: Date): Promise<string[]> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const rows = await allRows(
    db,
    sql<{ id: string }>`select e.id from participations p join events e on e.id = p.event_id
      where p.user_id = ${userId} and p.status <> 'not_going' and not ${over(dayAgo)}`,
  );
  return rows.map(({ id }) => id);
}

/** The people with accounts who are going by their own choice, and the hosts. */
export async function listGoingPeople(db: Db, eventId: string): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`select user_id as id from participations where event_id = ${eventId} and user_id is not null
      and own_act and (status = 'going' or (role = 'host' and status <> 'not_going'))`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Events of a community in which a person has a participation that ends: every one that is not over, and the past
 * ones that they manage; or only the upcoming ones for members only which they do not host. In the usual lock order.
 */
export async function listEventsOf(
  db: Db,
  serverId: string,
  userId: string,
  every: boolean,
  now: Date,
): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`select e.id from participations p join events e on e.id = p.event_id
      where p.user_id = ${userId} and e.server_id = ${serverId} and p.status <> 'not_going'
        and case when ${every}::boolean then p.role in ('host', 'check_in') or not ${over(now)}
          else e.visibility = 'community' and p.role <> 'host' and not ${over(now)} end order by e.id`,
  );
  return rows.map(({ id }) => id);
}

/** The group conversations of events. */
export async function listGroups(db: Db, eventIds: readonly string[]): Promise<Ref[]> {
  return allRows(
    db,
    sql<Ref>`select event_id as "eventId", id from conversations where event_id = any(${[...eventIds]}::uuid[])`,
  );
}

/**
 * Who hosts an event, and who is going: what a copy of it may take over. Without people whom its community has banned
 * since, and for members' events without guests who have left.
 */
export async function listToCopy(db: Db, eventId: string): Promise<Participation[]> {
  return allRows(
    db,
    sql<Participation>`select ${COLUMNS} ${FROM}
      where p.event_id = ${eventId} and not p.deserted and (p.status = 'going' or (p.role = 'host' and p.status <> 'not_going'))
        and not exists (select 1 from bans b where b.server_id = e.server_id and b.user_id = p.user_id)
        and (e.visibility <> 'community' or p.role = 'host' or p.user_id is null
          or exists (select 1 from members m where m.server_id = e.server_id and m.user_id = p.user_id))
      order by p.registered_at, p.id`,
  );
}

/** Locks an event until the command ends: every seat of it is given and taken under this lock. */
export async function lockEvent(db: Db, eventId: string): Promise<void> {
  await sql`select 1 from events where id = ${eventId} for no key update`.execute(db);
}

/** Locks several, in the usual lock order. */
export async function lockEvents(db: Db, eventIds: readonly string[]): Promise<void> {
  await sql`select 1 from events where id = any(${[...eventIds]}::uuid[]) order by id for no key update`.execute(db);
}

/** The tickets of an event with what decides about their seats. */
export async function listSeats(
  db: Db,
  eventId: string,
): Promise<(NonNullable<RegistrationFacts['ticket']> & { id: string })[]> {
  return allRows(
    db,
    sql<
      NonNullable<RegistrationFacts['ticket']> & { id: string }
    >`select id, capacity, taken_count as taken, waiting_count as waiting, price from tickets where event_id = ${eventId}`,
  );
}

/** The hosts of an event by person, for notifying them. */
export async function listHostIds(db: Db, eventId: string): Promise<string[]> {
  return (await listHostsOf(db, [eventId])).map(({ id }) => id);
}

/** Those of several events: `id` is the person's. */
export async function listHostsOf(db: Db, eventIds: readonly string[]): Promise<Ref[]> {
  return allRows(
    db,
    sql<Ref>`select event_id as "eventId", user_id as id from participations
      where event_id = any(${[...eventIds]}::uuid[]) and role = 'host' and status <> 'not_going' and user_id is not null`,
  );
}

/** Whether a person hosts an event. */
export async function isHost(db: Db, eventId: string, userId: string): Promise<boolean> {
  return (await listHostIds(db, eventId)).includes(userId);
}
