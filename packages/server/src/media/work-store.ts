import { sql } from 'kysely';
import { type Db, firstRow } from '../core/db/db.ts';
import { newId } from '../core/id.ts';

/** How far back a person's use counts when choosing the next file. */
const COUNTS_MS = 10 * 60_000;
/** A process that has worked on a file for this long has died. */
const LEASE_MS = 3 * 60_000;
const HOUR_MS = 3_600_000;
/** The lock under which files are taken; any number that nothing else locks. */
const TAKING = 7_310_019;

/**
 * Takes the next file to process: of the person who has used least of late, their oldest. No person has two in
 * progress at the same time.
 */
export async function takeNext(db: Db, now: Date): Promise<{ id: string; tries: number } | undefined> {
  // One after the other, so that two workers do not take two files of one person at the same moment.
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${TAKING})`.execute(tx);
    return take(tx, now);
  });
}

async function take(db: Db, now: Date): Promise<{ id: string; tries: number } | undefined> {
  const since = new Date(now.getTime() - COUNTS_MS);
  const dead = new Date(now.getTime() - LEASE_MS);
  for (;;) {
    const next = await firstRow(
      db,
      sql<{ id: string }>`
        with spent as (select owner_id, sum(ms) as ms from media_work where at > ${since} group by owner_id)
        select f.id from files f left join spent s on s.owner_id = f.owner_id
        where f.state = 'processing' and f.deleted_at is null and (f.taken_at is null or f.taken_at < ${dead})
          and (f.wait_until is null or f.wait_until <= ${now})
          and not exists (select 1 from files o where o.state = 'processing' and o.deleted_at is null
            and o.owner_id = f.owner_id and o.id <> f.id and o.taken_at >= ${dead})
        order by coalesce(s.ms, 0), f.created_at, f.id limit 1`,
    );
    if (next === undefined) return undefined;
    // Waits while the message that carries it is being sent: skipped, the files of one message would all look taken.
    const taken = await firstRow(
      db,
      sql<{ id: string; tries: number }>`update files set taken_at = ${now}, tries = tries + 1
        where id = ${next.id} and state = 'processing' and deleted_at is null returning id, tries`,
    );
    // Otherwise it was deleted meanwhile, and the next one is looked for.
    if (taken !== undefined) return taken;
  }
}

/** Returns a file to the queue that could not be processed now; it is not tried again before `until`. */
export async function giveBack(db: Db, id: string, until: Date): Promise<void> {
  await sql`update files set taken_at = null, wait_until = ${until} where id = ${id}`.execute(db);
}

/** Records what a person's file cost. */
export async function insertWork(db: Db, ownerId: string, ms: number, now: Date): Promise<void> {
  await db
    .insertInto('media_work')
    .values({ id: newId(), owner_id: ownerId, at: now, ms: Math.round(ms) })
    .execute();
}

/** Milliseconds that a person's files have cost in the last hour. */
export async function workOf(db: Db, ownerId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - HOUR_MS);
  const row = await firstRow(
    db,
    sql<{
      ms: number;
    }>`select coalesce(sum(ms), 0)::bigint as ms from media_work where owner_id = ${ownerId} and at > ${since}`,
  );
  return row?.ms ?? 0;
}

export async function forgetWork(db: Db, now: Date): Promise<void> {
  await sql`delete from media_work where at < ${new Date(now.getTime() - HOUR_MS)}`.execute(db);
}

/** Bytes that a person stores, in messages and elsewhere. */
export async function bytesOf(db: Db, ownerId: string): Promise<number> {
  const row = await firstRow(
    db,
    sql<{
      bytes: number;
    }>`select coalesce(sum(size), 0)::bigint as bytes from files where owner_id = ${ownerId} and deleted_at is null`,
  );
  return row?.bytes ?? 0;
}
