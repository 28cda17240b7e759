import type { CommandContext } from '../../core/command.ts';
import { auditEvent } from '../../events/actions.ts';
import type { EventFacts } from '../../events/store.ts';
import { move } from '../../participations/actions.ts';
import { findParticipation } from '../../participations/store.ts';
import { endOrder, keepMoney, type Order } from './orders-store.ts';

/**
 * Places of an event are about to be ended by a host, who does not give back what was paid for them. Under the event's lock, before
 * they end.
 *
 * @param ids participations; undefined for all of the event.
 */
export async function keepPaid(
  call: CommandContext,
  event: Pick<EventFacts, 'id' | 'serverId' | 'name'>,
  { ids, by }: { ids?: readonly string[]; by: string },
): Promise<void> {
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
