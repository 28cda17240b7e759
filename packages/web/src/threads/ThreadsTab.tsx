import { listThreads } from '@folkmoot/contract/threads/api.ts';
import { useThrottledCallback } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCountsChange } from '../conversations/unread/useUnreadCounts.ts';
import { apiInfiniteQuery, apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { InboxList } from '../inbox/InboxList.tsx';
import css from '../inbox/inbox.module.css';
import { ThreadCard } from './ThreadCard.tsx';

const ASK_MS = 1000;

/** The threads that you follow: those with something new first, then the one with the newest reply. */
export function ThreadsTab() {
  const threads = useInfiniteQuery({
    ...apiInfiniteQuery(listThreads, {}),
    placeholderData: keepPreviousData,
    // Counts may have changed since it was open.
    refetchOnMount: 'always',
  });
  useCountsChange(
    useThrottledCallback(() => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listThreads) }), ASK_MS),
  );
  const people = new Map(threads.data?.pages.flatMap((page) => page.people).map((person) => [person.id, person]));
  const shown = threads.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <InboxList
      query={threads}
      empty="No threads yet"
      hint="Threads that you write in or are mentioned in will appear here."
      count={shown.length}
    >
      <ul className={css.list}>
        {shown.map((thread) => (
          <li key={thread.origin.conversationId}>
            <ThreadCard thread={thread} people={people} />
          </li>
        ))}
      </ul>
    </InboxList>
  );
}
