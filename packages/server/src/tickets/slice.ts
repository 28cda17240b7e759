import * as api from '@folkmoot/contract/tickets/api.ts';
import { TICKET_PAGE } from '@folkmoot/contract/tickets/schema.ts';
import { defineSlice } from '../core/slice.ts';
import { createEventTokens } from '../events/access/access-actions.ts';
import { eventHooks } from '../events/slice.ts';
import { ticketHandlers } from './handlers.ts';
import { personalData } from './personal-data.ts';
import { ticketsBeside } from './store.ts';

/** Tickets of events. */
export const tickets = defineSlice({
  name: 'tickets',
  personalData,
  endpoints: [api],
  build: ({ config }) => ({
    handlers: ticketHandlers(createEventTokens(config.authSecret), config.platformFeePercent),
    offers: [
      eventHooks.offer({
        ticketsOnPage: () => ticketsBeside(config.platformFeePercent, { page: 1, limit: TICKET_PAGE }),
      }),
    ],
  }),
});
