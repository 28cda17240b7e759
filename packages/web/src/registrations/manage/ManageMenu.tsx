import { deleteEvent, unpublishEvent } from '@folkmoot/contract/events/api.ts';
import { canCancel } from '@folkmoot/contract/events/rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Menu } from '@mantine/core';
import { IconArrowBackUp, IconCalendarPlus, IconCalendarX, IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../core/api-client.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useApiMutation } from '../../core/queries.ts';
import { useMyId } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { noteEvent } from '../../events/editing/useEventDraft.ts';
import { refreshEvents } from '../../events/refresh.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';

const DuplicateDialog = lazyPart(() => import('./DuplicateDialog.tsx'), 'DuplicateDialog');
const PutOnCalendarDialog = lazyPart(
  () => import('../../calendars/adding/PutOnCalendarDialog.tsx'),
  'PutOnCalendarDialog',
);
const CancelEventDialog = lazyPart(() => import('./CancelEventDialog.tsx'), 'CancelEventDialog');

type Props = { event: EventView; onDeleted: () => void; children?: ReactNode };

/** Rare actions for an event; each entry is shown only when it is possible. `children` come first. */
export function ManageMenu({ event, onDeleted, children }: Props) {
  const show = useShowDialog();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const myId = useMyId();
  const unpublish = useApiMutation(unpublishEvent, {
    onDone: ({ data }) => {
      noteEvent(data);
      refreshEvents();
    },
  });
  const mine = event.hosts.some(({ id, isCreator }) => isCreator && id === myId);
  const remove = () =>
    confirm({
      title: 'Delete this draft?',
      body: 'You cannot undo this.',
      verb: 'Delete draft',
      busyVerb: 'Deleting',
      danger: true,
      run: async () => {
        try {
          toast.done((await call(deleteEvent, { eventId: event.id })).message);
        } catch (error) {
          toast.failed(error);
          throw error;
        }
        onDeleted();
        refreshEvents();
        void navigate({ to: '/events' });
      },
    });
  return (
    <ActionMenu width={220} position="bottom-end">
      <Menu.Target>
        <IconButton label="More about this event" variant="default" size={36}>
          <IconDots size={18} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        {event.status === 'published' && event.visibility !== 'private' && (
          <Menu.Item
            leftSection={<IconCalendarPlus size={18} />}
            onClick={() => show(<PutOnCalendarDialog event={event} />)}
          >
            Add to a calendar
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCopy size={18} />} onClick={() => show(<DuplicateDialog event={event} />)}>
          Duplicate
        </Menu.Item>
        {event.status === 'published' && event.goingCount + event.waitingCount === 0 && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={18} />}
            onClick={() => unpublish.mutate({ eventId: event.id })}
          >
            Unpublish
          </Menu.Item>
        )}
        {canCancel(event, Math.floor(Date.now() / 1000)).ok && (
          <Menu.Item
            data-danger
            leftSection={<IconCalendarX size={18} />}
            onClick={() => show(<CancelEventDialog event={event} />)}
          >
            Cancel event
          </Menu.Item>
        )}
        {event.status === 'draft' && mine && (
          <Menu.Item data-danger leftSection={<IconTrash size={18} />} onClick={remove}>
            Delete draft
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </ActionMenu>
  );
}
