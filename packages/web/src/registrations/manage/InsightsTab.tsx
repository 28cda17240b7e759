import type { EventView } from '@folkmoot/contract/events/schema.ts';
import type { InsightsView } from '@folkmoot/contract/registrations/schema.ts';
import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, Skeleton, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import css from '../guests/guests.module.css';
import { useInsights } from '../guests/useGuests.ts';
import { STATUS_WORDS } from '../labels.ts';
import figures from './insights.module.css';

const RegistrationsChart = lazyPart(() => import('./RegistrationsChart.tsx'), 'RegistrationsChart');

const STATES = ['going', 'requested', 'waitlisted', 'offered', 'payment_pending', 'not_going', 'invited'] as const;

/** Registrations over time, by state, by ticket and by answer: as charts and as tables. */
export function InsightsTab({ event }: { event: EventView }) {
  const insights = useInsights(event.id);
  if (insights.isPending)
    return (
      <LoadingFallback label="Loading the figures">
        <SkeletonRows rows={6} />
      </LoadingFallback>
    );
  if (insights.isError) return <ErrorState error={insights.error} again={insights.refetch} />;
  const { data } = insights;
  if (data.days.length === 0 && data.counts.all === 0)
    return (
      <EmptyState art="stools" title="No figures yet">
        Figures will appear here as people register.
      </EmptyState>
    );
  return (
    <div className={css.tab}>
      <section className={css.sheet} aria-label="Registrations over time">
        <div className={css.inner}>
          <Suspense fallback={<Skeleton h={280} radius="md" />}>
            <RegistrationsChart insights={data} height={240} />
          </Suspense>
          <DaysTable days={data.days} />
        </div>
      </section>
      <div className={figures.pair}>
        <Shares
          title="Status"
          rows={STATES.map((status) => ({ name: STATUS_WORDS[status].word, count: data.counts[status] })).filter(
            ({ count }) => count > 0,
          )}
        />
        {data.tickets.length > 0 && (
          <Shares
            title="Tickets"
            rows={data.tickets.map((ticket) => ({ name: ticket.name, count: ticket.taken, of: ticket.capacity }))}
          />
        )}
        {data.questions.map((question) => (
          <Shares
            key={question.question_id}
            title={question.question}
            note={question.answered === 1 ? '1 answer' : `${question.answered.toLocaleString()} answers`}
            rows={question.choices.map(({ text, count }) => ({ name: text, count }))}
          />
        ))}
      </div>
    </div>
  );
}

function DaysTable({ days }: { days: InsightsView['days'] }) {
  return (
    <details className={figures.days}>
      <summary>As a table</summary>
      <div className={css.scroll}>
        <table className={figures.figures}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Registered</th>
              <th scope="col">Cancelled</th>
              <th scope="col">Going</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">{dateOf(day.date)}</th>
                <td>{day.registered}</td>
                <td>{day.left}</td>
                <td>{day.total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

const dateOf = (date: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date));

type SharesProps = {
  title: string;
  note?: string;
  rows: readonly { name: string; count: number; of?: number | null }[];
};

/** A table whose numbers are drawn as bars too. */
function Shares({ title, note, rows }: SharesProps) {
  const most = Math.max(1, ...rows.map(({ count, of }) => of ?? count));
  return (
    <section className={css.sheet}>
      <div className={css.inner}>
        <h3 dir="auto">{title}</h3>
        {note !== undefined && <p className={css.faint}>{note}</p>}
        {rows.length > 0 && (
          <table className={figures.figures}>
            <caption className={css.silent}>{title}</caption>
            <tbody>
              {rows.map(({ name, count, of }) => (
                <tr key={name}>
                  <th scope="row" dir="auto">
                    {name}
                  </th>
                  <td className={figures.barcell}>
                    <span className={figures.track}>
                      <span style={{ width: `${(count / most) * 100}%` }} />
                    </span>
                  </td>
                  <td>{of === null || of === undefined ? count : `${count} of ${of}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}
