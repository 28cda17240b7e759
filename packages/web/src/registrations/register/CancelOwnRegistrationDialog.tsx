import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../core/toasts/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';

const WORDS = {
  going: ['Cancel your registration?', 'You will lose your spot.', 'Cancel registration', 'Cancelling'],
  requested: ['Withdraw your request?', 'The hosts will no longer see it.', 'Withdraw request', 'Withdrawing'],
  waitlisted: [
    'Leave the waiting list?',
    'You will lose your position on the waiting list.',
    'Leave the list',
    'Leaving',
  ],
  invited: [
    'Decline the invitation?',
    'The hosts will see that you can’t come. You can still register later.',
    'Decline',
    'Declining',
  ],
  offered: [
    'Give up the spot?',
    'It will be offered to the next person on the waiting list.',
    'Give up the spot',
    'Giving up',
  ],
} as const;

/** Asks before you give up your spot, or decline an invitation. */
export function CancelOwnRegistrationDialog({ event, run }: { event: EventView; run: () => Promise<void> }) {
  const close = useCloseDialog();
  const [busy, setBusy] = useState(false);
  const { status } = event.viewer;
  const [title, body, verb, saying] =
    WORDS[status !== null && status in WORDS ? (status as keyof typeof WORDS) : 'going'];
  const act = () => {
    setBusy(true);
    run().then(close, (error: unknown) => {
      setBusy(false);
      toast.failed(error, { fallback: 'Could not cancel the registration.' });
    });
  };
  return (
    <Dialog
      title={title}
      width={440}
      brief
      footer={
        <>
          <Button variant="subtle" onClick={close}>
            {status === 'invited' ? 'Back' : 'Keep it'}
          </Button>
          <LoadingButton loading={busy} loadingLabel={saying} color="madder" onClick={act} data-autofocus>
            {verb}
          </LoadingButton>
        </>
      }
    >
      <p>{body}</p>
    </Dialog>
  );
}
