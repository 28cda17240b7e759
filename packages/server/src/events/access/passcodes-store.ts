import type { Tries } from '@folkmoot/contract/events/passcode-rules.ts';
import { sql } from 'kysely';
import { type Db, firstRow } from '../../core/db/db.ts';
import { newId } from '../../core/id.ts';

const DAY = 86_400_000;

/** What is guessed at an event. */
export type Guessed = 'passcode' | 'code';

/** How often the passcode of an event, or its codes, have been tried. */
export async function findTries(
  db: Db,
  eventId: string,
  caller: string,
  now: Date,
  kind: Guessed = 'passcode',
): Promise<Tries> {
  const row = await firstRow(
    db,
    sql<Tries>`select count(*) filter (where not correct and at > ${new Date(now.getTime() - DAY)})::int as wrong,
      count(*) filter (where not correct and caller = ${caller} and at > ${new Date(now.getTime() - DAY)})::int as own,
      count(*) filter (where not correct and at > ${new Date(now.getTime() - 60_000)} and not exists (
        select 1 from passcode_tries r where r.event_id = t.event_id and r.kind = t.kind and r.caller = t.caller and r.correct))::int as lately,
      coalesce(bool_or(correct and caller = ${caller}), false) as trusted
      from passcode_tries t where event_id = ${eventId} and kind = ${kind}`,
  );
  return row ?? { wrong: 0, own: 0, lately: 0, trusted: false };
}

/**
 * The tries of an event are counted one after another, so that many at the same time cannot all pass. In a
 * transaction.
 */
export async function lockTries(tx: Db, eventId: string, kind: Guessed = 'passcode'): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${kind} ${eventId}`}))`.execute(tx);
}

/** Takes back a try that was recorded as wrong before it was checked. */
export async function deleteTry(db: Db, eventId: string, id: string): Promise<void> {
  await db.deleteFrom('passcode_tries').where('event_id', '=', eventId).where('id', '=', id).execute();
}

/** Records a try; a correct one once for each caller. Returns its id. */
export async function insertTry(
  db: Db,
  eventId: string,
  caller: string,
  correct: boolean,
  now: Date,
  kind: Guessed = 'passcode',
): Promise<string> {
  const id = newId();
  await sql`insert into passcode_tries (event_id, id, caller, correct, at, kind)
    select ${eventId}::uuid, ${id}::uuid, ${caller}::text, ${correct}::boolean, ${now}::timestamptz, ${kind}
    where not ${correct}::boolean or not exists (
      select 1 from passcode_tries where event_id = ${eventId} and kind = ${kind} and caller = ${caller} and correct)`.execute(
    db,
  );
  return id;
}

/** Wrong tries of the last 24 hours. */
export async function countWrongTries(db: Db, eventId: string, now: Date): Promise<number> {
  return (await findTries(db, eventId, '', now)).wrong;
}

/** Records that the hosts are now notified of the tries. False if they were within the day before. */
export async function noteTriesTold(db: Db, eventId: string, now: Date): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`update events set tries_told_at = ${now} where id = ${eventId}
      and (tries_told_at is null or tries_told_at <= ${new Date(now.getTime() - DAY)}) returning id`,
  );
  return row !== undefined;
}

/** Deletes what no limit counts any more. */
export async function deleteOldTries(db: Db, before: Date): Promise<void> {
  await sql`delete from passcode_tries where at < ${before} and not correct`.execute(db);
}
