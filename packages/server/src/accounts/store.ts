import { OFFICIAL_WORDS } from '@folkmoot/contract/accounts/rules.ts';
import type { MessagesFrom } from '@folkmoot/contract/accounts/schema.ts';
import { FRESH_MINUTES, type ProfileView, type SessionView } from '@folkmoot/contract/accounts/schema.ts';
import bowser from 'bowser';
import type { JSONWebKeySet } from 'jose';
import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import { oldestSession } from './security-store.ts';

/**
 * The person of a live session, or undefined when it has ended.
 *
 * @param of whose it is, if that is known.
 */
export async function findSession(
  db: Db,
  sessionId: string,
  now: Date,
  of: string | undefined,
): Promise<{ userId: string } | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('id', '=', sessionId)
    .where('expires_at', '>', now)
    .where('created_at', '>', oldestSession(now))
    .$if(of !== undefined, (query) => query.where('user_id', '=', of ?? ''))
    .executeTakeFirst();
  return row && { userId: row.user_id };
}

/** Those of the sessions that still live, in one statement for all sockets of a process. */
export async function liveSessions(db: Db, sessionIds: readonly string[], now: Date): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where(({ eb, val }) => eb('id', '=', sql<string>`any(${val([...sessionIds])}::uuid[])`))
    .where('expires_at', '>', now)
    .where('created_at', '>', oldestSession(now))
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Whether a session proved a factor within the last minutes: when it began, or since. */
export async function isFreshSession(db: Db, sessionId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where(sql<Date>`coalesce(proved_at, created_at)`, '>', new Date(now.getTime() - FRESH_MINUTES * 60_000))
    .executeTakeFirst();
  return row !== undefined;
}

/** The public halves of the keys that sign access tokens. */
export async function signingKeys(db: Db): Promise<JSONWebKeySet> {
  const rows = await db.selectFrom('jwks').select(['id', 'public_key', 'alg']).execute();
  return { keys: rows.map((row) => ({ alg: row.alg ?? 'EdDSA', ...JSON.parse(row.public_key), kid: row.id })) };
}

const PROFILE = [
  'id',
  'first_name',
  'last_name',
  'username',
  'email',
  'phone_number',
  'presence_hidden',
  'messages_from',
  'image',
  'time_zone',
  'created_at',
] as const;

/** A profile; address and phone only when it is the viewer's own. */
export async function findProfile(db: Db, userId: string, viewerId: string): Promise<ProfileView | undefined> {
  const pair = [userId, viewerId].sort().join(':');
  const row = await db
    .selectFrom('users')
    .select(PROFILE)
    .select(
      sql<string | null>`(select c.id from conversations c where c.type = 'one-to-one' and c.pair_key = ${pair})`.as(
        'conversation_id',
      ),
    )
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    username: row.username,
    profile_photo: row.image,
    timeZone: row.time_zone,
    joinedAt: row.created_at.toISOString(),
    conversation: row.conversation_id === null ? null : { id: row.conversation_id },
    ...(userId === viewerId
      ? {
          email: row.email,
          phoneNumber: row.phone_number,
          presenceHidden: row.presence_hidden,
          messagesFrom: row.messages_from as MessagesFrom,
        }
      : {}),
  };
}

export type ProfileChange = {
  first_name?: string;
  last_name?: string;
  username?: string;
  phone_number?: string;
  presence_hidden?: boolean;
  messages_from?: MessagesFrom;
  image?: string | null;
  time_zone?: string;
};

/** Locks a person, so that what follows from their names is made of all of them: two devices may save at once. */
export async function lockPerson(db: Db, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Writes the given columns, with the names that follow from them. Violates `users_username_key` when taken. */
export async function saveProfile(
  db: Db,
  userId: string,
  change: ProfileChange & { name: string; search_text: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** How many usernames of a person are remembered. */
const FORMER_NAMES = 100;

/** Remembers a username that somebody gives up, because others may have mentioned them by it. */
export async function keepFormerUsername(db: Db, userId: string, username: string, now: Date): Promise<void> {
  await sql`delete from former_usernames where user_id = ${userId} and username in (
    select username from former_usernames where user_id = ${userId} order by changed_at desc offset ${FORMER_NAMES - 1})`.execute(
    db,
  );
  await sql`insert into former_usernames (user_id, username, changed_at) values (${userId}, ${username}, ${now})
    on conflict (user_id, username) do update set changed_at = excluded.changed_at`.execute(db);
}

/** The domain of the addresses of accounts that were deleted. Nobody signs up with one. */
export const GONE_DOMAIN = 'deleted.invalid';

/** Whether a username speaks for the installation, or for those who are gone. */
export const isReserved = (username: string): boolean => OFFICIAL_WORDS.has(username) || username === 'deleted-member';

/** Whether `alias` is somebody with a confirmed address who has not deleted their account: somebody to write to, and to ask. */
export const isHere = (alias: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.email_verified`)} and ${sql.ref(`${alias}.email`)} not like ${sql.lit(`%@${GONE_DOMAIN}`)})`;

/**
 * Whether something that was made under an address at a given moment belongs to somebody who had the address before `userId`, has left
 * since, and is not completely erased yet. The next person with the address does not get it.
 */
export const isOfLeaver = (address: RawBuilder<unknown>, at: RawBuilder<unknown>, userId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from departures g where g.done_at is null and g.email = ${address} and g.left_at >= ${at} and g.user_id <> ${userId}
    and g.left_at < coalesce((select o.left_at from departures o where o.user_id = ${userId}), 'infinity'))`;

/**
 * Whether a username is available: nobody has it, no sign-up reserves it, and it does not speak for the installation.
 */
export async function isUsernameFree(db: Db, username: string): Promise<boolean> {
  if (isReserved(username)) return false;
  const row = await db
    .selectFrom('users')
    .select('username')
    .where('username', '=', username)
    .unionAll(db.selectFrom('sign_up_holds').select('username').where('username', '=', username))
    .limit(1)
    .executeTakeFirst();
  return row === undefined;
}

/** Reserves the username of a sign-up with an address that has an account, just as for a new address. */
export async function reserveUsername(db: Db, email: string, username: string, now: Date): Promise<void> {
  await db
    .insertInto('sign_up_holds')
    .columns(['email', 'username', 'held_at'])
    .expression((from) =>
      from
        .selectFrom('users')
        .select(({ val }) => [
          val(email).as('email'),
          val(username).as('username'),
          sql<Date>`${now}::timestamptz`.as('held_at'),
        ])
        .where('email', '=', email)
        .where('username', '<>', username),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** How long an unconfirmed account keeps its username. */
const UNCONFIRMED_MS = 86_400_000;

type SigningUp = {
  email: string;
  username: string;
  /** Hash of what the browser that signs up holds. */
  ticket: string;
};

/**
 * Removes an account whose address was never confirmed, so that the person who reads its email can sign up; one that
 * this browser created, which now gives another address; and one that has had the wanted username for a day. Nobody
 * can have signed in with them.
 */
export async function dropUnconfirmed(db: Db, { email, username, ticket }: SigningUp, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - UNCONFIRMED_MS);
  await db
    .deleteFrom('users')
    .where('email_verified', '=', false)
    .where((where) =>
      where.or([
        where('email', '=', email),
        where('sign_up_ticket', '=', ticket),
        where.and([where('username', '=', username), where('created_at', '<', dayAgo)]),
      ]),
    )
    .execute();
  await db
    .deleteFrom('sign_up_holds')
    .where((where) =>
      where.or([
        where('email', '=', email),
        where('ticket', '=', ticket),
        where.and([where('username', '=', username), where('held_at', '<', dayAgo)]),
      ]),
    )
    .execute();
}

/**
 * Removes up to `most` accounts that stayed unconfirmed for a day, the oldest first, and the usernames kept that long.
 *
 * @returns how many accounts it removed.
 */
export async function dropExpired(db: Db, most: number, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - UNCONFIRMED_MS);
  const gone = await allRows(
    db,
    sql`delete from users where id in (select id from users where not email_verified and created_at < ${dayAgo}
      order by created_at limit ${most} for update skip locked) returning id`,
  );
  await db.deleteFrom('sign_up_holds').where('held_at', '<', dayAgo).execute();
  return gone.length;
}

/** Records which browser knows the password of an unconfirmed account, by the hash of a ticket that it holds. */
export async function keepTicket(db: Db, email: string, hash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ sign_up_ticket: hash })
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .execute();
  await db.updateTable('sign_up_holds').set({ ticket: hash }).where('email', '=', email).execute();
}

/**
 * Removes the password of an unconfirmed account if the confirming browser does not hold its ticket: somebody else
 * chose it. The account is confirmed without one; a new one can be set by email.
 */
export async function distrustPassword(db: Db, email: string, hash: string): Promise<void> {
  await db
    .deleteFrom('accounts')
    .where('provider_id', '=', 'credential')
    .where('user_id', 'in', (from) =>
      from
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .where('email_verified', '=', false)
        .where((where) => where.or([where('sign_up_ticket', 'is', null), where('sign_up_ticket', '<>', hash)])),
    )
    .execute();
}

/** When a person signed up, and whether they own the installation: what limits of invitations depend on. */
export async function findInviter(db: Db, userId: string): Promise<{ joined: Date; owns: boolean } | undefined> {
  return firstRow(
    db,
    sql<{
      joined: Date;
      owns: boolean;
    }>`select u.created_at as joined, exists (select 1 from installation i where i.owner_id = u.id) as owns
      from users u where u.id = ${userId}`,
  );
}

/** The first person owns the installation; for everyone after, this does nothing. */
export async function claimInstallation(db: Db, userId: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ owner_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findInstallationOwner(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('installation').select('owner_id').executeTakeFirst())?.owner_id;
}

/** How many people have a confirmed address; without this one, where one is named. */
export async function countPeople(db: Db, but?: string): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isHere('users'))
    .where(but === undefined ? sql<boolean>`true` : sql<boolean>`id <> ${but}`)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** A person's sessions, the last used first. */
export async function listSessions(db: Db, userId: string, currentId: string, now: Date): Promise<SessionView[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('created_at', '>', oldestSession(now))
    .orderBy('updated_at', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent),
    address: row.ip_address,
    signedInAt: row.created_at.toISOString(),
    lastUsedAt: row.updated_at.toISOString(),
    current: row.id === currentId,
  }));
}

/** Ends one session of this person, or all; returns which. */
export async function endSessions(db: Db, userId: string, sessionId?: string): Promise<string[]> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (sessionId !== undefined) query = query.where('id', '=', sessionId);
  return (await query.returning('id').execute()).map((row) => row.id);
}

/** What to call a browser by its `User-Agent`, such as `Firefox on Linux`. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os } = bowser.parse(userAgent);
  return browser.name && os.name ? `${browser.name} on ${os.name}` : (browser.name ?? 'Unknown device');
}

/**
 * Whose confirmed address this is.
 *
 * @param email in the form of `canonicalAddress`.
 */
export async function findAccount(db: Db, email: string): Promise<{ id: string } | undefined> {
  return db.selectFrom('users').select('id').where('email', '=', email).where(isHere('users')).executeTakeFirst();
}

/** The library reads the account if it finds a person; if it will find none, the same amount is read here. */
export async function evenOut(db: Db, email: string): Promise<void> {
  if (await findByEmail(db, email)) return;
  await db.selectFrom('accounts').selectAll().where('user_id', '=', newId()).execute();
}

/** The name of the person with this address, confirmed or not. */
export async function findByEmail(db: Db, email: string): Promise<{ name: string } | undefined> {
  return db.selectFrom('users').select('name').where('email', '=', email).executeTakeFirst();
}

/** A person with a confirmed address, by id. */
export async function findAccountById(db: Db, userId: string): Promise<{ name: string } | undefined> {
  return db.selectFrom('users').select('name').where('id', '=', userId).where(isHere('users')).executeTakeFirst();
}
