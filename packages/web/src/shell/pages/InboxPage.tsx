import { Attention } from '../../events/hosts/Attention.tsx';
import { InboxScreen } from '../../inbox/InboxScreen.tsx';

/** The inbox, with what waits at the events that you host. */
export function InboxPage() {
  return <InboxScreen above={<Attention invitations />} />;
}
