import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import { listPublicTickets, listTickets } from '@folkmoot/contract/tickets/api.ts';
import { TICKET_PAGE } from '@folkmoot/contract/tickets/schema.ts';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../core/api-client.ts';
import { apiQueryKey } from '../core/queries.ts';
import { useSession } from '../core/session.tsx';
import { INITIAL_DATA_AT, initialAnswers } from '../core/start/initial-data.ts';

type Page = Answer<typeof listTickets>;

/** An event's tickets, ten a page; visitors ask by the public path. */
export function useTickets(eventId: string, token: string | undefined) {
  const session = useSession();
  const visitor = session.status !== 'signedIn';
  const endpoint = visitor ? listPublicTickets : listTickets;
  const sent = initialAnswers() as { event?: { id: string }; tickets?: Page } | undefined;
  const known = visitor && token === undefined && sent?.event?.id === eventId ? sent.tickets : undefined;
  return useInfiniteQuery<Page, Error, InfiniteData<Page>, readonly unknown[], number>({
    queryKey: [...apiQueryKey(endpoint, { eventId, token } as never), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, { eventId, token, page: pageParam, limit: TICKET_PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * TICKET_PAGE < last.count ? pages.length + 1 : undefined),
    ...(known && { initialData: { pages: [known], pageParams: [1] }, initialDataUpdatedAt: INITIAL_DATA_AT }),
  });
}
