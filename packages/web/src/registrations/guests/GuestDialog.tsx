import type { EventView } from '@folkmoot/contract/events/schema.ts';
import type { GuestDetail } from '@folkmoot/contract/registrations/schema.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { fullDate } from '../../ui/format-date.ts';
import { STATUS_WORDS } from '../labels.ts';
import css from './guests.module.css';
import { StatusPill } from './StatusPill.tsx';
import { useGuest } from './useGuests.ts';

/** One guest: who they are, their answers, and the history of their registration. */
export function GuestDialog({ event, participationId }: { event: EventView; participationId: string }) {
  const guest = useGuest(event.id, participationId);
  return (
    <Dialog title={guest.data ? guest.data.name || guest.data.email : 'Guest'} width={540}>
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

function Detail({ guest }: { guest: GuestDetail }) {
  return (
    <div className={css.detail}>
      <p className={css.facts}>
        <a href={`mailto:${guest.email}`}>{guest.email}</a>
        <StatusPill status={guest.status} />
        {guest.ticketName !== null && <span>{guest.ticketName}</span>}
      </p>
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
