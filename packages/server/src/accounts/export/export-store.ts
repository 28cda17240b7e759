import { EXPORT } from '@folkmoot/contract/accounts/export-schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { newId } from '../../core/id.ts';

/** How long a process has a copy to itself without saying that it still works on it, in milliseconds. */
const LEASE_MS = 60_000;
/** A copy that has been begun so often, because its process ended or the disk was full each time, has failed. */
const TRIES = 5;
/** How long a copy waits if the disk has no room for it, and how long after it was asked for it has failed then, in milliseconds. */
const WAIT_MS = 600_000;
const PATIENCE_MS = 86_400_000;

export type ExportRow = {
  id: string;
  state: 'preparing' | 'ready' | 'failed' | 'expired';
  askedAt: Date;
  items: number;
  size: number | null;
  readyUntil: Date | null;
};

const COLUMNS = sql`id, state, asked_at as "askedAt", items, size, ready_until as "readyUntil"`;

/** The newest copy of somebody's data. */
export function findNewest(db: Db, userId: string): Promise<ExportRow | undefined> {
  return firstRow(
    db,
    sql<ExportRow>`select ${COLUMNS} from exports where user_id = ${userId} order by asked_at desc, id desc limit 1`,
  );
}

/** Copies that were asked for since then count for the day. */
const dayBefore = (now: Date) => new Date(now.getTime() - EXPORT.hours * 3_600_000);

/**
 * When somebody asked for the copy that counts for the day: the last that did not fail or, if more failed than may, the first of these.
 */
export async function lastCounted(db: Db, userId: string, now: Date): Promise<Date | undefined> {
  const row = await firstRow(
    db,
    sql<{ at: Date | null }>`select greatest(
        (select max(asked_at) from exports where user_id = ${userId} and state <> 'failed'),
        (select asked_at from exports where user_id = ${userId} and state = 'failed' and asked_at > ${dayBefore(now)}
          order by asked_at desc offset ${EXPORT.failures - 1}::int limit 1)) as at`,
  );
  return row?.at ?? undefined;
}

/** Locks a person, so that of two calls at the same time only one finds that nothing is being prepared. */
export async function lockPerson(tx: Db, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
}

/** Records that somebody wants a copy. Those that failed count for a day. */
export async function insertExport(tx: Db, userId: string, now: Date): Promise<ExportRow> {
  const id = newId();
  await sql`update exports set user_id = null where user_id = ${userId} and state = 'failed' and asked_at <= ${dayBefore(now)}`.execute(
    tx,
  );
  await tx.insertInto('exports').values({ id, user_id: userId, state: 'preparing', asked_at: now }).execute();
  return { id, state: 'preparing', askedAt: now, items: 0, size: null, readyUntil: null };
}

/** A copy that can be downloaded now, if it is this person's. */
export function findReady(
  db: Db,
  id: string,
  userId: string,
  now: Date,
): Promise<{ username: string; askedAt: Date } | undefined> {
  return firstRow(
    db,
    sql<{
      username: string;
      askedAt: Date;
    }>`select u.username, e.asked_at as "askedAt" from exports e join users u on u.id = e.user_id
      where e.id = ${id} and e.user_id = ${userId} and e.state = 'ready' and e.ready_until > ${now}`,
  );
}

export type Taken = {
  id: string;
  lease: string;
  userId: string;
  email: string;
  username: string;
  firstName: string;
  name: string;
};

/**
 * Takes the copy that has waited longest of those that no process works on, after all of people for whom none has failed. One that has been begun too often has failed, and so has one for
 * which the disk had no room for a day.
 *
 * @returns undefined if there is none.
 */
export async function takeNext(db: Db, now: Date): Promise<Taken | undefined> {
  await sql`update exports set state = 'failed', lease = null where state = 'preparing' and leased_until <= ${now}
    and (tries >= ${TRIES} or (lease is null and asked_at <= ${new Date(now.getTime() - PATIENCE_MS)}))`.execute(db);
  const lease = newId();
  return firstRow(
    db,
    sql<Taken>`with next as (
        select w.id from exports w where w.state = 'preparing' and w.user_id is not null and w.tries < ${TRIES} and (w.leased_until is null or w.leased_until <= ${now})
        order by w.tries + (select count(*) from exports f where f.user_id = w.user_id and f.state = 'failed' and f.asked_at > ${dayBefore(now)}), w.asked_at, w.id
        limit 1 for update of w skip locked)
      update exports e set lease = ${lease}, leased_until = ${new Date(now.getTime() + LEASE_MS)}, tries = tries + 1, items = 0
      from next, users u where e.id = next.id and u.id = e.user_id
      returning e.id, e.lease, e.user_id as "userId", u.email, u.username, u.first_name as "firstName",
        trim(u.first_name || ' ' || u.last_name) as name`,
  );
}

/** Says how much is done. @returns false if the copy is not this process's any more, or nobody's. */
export async function keepLease(db: Db, { id, lease }: Taken, items: number, now: Date): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`update exports set items = ${items}, leased_until = ${new Date(now.getTime() + LEASE_MS)}
      where id = ${id} and lease = ${lease} and state = 'preparing' and user_id is not null returning id`,
  );
  return row !== undefined;
}

/** The copy is complete, and takes the place of those before it. @returns false if nobody wants it any more. */
export async function finishExport(
  tx: Db,
  { id, lease, userId }: Taken,
  made: { items: number; size: number; readyUntil: Date },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql`update exports set state = 'ready', lease = null, leased_until = null, items = ${made.items}, size = ${made.size}, ready_until = ${made.readyUntil}
      where id = ${id} and lease = ${lease} and state = 'preparing' and user_id is not null returning id`,
  );
  if (row) await sql`update exports set user_id = null where user_id = ${userId} and id <> ${id}`.execute(tx);
  return row !== undefined;
}

/**
 * It could not be made, or its process is about to stop: then another one begins anew. It waits if the disk has no room for it, which
 * counts as a try if it was begun and the disk ran out of room.
 */
export async function giveUp(
  db: Db,
  { id, lease }: Taken,
  how: 'failed' | 'again' | 'no-room' | 'ran-out',
  now: Date,
): Promise<void> {
  const waits = how === 'no-room' || how === 'ran-out';
  // One that has failed keeps the time until its bytes are deleted.
  const until = waits ? new Date(now.getTime() + WAIT_MS) : how === 'failed' ? now : null;
  await sql`update exports set state = ${how === 'failed' ? 'failed' : 'preparing'}, lease = null, leased_until = ${until},
      tries = tries - ${how === 'again' || how === 'no-room' ? 1 : 0}::int
    where id = ${id} and lease = ${lease} and state = 'preparing'`.execute(db);
}

/** Whether the stored bytes of a copy may belong to another process, which has finished it or is preparing it again. */
export async function isAnothers(db: Db, { id, lease }: Taken): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`select 1 from exports where id = ${id} and user_id is not null
      and (state = 'ready' or (state = 'preparing' and lease <> ${lease}))`,
  );
  return row !== undefined;
}

/** Which of these copies have no row. */
export async function listUnknown(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`select i.id from unnest(${[...ids]}::uuid[]) i (id) where not exists (select from exports e where e.id = i.id)`,
  );
  return rows.map(({ id }) => id);
}

/** Copies whose bytes have to go: their days are over, they have failed, or they are nobody's and no process works on them. */
export function listUnwanted(db: Db, now: Date, most: number): Promise<{ id: string }[]> {
  return allRows(
    db,
    sql<{
      id: string;
    }>`(select id from exports where state = 'ready' and ready_until <= ${now} order by ready_until limit ${most})
      union all
      (select id from exports where state = 'failed' and user_id is not null and leased_until <= ${now} order by leased_until limit ${most})
      union all
      (select id from exports where user_id is null and (leased_until is null or leased_until <= ${now}) order by id limit ${most})`,
  );
}

/** Its bytes are gone. What became of it stays known to its person. */
export async function forgetExport(db: Db, id: string): Promise<void> {
  await sql`delete from exports where id = ${id} and user_id is null`.execute(db);
  await sql`update exports set state = 'expired', size = null where id = ${id} and state = 'ready'`.execute(db);
  await sql`update exports set leased_until = null where id = ${id} and state = 'failed'`.execute(db);
}

/** Nobody's any more: the person has deleted their account. Returns how many there were. */
export async function disownExports(tx: Db, userId: string): Promise<number> {
  const done = await sql`update exports set user_id = null where user_id = ${userId}`.execute(tx);
  return Number(done.numAffectedRows ?? 0);
}

/** Which of these leases are held. */
export async function listHeld(db: Db, leases: readonly string[]): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      lease: string;
    }>`select e.lease from unnest(${[...leases]}::uuid[]) i (lease) join exports e on e.lease = i.lease where e.state = 'preparing'`,
  );
  return rows.map(({ lease }) => lease);
}
