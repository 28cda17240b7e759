import { lazyPart } from '../../core/lazy.ts';
import { InviteButton } from '../../invitations/invited/InviteButton.tsx';
import { ManageScreen } from '../../registrations/manage/ManageScreen.tsx';

const InvitedTab = lazyPart(() => import('../../invitations/invited/InvitedTab.tsx'), 'InvitedTab');

/** Where hosts manage their event, and invite people to it. */
export function ManageEventPage() {
  return (
    <ManageScreen
      invited={(event) => <InvitedTab event={event} />}
      inviteButton={(event, entry) => <InviteButton event={event} entry={entry} />}
    />
  );
}
