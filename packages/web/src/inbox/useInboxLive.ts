import { useThrottledCallback } from '@mantine/hooks';
import { useEffect } from 'react';
import { useUnreadCounts } from '../conversations/unread/useUnreadCounts.ts';
import { refreshInbox } from './queries.ts';

const ASK_MS = 1000;

/** Keeps the inbox current while it is on the screen: refetches it whenever a count changes. */
export function useInboxLive(): void {
  const counts = useUnreadCounts();
  const ask = useThrottledCallback(refreshInbox, ASK_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other counts mean other lists
  useEffect(() => ask(), [counts]);
}
