import { fold } from '@folkmoot/contract/core/text.ts';
import { sql } from 'kysely';
import type { EraseStep, Leaver } from '../core/personal-data.ts';

/** Places `p` of somebody: of their account, and those under their address that it never took over. Who signs up with it later has others. */
const theirs = ({ id, email }: Leaver) => sql`(p.user_id = ${id} or (p.user_id is null and p.email = ${email}
    and p.registered_at <= (select max(d.left_at) from departures d where d.user_id = ${id})))`;

/** Reasons why their places have changed: others wrote them about the person. */
export const emptyHistory: EraseStep = async (tx, leaver, most) => {
  const done = await sql`update participation_history h set reason = '' from (
      select p.event_id, o.participation_id, o.id from participations p
        join participation_history o on o.event_id = p.event_id and o.participation_id = p.id and o.reason <> ''
      where ${theirs(leaver)} limit ${most}) own
    where h.event_id = own.event_id and h.participation_id = own.participation_id and h.id = own.id`.execute(tx);
  return Number(done.numAffectedRows ?? 0);
};

/** Emails about the person, or to them, that have not been written, and what counts those that were. */
export const deleteDueMails: EraseStep = async (tx, leaver, most) => {
  const { id, email, leftAt } = leaver;
  const due = await sql`delete from event_mails where id in (select m.id from event_mails m
    where position(${id} in m.note::text) > 0
      or exists (select from participations p where p.event_id = m.event_id and p.id = m.participation_id and ${theirs(leaver)}) limit ${most})`.execute(
    tx,
  );
  const stops = await sql`delete from event_mail_stops where address = ${email} and stopped_at <= ${leftAt}`.execute(
    tx,
  );
  const sent =
    await sql`delete from event_outreach where id in (select id from event_outreach where sender = ${id}::text or (address = ${email} and at <= ${leftAt}) limit ${most})`.execute(
      tx,
    );
  return Number((due.numAffectedRows ?? 0n) + (stops.numAffectedRows ?? 0n) + (sent.numAffectedRows ?? 0n));
};

/**
 * Past places stay without their person, since they count; so does a place that was paid for. Invitations and requests that
 * led to nothing are deleted. No count of an event changes: who is not going has no seat.
 */
export const desertPlaces: EraseStep = async (tx, leaver, most) => {
  const done = await sql`with mine as materialized (
      select p.event_id, p.id, p.role = 'guest' and p.status in ('invited', 'requested', 'not_going')
        and not exists (select from orders o where o.event_id = p.event_id and o.participation_id = p.id) as empty
      from participations p where ${theirs(leaver)} order by p.event_id limit ${most} for no key update),
    gone as (delete from participations p using mine where mine.empty and p.event_id = mine.event_id and p.id = mine.id),
    kept as (update participations p set deserted = true, user_id = null, email = null, first_name = 'Deleted', last_name = 'member',
        search_text = '', person_name = ${fold('Deleted member')}, person_email = '', typed = false, address_given = false
      from mine where not mine.empty and p.event_id = mine.event_id and p.id = mine.id)
    select event_id from mine`.execute(tx);
  return done.rows.length;
};
