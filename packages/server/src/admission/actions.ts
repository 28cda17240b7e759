import { type Paid, refusals } from '@folkmoot/contract/admission/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { writtenCode } from '@folkmoot/contract/participations/codes-rules.ts';
import { hasTicket } from '@folkmoot/contract/participations/rules.ts';
import { refusals as registrations } from '@folkmoot/contract/registrations/schema.ts';
import { type CommandContext, inTransaction } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import type { Visitor } from '../events/actions.ts';
import { findView } from '../events/store.ts';
import { mail, move } from '../participations/actions.ts';
import { isLinked } from '../participations/fragments-store.ts';
import { noteOwnAct } from '../participations/moves-store.ts';
import { findParticipation, listReferred, lockEvent, type Participation, type Ref } from '../participations/store.ts';
import { findOrderOf } from '../payments/orders/orders-store.ts';
import { findOwnOrder } from '../payments/papers/papers-store.ts';
import { type Admission, findTicketName, issueAdmissions, voidAdmissions } from './store.ts';

/** The short codes of those among these people who have a ticket, as they are read out: by participation. */
export async function codesOf(tx: Db, refs: readonly Ref[], now: Date): Promise<ReadonlyMap<string, string>> {
  const issued = await issueAdmissions(tx, refs, now);
  return new Map(issued.map(({ id, code }) => [id, writtenCode(code)]));
}

/**
 * Makes these people's tickets void and emails each of them the new one: when what a ticket was given for has changed, while
 * its holder still comes. People who lose their place, for whatever reason, need no such call: their ticket ends with it.
 */
export async function renewTickets(command: CommandContext, refs: readonly Ref[]): Promise<void> {
  await voidAdmissions(command.tx, refs);
  const holders = (await listReferred(command.tx, refs)).filter(hasTicket);
  for (const [eventId, some] of Map.groupBy(holders, (holder) => holder.eventId))
    await mail(
      command,
      eventId,
      some.map(({ id }) => id),
      'new_ticket',
    );
}

/** Somebody's ticket with everything that it says. */
export type OwnTicket = {
  own: Participation;
  event: EventView;
  admission: Admission;
  ticketName: string | null;
  paid: Paid | null;
  /** With which the caller paid for it themselves. */
  orderId: string | null;
};

/** The caller's own participation: signed in, or by the token of an email's link. */
export async function ownParticipation(
  tx: Db,
  { eventId, participationId }: { eventId: string; participationId: string },
  { looking }: Visitor,
): Promise<Participation> {
  const own = await findParticipation(tx, eventId, participationId);
  const isOwn =
    own !== undefined && (isLinked(own, looking) || (looking.userId !== undefined && own.userId === looking.userId));
  if (own === undefined || !isOwn)
    return refuse(looking.participationId === undefined ? core.notFound : registrations.linkOld);
  return own;
}

/** The caller's own ticket, made if there is none yet. Refuses if they have no place. */
export async function ownTicket(
  command: CommandContext,
  which: { eventId: string; participationId: string },
  visitor: Visitor,
): Promise<OwnTicket> {
  const { tx, now } = command;
  const own = await ownParticipation(tx, which, visitor);
  if (!hasTicket(own)) refuse(refusals.noTicket);
  if (!own.ownAct && !visitor.looking.typed) await inTransaction(command, (inside) => noteOpened(inside, own, visitor));
  const [admission] = await issueAdmissions(tx, [own], now);
  const who = own.userId === null ? { participationId: own.id } : { userId: own.userId };
  const event = assertFound(await findView(tx, own.eventId, who), core.notFound);
  return {
    own,
    event,
    admission: assertFound(admission, refusals.noTicket),
    ticketName: await findTicketName(tx, own),
    paid: await paidFor(tx, own),
    orderId: own.ticketId === null ? null : await findOwnOrder(tx, own, visitor.looking),
  };
}

/** What its holder, or the person who passed the place on, paid for a ticket, and was not given back. Without a kind nothing is sold. */
async function paidFor(tx: Db, { eventId, id, ticketId }: Participation): Promise<Paid | null> {
  const order = ticketId === null ? undefined : await findOrderOf(tx, eventId, id, 'paid');
  const amount = order ? order.total - order.refunded : 0;
  return order && amount > 0 ? { amount, currency: order.currency } : null;
}

/**
 * A person opens a ticket that somebody else got for them: it is theirs, and they come. With an account they are now in the
 * event's conversations; without one, only the email to their address has led here.
 */
async function noteOpened(command: CommandContext, own: Participation, { looking }: Visitor): Promise<void> {
  // The page that shows it proves a typed address, and makes the place the address's own.
  if (own.userId === null) return own.clientId === null ? noteOwnAct(command.tx, own.eventId, own.id) : undefined;
  if (looking.userId !== own.userId) return;
  await lockEvent(command.tx, own.eventId);
  const before = await findParticipation(command.tx, own.eventId, own.id);
  if (before && hasTicket(before)) await move(command, before, { status: before.status, actorId: own.userId });
}
