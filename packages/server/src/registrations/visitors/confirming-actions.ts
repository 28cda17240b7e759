import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { VISITOR_MAILS } from '@folkmoot/contract/events/invitations-schema.ts';
import { CONFIRMING, refusals } from '@folkmoot/contract/registrations/schema.ts';
import type { CommandContext } from '../../core/command.ts';
import type { Db } from '../../core/db/db.ts';
import { assertFound, refuse } from '../../core/http/errors.ts';
import { type Visitor, visibleEvent } from '../../events/actions.ts';
import { mail, tellHosts } from '../../participations/actions.ts';
import { setAddress } from '../../participations/claims-store.ts';
import { takeVisitorMail } from '../../participations/outreach-store.ts';
import { findParticipation, lockEvent, type Participation } from '../../participations/store.ts';
import { correctBuyer } from '../../payments/orders/orders-store.ts';
import { receiptAgain } from '../../payments/papers/receipt-actions.ts';
import type { RegistrationHooks } from '../actions.ts';

type Call = CommandContext & { caller: string };

/** The place of somebody who has typed an address and not confirmed it, by the link of their page. Under the event's lock. */
export async function needUnconfirmed(tx: Db, eventId: string, visitor: Visitor): Promise<Participation> {
  if (visitor.looking.participationId === undefined) return refuse(core.notFound);
  await lockEvent(tx, eventId);
  const event = await visibleEvent(tx, eventId, visitor);
  if (event.participationId === null) return refuse(refusals.linkOld);
  const own = assertFound(await findParticipation(tx, eventId, event.participationId), core.notFound);
  if (own.userId !== null || own.ownAct || own.clientId === null) refuse(refusals.confirmed);
  return own;
}

/** Sends what confirms a place to the address that was typed for it, once more. */
export async function sendConfirmation(call: Call, own: Participation): Promise<void> {
  await count(call, own, 'again', CONFIRMING.again, refusals.sentOften);
  if (!(await confirm(call, own))) refuse(refusals.nothingSent);
}

/**
 * Somebody corrects the address that they typed. The owner of the earlier one can do nothing any more with what went there: its links and the
 * ticket's code end. Each address that gets an email by it counts like a registration.
 */
export async function correctAddress(
  call: Call,
  own: Participation,
  email: string,
  hooks: Pick<RegistrationHooks, 'voidTickets'>,
): Promise<void> {
  const { tx } = call;
  if (email === own.address) refuse(refusals.sameAddress);
  await count(call, own, 'correct', CONFIRMING.corrected, refusals.correctedOften);
  await setAddress(tx, own, { from: own.address, to: email });
  await correctBuyer(tx, own, email);
  await hooks.voidTickets(tx, [own]);
  await confirm(call, own);
  await tellHosts(call, { id: own.eventId, alias: own.alias, status: own.eventStatus });
}

/** Counts an email for its place, and for the network: it may go to somebody who has not asked for it. */
async function count(
  { tx, now, caller }: Call,
  { eventId, id }: Participation,
  what: string,
  most: number,
  refusal: (typeof refusals)['sentOften' | 'correctedOften'],
): Promise<void> {
  const place = { eventId, sender: `${what} ${id}`, most, hours: CONFIRMING.hours };
  if ((await takeVisitorMail(tx, place, now)) === undefined) refuse(refusal);
  const network = { eventId, sender: caller, ...VISITOR_MAILS.network };
  if ((await takeVisitorMail(tx, network, now)) === undefined) refuse(refusals.manyFromHere);
}

/** @returns false if nothing confirms a place in this state. */
async function confirm(call: Call, { eventId, id, status }: Participation): Promise<boolean> {
  const paid = status === 'going' ? await receiptAgain(call.tx, { eventId, id }) : undefined;
  if (paid) await mail(call, eventId, [id], 'paid', paid);
  else if (status === 'going' || status === 'requested' || status === 'waitlisted')
    await mail(call, eventId, [id], status);
  else return false;
  return true;
}
