import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';

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

/** Moves positions on the waitlist, and what hosts find people by, from one participation of an event to another. */
export async function handOver(db: Db, moves: readonly { eventId: string; from: string; to: string }[]): Promise<void> {
  await sql`update participations t set waitlisted_at = f.waitlisted_at, search_text = f.search_text
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) m("eventId" uuid, "from" uuid, "to" uuid)
    join participations f on f.event_id = m."eventId" and f.id = m."from"
    where t.event_id = m."eventId" and t.id = m."to"`.execute(db);
}

/** Locks every event with somebody on the list under a person's address, in the usual lock order. */
export async function lockClaimed(db: Db, userId: string): Promise<void> {
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
