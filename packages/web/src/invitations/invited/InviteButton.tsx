import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { canInvite } from '@folkmoot/contract/invitations/rules.ts';
import { Button, Menu } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { lazyPart } from '../../core/lazy.ts';
import { useMe } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';

const InviteWizard = lazyPart(() => import('../InviteWizard.tsx'), 'InviteWizard');

type Props = {
  event: EventView;
  /** An entry of a menu instead. */
  entry?: boolean;
};

/** Opens the wizard that invites people; nothing for an event that nobody can be invited to now. */
export function InviteButton({ event, entry = false }: Props) {
  const show = useShowDialog();
  const me = useMe();
  if (!me || !canInvite(event, Math.floor(Date.now() / 1000)).ok) return null;
  const inviter = `${me.user.firstName} ${me.user.lastName}`.trim();
  const open = () => show(<InviteWizard event={event} inviter={inviter} />);
  if (entry)
    return (
      <Menu.Item leftSection={<IconUserPlus size={18} />} onClick={open}>
        Invite guests
      </Menu.Item>
    );
  return (
    <Button leftSection={<IconUserPlus size={17} />} onClick={open}>
      Invite guests
    </Button>
  );
}
