import * as api from '@folkmoot/contract/calendars/api.ts';
import type { CalendarView, SubmissionView } from '@folkmoot/contract/calendars/schema.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery, useApiMutation } from '../../core/queries.ts';
import { EventRow } from '../../events/lists/EventRow.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import css from '../calendars.module.css';
import { refreshCalendars } from '../queries.ts';

const RefuseDialog = lazyPart(() => import('./RefuseDialog.tsx'), 'RefuseDialog');

/** Events that other people submitted, and their answer. */
export function SubmissionsTab({ calendar }: { calendar: CalendarView }) {
  const submissions = useQuery(
    apiQuery(api.listSubmissions, { calendarId: calendar.id, status: 'pending', page: 1, limit: 50 }),
  );
  return (
    <div className={css.body}>
      {submissions.isPending && (
        <LoadingFallback label="Loading submissions">
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
      {submissions.isError && <ErrorState error={submissions.error} again={submissions.refetch} />}
      {submissions.data?.count === 0 && (
        <EmptyState art="calendar" title="No submissions">
          When somebody submits an event to this calendar, it waits here for your answer.
        </EmptyState>
      )}
      {submissions.data && submissions.data.count > 0 && (
        <ul className={css.list} aria-label="Submissions">
          {submissions.data.data.map((submission) => (
            <li key={submission.event.id}>
              <Submission calendar={calendar} submission={submission} />
            </li>
          ))}
        </ul>
      )}
      {submissions.data && submissions.data.count > submissions.data.data.length && (
        <p className={css.note}>
          {submissions.data.count - submissions.data.data.length} more are waiting. They appear as you answer these.
        </p>
      )}
    </div>
  );
}

function Submission({
  calendar,
  submission: { event, submittedBy },
}: {
  calendar: CalendarView;
  submission: SubmissionView;
}) {
  const show = useShowDialog();
  const answer = useApiMutation(api.answerSubmission, { failed: 'Could not answer.', onDone: refreshCalendars });
  const name = submittedBy ? `${submittedBy.firstName} ${submittedBy.lastName}`.trim() : '';
  return (
    <div>
      <EventRow event={event} />
      <div className={css.submission}>
        <span className={css.words}>
          <small dir="auto">
            {[name === '' ? '' : `Submitted by ${name}`, event.event_url].filter((part) => part !== '').join(' · ')}
          </small>
        </span>
        <span className={css.buttons}>
          <Button variant="default" onClick={() => show(<RefuseDialog calendar={calendar} event={event} />)}>
            Decline
          </Button>
          <Button
            loading={answer.isPending}
            onClick={() =>
              answer.mutate(
                { calendarId: calendar.id, eventId: event.id, accept: true, reason: '' },
                // Another admin may have been first.
                { onError: refreshCalendars },
              )
            }
          >
            Accept
          </Button>
        </span>
      </div>
    </div>
  );
}
