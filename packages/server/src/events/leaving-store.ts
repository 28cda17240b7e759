import type { EventStatus } from '@folkmoot/contract/participations/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';
import type { EraseStep, NameStep } from '../core/personal-data.ts';
import { over } from '../participations/fragments-store.ts';

/** Passcodes that they tried. */
export const deleteTries: EraseStep = async (tx, { id }, most) => {
  const done =
    await sql`delete from passcode_tries where ctid = any(array(select ctid from passcode_tries where caller = ${id}::text limit ${most})) and caller = ${id}::text`.execute(
      tx,
    );
  return Number(done.numAffectedRows ?? 0);
};

export type MadeEvent = {
  id: string;
  name: string;
  alias: string;
  status: EventStatus;
  cover: string | null;
  over: boolean;
  /** Others who have something to do with it. */
  others: number;
  /** Tickets of it were sold. */
  sold: boolean;
};

/** The events that somebody made: all of them, or those that are still to come. */
export async function listMade(tx: Db, userId: string, now: Date, { lock = false } = {}): Promise<MadeEvent[]> {
  if (lock)
    await sql`select from events e where e.creator_id = ${userId} and not ${over(now)} order by e.id for no key update`.execute(
      tx,
    );
  return allRows(
    tx,
    sql<MadeEvent>`select e.id, e.name, e.alias, e.status, e.cover, ${over(now)} as over,
        (select count(*)::int from participations p where p.event_id = e.id and p.user_id is distinct from ${userId} and p.status <> 'not_going'
          and not p.deserted) as others,
        exists (select from orders o where o.event_id = e.id) as sold
      from events e where e.creator_id = ${userId} order by e.start_at, e.id`,
  );
}

/** Somebody else has made this event from now on. A draft is found again by its own id alone. */
export async function setCreator(tx: Db, eventId: string, userId: string, now: Date): Promise<void> {
  await sql`update events set creator_id = ${userId}, draft_id = null, updated_at = ${now} where id = ${eventId}`.execute(
    tx,
  );
}

/** The names of events that somebody made or is on the guest list of, and of those that are public. */
export const nameEvents: NameStep = (db, ids, userId) =>
  allRows(
    db,
    sql<{
      id: string;
      name: string;
    }>`select e.id, e.name from unnest(${[...ids]}::uuid[]) i (id) join events e on e.id = i.id
      where e.creator_id = ${userId} or (e.visibility = 'public' and e.status <> 'draft')
        or exists (select from participations p where p.event_id = e.id and p.user_id = ${userId})`,
  );
