import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/events/api.ts';
import { refusals } from '@folkmoot/contract/events/schema.ts';
import { onlyPeople } from '../conversations/members-store.ts';
import { type Binding, handle } from '../core/handle.ts';
import { found, refuse } from '../core/refuse.ts';
import { auditEvent, held, mail, move, needRoom, offerSeats, tellEvent } from './actions.ts';
import { findParticipation, findParticipationOf, insertParticipation } from './participations-store.ts';
import { listHosts } from './store.ts';

/** Calls that say who hosts an event, and who is featured. */
export function hostHandlers(): Binding[] {
  return [
    handle(api.addHost, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await held(tx, params.eventId, me.userId);
      if (event.status === 'cancelled') refuse(refusals.cancelled);
      if ((await onlyPeople(tx, [body.userId])).length === 0) refuse(refusals.noSuchPerson);
      const present = await findParticipationOf(tx, event.id, { userId: body.userId });
      // One who was sent away from its community may be let back in.
      if (body.userId === event.creatorId && present?.role === 'host') refuse(refusals.creatorStays);
      const id =
        present?.id ??
        (await insertParticipation(tx, event.id, { userId: body.userId }, { role: 'guest', status: 'not_going' }, now));
      const before = found(await findParticipation(tx, event.id, id), core.notFound);
      await needRoom(tx, before, { role: body.role, status: 'going', ticketId: before.ticketId });
      await move(call, before, { role: body.role, status: 'going', approved: true, actorId: me.userId });
      if (before.role !== body.role)
        await mail(call, event.id, [id], body.role === 'host' ? 'made_host' : 'made_featured');
      await offerSeats(call, event.id);
      await auditEvent(call, event, me.userId, 'event.role', { after: { role: body.role } });
      await tellEvent(call, event);
      return { message: 'Saved!', data: await listHosts(tx, event.id) };
    }),

    handle(api.removeHost, async (call) => {
      const { tx, me, params } = call;
      const event = await held(tx, params.eventId, me.userId);
      if (params.userId === event.creatorId) refuse(refusals.creatorStays);
      const own = found(await findParticipationOf(tx, event.id, { userId: params.userId }), core.notFound);
      // Hosts and those at the door had no seat; as a guest they would take one, so they say themselves whether they come.
      await move(call, own, {
        role: 'guest',
        status: own.role === 'host' || own.role === 'check_in' ? 'not_going' : own.status,
        actorId: me.userId,
      });
      await auditEvent(call, event, me.userId, 'event.role', { after: { role: 'guest' } });
      await tellEvent(call, event);
      return { message: 'Saved!', data: await listHosts(tx, event.id) };
    }),
  ];
}
