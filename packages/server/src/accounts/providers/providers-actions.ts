import { randomInt } from 'node:crypto';
import { LIMITS } from '@folkmoot/contract/accounts/schema.ts';
import { usernameFrom } from '@folkmoot/contract/accounts/username-rules.ts';
import { isSeen, oneLine } from '@folkmoot/contract/core/text.ts';
import type { CommandContext } from '../../core/command.ts';
import type { ProviderSettings } from '../../core/security/sign-in-settings.ts';
import { searchTextOf } from '../actions.ts';
import { claimInstallation, dropUnconfirmed, GONE_DOMAIN, isUsernameFree, lockPerson } from '../store.ts';
import { type Identity, ProviderFailure } from './oidc-actions.ts';
import * as store from './providers-store.ts';

/**
 * The name under which rows refer to a service. Ids are only unique within one issuer: with another `OIDC_ISSUER` they belong to
 * others. Google's stand-in has another address each time, and is on this machine alone.
 */
export function serviceOf({ id, issuer }: Pick<ProviderSettings, 'id' | 'issuer'>): string {
  return id === 'google' ? id : issuer;
}

/** Whom a service has vouched for; somebody who is new has yet to look at their name. */
export type Settled = { userId: string; isNew: boolean };

/**
 * The person behind an account at a service: who it is connected to, else who has confirmed its address, else somebody new.
 *
 * @returns undefined if another sign-in was faster: ask again.
 * @throws ProviderFailure for somebody who is not connected yet: without an address that the service vouches for, or if another
 *   account at the service is connected to that address.
 */
export async function findOrCreate(
  command: CommandContext,
  provider: Pick<ProviderSettings, 'id' | 'issuer'>,
  identity: Identity,
): Promise<Settled | undefined> {
  const { tx, now } = command;
  const { email, subject } = identity;
  const link = { service: serviceOf(provider), subject };
  const linked = await store.findLinked(tx, link);
  if (linked) return { ...linked, isNew: false };

  if (email === '' || email.endsWith(`@${GONE_DOMAIN}`)) throw new ProviderFailure('no-email', 'no address');
  if (!identity.isConfirmed) throw new ProviderFailure('unconfirmed', 'not verified');
  const known = await store.findByAddress(tx, email, link.service);
  if (known?.linked) {
    // The same sign-in in another tab may have connected it since the first look; the lock of the person has waited for it.
    const meanwhile = await store.findLinked(tx, link);
    if (meanwhile) return { ...meanwhile, isNew: false };
    throw new ProviderFailure('other', 'another subject');
  }
  if (known) {
    // Where a second step is missing yet, nothing is changed: the address finds the account the next time as well.
    const isKept = known.twoStep || (await store.insertLink(tx, known.userId, link, now));
    return isKept ? { userId: known.userId, isNew: false } : undefined;
  }

  // Anybody can have signed up with this address: what was never confirmed goes (docs/decisions/012).
  await dropUnconfirmed(tx, { email, username: '', ticket: '' }, now);
  const { firstName, lastName } = namesOf(identity);
  const username = await freeUsername(command, `${firstName} ${lastName}`, email);
  const searchText = searchTextOf({ firstName, lastName, username });
  const userId = await store.insertPerson(tx, { email, firstName, lastName, username, searchText }, now);
  if (userId === undefined) return undefined;
  if (!(await store.insertLink(tx, userId, link, now))) throw new ProviderFailure('failed', 'at the same moment');
  await claimInstallation(tx, userId);
  return { userId, isNew: true };
}

/**
 * Connects an account at a service to somebody who is signed in.
 *
 * @returns false if it is connected to them already.
 * @throws ProviderFailure if it is connected to somebody else, or another one to them.
 */
export async function connect(
  { tx, now }: CommandContext,
  provider: Pick<ProviderSettings, 'id' | 'issuer'>,
  { subject }: Identity,
  userId: string,
): Promise<boolean> {
  const link = { service: serviceOf(provider), subject };
  await lockPerson(tx, userId);
  const linked = await store.findLinked(tx, link);
  if (linked?.userId === userId) return false;
  if (linked) throw new ProviderFailure('taken', 'somebody else’s');
  const before = await store.listLinks(tx, userId);
  if (before.has(link.service)) throw new ProviderFailure('other', 'another subject');
  if (!(await store.insertLink(tx, userId, link, now))) throw new ProviderFailure('taken', 'at the same moment');
  return true;
}

/** A username that nobody has: of the name, else of the address, with a number where that is taken. */
async function freeUsername({ tx }: CommandContext, name: string, email: string): Promise<string> {
  const made = usernameFrom(name, email.split('@')[0] ?? '');
  if (made !== '' && (await isUsernameFree(tx, made))) return made;
  for (;;) {
    const numbered = `${made || 'member'}-${randomInt(1000, 100_000)}`;
    if (await isUsernameFree(tx, numbered)) return numbered;
  }
}

/** First and last name in our form. A last name can be missing: the person is asked for it on their first screen. */
function namesOf({ givenName, familyName, fullName, email }: Identity): { firstName: string; lastName: string } {
  const [first = '', ...others] = clean(fullName, 2 * LIMITS.name).split(' ');
  const given = clean(givenName);
  const family = clean(familyName);
  if (given !== '' || family !== '')
    return given === '' ? { firstName: family, lastName: '' } : { firstName: given, lastName: family };
  return first === ''
    ? { firstName: clean(email.split('@')[0] ?? '') || 'Member', lastName: '' }
    : { firstName: clean(first), lastName: clean(others.join(' ')) };
}

/** What a service calls somebody, on one line and no longer than names are; empty if a reader would see nothing. */
function clean(name: string, most: number = LIMITS.name): string {
  const text = [...oneLine(name)].slice(0, most).join('').trim();
  return isSeen(text) ? text : '';
}
