import { canPassOn } from '@folkmoot/contract/admission/rules.ts';
import { type NewHolder, PASS_ON, refusals } from '@folkmoot/contract/admission/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { OUTREACH, VISITOR_MAILS } from '@folkmoot/contract/events/invitations-schema.ts';
import { findAccount } from '../accounts/store.ts';
import { areHidden } from '../blocks/store.ts';
import { type CommandContext, inTransaction } from '../core/command.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { needRoom } from '../events/actions.ts';
import { mail, move, tellHosts } from '../participations/actions.ts';
import { insertParticipation, moveCodes } from '../participations/moves-store.ts';
import { countInvited, insertOutreach, isStopped, takeVisitorMail } from '../participations/outreach-store.ts';
import { setGiven, wasTurnedAway } from '../participations/passing-store.ts';
import { findRegistration } from '../participations/registration-store.ts';
import { findParticipation, findParticipationOf, lockEvent, type Participation } from '../participations/store.ts';
import { moveOrders } from '../payments/orders/orders-store.ts';

const DAY = 86_400_000;

/** A place and who gives it to whom; `userId` is the giver's, if they are signed in. */
export type Passing = {
  eventId: string;
  participationId: string;
  userId: string | undefined;
  /** They are here by having typed their address. */
  typed: boolean;
  to: NewHolder;
};

/** Whether somebody's address is known to be theirs: of those who have typed it, once its reader has followed the link. */
export const isProved = ({ userId, ownAct }: Pick<Participation, 'userId' | 'ownAct'>, typed: boolean): boolean =>
  userId !== null || ownAct || !typed;

/** The two participations: the one that ended, and the one that has the seat now. */
export type Passed = { from: Participation; to: Participation };

/**
 * Passes a place on: the seat and its ticket go to another person in one transaction, under the event's lock, so that nobody on
 * the waitlist can get it in between. The giver's ticket is void, and both get an email.
 *
 * @throws Refused in the same words whatever prevents an address from getting the place, so that the giver does not learn
 *   who is on the list, who was turned away, and who has blocked whom. A refused try counts too.
 */
export async function passOn(command: CommandContext & { caller: string }, passing: Passing): Promise<Passed> {
  await inTransaction(command, (inside) => countTry(inside, command.caller, passing));
  return inTransaction(command, (inside) => passLocked(inside, passing));
}

async function countTry(
  { tx, now }: CommandContext,
  caller: string,
  { eventId, participationId, userId }: Passing,
): Promise<void> {
  const own = { eventId, sender: `pass-on ${userId ?? participationId}`, most: PASS_ON.perHour, hours: 1 };
  if ((await takeVisitorMail(tx, own, now)) === undefined) refuse(refusals.tooOften);
  // A link can be used from everywhere, and a network has many links.
  const network = { eventId, sender: caller, ...VISITOR_MAILS.network };
  if (userId === undefined && (await takeVisitorMail(tx, network, now)) === undefined) refuse(core.slowDown);
}

async function passLocked(
  command: CommandContext,
  { eventId, participationId, userId, typed, to }: Passing,
): Promise<Passed> {
  const { tx, now } = command;
  await lockEvent(tx, eventId);
  const own = assertFound(await findParticipation(tx, eventId, participationId), core.notFound);
  const facts = assertFound(await findRegistration(tx, eventId, { participationId }, null), core.notFound);
  const event = { ...facts.event, visibility: facts.seen.visibility };
  assertAllowed(canPassOn({ own: { ...own, proved: isProved(own, typed) }, event }, Math.floor(now.getTime() / 1000)));
  if (to.email === own.address) refuse(refusals.ownAddress);
  const next = assertFound(await receiver(command, own, to), refusals.cannotReceive);
  // What was paid for the place stays with it: money that goes back goes to the card that paid.
  const moves = [{ eventId, from: own.id, to: next.id }];
  await moveOrders(tx, moves);
  await moveCodes(tx, moves);
  const from = await move(command, own, {
    status: 'not_going',
    role: 'guest',
    actorId: userId ?? own.userId,
    reason: `Passed on to ${nameOf(to)}.`,
  });
  const change = { role: 'guest', status: 'going', ticketId: own.ticketId } as const;
  // The seat has just become free. Hosts only know the address, so a ban is not mentioned to anybody.
  if ((await needRoom(tx, next, change, { unknown: true })).banned) refuse(refusals.cannotReceive);
  const reason = `Passed on by ${nameOf(own)}.`;
  const taken = { ...change, approved: own.approved, actorId: null, again: true, addressGiven: true, reason };
  const intent = own.paymentIntentId === null ? {} : { paymentIntentId: own.paymentIntentId };
  const after = await move(command, next, { ...taken, ...intent });
  await mail(command, eventId, [from.id], 'passed_on', { name: nameOf(to) });
  if (await mayBeMailed(command, after)) await mail(command, eventId, [after.id], 'passed_to', giverOf(own));
  await tellHosts(command, { id: eventId, alias: own.alias, status: own.eventStatus });
  return { from, to: after };
}

/**
 * The participation that gets the place, without a seat so far. Undefined if its person has one or waits for one, was turned away
 * by a host, wants no email about the event, or is hidden from the giver.
 */
async function receiver(
  { tx, now }: CommandContext,
  own: Participation,
  to: NewHolder,
): Promise<Participation | undefined> {
  const { eventId } = own;
  const account = await findAccount(tx, to.email);
  const bare = await findParticipationOf(tx, eventId, { email: to.email });
  if (await isStopped(tx, eventId, to.email)) return undefined;
  if (account && own.userId !== null && (await areHidden(tx, own.userId, [account.id]))) return undefined;
  const present = account ? await findParticipationOf(tx, eventId, { userId: account.id }) : bare;
  for (const one of [bare, present]) {
    if (one === undefined || one.status === 'invited') continue;
    if (one.status !== 'not_going' || (await wasTurnedAway(tx, one))) return undefined;
  }
  const { firstName, lastName } = to;
  const whose = account ? { userId: account.id } : { email: to.email, firstName, lastName };
  const id =
    present?.id ?? (await insertParticipation(tx, eventId, whose, { role: 'guest', status: 'not_going' }, now));
  await setGiven(tx, { eventId, id }, { firstName, lastName });
  return findParticipation(tx, eventId, id);
}

/** An address gets only so many emails a day that it did not ask for. The giver is not told. */
async function mayBeMailed({ tx, now }: CommandContext, { eventId, address }: Participation): Promise<boolean> {
  const had = await countInvited(tx, address, new Date(now.getTime() - DAY));
  await insertOutreach(tx, { eventId, kind: 'invited', sender: '', address }, now);
  return had < OUTREACH.address;
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim();

/**
 * Who it is from, as the email says it. The name of somebody without an account is whatever they typed, so it is left out if
 * it is more than a name: it goes to an address of their choice.
 */
function giverOf(own: Participation): { by?: string; name?: string } {
  if (own.userId !== null) return { by: own.userId };
  const name = nameOf(own);
  return /^[\p{L}\p{M}' ’-]{1,60}$/u.test(name) ? { name } : {};
}
