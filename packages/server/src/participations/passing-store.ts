import { sql } from 'kysely';
import { type Db, firstRow } from '../core/db/db.ts';
import type { Ref } from './store.ts';

/** Whether it was a host, and not the person, who last ended this participation. */
export async function wasTurnedAway(db: Db, { eventId, id }: Ref): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ away: boolean }>`select h.actor_id is not null and h.actor_id is distinct from p.user_id as away
      from participation_history h join participations p on p.event_id = h.event_id and p.id = h.participation_id
      where h.event_id = ${eventId} and h.participation_id = ${id} and h.to_status = 'not_going'
      order by h.at desc, h.id desc limit 1`,
  );
  return row?.away === true;
}

/**
 * Somebody gets a place by an address that another person typed: until they act themselves, hosts see of an account only
 * what was typed, and nobody else is shown that they come.
 */
export async function setGiven(
  db: Db,
  { eventId, id }: Ref,
  typed: { firstName: string; lastName: string },
): Promise<void> {
  await sql`update participations set own_act = false, address_given = true, typed = user_id is not null,
      first_name = ${typed.firstName}, last_name = ${typed.lastName}
    where event_id = ${eventId} and id = ${id}`.execute(db);
}
