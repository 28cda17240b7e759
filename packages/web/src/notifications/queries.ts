import { countNotifications, listNotifications, notificationsChanged } from '@folkmoot/contract/notifications/api.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLive } from '../core/live.ts';
import { apiInfiniteQuery, apiQuery, apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { useSession } from '../core/session.tsx';

/** What you were notified of, newest first. */
export function useNotifications() {
  return useInfiniteQuery(apiInfiniteQuery(listNotifications, {}));
}

const NONE = { unread: 0, answers: 0 };

/** How many notifications you have not read, how many of them wait for an answer that is counted elsewhere, and whether that is known. */
export function useUnreadNotifications(): { unread: number; answers: number; isKnown: boolean } {
  const session = useSession();
  const { data } = useQuery({ ...apiQuery(countNotifications, {}), enabled: session.status === 'signedIn' });
  return { ...(data ?? NONE), isKnown: data !== undefined };
}

export function refreshNotifications(): void {
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(listNotifications) });
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(countNotifications) });
}

/** Counts again as the list opens, which leaves out what you may not hear of any more. */
export function useFreshCount(): void {
  useEffect(() => void queryClient.invalidateQueries({ queryKey: apiQueryKey(countNotifications) }), []);
}

/** Keeps them current while the shell is open. */
export function useNotificationsLive(): void {
  useLive(notificationsChanged, refreshNotifications);
}
