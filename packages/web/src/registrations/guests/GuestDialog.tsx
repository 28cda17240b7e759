import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { changeGuest } from '@folkmoot/contract/registrations/api.ts';
import type { GuestDetail } from '@folkmoot/contract/registrations/schema.ts';
import { Button } from '@mantine/core';
import { lazyPart } from '../../core/lazy.ts';
import { useApiMutation } from '../../core/queries.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { fullDate } from '../../ui/format-date.ts';
import { STATUS_WORDS } from '../labels.ts';
import css from './guests.module.css';
import { StatusPill } from './StatusPill.tsx';
import { refreshGuests, useGuest } from './useGuests.ts';

const DeclineDialog = lazyPart(() => import('./DeclineDialog.tsx'), 'DeclineDialog');

/** One guest: who they are, their answers, and the history of their registration. */
export function GuestDialog({ event, participationId }: { event: EventView; participationId: string }) {
  const guest = useGuest(event.id, participationId);
  const isAsking = guest.data?.status === 'requested' && event.status !== 'cancelled';
  return (
    <Dialog
      title={guest.data ? guest.data.name || guest.data.email : 'Guest'}
      width={540}
      footer={isAsking && guest.data && <Answer event={event} guest={guest.data} />}
    >
      {guest.isPending && (
        <LoadingFallback label="Loading this guest">
          <SkeletonRows rows={4} />
        </LoadingFallback>
      )}
      {guest.isError && <ErrorState error={guest.error} again={guest.refetch} />}
      {guest.data && <Detail guest={guest.data} />}
    </Dialog>
  );
}

/** The host's answer, beside the answers that it is about. */
function Answer({ event, guest }: { event: EventView; guest: GuestDetail }) {
  const show = useShowDialog();
  const close = useCloseDialog();
  const approve = useApiMutation(changeGuest, {
    failed: 'Could not approve this request.',
    onDone: () => {
      refreshGuests();
      close();
    },
  });
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          close();
          show(<DeclineDialog event={event} guests={[guest]} />);
        }}
      >
        Decline
      </Button>
      <LoadingButton
        loading={approve.isPending}
        loadingLabel="Approving"
        onClick={() => approve.mutate({ eventId: event.id, participationId: guest.participationId, type: 'approve' })}
      >
        Approve
      </LoadingButton>
    </>
  );
}

function Detail({ guest }: { guest: GuestDetail }) {
  return (
    <div className={css.detail}>
      <div className={css.facts}>
        <a href={`mailto:${guest.email}`}>{guest.email}</a>
        <StatusPill status={guest.status} />
        {guest.ticketName !== null && <span>{guest.ticketName}</span>}
        {guest.ticketCode !== null && (
          <span>
            Code <code>{guest.ticketCode}</code>
          </span>
        )}
      </div>
      <section aria-label="Answers">
        <h3>Answers</h3>
        {guest.answers.length === 0 && <p className={css.faint}>No answers from this guest.</p>}
        <dl className={css.answers}>
          {guest.answers.map((answer) => (
            <div key={answer.question_id}>
              <dt>{answer.question}</dt>
              <dd dir="auto">{answer.response_text.join(', ')}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-label="History">
        <h3>History</h3>
        <ol className={css.history}>
          {guest.history.map((line) => (
            <li key={`${line.at} ${line.to}`}>
              <b>{STATUS_WORDS[line.to].word}</b>
              {line.by && ` by ${line.by.firstName} ${line.by.lastName}`}
              <time dateTime={new Date(line.at * 1000).toISOString()}>
                {fullDate(new Date(line.at * 1000).toISOString())}
              </time>
              {line.reason !== '' && <span dir="auto">{line.reason}</span>}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
