import { putBefore } from '@folkmoot/contract/channels/rules.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { refusals as events } from '@folkmoot/contract/events/schema.ts';
import * as api from '@folkmoot/contract/tickets/api.ts';
import { LIMITS, refusals } from '@folkmoot/contract/tickets/schema.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import type { EventTokens } from '../events/access/access-actions.ts';
import { lockedEvent, visibleEvent, visitorOf } from '../events/actions.ts';
import { touchEvent } from '../events/editing/write-store.ts';
import type { EventFacts } from '../events/store.ts';
import { offerSeats, tellEvent } from '../participations/actions.ts';
import * as store from './store.ts';

/** Calls about tickets. All of them are free so far. */
export function ticketHandlers(tokens: EventTokens): Binding[] {
  return [
    handle(api.listTickets, async ({ tx, me, params, query }) => {
      const event = await visibleEvent(tx, params.eventId, visitorOf(tokens, me, query.token));
      return store.listTickets(tx, event.id, query);
    }),

    handle(api.listPublicTickets, async ({ tx, me, params, query }) => {
      const event = await visibleEvent(tx, params.eventId, visitorOf(tokens, me, query.token));
      return store.listTickets(tx, event.id, query);
    }),

    handle(api.createTicket, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await changeable(call.tx, params.eventId, me.userId);
      if ((await store.listTicketIds(tx, event.id)).length >= LIMITS.tickets) refuse(refusals.tooMany);
      const id = await store.insertTicket(tx, event.id, body, now);
      await touchEvent(tx, event.id, now);
      await tellEvent(call, event);
      return { message: 'Saved!', data: assertFound(await store.findTicket(tx, event.id, id), core.notFound) };
    }),

    handle(api.updateTicket, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await changeable(tx, params.eventId, me.userId);
      const ticket = assertFound(await store.findTicket(tx, event.id, params.ticketId), core.notFound);
      if (body.capacity !== undefined && body.capacity !== null && body.capacity < ticket.taken)
        refuse(refusals.belowTaken);
      await store.updateTicket(tx, event.id, ticket.id, body);
      await touchEvent(tx, event.id, now);
      await offerSeats(call, event.id);
      await tellEvent(call, event);
      return { message: 'Saved!', data: assertFound(await store.findTicket(tx, event.id, ticket.id), core.notFound) };
    }),

    handle(api.deleteTicket, async (call) => {
      const { tx, me, params, now } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      const ticket = assertFound(await store.findTicket(tx, event.id, params.ticketId), core.notFound);
      if ((await store.countHolders(tx, event.id, ticket.id)) > 0) refuse(refusals.inUse);
      await store.deleteTicket(tx, event.id, ticket.id);
      await touchEvent(tx, event.id, now);
      await tellEvent(call, event);
      return { message: 'Ticket removed.' };
    }),

    handle(api.orderTicket, async (call) => {
      const { tx, me, params, body } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      const ids = await store.listTicketIds(tx, event.id);
      if (!ids.includes(body.ticketId)) refuse(refusals.orderChanged);
      await store.orderTickets(
        tx,
        event.id,
        putBefore(ids, body.ticketId, body.before) ?? refuse(refusals.orderChanged),
      );
      await tellEvent(call, event);
      return { message: 'Saved!' };
    }),
  ];
}

async function changeable(tx: Parameters<typeof lockedEvent>[0], eventId: string, userId: string): Promise<EventFacts> {
  const event = await lockedEvent(tx, eventId, userId);
  if (event.status === 'cancelled') refuse(events.cancelled);
  return event;
}
