import { type PasskeyView, SESSION_DAYS } from '@folkmoot/contract/accounts/schema.ts';
import type { Db } from '../core/db/db.ts';
import { newId } from '../core/id.ts';

/** Sessions that began before this have expired, however often they were used. */
export function oldestSession(now: Date): Date {
  return new Date(now.getTime() - SESSION_DAYS * 86_400_000);
}

/** Records that a session proved a factor. */
export async function markProved(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: now }).where('id', '=', sessionId).execute();
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Wrong passwords and codes per day of a signed-in person: a stolen session must not be able to try for long. */
const FAILED_PROOFS_A_DAY = 20;

/** True if the person may try once more to confirm that it is them. */
export async function mayProve(db: Db, userId: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS);
  const row = await db
    .selectFrom('failed_proofs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .executeTakeFirst();
  return Number(row?.count ?? 0) < FAILED_PROOFS_A_DAY;
}

/** Records a wrong try, and deletes those that no longer count. */
export async function insertFailedProof(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .deleteFrom('failed_proofs')
    .where('user_id', '=', userId)
    .where('at', '<', new Date(now.getTime() - DAY_MS))
    .execute();
  await db.insertInto('failed_proofs').values({ id: newId(), user_id: userId, at: now }).execute();
}

/** Removes the session of this token if its 90 days are over, before the library can extend it. */
export async function dropOverdue(db: Db, token: string, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).where('created_at', '<=', oldestSession(now)).execute();
}

/**
 * Removes the library's challenges that were not answered in time: strangers get them too, and the library forgets
 * only some.
 */
export async function dropOldQuestions(db: Db, now: Date): Promise<void> {
  // An hour more, since the library has its own clock.
  await db
    .deleteFrom('verifications')
    .where('expires_at', '<', new Date(now.getTime() - HOUR_MS))
    .execute();
}

/** The hash of a person's password, if they have one. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  return row?.password ?? undefined;
}

/** A person's app secret as the library keeps it, once a first code has confirmed it. */
export async function findAppSecret(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('two_factors')
    .select('secret')
    .where('user_id', '=', userId)
    .where('verified', '=', true)
    .executeTakeFirst();
  return row?.secret;
}

export async function hasTwoStep(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('two_factor_enabled').where('id', '=', userId).executeTakeFirst();
  return row?.two_factor_enabled ?? false;
}

/** A person's passkeys, the oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyView[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name ?? 'Passkey',
    addedAt: (row.created_at ?? new Date(0)).toISOString(),
  }));
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
