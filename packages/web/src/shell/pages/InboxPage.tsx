import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { Attention } from '../../events/hosts/Attention.tsx';
import { InboxScreen, type InboxTab } from '../../inbox/InboxScreen.tsx';

const NotificationsTab = lazyPart(() => import('../../notifications/NotificationsTab.tsx'), 'NotificationsTab');
const ThreadsTab = lazyPart(() => import('../../threads/ThreadsTab.tsx'), 'ThreadsTab');
const SavedTab = lazyPart(() => import('../../saved/SavedTab.tsx'), 'SavedTab');

const MORE: readonly InboxTab[] = [
  {
    show: 'notifications',
    label: 'Notifications',
    content: (
      <Suspense fallback={null}>
        <NotificationsTab />
      </Suspense>
    ),
  },
  {
    show: 'threads',
    label: 'Threads',
    content: (
      <Suspense fallback={null}>
        <ThreadsTab />
      </Suspense>
    ),
  },
  {
    show: 'saved',
    label: 'Saved',
    content: (
      <Suspense fallback={null}>
        <SavedTab />
      </Suspense>
    ),
  },
];

/**
 * The inbox, with what waits at the events that you host, what you were notified of, the threads that you follow and what
 * you have saved.
 */
export function InboxPage() {
  return <InboxScreen above={<Attention invitations />} more={MORE} />;
}
