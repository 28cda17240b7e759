import type { CommandContext } from '../../core/command.ts';
import { auditEvent } from '../../events/actions.ts';
import type { EventFacts } from '../../events/store.ts';
import { move } from '../../participations/actions.ts';
import { findParticipation } from '../../participations/store.ts';
import { MONEY_QUEUE } from './orders-actions.ts';
import { endOrder, keepMoney, type Order } from './orders-store.ts';

/**
 * Places of an event are about to be ended by a host. Under the event's lock, before they end.
 *
 * @param ids participations; undefined for all of the event.
 * @param refund whether what was paid for them goes back; a job sees to it once they have ended.
 */
export async function endPaid(
  call: CommandContext,
  event: Pick<EventFacts, 'id' | 'serverId' | 'name'>,
  { ids, by, refund }: { ids?: readonly string[]; by: string; refund: boolean },
): Promise<void> {
  if (refund) return call.wake(MONEY_QUEUE);
  if (await keepMoney(call.tx, { eventId: event.id, ids, by }, call.now))
    await auditEvent(call, event, by, 'event.money-kept');
}

/**
 * Ends the place that an order has paid for, and the order with it: nothing goes back by itself. Under the event's lock.
 *
 * @param by the host who does it; null if it is the bank.
 * @returns whether there was one.
 */
export async function endPlace(
  call: CommandContext,
  { id, eventId, participationId }: Order,
  { by, reason, now }: { by: string | null; reason: string; now: Date },
): Promise<boolean> {
  const guest = await findParticipation(call.tx, eventId, participationId);
  if (!guest || guest.role === 'host' || guest.status === 'not_going') return false;
  // First the order: the money of a place that ends is decided about here.
  await endOrder(call.tx, id, now);
  await move(call, guest, { role: 'guest', status: 'not_going', approved: false, actorId: by, reason });
  return true;
}
