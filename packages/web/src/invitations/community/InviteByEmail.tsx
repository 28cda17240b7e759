import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { lazyPart } from '../../core/lazy.ts';
import { useMe } from '../../core/session.tsx';
import { useCloseDialog, useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import css from './invite-by-email.module.css';

const InviteByEmailPanel = lazyPart(() => import('./InviteByEmailPanel.tsx'), 'InviteByEmailPanel');
const SentInvitationsPanel = lazyPart(() => import('./SentInvitationsPanel.tsx'), 'SentInvitationsPanel');

type Props = { community: { id: string; name: string } };

/** In the dialog with the invitation link: inviting people by email, and those whom you have invited. */
export function InviteByEmail({ community }: Props) {
  const show = useShowDialog();
  const close = useCloseDialog();
  const me = useMe();
  if (!me) return null;
  const inviter = `${me.user.firstName} ${me.user.lastName}`.trim();
  return (
    <div className={css.byEmail}>
      <Button
        variant="default"
        leftSection={<IconMail size={17} />}
        onClick={() => {
          close();
          show(<InviteByEmailPanel community={community} inviter={inviter} />);
        }}
      >
        Invite by email
      </Button>
      <Button
        variant="subtle"
        onClick={() => {
          close();
          show(<SentInvitationsPanel community={community} />);
        }}
      >
        Sent invitations
      </Button>
    </div>
  );
}
