import { fold } from '@folkmoot/contract/core/text.ts';
import { holdsSeat } from '@folkmoot/contract/participations/rules.ts';
import type { ParticipationRole, ParticipationStatus } from '@folkmoot/contract/participations/schema.ts';
import { sql } from 'kysely';
import type { Db } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import { findParticipation, type Participation, type Ref, type Whose } from './store.ts';

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
      client_id: whose.clientId ?? null,
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
const seatOf = ({ role, status, hold_expires_epoc: hold = null }: Parameters<typeof holdsSeat>[0]) => {
  const counts = role === 'guest' || role === 'featured_guest';
  return {
    taken: Number(holdsSeat({ role, status, hold_expires_epoc: hold })),
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
  /** Of a seat that is being paid for; without it, the hold stays what it is. */
  holdExpires?: number | null;
  /** Of the payment that has seated them. */
  paymentIntentId?: string;
  actorId: string | null;
  reason?: string;
  /** A new registration: its date on the list is now. */
  again?: boolean;
  /** They did it themselves. Implied if the actor is the person. */
  ownAct?: boolean;
  /** Hosts may see their address from now on. */
  addressGiven?: boolean;
};

/** A participation as it is, and what becomes of it. */
export type Moving = { before: Participation; change: Move };

/** Whether a person changes their own participation. */
const isOwn = ({ before, change }: Moving) =>
  change.ownAct ?? (change.actorId !== null && change.actorId === before.userId);

/** What a change makes of a participation. */
function afterMove({ before, change }: Moving): Participation {
  const role = change.role ?? before.role;
  // Open invitations end with their participation, and with their new role.
  const keepsAsked =
    change.status !== 'not_going' &&
    before.askedRole !== role &&
    (before.askedRole !== 'guest' || change.status === 'invited');
  return {
    ...before,
    role,
    status: change.status,
    ticketId: change.ticketId === undefined ? before.ticketId : change.ticketId,
    approved: change.approved ?? before.approved,
    offer_expires_epoc: change.status === 'offered' ? (change.offerExpires ?? null) : null,
    hold_expires_epoc:
      change.status === 'payment_pending'
        ? change.holdExpires === undefined
          ? before.hold_expires_epoc
          : change.holdExpires
        : null,
    paymentIntentId: change.status === 'going' ? (change.paymentIntentId ?? before.paymentIntentId) : null,
    askedRole: keepsAsked ? before.askedRole : null,
    ownAct: before.ownAct || (change.status !== 'not_going' && isOwn({ before, change })),
    addressGiven: before.addressGiven || (change.addressGiven ?? false),
  };
}

/** What changes in the counts of events, and of tickets by event and id. */
function countMoves(moves: readonly { before: Participation; after: Participation }[]) {
  const events = new Map<string, { id: string; taken: number; going: number; waiting: number }>();
  const tickets = new Map<string, { event: string; id: string; taken: number; waiting: number }>();
  const add = (one: Participation, by: 1 | -1) => {
    const { eventId, ticketId } = one;
    const seat = seatOf(one);
    const event = events.get(eventId) ?? { id: eventId, taken: 0, going: 0, waiting: 0 };
    for (const each of ['taken', 'going', 'waiting'] as const) event[each] += by * seat[each];
    events.set(eventId, event);
    if (ticketId === null) return;
    const key = `${eventId} ${ticketId}`;
    const ticket = tickets.get(key) ?? { event: eventId, id: ticketId, taken: 0, waiting: 0 };
    tickets.set(key, { ...ticket, taken: ticket.taken + by * seat.taken, waiting: ticket.waiting + by * seat.waiting });
  };
  for (const { before, after } of moves) {
    add(before, -1);
    add(after, 1);
  }
  return { events: [...events.values()], tickets: [...tickets.values()] };
}

/**
 * Takes participations, also of several events, from one state to another: their rows, the counts of the events and of
 * their tickets, and the history, in one statement however many they are. Only under the locks of the events, with each
 * `before` read under them too, and no participation twice.
 *
 * @returns what became of them, in the same order, without their positions on the waitlist.
 */
export async function moveParticipations(db: Db, moving: readonly Moving[], now: Date): Promise<Participation[]> {
  if (moving.length === 0) return [];
  const moves = moving.map((one) => ({ ...one, after: { ...afterMove(one), waitlistPosition: null } }));
  const rows = moves.map(({ before, change, after }) => ({
    event: after.eventId,
    id: after.id,
    own: after.ownAct,
    gaveUp: change.status === 'not_going' && isOwn({ before, change }),
    given: after.addressGiven,
    asks: after.askedRole !== null,
    role: after.role,
    was: before.status,
    status: after.status,
    ticket: after.ticketId,
    approved: after.approved,
    expires: after.offer_expires_epoc,
    held: after.hold_expires_epoc,
    intent: after.paymentIntentId,
    again: change.again ?? false,
    record: newId(),
    actor: change.actorId,
    reason: change.reason ?? '',
  }));
  const { events, tickets } = countMoves(moves);
  await sql`with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(event uuid, id uuid, own boolean, "gaveUp" boolean, given boolean, asks boolean, role text, was text,
        status text, ticket uuid, approved boolean, expires bigint, held bigint, intent text, again boolean, record uuid, actor uuid, reason text)),
    moved as (
      update participations p set own_act = p.own_act or r.own, gave_up = r."gaveUp", address_given = p.address_given or r.given,
        asked_role = case when r.asks then p.asked_role end, role = r.role, status = r.status, ticket_id = r.ticket, approved = r.approved,
        offer_expires_at = to_timestamp(r.expires), hold_expires_at = to_timestamp(r.held), payment_intent_id = r.intent, changed_at = ${now}::timestamptz,
        waitlisted_at = case when r.status = 'waitlisted' then coalesce(p.waitlisted_at, ${now}::timestamptz) end,
        registered_at = case when r.again or (r.was = 'invited' and r.status not in ('invited', 'not_going')) then ${now}::timestamptz else p.registered_at end
      from given r where p.event_id = r.event and p.id = r.id),
    counted as (
      update events e set taken_count = e.taken_count + c.taken, going_count = e.going_count + c.going, waiting_count = e.waiting_count + c.waiting
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) c(id uuid, taken int, going int, waiting int) where e.id = c.id),
    sold as (
      update tickets k set taken_count = k.taken_count + s.taken, waiting_count = k.waiting_count + s.waiting
      from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb) s(event uuid, id uuid, taken int, waiting int)
      where k.event_id = s.event and k.id = s.id and (s.taken <> 0 or s.waiting <> 0))
    insert into participation_history (event_id, id, participation_id, from_status, to_status, actor_id, reason, at)
    select r.event, r.record, r.id, r.was, r.status, r.actor, r.reason, ${now}::timestamptz from given r where r.was <> r.status`.execute(
    db,
  );
  return moves.map(({ after }) => after);
}

/** The same for one. Returns it as it now is. */
export async function moveParticipation(
  db: Db,
  before: Participation,
  change: Move,
  now: Date,
): Promise<Participation> {
  await moveParticipations(db, [{ before, change }], now);
  return (await findParticipation(db, before.eventId, before.id)) ?? before;
}

/** What a host asks of a person on the list; null takes it back. */
export async function setAsked(
  db: Db,
  { eventId, id }: Pick<Participation, 'eventId' | 'id'>,
  asked: { role: ParticipationRole | null; by: string },
  now: Date,
): Promise<void> {
  await sql`update participations set asked_role = ${asked.role}, asked_by = ${asked.by}, asked_at = ${now}
    where event_id = ${eventId} and id = ${id}`.execute(db);
}

/** What hosts ask of several people, each as the one who had put them on the list. */
export async function setAllAsked(
  db: Db,
  asked: readonly (Ref & { role: ParticipationRole; by: string })[],
  now: Date,
): Promise<void> {
  if (asked.length === 0) return;
  await sql`update participations p set asked_role = a.role, asked_by = a.by, asked_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) a("eventId" uuid, id uuid, role text, by uuid)
    where p.event_id = a."eventId" and p.id = a.id`.execute(db);
}

/** A host typed a person's address, so hosts know it. Until that person answers, hosts see only what was typed. */
export async function setTyped(
  db: Db,
  { eventId, id }: Pick<Participation, 'eventId' | 'id'>,
  typed: { email: string; firstName: string; lastName: string },
): Promise<void> {
  await sql`update participations set address_given = true, typed = true, first_name = ${typed.firstName}, last_name = ${typed.lastName}
    where event_id = ${eventId} and id = ${id}`.execute(db);
}

/** A person has opened the link of an email that went to their address: it is theirs. */
export async function noteOwnAct(db: Db, eventId: string, id: string): Promise<void> {
  await sql`update participations set own_act = true where event_id = ${eventId} and id = ${id} and not own_act and status <> 'not_going'`.execute(
    db,
  );
}

/** A host's look at the guest list is recorded at most once in this many milliseconds. */
const LOOK_AGAIN = 5000;

/** Whether a look at the guest list is to be recorded: only those of hosts are. */
export function isLookDue(
  { role, lookedAt }: { role: ParticipationRole | null; lookedAt: Date | null },
  now: Date,
): boolean {
  return role === 'host' && (lookedAt === null || lookedAt.getTime() < now.getTime() - LOOK_AGAIN);
}

/** A host has looked at the guest list. */
export async function noteLook(db: Db, eventId: string, userId: string, now: Date): Promise<void> {
  await sql`update participations set looked_at = ${now} where event_id = ${eventId} and user_id = ${userId} and role = 'host'
    and (looked_at is null or looked_at < ${new Date(now.getTime() - LOOK_AGAIN)})`.execute(db);
}

/**
 * Invites the people of one event to its copy: three statements, however many they are. People with an account are
 * invited to be what they were; an address without one keeps its participation, unless it has to be paid for. Returns the ids, and which of them
 * had registered themselves.
 *
 * @param asks who copies, and whether addresses without an account are seated.
 */
export async function insertCopied(
  db: Db,
  eventId: string,
  people: readonly Participation[],
  { by: actorId, seated }: { by: string; seated: boolean },
  now: Date,
): Promise<{ id: string; ownAct: boolean }[]> {
  const keeps = (userId: string | null) => userId === null && seated;
  const rows = people.map(({ userId, email, firstName, lastName, role, ownAct, addressGiven }) => {
    const bare = { email, first: firstName, last: lastName, text: fold(`${firstName} ${lastName} ${email ?? ''}`) };
    return {
      id: newId(),
      record: newId(),
      who: userId,
      role: keeps(userId) ? role : 'guest',
      asked: keeps(userId) ? null : role,
      status: keeps(userId) ? 'going' : 'invited',
      given: addressGiven,
      ownAct,
      ...(userId === null ? bare : { first: '', last: '', text: '' }),
    };
  });
  const list = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(id uuid, record uuid, who uuid, email text, first text, last text, role text, asked text, status text, given boolean, text text)`;
  await sql`insert into participations (event_id, id, user_id, email, first_name, last_name, role, status, approved, registered_at, changed_at, search_text,
      asked_role, asked_by, asked_at, address_given)
    select ${eventId}, r.id, r.who, r.email, r.first, r.last, r.role, r.status, true, ${now}::timestamptz, ${now}::timestamptz, r.text,
      r.asked, ${actorId}::uuid, ${now}::timestamptz, r.given from ${list}`.execute(db);
  await sql`insert into participation_history (event_id, id, participation_id, from_status, to_status, actor_id, at)
    select ${eventId}, r.record, r.id, 'not_going', r.status, ${actorId}, ${now}::timestamptz from ${list}`.execute(db);
  const seats = rows.filter(({ role, status }) => status === 'going' && holdsSeat({ role, status })).length;
  await sql`update events set taken_count = taken_count + ${seats}, going_count = going_count + ${seats} where id = ${eventId}`.execute(
    db,
  );
  return rows.map(({ id, ownAct }) => ({ id, ownAct }));
}

export type NewlyInvited = {
  id: string;
  /** The canonical address. */
  key: string;
  firstName: string;
  lastName: string;
  role: ParticipationRole;
  by: string | null;
  /** Whether hosts know the address. */
  known: boolean;
};

/**
 * People whose letter of invitation has left are on the list as invited; those who are on it already, and not as people who
 * are not coming, stay what they are. What hosts see of an address does not depend on whether it has an account. One
 * statement, however many they are.
 */
export async function insertInvited(
  db: Db,
  eventId: string,
  invited: readonly NewlyInvited[],
  now: Date,
): Promise<void> {
  if (invited.length === 0) return;
  const rows = invited.map((one) => ({
    ...one,
    record: newId(),
    text: fold(`${one.firstName} ${one.lastName} ${one.key}`),
  }));
  await sql`with given as materialized (
      select g.*, u.id as account from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        g(id uuid, record uuid, key text, "firstName" text, "lastName" text, role text, by uuid, known boolean, text text)
      left join users u on u.email = g.key and u.email_verified),
    again as (
      update participations p set role = 'guest', status = 'invited', approved = true, changed_at = ${now}::timestamptz, asked_role = g.role,
        asked_by = g.by, asked_at = ${now}::timestamptz, offer_expires_at = null, waitlisted_at = null
      from given g where p.event_id = ${eventId} and p.id = g.id and p.status = 'not_going' returning p.id),
    made as (
      insert into participations (event_id, id, user_id, email, first_name, last_name, role, status, approved, registered_at, changed_at, search_text,
        asked_role, asked_by, asked_at, address_given, typed)
      select ${eventId}::uuid, g.id, g.account, case when g.account is null then g.key end, g."firstName", g."lastName", 'guest', 'invited', true,
        ${now}::timestamptz, ${now}::timestamptz, case when g.account is null then g.text else '' end, g.role, g.by, ${now}::timestamptz, g.known, g.known and g.account is not null
      from given g where not exists (select 1 from participations p where p.event_id = ${eventId} and p.id = g.id)
      on conflict do nothing returning id)
    insert into participation_history (event_id, id, participation_id, from_status, to_status, actor_id, at)
    select ${eventId}::uuid, g.record, g.id, 'not_going', 'invited', g.by, ${now}::timestamptz
    from given g where g.id in (select id from again union all select id from made)`.execute(db);
}

/** What hosts can find a participation by. */
export async function setSearchText(db: Db, eventId: string, id: string, searchText: string): Promise<void> {
  await db
    .updateTable('participations')
    .set({ search_text: searchText })
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .execute();
}

/** A ticket is deleted: guests who once had it and are not coming now have none. */
export async function dropTicket(db: Db, eventId: string, ticketId: string): Promise<void> {
  await sql`update participations set ticket_id = null where event_id = ${eventId} and ticket_id = ${ticketId}`.execute(
    db,
  );
}

/** With which code a place is taken; null for none. */
export async function setCode(db: Db, { eventId, id }: Ref, codeId: string | null): Promise<void> {
  await sql`update participations set code_id = ${codeId} where event_id = ${eventId} and id = ${id}`.execute(db);
}

/** Places go on under other participations, and the codes with which they were taken with them. Under their events' locks. */
export async function moveCodes(
  db: Db,
  moves: readonly { eventId: string; from: string; to: string }[],
): Promise<void> {
  await sql`update participations t set code_id = f.code_id
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) m("eventId" uuid, "from" uuid, "to" uuid)
    join participations f on f.event_id = m."eventId" and f.id = m."from"
    where t.event_id = m."eventId" and t.id = m."to"`.execute(db);
}
