import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { changeGuests } from '@folkmoot/contract/registrations/api.ts';
import { canApprove, canDecline } from '@folkmoot/contract/registrations/rules.ts';
import type { GuestView } from '@folkmoot/contract/registrations/schema.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useApiMutation } from '../../core/queries.ts';
import { useToastRoom } from '../../core/toasts/useToastRoom.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import css from './guests.module.css';
import { refreshGuests } from './useGuests.ts';

const DeclineDialog = lazyPart(() => import('./DeclineDialog.tsx'), 'DeclineDialog');

type BulkBarProps = {
  event: EventView;
  selected: ReadonlySet<string>;
  guests: readonly GuestView[];
  onDone: () => void;
};

/** The actions for all selected guests. */
export function BulkBar({ event, selected, guests, onDone }: BulkBarProps) {
  const show = useShowDialog();
  const bar = useRef<HTMLDivElement>(null);
  useToastRoom(bar);
  const chosen = guests.filter((guest) => selected.has(guest.participationId));
  const toApprove = chosen.filter((guest) => canApprove(guest).ok);
  const toDecline = chosen.filter((guest) => canDecline(guest).ok);
  const approve = useApiMutation(changeGuests, {
    failed: 'Could not approve these guests.',
    onDone: () => {
      refreshGuests();
      onDone();
    },
  });
  return (
    <div ref={bar} className={css.bulk} role="toolbar" aria-label="Selected guests">
      <span>{selected.size} selected</span>
      <Button
        size="sm"
        variant="subtle"
        color="gray"
        leftSection={<IconCheck size={17} />}
        disabled={toApprove.length === 0 || event.status === 'cancelled'}
        loading={approve.isPending}
        onClick={() =>
          approve.mutate({
            eventId: event.id,
            action: 'approve',
            participationIds: toApprove.map((guest) => guest.participationId),
          })
        }
      >
        Approve
      </Button>
      <Button
        size="sm"
        variant="subtle"
        color="gray"
        leftSection={<IconX size={17} />}
        disabled={toDecline.length === 0 || event.status === 'cancelled'}
        onClick={() => show(<DeclineDialog event={event} guests={toDecline} onDone={onDone} />)}
      >
        Decline
      </Button>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label="Clear selection" onClick={onDone}>
        <IconX size={18} />
      </ActionIcon>
    </div>
  );
}
