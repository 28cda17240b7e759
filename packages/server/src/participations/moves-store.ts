import { fold } from '@folkmoot/contract/core/text.ts';
import { holdsSeat } from '@folkmoot/contract/participations/rules.ts';
import type { ParticipationRole, ParticipationStatus } from '@folkmoot/contract/participations/schema.ts';
import { sql } from 'kysely';
import type { Db } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import { findParticipation, type Participation, type Whose } from './store.ts';

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
  /** A new registration: its date on the list is now. */
  again?: boolean;
  /** They did it themselves. Implied if the actor is the person. */
  ownAct?: boolean;
  /** Hosts may see their address from now on. */
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

/** A host has looked at the guest list. Recorded at most once in this many seconds. */
export async function noteLook(db: Db, eventId: string, userId: string, now: Date): Promise<void> {
  await sql`update participations set looked_at = ${now} where event_id = ${eventId} and user_id = ${userId} and role = 'host'
    and (looked_at is null or looked_at < ${new Date(now.getTime() - 5000)})`.execute(db);
}

/**
 * Invites the people of one event to its copy: three statements, however many they are. People with an account are
 * invited to be what they were; an address without one keeps its participation. Returns the ids, and which of them
 * had registered themselves.
 */
export async function insertCopied(
  db: Db,
  eventId: string,
  people: readonly Participation[],
  actorId: string,
  now: Date,
): Promise<{ id: string; ownAct: boolean }[]> {
  const rows = people.map(({ userId, email, firstName, lastName, role, ownAct, addressGiven }) => {
    const bare = { email, first: firstName, last: lastName, text: fold(`${firstName} ${lastName} ${email ?? ''}`) };
    return {
      id: newId(),
      record: newId(),
      who: userId,
      role: userId === null ? role : 'guest',
      asked: userId === null ? null : role,
      status: userId === null ? 'going' : 'invited',
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
