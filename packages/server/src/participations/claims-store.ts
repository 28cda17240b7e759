import { fold } from '@folkmoot/contract/core/text.ts';
import { sql } from 'kysely';
import { isOfLeaver } from '../accounts/store.ts';
import { allRows, type Db } from '../core/db/db.ts';

/**
 * Somebody `u` with their confirmed address. Of those who have left, and of whom not all is erased yet, it is the one they had: as
 * after restoring an older backup, which brings back places that they gave up.
 */
const claimer = (
  userId: string,
) => sql`(select u.id, u.email_verified, u.created_at, coalesce(d.email, u.email) as email, coalesce(d.left_at, 'infinity') as until
  from users u left join departures d on d.user_id = u.id where u.id = ${userId} and u.email_verified) u`;

/** Places `p` that nobody's account has, and that are `u`'s by their address. */
const UNCLAIMED = sql`p.email = u.email and p.user_id is null and p.registered_at <= u.until
  and not ${isOfLeaver(sql`u.email`, sql`p.registered_at`, sql`u.id`)}`;

/** A person's own participation, and another under their confirmed address: twice at one event. */
export type Twice = { eventId: string; own: string; bare: string };

/** A place `p` of an address that hosts have, or that has proved it; or one taken by somebody who has got their account since. */
const THEIRS = sql`${UNCLAIMED} and (p.client_id is null or p.own_act or p.registered_at <= u.created_at)`;

/** Events in which a person is listed twice: with their account, and under its confirmed address. */
export async function listTwice(db: Db, userId: string): Promise<Twice[]> {
  return allRows(
    db,
    sql<Twice>`select p.event_id as "eventId", o.id as own, p.id as bare from ${claimer(userId)}
      join participations p on ${UNCLAIMED} and p.client_id is null and p.status <> 'not_going'
      join participations o on o.event_id = p.event_id and o.user_id = u.id
      order by p.event_id`,
  );
}

/** Moves positions on the waitlist, and what hosts find people by, from one participation of an event to another. */
export async function handOver(db: Db, moves: readonly { eventId: string; from: string; to: string }[]): Promise<void> {
  await sql`update participations t set waitlisted_at = f.waitlisted_at, search_text = f.search_text
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) m("eventId" uuid, "from" uuid, "to" uuid)
    join participations f on f.event_id = m."eventId" and f.id = m."from"
    where t.event_id = m."eventId" and t.id = m."to"`.execute(db);
}

/** Locks every event with somebody on the list under a person's address, in the usual lock order. Returns these events. */
export async function lockClaimed(db: Db, userId: string): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`select e.id from events e where e.id = any(array(select p.event_id from ${claimer(userId)}
      join participations p on ${UNCLAIMED})) order by e.id for no key update`,
  );
  return rows.map(({ id }) => id);
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
    }>`update participations p set user_id = u.id, email = null, client_id = null, typed = not p.own_act, address_given = true,
        first_name = case when p.own_act then '' else p.first_name end, last_name = case when p.own_act then '' else p.last_name end from ${claimer(userId)}
      where ${THEIRS}
        and not exists (select 1 from participations o where o.event_id = p.event_id and o.user_id = u.id)
        and p.id = (select x.id from participations x where x.event_id = p.event_id and x.email = u.email and x.user_id is null
            and (x.client_id is null or x.own_act or x.registered_at <= u.created_at)
          order by x.status = 'not_going', x.client_id is not null, x.registered_at, x.id limit 1)
      returning p.event_id as id`,
  );
  return rows.map(({ id }) => id);
}

/** Somebody corrects the address that they typed: what went to the earlier one ends. Under the event's lock. */
export async function setAddress(
  db: Db,
  { eventId, id }: { eventId: string; id: string },
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`update participations set email = ${to}, address_no = address_no + 1, search_text = replace(search_text, ${fold(from)}, ${fold(to)})
    where event_id = ${eventId} and id = ${id}`.execute(db);
}

/** A place under an address becomes the one that is the address's own, instead of another that is over. Under the event's lock. */
export async function giveAddress(
  db: Db,
  eventId: string,
  { to, from }: { to: string; from: string | undefined },
): Promise<void> {
  if (from !== undefined)
    await sql`update participations set client_id = id where event_id = ${eventId} and id = ${from}`.execute(db);
  await sql`update participations set client_id = null where event_id = ${eventId} and id = ${to}`.execute(db);
}

/**
 * Deletes places that have ended under a person's confirmed address, beside those of their account: a host who asks that address again
 * asks somebody else, who must not be on the list as this person. What was paid for stays until it is emptied.
 */
export async function deleteEnded(db: Db, userId: string): Promise<void> {
  await sql`delete from participations p using ${claimer(userId)}
    where ${UNCLAIMED} and p.role = 'guest' and p.status = 'not_going'
      and not exists (select from orders o where o.event_id = p.event_id and o.participation_id = p.id)`.execute(db);
}
