import { hiddenChanged } from '@folkmoot/contract/blocks/api.ts';
import {
  conversationActive,
  listCounts,
  messageDeleted,
  messageEdited,
  messageSent,
  readMoved,
} from '@folkmoot/contract/conversations/api.ts';
import { newsOfEach } from '@folkmoot/contract/conversations/counts-rules.ts';
import { newsOf } from '@folkmoot/contract/conversations/rules.ts';
import type { CountView } from '@folkmoot/contract/conversations/schema.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import { useThrottledCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useLive, useResync } from '../../core/live.ts';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useMyId, useSession } from '../../core/session.tsx';
import { isLeftOut, withMembership, withUnread } from './unread-counts.ts';

const ASK_MS = 2000;

/** The unread counts of all your conversations: the single source for all badges. */
export function useUnreadCounts(): readonly CountView[] | undefined {
  const session = useSession();
  return useQuery({ ...apiQuery(listCounts, {}), enabled: session.status === 'signedIn' }).data?.data;
}

export type Unread = { unread: number; mentions: number };
const NONE: Unread = { unread: 0, mentions: 0 };

/** The unread counts that should notify you, by conversation. */
export function useUnreadCountOf(): (conversationId: string) => Unread {
  const counts = useUnreadCounts();
  return useMemo(() => {
    // Nothing else of them: a conversation has a type too, and a channel that takes its counts keeps its own.
    const known = new Map(
      newsOfEach(counts ?? [], new Date()).map(({ conversationId, unread, mentions }) => [
        conversationId,
        { unread, mentions },
      ]),
    );
    return (conversationId) => known.get(conversationId) ?? NONE;
  }, [counts]);
}

/** The same of one conversation. */
export function useUnreadIn(conversationId: string): Unread {
  const counts = useUnreadCounts();
  const count = counts?.find((one) => one.conversationId === conversationId);
  const around = count && counts?.find((one) => one.conversationId === count.parentId);
  return count ? newsOf(count, new Date(), around) : NONE;
}

/** Does something whenever counts that were known have changed: a list that goes by them is asked for as it opens anyway. */
export function useCountsChange(act: () => void): void {
  const counts = useUnreadCounts();
  const known = useRef(counts);
  const changed = useEffectEvent(act);
  useEffect(() => {
    const before = known.current;
    known.current = counts;
    if (before !== undefined && before !== counts) changed();
  }, [counts]);
}

/** Refetches the unread counts after memberships were added or removed. */
export function refreshCounts(): void {
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(listCounts) });
}

/** Keeps the counts current while the shell is open: from live events, and refetched after every gap. */
export function useCountsLive(): void {
  const me = useMyId();
  const ask = useThrottledCallback(refreshCounts, ASK_MS);
  const patch = (change: (counts: readonly CountView[]) => readonly CountView[]) => {
    queryClient.setQueryData<Answer<typeof listCounts>>(apiQueryKey(listCounts, {}), (view) =>
      view ? { data: [...change(view.data)] } : view,
    );
    // An answer that is on its way may be older than this, and would replace it.
    if (queryClient.isFetching({ queryKey: apiQueryKey(listCounts) }) > 0) ask();
  };
  const unreadIn = (conversationId: string) =>
    queryClient
      .getQueryData<Answer<typeof listCounts>>(apiQueryKey(listCounts, {}))
      ?.data.some((count) => count.conversationId === conversationId && count.unread > 0);

  useLive(messageSent, ({ message }) => patch((counts) => withUnread(counts, message, me)));
  useLive(conversationActive, (news) => {
    const counts = queryClient.getQueryData<Answer<typeof listCounts>>(apiQueryKey(listCounts, {}))?.data;
    if (counts && isLeftOut(counts, news, me)) ask();
    patch((known) => withUnread(known, news, me));
  });
  useLive(readMoved, ({ conversationId, ...membership }) => {
    let again = false;
    patch((counts) => {
      const after = withMembership(counts, conversationId, membership);
      again = after.stale;
      return after.counts;
    });
    if (again) ask();
  });
  // Deleting an unread message, or editing it to mention somebody, changes a count in a way only the server knows.
  useLive(messageDeleted, ({ message }) => unreadIn(message.conversationId) && ask());
  useLive(messageEdited, ({ message }) => message.editedAt !== null && unreadIn(message.conversationId) && ask());
  useLive(hiddenChanged, ask);
  useResync(refreshCounts);
}
