import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { Done, doneWith } from '../core/page.ts';
import { TokenQuery } from '../events/api.ts';
import { counted, refusals as events } from '../events/schema.ts';
import { refusals as payments } from '../payments/schema.ts';
import { PriceFields, refusals, SaleFields, TICKET_PAGE, TicketFields, TicketView } from './schema.ts';

const TicketQuery = TokenQuery.extend({
  page: z.coerce.number().int().min(1).max(100).default(1),
  limit: z.coerce.number().int().min(1).max(TICKET_PAGE).default(TICKET_PAGE),
});

const Tickets = counted(TicketView).extend({
  /** Whether there are tickets at all, shown or not: then nobody registers without one. */
  needed: z.boolean(),
  /** Whether a code can be entered. */
  takesCodes: z.boolean(),
});

const PRICE_FAULTS = [
  ...[refusals.priceRequired, refusals.noCurrency, refusals.otherCurrency],
  ...[refusals.priceStep, refusals.priceLeast, refusals.priceMost, payments.noAccount, payments.salesPaused],
];

export const listTickets = endpoint('GET /api/v1/events/:eventId/tickets', {
  who: 'signedIn',
  perMinute: 300,
  summary: `An event's tickets in order, ${TICKET_PAGE} per page. With \`all\`, for hosts, also those that are hidden or archived.`,
  query: TicketQuery.extend({ all: z.stringbool().default(false) }),
  returns: Tickets,
  refuses: [events.locked, events.notManaged],
});

export const listPublicTickets = endpoint('GET /api/v1/public/events/:eventId/tickets', {
  who: 'public',
  perMinute: 300,
  summary: "An event's tickets, for visitors who are not signed in.",
  query: TicketQuery,
  returns: Tickets,
  refuses: [events.locked],
});

export const createTicket = endpoint('POST /api/v1/events/:eventId/tickets', {
  who: 'signedIn',
  summary: 'Add a ticket, free unless it has a price.',
  body: TicketFields.and(PriceFields).and(SaleFields),
  returns: doneWith(TicketView),
  refuses: [events.notManaged, events.cancelled, refusals.tooMany, refusals.saleOrder, ...PRICE_FAULTS],
});

export const updateTicket = endpoint('PATCH /api/v1/events/:eventId/tickets/:ticketId', {
  who: 'signedIn',
  summary: 'Change a ticket.',
  body: TicketFields.partial().and(PriceFields).and(SaleFields),
  returns: doneWith(TicketView),
  refuses: [events.notManaged, events.cancelled, refusals.belowTaken, refusals.saleOrder, ...PRICE_FAULTS],
});

export const deleteTicket = endpoint('DELETE /api/v1/events/:eventId/tickets/:ticketId', {
  who: 'signedIn',
  summary: 'Remove a ticket that no guest holds.',
  returns: Done,
  refuses: [events.notManaged, refusals.inUse, refusals.sold],
});

export const orderTicket = endpoint('PUT /api/v1/events/:eventId/tickets/order', {
  who: 'signedIn',
  summary: 'Move a ticket before another one, or to the end with null.',
  body: z.object({ ticketId: Id, before: Id.nullable() }),
  returns: Done,
  refuses: [events.notManaged, refusals.orderChanged],
});
