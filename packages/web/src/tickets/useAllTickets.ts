import { listTickets } from '@folkmoot/contract/tickets/api.ts';
import { LIMITS, TICKET_PAGE, type TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api-client.ts';
import { apiQueryKey } from '../core/queries.ts';

/** All tickets of an event, from all pages: for its hosts, who reorder and assign them. */
export function useAllTickets(eventId: string) {
  return useQuery({
    queryKey: [...apiQueryKey(listTickets, { eventId }), 'all'],
    queryFn: async ({ signal }) => {
      const tickets: TicketView[] = [];
      for (let page = 1; page <= Math.ceil(LIMITS.tickets / TICKET_PAGE); page += 1) {
        const { data, count } = await call(listTickets, { eventId, page, limit: TICKET_PAGE, all: 'true' }, { signal });
        tickets.push(...data);
        if (tickets.length >= count) break;
      }
      return tickets;
    },
  });
}
