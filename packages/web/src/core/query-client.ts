import { QueryClient } from '@tanstack/react-query';

/** How long a response is shown again without refetching. Live events replace what changed sooner. */
const FRESH_MS = 10_000;

/** The page's query cache. As the specification says: no refetch on focus, no retry of queries. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { refetchOnWindowFocus: false, retry: false, staleTime: FRESH_MS },
    // Without a network it is refused at once: a change must not happen minutes later, when nobody expects it.
    mutations: { retry: false, networkMode: 'always' },
  },
});
