import { areHidden } from '../blocks/store.ts';
import { joinConversations } from '../conversations/actions.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { move, offerSeats } from './actions.ts';
import { claimParticipations, handOver, listTwice, lockClaimed, type Twice } from './claims-store.ts';
import { setAsked } from './moves-store.ts';
import {
  findParticipation,
  findParticipationOf,
  listGoingPeople,
  listGroups,
  lockEvent,
  type Participation,
} from './store.ts';

export type ParticipationHooks = {
  /** Moves one participation's answers to another, replacing its own. */
  moveAnswers(tx: Db, eventId: string, from: string, to: string): Promise<void>;
};

/**
 * A person has signed in, so their address is theirs, and so are registrations under it. If they are also on a list
 * with their account, one of the two participations ends.
 */
export async function claimByAddress(
  command: CommandContext,
  hooks: ParticipationHooks,
  userId: string,
): Promise<void> {
  await lockClaimed(command.tx, userId);
  for (const twice of await listTwice(command.tx, userId)) await mergeParticipations(command, hooks, twice, userId);
  for (const eventId of await claimParticipations(command.tx, userId)) {
    await askWhoWasPut(command, eventId, userId);
    const groups = await listGroups(command.tx, eventId);
    if (groups.length > 0 && (await listGoingPeople(command.tx, eventId)).includes(userId))
      await joinConversations(command, groups, [userId]);
  }
}

/** A host had put their address on the list, and they never said that they come: as a person they are asked first. */
async function askWhoWasPut(command: CommandContext, eventId: string, userId: string): Promise<void> {
  const { tx, now } = command;
  const own = await findParticipationOf(tx, eventId, { userId });
  if (!own || own.ownAct || own.askedBy === null || own.status === 'not_going') return;
  const hidden = await areHidden(tx, userId, [own.askedBy]);
  const role = own.role;
  const asked = await move(command, own, {
    role: 'guest',
    status: hidden ? 'not_going' : 'invited',
    ownAct: false,
    actorId: null,
    ...(hidden && { approved: false }),
  });
  if (!hidden) await setAsked(tx, asked, { role, by: own.askedBy }, now);
  await offerSeats(command, eventId);
}

/** How near each state is to a seat: of a person's two participations the nearer one stays. */
const NEARNESS = ['not_going', 'invited', 'requested', 'waitlisted', 'offered', 'payment_pending', 'going'];

function isNearer(one: Participation, other: Participation): boolean {
  if (one.status !== other.status) return NEARNESS.indexOf(one.status) > NEARNESS.indexOf(other.status);
  return (one.waitlistPosition ?? 0) < (other.waitlistPosition ?? 0);
}

/**
 * One person, one participation: the account's, or, if that is nearer to a seat, the address's, including its
 * answers.
 */
async function mergeParticipations(
  command: CommandContext,
  hooks: ParticipationHooks,
  { eventId, own, bare }: Twice,
  userId: string,
): Promise<void> {
  const { tx } = command;
  await lockEvent(tx, eventId);
  const [mine, other] = [await findParticipation(tx, eventId, own), await findParticipation(tx, eventId, bare)];
  if (!mine || !other || other.status === 'not_going') return;
  const reason = 'The same person registered with their account.';
  // If a host has put their address on the list, they did not do it themselves.
  const takesOver = (other.ownAct || other.askedBy === null) && isNearer(other, mine);
  if (takesOver) {
    await hooks.moveAnswers(tx, eventId, other.id, mine.id);
    await handOver(tx, eventId, other.id, mine.id);
  }
  // The history of a typed address must not reveal whose it is.
  const actorId = other.ownAct ? userId : null;
  await move(command, other, { role: 'guest', status: 'not_going', actorId, reason });
  if (takesOver) {
    const { status, ticketId, approved, offer_expires_epoc: offerExpires } = other;
    const role = mine.role === 'guest' ? other.role : mine.role;
    const { ownAct } = other;
    await move(command, mine, { role, status, ticketId, approved, offerExpires, ownAct, actorId: userId, again: true });
  }
  await offerSeats(command, eventId);
}
