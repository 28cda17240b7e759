import { hasTicket } from '@folkmoot/contract/participations/rules.ts';
import { listHidden } from '../blocks/store.ts';
import { joinConversations } from '../conversations/actions.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { rooms } from '../core/live/live.ts';
import { isInside, mailEach, moveAll, offerSeatsOf } from './actions.ts';
import { claimParticipations, handOver, listTwice, lockClaimed, type Twice } from './claims-store.ts';
import { type Moving, moveCodes, setAllAsked } from './moves-store.ts';
import { listGroups, listParticipationsOf, listReferred, type Participation } from './store.ts';

export type ParticipationHooks = {
  /** Moves answers from one participation of an event to another, replacing its own: for several events at once. */
  moveAnswers(tx: Db, moves: readonly { eventId: string; from: string; to: string }[]): Promise<void>;
  /** The same with what was paid for them. */
  moveOrders(tx: Db, moves: readonly { eventId: string; from: string; to: string }[]): Promise<void>;
  /** The same with what they asked and voted for, each vote once. */
  moveQuestions(tx: Db, moves: readonly { eventId: string; from: string; to: string }[]): Promise<void>;
  /** What was bought at these events under a person's confirmed address becomes theirs. */
  claimOrders(tx: Db, userId: string, eventIds: readonly string[]): Promise<void>;
};

/**
 * A person has signed in, or is about to leave, so their address is theirs, and so are registrations under it. If they are also on a list
 * with their account, one of the two participations ends. As many statements for many events as for one.
 */
export async function claimByAddress(
  command: CommandContext,
  hooks: ParticipationHooks,
  userId: string,
): Promise<void> {
  const { tx } = command;
  const known = await lockClaimed(tx, userId);
  if (known.length === 0) return;
  await hooks.claimOrders(tx, userId, known);
  const twice = await listTwice(tx, userId);
  if (twice.length > 0) await mergeParticipations(command, hooks, twice, userId);
  const claimed = await claimParticipations(tx, userId);
  if (claimed.length === 0) return;
  command.joinRooms(userId, claimed.map(rooms.event));
  await askWhoWasPut(command, claimed, userId);
  const inside = (await listParticipationsOf(tx, claimed, userId)).filter(isInside).map(({ eventId }) => eventId);
  const groups = (await listGroups(tx, inside)).map(({ id }) => id);
  if (groups.length > 0) await joinConversations(command, groups, [userId]);
}

/** A host had put their address on these lists, and they never said that they come: as a person they are asked first. */
async function askWhoWasPut(command: CommandContext, eventIds: readonly string[], userId: string): Promise<void> {
  const { tx, now } = command;
  const put = (await listParticipationsOf(tx, eventIds, userId)).filter(
    // A place that was paid for, and passed on to them, is theirs.
    ({ ownAct, askedBy, status, paymentIntentId }) =>
      !ownAct && askedBy !== null && status !== 'not_going' && paymentIntentId === null,
  );
  if (put.length === 0) return;
  const hidden = new Set(await listHidden(tx, userId));
  const moving = put.map((before): Moving & { by: string; asks: boolean } => {
    const by = before.askedBy ?? '';
    const asks = !hidden.has(by);
    const change = { role: 'guest', status: asks ? 'invited' : 'not_going', ownAct: false, actorId: null } as const;
    return { before, change: { ...change, ...(!asks && { approved: false }) }, by, asks };
  });
  await moveAll(command, moving);
  const asked = moving.filter(({ asks }) => asks);
  await setAllAsked(
    tx,
    asked.map(({ before, by }) => ({
      eventId: before.eventId,
      id: before.id,
      role: before.askedRole ?? before.role,
      by,
    })),
    now,
  );
  await offerSeatsOf(
    command,
    put.map(({ eventId }) => eventId),
  );
}

/** How near each state is to a seat: of a person's two participations the nearer one stays. */
const NEARNESS = ['not_going', 'invited', 'requested', 'waitlisted', 'offered', 'payment_pending', 'going'];

function isNearer(one: Participation, other: Participation): boolean {
  if (one.status !== other.status) return NEARNESS.indexOf(one.status) > NEARNESS.indexOf(other.status);
  return (one.waitlistPosition ?? 0) < (other.waitlistPosition ?? 0);
}

/**
 * One person, one participation at each event: the account's, or, if that is nearer to a seat, the address's, including
 * its answers. The events are locked.
 */
async function mergeParticipations(
  command: CommandContext,
  hooks: ParticipationHooks,
  twice: readonly Twice[],
  userId: string,
): Promise<void> {
  const { tx } = command;
  const refs = twice.flatMap(({ eventId, own, bare }) => [own, bare].map((id) => ({ eventId, id })));
  const found = new Map((await listReferred(tx, refs)).map((one) => [one.id, one]));
  const pairs = twice.flatMap(({ own, bare }) => {
    const [mine, other] = [found.get(own), found.get(bare)];
    if (!mine || !other || other.status === 'not_going') return [];
    // If a host has put their address on the list, they did not do it themselves.
    return [{ mine, other, takesOver: (other.ownAct || other.askedBy === null) && isNearer(other, mine) }];
  });
  if (pairs.length > 0)
    // Only somebody who gets that address's emails could act there.
    await hooks.moveQuestions(
      tx,
      pairs.map(({ mine, other }) => ({ eventId: mine.eventId, from: other.id, to: mine.id })),
    );
  const over = pairs.filter(({ takesOver }) => takesOver);
  if (over.length > 0) {
    const moves = over.map(({ mine, other }) => ({ eventId: mine.eventId, from: other.id, to: mine.id }));
    await hooks.moveAnswers(tx, moves);
    await hooks.moveOrders(tx, moves);
    await handOver(tx, moves);
    await moveCodes(tx, moves);
  }
  const reason = 'The same person registered with their account.';
  await moveAll(
    command,
    pairs.map(({ other }) => {
      // The history of a typed address must not reveal whose it is.
      const actorId = other.ownAct ? userId : null;
      return { before: other, change: { role: 'guest', status: 'not_going', actorId, reason } };
    }),
  );
  const moved = await moveAll(
    command,
    over.map(({ mine, other }) => {
      const { status, ticketId, approved, offer_expires_epoc: offerExpires, ownAct } = other;
      const role = mine.role === 'guest' ? other.role : mine.role;
      const paid = other.paymentIntentId === null ? {} : { paymentIntentId: other.paymentIntentId };
      const change = { role, status, ticketId, approved, offerExpires, ownAct, actorId: userId, again: true, ...paid };
      return { before: mine, change };
    }),
  );
  // The place goes on under another participation, so the ticket that was sent for it is void.
  await mailEach(command, moved.filter(hasTicket), 'new_ticket');
  await offerSeatsOf(
    command,
    pairs.map(({ mine }) => mine.eventId),
  );
}
