import { type Query, QueryClient } from '@tanstack/react-query';

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

type AnyQuery = Pick<Query, 'state'>;

const late = new WeakMap<AnyQuery, (() => void)[]>();

/**
 * Does something once an answer that is on its way has been taken: it may be older than what is known already, such as by a live event
 * that overtook it. Nothing where none is on its way.
 */
export function onceAnswered(query: AnyQuery, act: () => void): void {
  if (query.state.fetchStatus !== 'idle') late.set(query, [...(late.get(query) ?? []), act]);
}

queryClient.getQueryCache().subscribe((news) => {
  if (news.type !== 'updated') return;
  const { query, action } = news;
  // One with data that is on the screen is asked for again at once. A first answer is taken, though it may be older.
  if (action.type === 'invalidate' && query.state.data === undefined)
    onceAnswered(query, () => void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }));
  // An answer that is asked for from now on knows what was told before.
  if (action.type === 'error' || action.type === 'fetch') late.delete(query);
  // TanStack Query tells of an invalidation only once, such as before a first answer that failed.
  if (action.type === 'fetch' && query.state.data === undefined && query.state.isInvalidated)
    query.setState({ isInvalidated: false });
  if (action.type !== 'success' || action.manual) return;
  const acts = late.get(query) ?? [];
  late.delete(query);
  for (const act of acts) act();
});
