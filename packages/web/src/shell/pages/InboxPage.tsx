import { Attention } from '../../events/hosts/Attention.tsx';
import { isKnown, thingsDue, useAttention } from '../../events/hosts/useAttention.ts';
import { InboxScreen, type InboxTab } from '../../inbox/InboxScreen.tsx';
import { NotificationsTab } from '../../notifications/NotificationsTab.tsx';
import { useUnreadNotifications } from '../../notifications/queries.ts';
import { SavedTab } from '../../saved/SavedTab.tsx';
import { ThreadsTab } from '../../threads/ThreadsTab.tsx';

// Not loaded on demand: what they share with the inbox would be one more file for it.
const MORE: readonly InboxTab[] = [
  { show: 'notifications', label: 'Notifications', content: <NotificationsTab /> },
  { show: 'threads', label: 'Threads', content: <ThreadsTab /> },
  { show: 'saved', label: 'Saved', content: <SavedTab /> },
];

/**
 * The inbox, with what waits at the events that you host, what you were notified of, the threads that you follow and what
 * you have saved.
 */
export function InboxPage() {
  const attention = useAttention();
  const { unread, isKnown: isCounted } = useUnreadNotifications();
  const mayWait = !isKnown(attention) || !isCounted || thingsDue(attention).things + unread > 0;
  return <InboxScreen above={<Attention invitations />} mayWait={mayWait} more={MORE} />;
}
