import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { changeGuest } from '@folkmoot/contract/registrations/api.ts';
import { canApprove, canDecline } from '@folkmoot/contract/registrations/rules.ts';
import type { GuestView } from '@folkmoot/contract/registrations/schema.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconDots, IconStar, IconUser, IconUserShield, IconX } from '@tabler/icons-react';
import { lazyPart } from '../../core/lazy.ts';
import { useApiMutation } from '../../core/queries.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import { refreshGuests } from './useGuests.ts';

const GuestDialog = lazyPart(() => import('./GuestDialog.tsx'), 'GuestDialog');
const DeclineDialog = lazyPart(() => import('./DeclineDialog.tsx'), 'DeclineDialog');
const HostCancelWizard = lazyPart(() => import('./HostCancelWizard.tsx'), 'HostCancelWizard');

/** A host's actions for one guest. */
export function GuestMenu({ event, guest }: { event: EventView; guest: GuestView }) {
  const show = useShowDialog();
  const change = useApiMutation(changeGuest, { failed: 'Could not change this registration.', onDone: refreshGuests });
  const { participationId } = guest;
  const ids = { eventId: event.id, participationId };
  const name = guest.name || guest.email;
  const fixed = event.status === 'cancelled' || guest.isCreator;
  return (
    <ActionMenu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={`Actions for ${name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUser size={17} />}
          onClick={() => show(<GuestDialog event={event} participationId={participationId} />)}
        >
          Answers and history
        </Menu.Item>
        {!fixed && canApprove(guest).ok && (
          <Menu.Item leftSection={<IconCheck size={17} />} onClick={() => change.mutate({ ...ids, type: 'approve' })}>
            Approve
          </Menu.Item>
        )}
        {!fixed && guest.role !== 'featured_guest' && (
          <Menu.Item
            leftSection={<IconStar size={17} />}
            onClick={() => change.mutate({ ...ids, type: 'role', role: 'featured_guest' })}
          >
            Make featured guest
          </Menu.Item>
        )}
        {!fixed && guest.role !== 'guest' && guest.role !== 'host' && (
          <Menu.Item
            leftSection={<IconUser size={17} />}
            onClick={() => change.mutate({ ...ids, type: 'role', role: 'guest' })}
          >
            Make guest
          </Menu.Item>
        )}
        {!fixed && guest.hasAccount && guest.role !== 'check_in' && guest.role !== 'host' && (
          <Menu.Item
            leftSection={<IconUserShield size={17} />}
            onClick={() => change.mutate({ ...ids, type: 'role', role: 'check_in' })}
          >
            Make check-in staff
          </Menu.Item>
        )}
        {!fixed && canDecline(guest).ok && (
          <Menu.Item
            data-danger
            leftSection={<IconX size={17} />}
            onClick={() =>
              show(
                guest.status === 'requested' ? (
                  <DeclineDialog event={event} guests={[guest]} />
                ) : (
                  <HostCancelWizard event={event} guest={guest} />
                ),
              )
            }
          >
            {guest.status === 'requested' ? 'Decline' : 'Cancel registration'}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </ActionMenu>
  );
}
