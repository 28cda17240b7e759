import { LEAVING } from '@folkmoot/contract/accounts/leaving-schema.ts';
import { fold } from '@folkmoot/contract/core/text.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { DELETED_MEMBER, newId } from '../../core/id.ts';
import type { EraseStep, Leaver } from '../../core/personal-data.ts';
import { GONE_DOMAIN, isHere } from '../store.ts';

/** How they signed in, and names that waited for them. */
export const forgetSignIns: EraseStep = async (tx, { id, email, username, leftAt }) => {
  await sql`delete from sign_up_holds where (email = ${email} or username = ${username}) and held_at <= ${leftAt}`.execute(
    tx,
  );
  await sql`delete from mailed_codes where email = ${email} and asked_at <= ${leftAt}`.execute(tx);
  // The library's questions name a person by the id, which nobody else has.
  await sql`delete from verifications where position(${id} in identifier) > 0 or position(${id} in value) > 0`.execute(
    tx,
  );
  return 0;
};

type Known = Omit<Leaver, 'leftAt'>;

export type LeaverRow = Known & { image: string | null };

const PERSON = sql`id, email, username, first_name as "firstName", last_name as "lastName", image`;

/** Somebody who is about to leave, locked: nothing can begin to point at them until the transaction ends. */
export async function lockLeaver(tx: Db, userId: string): Promise<LeaverRow | undefined> {
  return firstRow(tx, sql<LeaverRow>`select ${PERSON} from users where id = ${userId} for update`);
}

/** Records a code, unless the last one is younger than a minute or there were five within a day. */
export async function keepDeletionCode(
  tx: Db,
  code: { userId: string; sessionId: string; tokenHash: string; codeHash: string },
  now: Date,
): Promise<'kept' | 'too soon' | 'too many'> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await sql`delete from deletion_codes where user_id = ${code.userId} and asked_at <= ${before(86_400_000)}`.execute(
    tx,
  );
  const asked = await firstRow(
    tx,
    sql<{
      count: number;
      last: Date | null;
    }>`select count(*)::int as count, max(asked_at) as last from deletion_codes where user_id = ${code.userId}`,
  );
  if (asked?.last && asked.last > before(LEAVING.wait * 1000)) return 'too soon';
  if ((asked?.count ?? 0) >= LEAVING.aDay) return 'too many';
  await tx
    .insertInto('deletion_codes')
    .values({
      user_id: code.userId,
      id: newId(),
      session_id: code.sessionId,
      token_hash: code.tokenHash,
      code_hash: code.codeHash,
      asked_at: now,
      expires_at: new Date(now.getTime() + LEAVING.minutes * 60_000),
    })
    .execute();
  return 'kept';
}

type Asked = { userId: string; sessionId: string; tokenHash: string };

/**
 * Tries the newest code of a session, and counts the try, in one statement: of two at the same time only one succeeds.
 *
 * @returns whether it was right: then `deletionHash` is what deletes the account.
 */
export async function tryDeletionCode(
  db: Db,
  { userId, sessionId, tokenHash }: Asked,
  { codeHash, deletionHash }: { codeHash: string; deletionHash: string },
  now: Date,
): Promise<boolean> {
  const right = sql`code_hash = ${codeHash} and tries < ${LEAVING.tries} and expires_at > ${now}`;
  const row = await firstRow(
    db,
    sql<{
      done: boolean;
    }>`update deletion_codes set tries = tries + 1, deletion_hash = case when ${right} then ${deletionHash} end,
        expires_at = case when ${right} then ${new Date(now.getTime() + LEAVING.minutes * 60_000)}::timestamptz else expires_at end
      where user_id = ${userId} and session_id = ${sessionId} and token_hash = ${tokenHash} and deletion_hash is null
        and id = (select id from deletion_codes where user_id = ${userId} order by asked_at desc, id desc limit 1)
      returning deletion_hash is not null as done`,
  );
  return row?.done === true;
}

/** Takes the token that deletes an account: it is good once, and only in its session. */
export async function takeDeletion(tx: Db, { userId, sessionId, tokenHash }: Asked, now: Date): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql`delete from deletion_codes where user_id = ${userId} and session_id = ${sessionId} and deletion_hash = ${tokenHash}
      and expires_at > ${now} returning id`,
  );
  return row !== undefined;
}

/** Ends how somebody signs in. Again once they are gone: a sign-in that had begun before may have ended after. */
export async function endSignIns(tx: Db, id: string): Promise<void> {
  for (const table of [
    'accounts',
    'sessions',
    'two_factors',
    'passkeys',
    'used_codes',
    'failed_proofs',
    'deletion_codes',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', id).execute();
}

/**
 * Empties somebody's account: who they were is in `departures` until nothing points at them any more, and their address and
 * username are free. Their row stays that long, since others refer to it.
 */
export async function emptyAccount(
  tx: Db,
  known: Known,
  why: { reason: string; ownReason: string },
  now: Date,
): Promise<void> {
  const { id, email, username, firstName, lastName } = known;
  // Before anybody else can have the address.
  await forgetSignIns(tx, { ...known, leftAt: now }, 0, now);
  await tx
    .insertInto('departures')
    .values({
      ...{ id: newId(), user_id: id, email, username, first_name: firstName, last_name: lastName },
      ...{ reason: why.reason, own_reason: why.ownReason, left_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await endSignIns(tx, id);
  const mark = newId();
  await tx
    .updateTable('users')
    .set({
      ...{ email: `${mark}@${GONE_DOMAIN}`, username: `deleted-${mark}`, name: 'Deleted member' },
      ...{ first_name: 'Deleted', last_name: 'member', search_text: fold('Deleted member'), image: null },
      ...{ phone_number: '', time_zone: 'UTC', locale: 'en', sign_up_ticket: null, two_factor_enabled: false },
      ...{ presence_hidden: true, email_verified: true, updated_at: now },
    })
    .where('id', '=', id)
    .execute();
}

export type Departure = Leaver & { departureId: string };

/** Departures that are not finished, oldest first: one page, after a given departure. */
export async function listOpenDepartures(db: Db, after: Departure | undefined, most: number): Promise<Departure[]> {
  const later = after ? sql`and (left_at, id) > (${after.leftAt}, ${after.departureId}::uuid)` : sql``;
  return allRows(
    db,
    sql<Departure>`select id as "departureId", user_id as id, email, username, first_name as "firstName", last_name as "lastName", left_at as "leftAt"
      from departures where done_at is null ${later} order by left_at, id limit ${most}`,
  );
}

/** Somebody to point at where there has to be a person. */
export async function makeDeletedMember(tx: Db, now: Date): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      ...{ id: DELETED_MEMBER, email: `member@${GONE_DOMAIN}`, email_verified: true, name: 'Deleted member' },
      ...{
        first_name: 'Deleted',
        last_name: 'member',
        // No username that anybody could choose.
        username: '~deleted',
        search_text: fold('Deleted member'),
      },
      ...{ presence_hidden: true, created_at: now, updated_at: now },
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Nothing points at a person any more: their row goes, and with it what we had to look for. */
export async function endDeparture(tx: Db, { departureId, id }: Departure, now: Date): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute();
  await tx
    .updateTable('departures')
    .set({ user_id: null, email: '', username: '', first_name: '', last_name: '', done_at: now })
    .where('id', '=', departureId)
    .execute();
}

/** Empties the accounts of those of these people who are there as if they had never left. Returns how many. */
export async function eraseReturned(tx: Db, ids: readonly string[], now: Date): Promise<number> {
  const returned = await allRows(
    tx,
    sql<Known>`select ${PERSON} from users u where id in (select unnest(${[...ids]}::uuid[]))
      and not exists (select from departures d where d.user_id = u.id)`,
  );
  for (const person of returned) await emptyAccount(tx, person, { reason: '', ownReason: '' }, now);
  return returned.length;
}

/** Whether an account was deleted, as far as this database knows. */
export async function isDeparted(db: Db, userId: string): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ gone: boolean }>`select not exists (select from users u where u.id = ${userId}
      and not exists (select from departures d where d.user_id = u.id)) as gone`,
  );
  return row?.gone === true;
}

/** Hands the installation over, if it is this person's. */
export async function setInstallationOwner(tx: Db, from: string, to: string): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql`update installation set owner_id = ${to} where owner_id = ${from} returning owner_id`,
  );
  return row !== undefined;
}

/** Locks the installation and says whose it is. */
export async function lockInstallation(tx: Db): Promise<string | undefined> {
  return (await firstRow(tx, sql<{ owner: string }>`select owner_id as owner from installation for no key update`))
    ?.owner;
}

/** Makes the person with this confirmed address the owner of the installation, in place of the previous one. Returns their name. */
export async function giveInstallation(db: Db, email: string): Promise<string | undefined> {
  const row = await firstRow(
    db,
    sql<{ name: string }>`with taker as (select u.id, u.name from users u where u.email = ${email} and ${isHere('u')}),
      given as (insert into installation (owner_id) select id from taker
        on conflict (only_row) do update set owner_id = excluded.owner_id returning owner_id)
      select t.name from taker t join given g on g.owner_id = t.id`,
  );
  return row?.name;
}

/** Whether the owner of the installation is somebody who has left, as after restoring an older backup. */
export async function isOwnerGone(db: Db): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{
      gone: boolean;
    }>`select exists (select from installation i join users u on u.id = i.owner_id where not ${isHere('u')}) as gone`,
  );
  return row?.gone === true;
}

/** Nobody is there any more: the next person who signs up owns the installation. */
export async function freeInstallation(tx: Db, ownerId: string): Promise<void> {
  await tx.deleteFrom('installation').where('owner_id', '=', ownerId).execute();
}
