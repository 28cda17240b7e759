import { LIMITS } from '@folkmoot/contract/writing/schema.ts';
import { sql } from 'kysely';
import { type Db, firstRow } from '../core/db/db.ts';

/** What was not counted, and why. */
export type Uncounted = 'busy' | 'tooMany' | 'allUsed';

/**
 * Counts one text of a person, and notes that it is being written. In a transaction: the row of the day is locked until it ends.
 *
 * @param daily texts in a day, for everybody together.
 * @param busyMs how long the person counts as busy at most, if nothing says that the text is done.
 * @returns why it was not counted; undefined if it was.
 */
export async function countUse(
  tx: Db,
  userId: string,
  { daily, busyMs, now }: { daily: number; busyMs: number; now: Date },
): Promise<Uncounted | undefined> {
  const day = dayOf(now);
  const { rows: opened } =
    await sql`insert into writing_days (day, uses) values (${day}, 0) on conflict do nothing returning 1`.execute(tx);
  // The first text of a day clears what nobody needs any more.
  if (opened.length > 0) await deleteBefore(tx, new Date(now.getTime() - 86_400_000));
  const total = await firstRow(
    tx,
    sql<{ uses: number }>`select uses from writing_days where day = ${day} for no key update`,
  );
  await sql`insert into writing_uses (user_id, day, uses) values (${userId}, ${day}, 0) on conflict do nothing`.execute(
    tx,
  );
  // A text that began before midnight is still being written after it.
  const own = await firstRow(
    tx,
    sql<{ uses: number; busy: boolean }>`select coalesce(sum(uses) filter (where day = ${day}), 0)::int as uses,
      coalesce(bool_or(busy_until > ${now}), false) as busy from writing_uses where user_id = ${userId}`,
  );
  if (own?.busy) return 'busy';
  if ((own?.uses ?? 0) >= LIMITS.perDay) return 'tooMany';
  if ((total?.uses ?? 0) >= daily) return 'allUsed';
  await sql`update writing_days set uses = uses + 1 where day = ${day}`.execute(tx);
  await sql`update writing_uses set uses = uses + 1, busy_until = ${new Date(now.getTime() + busyMs)}
    where user_id = ${userId} and day = ${day}`.execute(tx);
  return undefined;
}

/**
 * Notes that a text is done.
 *
 * @param since when it was counted.
 * @param isUnused nothing was written: it is counted back.
 */
export async function endUse(tx: Db, userId: string, since: Date, isUnused: boolean): Promise<void> {
  const day = dayOf(since);
  const back = isUnused ? 1 : 0;
  // In the order of `countUse`, so that the two never wait for each other.
  if (isUnused) await sql`update writing_days set uses = greatest(uses - 1, 0) where day = ${day}`.execute(tx);
  await sql`update writing_uses set uses = greatest(uses - ${back}::int, 0), busy_until = null
    where user_id = ${userId} and day = ${day}`.execute(tx);
}

async function deleteBefore(tx: Db, before: Date): Promise<void> {
  const day = dayOf(before);
  await sql`delete from writing_uses where day < ${day}`.execute(tx);
  await sql`delete from writing_days where day < ${day}`.execute(tx);
}

/** Days since 1970-01-01, in UTC. */
const dayOf = (at: Date): number => Math.floor(at.getTime() / 86_400_000);
