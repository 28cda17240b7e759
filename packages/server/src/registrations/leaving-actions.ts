import type { LeavingPart } from '../core/leaving.ts';
import { moveAll, offerSeatsOf, tellHostsOf } from '../participations/actions.ts';
import { listParticipationsOf, lockEvents } from '../participations/store.ts';
import { giveUpOrder } from '../payments/orders/orders-actions.ts';
import { countPlaces, listComing } from './leaving-store.ts';

/** Somebody deletes their account: they give up their coming places, as if they had said so at each of the events. */
export const leavingPlaces: LeavingPart = {
  counts: countPlaces,
  async end(command, userId) {
    const { tx, now } = command;
    const coming = await listComing(tx, userId, now);
    if (coming.length === 0) return;
    const ids = coming.map(({ id }) => id);
    await lockEvents(tx, ids);
    const own = (await listParticipationsOf(tx, ids, userId)).filter(({ status }) => status !== 'not_going');
    for (const place of own)
      if (place.status === 'going')
        await giveUpOrder(command, place, coming.find(({ id }) => id === place.eventId)?.starts ?? null);
    const change = { role: 'guest', status: 'not_going', approved: false, actorId: userId } as const;
    const left = await moveAll(
      command,
      own.map((before) => ({ before, change })),
    );
    const events = left.map(({ eventId, alias, eventStatus }) => ({ id: eventId, alias, status: eventStatus }));
    await offerSeatsOf(
      command,
      events.map(({ id }) => id),
    );
    await tellHostsOf(command, events);
  },
};
