import { useThrottledCallback } from '@mantine/hooks';
import { useCountsChange } from '../conversations/unread/useUnreadCounts.ts';
import { refreshInbox } from './queries.ts';

const ASK_MS = 1000;

/** Keeps the inbox current while it is on the screen: refetches it whenever a count changes. */
export function useInboxLive(): void {
  useCountsChange(useThrottledCallback(refreshInbox, ASK_MS));
}
