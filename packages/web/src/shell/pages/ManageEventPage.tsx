import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { InviteButton } from '../../invitations/invited/InviteButton.tsx';
import { ManageScreen } from '../../registrations/manage/ManageScreen.tsx';

const InvitedTab = lazyPart(() => import('../../invitations/invited/InvitedTab.tsx'), 'InvitedTab');
const QnaTab = lazyPart(() => import('../../qna/hosting/QnaTab.tsx'), 'QnaTab');
const WaitingBadge = lazyPart(() => import('../../qna/hosting/WaitingBadge.tsx'), 'WaitingBadge');
const MessagesTab = lazyPart(() => import('../../invitations/messages/MessagesTab.tsx'), 'MessagesTab');

/** Where hosts manage their event, invite people to it, write to guests and run its Q&A. */
export function ManageEventPage() {
  return (
    <ManageScreen
      invited={(event) => <InvitedTab event={event} />}
      messages={(event) => <MessagesTab event={event} />}
      qna={(event) => <QnaTab event={event} />}
      qnaWaiting={(event) => (
        <Suspense fallback={null}>
          <WaitingBadge eventId={event.id} />
        </Suspense>
      )}
      inviteButton={(event, entry) => <InviteButton event={event} entry={entry} />}
    />
  );
}
