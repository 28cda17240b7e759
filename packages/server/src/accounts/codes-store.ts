import { CODE, CODES_AT_MOST } from '@folkmoot/contract/accounts/schema.ts';
import { sql } from 'kysely';
import type { Db } from '../core/db/db.ts';
import { newId } from '../core/id.ts';

/**
 * What an emailed code is for. `known`: the code is never sent; the address has an account and somebody signs up with
 * it. `buy`: somebody buys a ticket without an account.
 */
export type CodePurpose = 'sign-in' | 'email-verification' | 'forget-password' | 'confirm' | 'known';

/** Who asks for a code, as far as we can tell. */
export type Asker = {
  /** Hash of the ticket that the browser holds, or the session. */
  asker: string;
  /** The caller's address. */
  caller: string;
  /** The browser signed in with this address before. */
  known: boolean;
};

const HOUR = 3_600_000;

/**
 * Records a code for one caller, known address or not, unless too many were requested. Browsers that signed in with
 * the address before are counted separately, so that strangers cannot use up the owner's allowance.
 *
 * @returns false if there were too many.
 */
export async function keepCode(
  tx: Db,
  code: Asker & { email: string; purpose: CodePurpose; codeHash: string },
  now: Date,
  limited: boolean,
): Promise<boolean> {
  // One after the other for each address, so that a burst is counted too.
  await sql`select pg_advisory_xact_lock(hashtext(${`code ${code.email}`}))`.execute(tx);
  await tx
    .deleteFrom('mailed_codes')
    .where('asked_at', '<', new Date(now.getTime() - 24 * HOUR))
    .execute();
  const hourAgo = new Date(now.getTime() - HOUR);
  const counts = await tx
    .selectFrom('mailed_codes')
    .select(({ fn }) => [
      fn.countAll<number>().as('day'),
      fn.countAll<number>().filterWhere('asked_at', '>', hourAgo).as('hour'),
      fn.countAll<number>().filterWhere('asked_at', '>', hourAgo).filterWhere('caller', '=', code.caller).as('caller'),
      fn.countAll<number>().filterWhere('caller', '=', code.caller).as('callerDay'),
    ])
    .where('email', '=', code.email)
    .where('known', '=', code.known)
    .executeTakeFirstOrThrow();
  const { perCallerAnHour, perHour, perDay, firstPerDay } = CODES_AT_MOST;
  const ownAtMost = code.known ? perHour : perCallerAnHour;
  const tooMany =
    Number(counts.callerDay) === 0
      ? Number(counts.day) >= firstPerDay
      : Number(counts.day) >= perDay || Number(counts.hour) >= perHour || Number(counts.caller) >= ownAtMost;
  if (limited && tooMany) return false;
  await tx
    .insertInto('mailed_codes')
    .values({
      id: newId(),
      email: code.email,
      purpose: code.purpose,
      asker: code.asker,
      caller: code.caller,
      known: code.known,
      code_hash: code.codeHash,
      asked_at: now,
      expires_at: new Date(now.getTime() + CODE.minutes * 60_000),
    })
    .execute();
  return true;
}

/**
 * Tries a code against the newest that was emailed to this caller, and counts the try. One statement, so that of two
 * at the same time only one succeeds. Only the caller's own tries count: nobody else can use them up.
 */
export async function tryCode(
  db: Db,
  code: { email: string; purpose: CodePurpose; asker: string; codeHash: string },
  now: Date,
): Promise<'right' | 'wrong' | 'expired' | 'spent'> {
  const row = await db
    .updateTable('mailed_codes')
    .set((set) => ({
      tries: set('tries', '+', 1),
      used: sql<boolean>`code_hash = ${code.codeHash} and tries < ${CODE.tries} and expires_at > ${now}`,
    }))
    .where('used', '=', false)
    .where('id', '=', (from) =>
      from
        .selectFrom('mailed_codes')
        .select('id')
        .where('email', '=', code.email)
        .where('purpose', '=', code.purpose)
        .where('asker', '=', code.asker)
        .orderBy('asked_at', 'desc')
        .limit(1),
    )
    .returning(['used', 'tries', 'expires_at'])
    .executeTakeFirst();
  if (!row) return 'wrong';
  if (row.used) return 'right';
  if (row.expires_at <= now) return 'expired';
  return row.tries > CODE.tries ? 'spent' : 'wrong';
}

/** How long a code of an app could be shown again: three steps of 30 seconds, and some for clocks that differ. */
const APP_CODE_MS = 5 * 60_000;

/** Records that a person used a code of their app. False if they had used it already: each is valid once. */
export async function claimAppCode(db: Db, userId: string, codeHash: string, now: Date): Promise<boolean> {
  await db
    .deleteFrom('used_codes')
    .where('user_id', '=', userId)
    .where('used_at', '<', new Date(now.getTime() - APP_CODE_MS))
    .execute();
  const row = await db
    .insertInto('used_codes')
    .values({ user_id: userId, code_hash: codeHash, used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
