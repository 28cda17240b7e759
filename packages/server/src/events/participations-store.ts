import { fold } from '@folkmoot/contract/core/text.ts';
import { holdsSeat, OFFER } from '@folkmoot/contract/participations/rules.ts';
import type { EventStatus, ParticipationRole, ParticipationStatus } from '@folkmoot/contract/participations/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import { epoch, over, typedOnly } from './fragments-store.ts';

/** Whose participation it is: a person's, or an address's without an account. */
export type Whose =
  | { userId: string; email?: undefined; firstName?: undefined; lastName?: undefined }
  | { userId?: undefined; email: string; firstName: string; lastName: string };

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
  registered_epoc: number;
  checked_in_at: number | null;
  waitlistPlace: number | null;
  /** The role that hosts ask them to take, until they answer. */
  askedRole: ParticipationRole | null;
  /** Who invited them, or put their address on the list. */
  askedBy: string | null;
  /** They have registered or accepted themselves. */
  ownAct: boolean;
  addressGiven: boolean;
  /** Hosts only know their address. */
  typedOnly: boolean;
};

const COLUMNS = sql`p.id, p.event_id as "eventId", e.alias, e.status as "eventStatus", p.user_id as "userId", p.email, coalesce(u.email, p.email) as address,
  coalesce(u.first_name, p.first_name) as "firstName", coalesce(u.last_name, p.last_name) as "lastName", p.role, p.status, p.ticket_id as "ticketId",
  p.approved, p.payment_intent_id as "paymentIntentId", ${epoch('p.offer_expires_at')} as offer_expires_epoc,
  ${epoch('p.registered_at')} as registered_epoc, ${epoch('p.checked_in_at')} as checked_in_at, p.asked_role as "askedRole", p.asked_by as "askedBy",
  p.own_act as "ownAct", p.address_given as "addressGiven", ${typedOnly()} as "typedOnly",
  case when p.status = 'waitlisted' then (select count(*)::int from participations q where q.event_id = p.event_id and q.status = 'waitlisted'
    and (q.waitlisted_at, q.id) <= (p.waitlisted_at, p.id)) end as "waitlistPlace"`;

const FROM = sql`from participations p join events e on e.id = p.event_id left join users u on u.id = p.user_id`;

/** One participation by id. */
export async function findParticipation(db: Db, eventId: string, id: string): Promise<Participation | undefined> {
  return firstRow(db, sql<Participation>`select ${COLUMNS} ${FROM} where p.event_id = ${eventId} and p.id = ${id}`);
}

/** A person's own, or that of an address without an account. */
export async function findParticipationOf(
  db: Db,
  eventId: string,
  whose: { userId: string } | { email: string },
): Promise<Participation | undefined> {
  const own =
    'userId' in whose ? sql`p.user_id = ${whose.userId}` : sql`p.user_id is null and p.email = ${whose.email}`;
  return firstRow(db, sql<Participation>`select ${COLUMNS} ${FROM} where p.event_id = ${eventId} and ${own}`);
}

/** Several by id, in the order of registration. */
export async function listParticipations(db: Db, eventId: string, ids: string[]): Promise<Participation[]> {
  return allRows(
    db,
    sql<Participation>`select ${COLUMNS} ${FROM} where p.event_id = ${eventId} and p.id = any(${ids}::uuid[]) order by p.registered_at, p.id`,
  );
}

/** A new row, before it has any state that counts. */
export async function insertParticipation(
  db: Db,
  eventId: string,
  whose: Whose,
  { role, status, id = newId() }: { role: ParticipationRole; status: 'invited' | 'not_going'; id?: string },
  now: Date,
): Promise<string> {
  await db
    .insertInto('participations')
    .values({
      event_id: eventId,
      id,
      user_id: whose.userId ?? null,
      email: whose.email ?? null,
      first_name: whose.firstName ?? '',
      last_name: whose.lastName ?? '',
      search_text: whose.email === undefined ? '' : fold(`${whose.firstName} ${whose.lastName} ${whose.email}`),
      role,
      status,
      registered_at: now,
      changed_at: now,
    })
    .execute();
  return id;
}

/** Hosts and people at the door have no seat; everybody else does. */
const seatOf = (role: ParticipationRole, status: ParticipationStatus) => {
  const counts = role === 'guest' || role === 'featured_guest';
  return {
    taken: Number(holdsSeat({ role, status })),
    going: Number(counts && status === 'going'),
    waiting: Number(counts && status === 'waitlisted'),
  };
};

export type Move = {
  role?: ParticipationRole;
  status: ParticipationStatus;
  ticketId?: string | null;
  approved?: boolean;
  offerExpires?: number | null;
  actorId: string | null;
  reason?: string;
  /** Registers anew: the date on the list becomes this one. */
  again?: boolean;
  /** They did it themselves. Implied if the actor is the person. */
  ownAct?: boolean;
  /** Hosts may know their address from now on. */
  addressGiven?: boolean;
};

/**
 * Takes a participation from one state to another: its row, the counts of the event and of its tickets, and the
 * history, together. Only under the event's lock, with `before` read under it too.
 */
export async function moveParticipation(db: Db, before: Participation, move: Move, now: Date): Promise<Participation> {
  const role = move.role ?? before.role;
  const ticketId = move.ticketId === undefined ? before.ticketId : move.ticketId;
  const expires = move.status === 'offered' ? (move.offerExpires ?? null) : null;
  const [was, is] = [seatOf(before.role, before.status), seatOf(role, move.status)];
  const waits = move.status === 'waitlisted';
  const own = move.status !== 'not_going' && (move.ownAct ?? (move.actorId !== null && move.actorId === before.userId));
  // Open invitations end with their participation, and with their new role.
  const keepsAsked =
    move.status !== 'not_going' &&
    before.askedRole !== role &&
    (before.askedRole !== 'guest' || move.status === 'invited');
  await sql`update participations set own_act = own_act or ${own}::boolean, address_given = address_given or ${move.addressGiven ?? false}::boolean,
      asked_role = case when ${keepsAsked}::boolean then asked_role end, role = ${role}, status = ${move.status}, ticket_id = ${ticketId}, approved = ${move.approved ?? before.approved},
      offer_expires_at = to_timestamp(${expires}::bigint), changed_at = ${now},
      waitlisted_at = case when ${waits}::boolean then coalesce(waitlisted_at, ${now}::timestamptz) end,
      registered_at = case when ${move.again ?? false}::boolean then ${now}::timestamptz else registered_at end
    where event_id = ${before.eventId} and id = ${before.id}`.execute(db);
  await sql`update events set taken_count = taken_count + ${is.taken - was.taken}, going_count = going_count + ${is.going - was.going},
      waiting_count = waiting_count + ${is.waiting - was.waiting} where id = ${before.eventId}`.execute(db);
  await countTickets(db, before.eventId, { id: before.ticketId, ...was }, -1);
  await countTickets(db, before.eventId, { id: ticketId, ...is }, 1);
  if (before.status !== move.status)
    await insertHistory(db, before, before.status, move.status, move.actorId, move.reason ?? '', now);
  return (await findParticipation(db, before.eventId, before.id)) ?? before;
}

async function countTickets(
  db: Db,
  eventId: string,
  ticket: { id: string | null; taken: number; waiting: number },
  by: 1 | -1,
): Promise<void> {
  if (ticket.id === null || ticket.taken + ticket.waiting === 0) return;
  await sql`update tickets set taken_count = taken_count + ${by * ticket.taken}, waiting_count = waiting_count + ${by * ticket.waiting}
    where event_id = ${eventId} and id = ${ticket.id}`.execute(db);
}

async function insertHistory(
  db: Db,
  { eventId, id }: Pick<Participation, 'eventId' | 'id'>,
  from: ParticipationStatus | null,
  to: ParticipationStatus,
  actorId: string | null,
  reason: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('participation_history')
    .values({
      event_id: eventId,
      id: newId(),
      participation_id: id,
      from_status: from,
      to_status: to,
      actor_id: actorId,
      reason,
      at: now,
    })
    .execute();
}

/** Who is next: people waiting, in order, for a ticket that has a seat left if the ticket is limited. */
export async function findNextWaiting(db: Db, eventId: string): Promise<Participation | undefined> {
  return firstRow(
    db,
    sql<Participation>`select ${COLUMNS} ${FROM} left join tickets k on k.event_id = p.event_id and k.id = p.ticket_id
      where p.event_id = ${eventId} and p.status = 'waitlisted' and (k.capacity is null or k.taken_count < k.capacity)
      order by p.waitlisted_at, p.id limit 1`,
  );
}

/** Everyone who waits for something with a free seat, in order, at most `most`. */
export async function listWaiting(db: Db, eventId: string, most: number): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`select p.id from participations p left join tickets k on k.event_id = p.event_id and k.id = p.ticket_id
      where p.event_id = ${eventId} and p.status = 'waitlisted' and (k.capacity is null or k.taken_count < k.capacity)
      order by p.waitlisted_at, p.id limit ${sql.lit(most)}`,
  );
  return rows.map(({ id }) => id);
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

/** Everybody a change of the event concerns: going, waiting, asking, invited. With an address each. */
export async function listConcerned(db: Db, eventId: string): Promise<{ id: string }[]> {
  return allRows(
    db,
    sql<{
      id: string;
    }>`select id from participations where event_id = ${eventId} and status <> 'not_going' and role in ('guest', 'featured_guest')`,
  );
}

/** Everybody who has to do with an event, in whatever role, except the sender. */
export async function listOthers(db: Db, eventId: string, userId: string): Promise<{ id: string }[]> {
  return allRows(
    db,
    sql<{
      id: string;
    }>`select id from participations where event_id = ${eventId} and status <> 'not_going' and user_id is distinct from ${userId}`,
  );
}

/** Everyone with an account who has to do with an event, in whatever role. */
export async function listTakingPart(db: Db, eventId: string): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`select user_id as id from participations where event_id = ${eventId} and user_id is not null and status <> 'not_going'`,
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

/** A person's own participation, and another under their confirmed address: twice at one event. */
export type Twice = { eventId: string; own: string; bare: string };

/** Events in which a person is listed twice: with their account, and under its confirmed address. */
export async function listTwice(db: Db, userId: string): Promise<Twice[]> {
  return allRows(
    db,
    sql<Twice>`select p.event_id as "eventId", o.id as own, p.id as bare from users u
      join participations p on p.email = u.email and p.user_id is null and p.status <> 'not_going'
      join participations o on o.event_id = p.event_id and o.user_id = u.id
      where u.id = ${userId} and u.email_verified order by p.event_id`,
  );
}

/** Moves one participation's answers, and its position in the queue, to another. */
export async function handOver(db: Db, eventId: string, from: string, to: string): Promise<void> {
  await sql`delete from answers where event_id = ${eventId} and participation_id = ${to}`.execute(db);
  await sql`update answers set participation_id = ${to} where event_id = ${eventId} and participation_id = ${from}`.execute(
    db,
  );
  await sql`update participations t set waitlisted_at = f.waitlisted_at, search_text = f.search_text from participations f
    where t.event_id = ${eventId} and t.id = ${to} and f.event_id = t.event_id and f.id = ${from}`.execute(db);
}

/** Locks every event with somebody on the list under a person's address, in the usual lock order. */
export async function holdClaimed(db: Db, userId: string): Promise<void> {
  await sql`select e.id from events e where e.id = any(array(select p.event_id from participations p join users u on u.email = p.email
    where u.id = ${userId} and p.user_id is null)) order by e.id for no key update`.execute(db);
}

/**
 * What was registered under a person's confirmed address without an account becomes theirs. Returns the events, which
 * are locked. If they have not answered themselves, hosts see as before what was typed: otherwise an address on the
 * list would reveal its owner once that person joins.
 */
export async function claimParticipations(db: Db, userId: string): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`update participations p set user_id = u.id, email = null, typed = not p.own_act, address_given = true,
        first_name = case when p.own_act then '' else p.first_name end, last_name = case when p.own_act then '' else p.last_name end from users u
      where u.id = ${userId} and u.email_verified and p.user_id is null and p.email = u.email
        and not exists (select 1 from participations o where o.event_id = p.event_id and o.user_id = u.id)
      returning p.event_id as id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Events of a community in which a person has a participation that ends: every one that is not over, and the past
 * ones that they manage; or only the upcoming ones for members only which they do not host. In the usual lock order.
 */
export async function listPlacesIn(
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

/** The group conversations of an event. */
export async function listGroups(db: Db, eventId: string): Promise<string[]> {
  const rows = await allRows(db, sql<{ id: string }>`select id from conversations where event_id = ${eventId}`);
  return rows.map(({ id }) => id);
}

/**
 * Who hosts an event, and who is going: what a copy of it may take over. Without people whom its community has banned
 * since, and for members' events without guests who have left.
 */
export async function listToCopy(db: Db, eventId: string): Promise<Participation[]> {
  return allRows(
    db,
    sql<Participation>`select ${COLUMNS} ${FROM}
      where p.event_id = ${eventId} and (p.status = 'going' or (p.role = 'host' and p.status <> 'not_going'))
        and not exists (select 1 from bans b where b.server_id = e.server_id and b.user_id = p.user_id)
        and (e.visibility <> 'community' or p.role = 'host' or p.user_id is null
          or exists (select 1 from members m where m.server_id = e.server_id and m.user_id = p.user_id))
      order by p.registered_at, p.id`,
  );
}
