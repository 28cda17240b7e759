import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { sql } from 'kysely';
import { type Db, firstRow } from '../../core/db/db.ts';
import { newId } from '../../core/id.ts';
import { isHere } from '../store.ts';

/** An account at a service: under which name rows refer to the service, and its id for the person. */
export type Link = { service: string; subject: string };

/** The person whose account at a service this is. Locked, so that nobody deletes their account meanwhile. */
export async function findLinked(tx: Db, { service, subject }: Link): Promise<{ userId: string } | undefined> {
  return firstRow(
    tx,
    sql<{ userId: string }>`select u.id as "userId" from accounts a join users u on u.id = a.user_id
      where a.provider_id = ${service} and a.account_id = ${subject} and a.provider_id <> 'credential' and ${isHere('u')}
      for no key update of u`,
  );
}

type Found = { userId: string; twoStep: boolean; linked: boolean };

/** The person with this confirmed address, locked, and whether they have an account at the service already. */
export async function findByAddress(tx: Db, email: string, service: string): Promise<Found | undefined> {
  return firstRow(
    tx,
    sql<Found>`select u.id as "userId", u.two_factor_enabled as "twoStep",
        exists (select 1 from accounts a where a.user_id = u.id and a.provider_id = ${service}) as linked
      from users u where u.email = ${email} and ${isHere('u')} for no key update of u`,
  );
}

export type NewPerson = { email: string; firstName: string; lastName: string; username: string; searchText: string };

/**
 * Creates a person whose address is confirmed.
 *
 * @returns undefined if the address or the username was taken a moment ago.
 */
export async function insertPerson(tx: Db, person: NewPerson, now: Date): Promise<string | undefined> {
  const row = await tx
    .insertInto('users')
    .values({
      id: newId(),
      email: person.email,
      email_verified: true,
      name: fullName(person),
      first_name: person.firstName,
      last_name: person.lastName,
      username: person.username,
      search_text: person.searchText,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Connects an account at a service to a person. No token is kept: nothing is asked of the service afterwards.
 *
 * @returns false if it is connected to somebody already.
 */
export async function insertLink(tx: Db, userId: string, { service, subject }: Link, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('accounts')
    .values({
      id: newId(),
      user_id: userId,
      provider_id: service,
      account_id: subject,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** When a person connected each of the services that they have connected. */
export async function listLinks(db: Db, userId: string): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['provider_id', 'created_at'])
    .where('user_id', '=', userId)
    .where('provider_id', '<>', 'credential')
    .limit(20)
    .execute();
  return new Map(rows.map((row) => [row.provider_id, row.created_at]));
}

/** Disconnects all accounts of a person at services: what signs them in afterwards is the password alone. */
export async function deleteLinks(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('accounts').where('user_id', '=', userId).where('provider_id', '<>', 'credential').execute();
}

/** Disconnects a person's account at a service; false if none is connected. */
export async function deleteLink(db: Db, userId: string, service: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '=', service)
    .where('provider_id', '<>', 'credential')
    .returning('id')
    .execute();
  return gone.length > 0;
}
