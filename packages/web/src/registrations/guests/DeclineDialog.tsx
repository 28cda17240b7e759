import { lengthOf } from '@folkmoot/contract/core/text.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { changeGuests } from '@folkmoot/contract/registrations/api.ts';
import {
  DECLINE_REASONS,
  DECLINE_TEXTS,
  type DeclineReason,
  type GuestView,
  LIMITS,
} from '@folkmoot/contract/registrations/schema.ts';
import { Button, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../core/queries.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from '../../ui/layout/screen.module.css';
import { refreshGuests } from './useGuests.ts';

type DeclineDialogProps = { event: EventView; guests: readonly GuestView[]; onDone: () => void };

/** Declines several guests at once. The reason goes into their emails and is optional. */
export function DeclineDialog({ event, guests, onDone }: DeclineDialogProps) {
  const close = useCloseDialog();
  const [reason, setReason] = useState<DeclineReason>('General Decline');
  const [text, setText] = useState(DECLINE_TEXTS['General Decline']);
  const leave = useUnsaved(text !== DECLINE_TEXTS[reason]);
  const long = lengthOf(text) > LIMITS.reason;
  const decline = useApiMutation(changeGuests, {
    failed: 'Could not decline them.',
    onDone: () => {
      refreshGuests();
      onDone();
      close();
    },
  });
  return (
    <Dialog
      title={guests.length === 1 ? 'Decline this registration' : `Decline ${guests.length} registrations`}
      width={480}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton
            color="madder"
            loading={decline.isPending}
            loadingLabel="Declining"
            disabled={long}
            onClick={() =>
              decline.mutate({
                eventId: event.id,
                action: 'decline',
                participationIds: guests.map((guest) => guest.participationId),
                reason: text,
              })
            }
          >
            Decline
          </LoadingButton>
        </>
      }
    >
      <div className={css.form}>
        <p>Each of them gets an email with this reason. Places that become free are offered to the waiting list.</p>
        <Select
          label="Reason"
          allowDeselect={false}
          data={[...DECLINE_REASONS]}
          value={reason}
          onChange={(next) => {
            setReason(next as DeclineReason);
            setText(DECLINE_TEXTS[next as DeclineReason]);
          }}
        />
        <Textarea
          label="Text (optional)"
          description={`${lengthOf(text)}/${LIMITS.reason}`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          error={long ? `Reason cannot exceed ${LIMITS.reason} characters.` : undefined}
          autosize
          minRows={4}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
    </Dialog>
  );
}
