import { useThrottledCallback } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useUnreadCounts } from '../conversations/unread/useUnreadCounts.ts';
import { refreshInbox } from './queries.ts';

const ASK_MS = 1000;

/** Keeps the inbox current while it is on the screen: refetches it whenever a count changes. */
export function useInboxLive(): void {
  const counts = useUnreadCounts();
  const ask = useThrottledCallback(refreshInbox, ASK_MS);
  const known = useRef(counts);
  useEffect(() => {
    // As it opens, its lists are asked for anyway.
    if (known.current === counts) return;
    known.current = counts;
    ask();
  }, [counts, ask]);
}
