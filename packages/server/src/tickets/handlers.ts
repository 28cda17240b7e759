import { putBefore } from '@folkmoot/contract/channels/rules.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { canManage } from '@folkmoot/contract/events/rules.ts';
import { refusals as events } from '@folkmoot/contract/events/schema.ts';
import { totalOf } from '@folkmoot/contract/payments/order-rules.ts';
import * as api from '@folkmoot/contract/tickets/api.ts';
import { canCost } from '@folkmoot/contract/tickets/price-rules.ts';
import { LIMITS, type PriceFields, refusals, type SaleFields } from '@folkmoot/contract/tickets/schema.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import type { EventTokens } from '../events/access/access-actions.ts';
import { lockedEvent, visibleEvent, visitorOf } from '../events/actions.ts';
import { touchEvent } from '../events/editing/write-store.ts';
import type { EventFacts } from '../events/store.ts';
import { offerSeats, tellEvent } from '../participations/actions.ts';
import { needAccount } from '../payments/accounts/accounts-actions.ts';
import { isSold } from '../payments/orders/sales-store.ts';
import * as store from './store.ts';

/** Calls about tickets. @param percent the operator's share of what is paid. */
export function ticketHandlers(tokens: EventTokens, percent: number): Binding[] {
  /** What a ticket costs from now on. Refuses with the field that is wrong, and without an account that can be paid. */
  const priceOf = async (
    tx: Db,
    event: EventFacts,
    { before, id, userId }: { before: store.Price; id: string | null; userId: string },
    change: PriceFields,
  ): Promise<store.Price> => {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const asked = { ...before, ...given } as store.Price;
    const price = asked.type === 'free' ? { ...asked, price: 0, currency: null, vat_rate: null } : asked;
    const { total } = totalOf({ ...price, currency: price.currency ?? '' }, percent);
    assertAllowed(canCost(price, total, await store.currencyOf(tx, event.id, id)));
    if (price.type === 'paid') await needAccount(tx, event.id, userId);
    return price;
  };

  return [
    handle(api.listTickets, async ({ tx, me, params, query }) => {
      const event = await visibleEvent(tx, params.eventId, visitorOf(tokens, me, query.token));
      if (query.all) assertAllowed(canManage(event));
      return store.listTickets(tx, event.id, percent, query, query.all ? 'all' : event);
    }),

    handle(api.listPublicTickets, async ({ tx, me, params, query }) => {
      const event = await visibleEvent(tx, params.eventId, visitorOf(tokens, me, query.token));
      return store.listTickets(tx, event.id, percent, query, event);
    }),

    handle(api.createTicket, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await changeable(call.tx, params.eventId, me.userId);
      if ((await store.listTicketIds(tx, event.id)).length >= LIMITS.tickets) refuse(refusals.tooMany);
      needSaleOrder(body);
      const price = await priceOf(tx, event, { before: store.FREE, id: null, userId: me.userId }, pricesIn(body));
      const id = await store.insertTicket(tx, event.id, body, price, now);
      await touchEvent(tx, event.id, now);
      await tellEvent(call, event);
      return { message: 'Saved!', data: assertFound(await store.findTicket(tx, event.id, id, percent), core.notFound) };
    }),

    handle(api.updateTicket, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await changeable(tx, params.eventId, me.userId);
      const ticket = assertFound(await store.findTicket(tx, event.id, params.ticketId), core.notFound);
      if (body.capacity !== undefined && body.capacity !== null && body.capacity < ticket.taken)
        refuse(refusals.belowTaken);
      needSaleOrder({ ...ticket, ...salesIn(body) });
      const of = { before: ticket, id: ticket.id, userId: me.userId };
      const price = await priceOf(tx, event, of, pricesIn(body));
      const { name, description, capacity } = body;
      await store.updateTicket(tx, event.id, ticket.id, {
        name,
        description,
        capacity,
        ...pricesIn(price),
        ...salesIn(body),
      });
      await touchEvent(tx, event.id, now);
      await offerSeats(call, event.id);
      await tellEvent(call, event);
      return {
        message: 'Saved!',
        data: assertFound(await store.findTicket(tx, event.id, ticket.id, percent), core.notFound),
      };
    }),

    handle(api.deleteTicket, async (call) => {
      const { tx, me, params, now } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      const ticket = assertFound(await store.findTicket(tx, event.id, params.ticketId), core.notFound);
      if ((await store.countHolders(tx, event.id, ticket.id)) > 0) refuse(refusals.inUse);
      if (await isSold(tx, event.id, ticket.id)) refuse(refusals.sold);
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

/** What of a ticket is about its price. */
const pricesIn = ({
  type,
  price,
  currency,
  is_refundable,
  refund_policy,
  fee_bearer,
  vat_rate,
}: PriceFields): PriceFields => ({
  ...{ type, price, currency, is_refundable, refund_policy, fee_bearer, vat_rate },
});

/** What of a ticket is about to whom, when and how it is given out, as far as it was said. */
const salesIn = ({
  is_hidden,
  is_archived,
  require_approval,
  sale_starts_epoc,
  sale_ends_epoc,
}: SaleFields): SaleFields =>
  Object.fromEntries(
    Object.entries({ is_hidden, is_archived, require_approval, sale_starts_epoc, sale_ends_epoc }).filter(
      ([, value]) => value !== undefined,
    ),
  );

function needSaleOrder({ sale_starts_epoc: starts, sale_ends_epoc: ends }: SaleFields): void {
  if (typeof starts === 'number' && typeof ends === 'number' && starts >= ends) refuse(refusals.saleOrder);
}

async function changeable(tx: Parameters<typeof lockedEvent>[0], eventId: string, userId: string): Promise<EventFacts> {
  const event = await lockedEvent(tx, eventId, userId);
  if (event.status === 'cancelled') refuse(events.cancelled);
  return event;
}
