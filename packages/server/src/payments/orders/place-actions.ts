import type { CommandContext } from '../../core/command.ts';
import { move } from '../../participations/actions.ts';
import { findParticipation } from '../../participations/store.ts';
import { endOrder, type Order } from './orders-store.ts';

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
