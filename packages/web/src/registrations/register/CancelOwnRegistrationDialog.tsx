import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { getRefundDue, type RefundDue } from '@folkmoot/contract/registrations/payment-api.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../core/queries.ts';
import { toast } from '../../core/toasts/toast.ts';
import { momentOf } from '../../events/times/event-times.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { giveUp } from './give-up.ts';

const WORDS = {
  going: ['Cancel your registration?', 'You will lose your spot.', 'Cancel registration', 'Cancelling', 'Keep it'],
  requested: [
    'Withdraw your request?',
    'The hosts will no longer see it.',
    'Withdraw request',
    'Withdrawing',
    'Keep it',
  ],
  waitlisted: [
    'Leave the waiting list?',
    'You will lose your position on the waiting list.',
    'Leave the list',
    'Leaving',
    'Stay on the list',
  ],
  invited: [
    'Decline the invitation?',
    'The hosts will see that you can’t come. You can still register later.',
    'Decline',
    'Declining',
    'Back',
  ],
  offered: [
    'Give up the spot?',
    'It will be offered to the next person on the waiting list.',
    'Give up the spot',
    'Giving up',
    'Keep it',
  ],
  payment_pending: [
    'Give up the place?',
    'It will no longer be held for you. You have not paid for it.',
    'Give up the place',
    'Giving up',
    'Keep it',
  ],
} as const;

type Props = {
  event: EventView;
  token: string | undefined;
  /** Called once it is done. */
  onDone?: () => void;
};

/** Asks before you give up your spot, or decline an invitation. Says first what you get back of what you have paid. */
export function CancelOwnRegistrationDialog({ event, token, onDone }: Props) {
  const close = useCloseDialog();
  const [busy, setBusy] = useState(false);
  const { status } = event.viewer;
  const [title, body, verb, saying, stay] =
    WORDS[status !== null && status in WORDS ? (status as keyof typeof WORDS) : 'going'];
  const { participationId, ticketId } = event.viewer;
  const hasTicket = status === 'going' && ticketId !== null && participationId !== null;
  const due = useQuery({
    ...apiQuery(getRefundDue, { eventId: event.id, participationId: participationId ?? '', token }),
    enabled: hasTicket,
    refetchOnMount: 'always',
  });
  const act = () => {
    setBusy(true);
    const done = () => {
      onDone?.();
      close();
    };
    giveUp(event, token).then(done, (error: unknown) => {
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
          <Button variant="subtle" onClick={close} data-autofocus>
            {stay}
          </Button>
          <LoadingButton loading={busy} loadingLabel={saying} color="madder" onClick={act}>
            {verb}
          </LoadingButton>
        </>
      }
    >
      <p>{body}</p>
      {hasTicket && (
        <div role="status">
          {due.isPending ? (
            <Skeleton h={20} />
          ) : due.isError ? (
            'We could not check whether you would get a refund.'
          ) : (
            due.data.data && <p>{backWords(due.data.data, event.time_zone)}</p>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** What goes back of what was paid, and why not. */
function backWords({ amount, currency, paid, until_epoc: until }: RefundDue, zone: string): string {
  const sum = formatMoney(amount > 0 ? amount : paid, currency);
  if (amount > 0) return `You will get ${sum} back the way you paid.`;
  if (until === null) return `You will not get your ${sum} back: this ticket is not refundable.`;
  return `You will not get your ${sum} back: refunds ended on ${momentOf(until, zone)}.`;
}
