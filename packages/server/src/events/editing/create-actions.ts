import { canBeAlias, slugFrom } from '@folkmoot/contract/communities/rules.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { missingToPublish } from '@folkmoot/contract/events/rules.ts';
import { refusals } from '@folkmoot/contract/events/schema.ts';
import { findMember } from '../../communities/store.ts';
import type { CommandContext } from '../../core/command.ts';
import type { Db } from '../../core/db/db.ts';
import { assertFound, refuse } from '../../core/http/errors.ts';
import { newId } from '../../core/id.ts';
import { move } from '../../participations/actions.ts';
import { insertParticipation } from '../../participations/moves-store.ts';
import { findParticipation } from '../../participations/store.ts';
import { listTaken } from './write-store.ts';

/**
 * Whether a person may create events in a community. A community that they are not a member of does not exist for
 * them.
 */
export async function needToCreateIn(tx: Db, serverId: string, userId: string): Promise<void> {
  const member = await findMember(tx, serverId, userId);
  if (!member?.permissions.includes('CREATE_EVENT')) refuse(refusals.mayNotCreateHere);
}

/** Refuses with every field that keeps an event from being public. */
export function needPublishable(event: Parameters<typeof missingToPublish>[0]): void {
  const missing = missingToPublish(event);
  const [first] = missing;
  if (first) refuse(first, Object.fromEntries(missing.flatMap((one) => (one.field ? [[one.field, one.message]] : []))));
}

/** Makes a person host: the creator, or another one. */
export async function seatHost(call: CommandContext, eventId: string, userId: string): Promise<void> {
  const id = await insertParticipation(call.tx, eventId, { userId }, { role: 'host', status: 'not_going' }, call.now);
  const before = assertFound(await findParticipation(call.tx, eventId, id), core.notFound);
  await move(call, before, { status: 'going', role: 'host', ownAct: true, actorId: userId });
}

/** The name as an address, before anybody looks whether it is taken. */
function shortAlias(name: string): string {
  const base = slugFrom(name).slice(0, 34).replace(/-+$/, '');
  return base.length < 3 ? `event-${base}`.replace(/-+$/, '') : base;
}

/**
 * The address of a draft that gets another name: one that was made from the name before is made again, so that a draft which was
 * kept after its first letter is not called by it. Undefined if it stays.
 */
export async function renamedAlias(
  tx: Db,
  before: { alias: string; name: string; status: string },
  name: string | undefined,
): Promise<string | undefined> {
  if (name === undefined || before.status !== 'draft' || shortAlias(name) === shortAlias(before.name)) return undefined;
  const made = shortAlias(before.name);
  const rest = before.alias.startsWith(made.slice(0, 31)) ? before.alias.slice(made.length) : '?';
  return /^(-[\da-z]{1,8})?$/.test(rest) ? await freeAlias(tx, name) : undefined;
}

/**
 * An address made from the name: plain, with a number if that is taken, and random as a last resort; random enough
 * that two events of one name do not collide.
 */
export async function freeAlias(tx: Db, name: string): Promise<string> {
  const short = shortAlias(name);
  const tries = [short, ...[2, 3, 4, 5].map((n) => `${short}-${n}`)].filter(
    (alias) => alias.length >= 3 && canBeAlias(alias).ok,
  );
  const taken = await listTaken(tx, tries);
  return tries.find((alias) => !taken.has(alias)) ?? `${short.slice(0, 31).replace(/-+$/, '')}-${newId().slice(-8)}`;
}
