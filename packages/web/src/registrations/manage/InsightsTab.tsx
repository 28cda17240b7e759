import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import type { InsightsView } from '@folkmoot/contract/registrations/schema.ts';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, Skeleton, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import css from '../guests/guests.module.css';
import { useInsights } from '../guests/useGuests.ts';
import { STATUS_WORDS } from '../labels.ts';
import figures from './insights.module.css';

const RegistrationsChart = lazyPart(() => import('./RegistrationsChart.tsx'), 'RegistrationsChart');

const STATES = ['going', 'requested', 'waitlisted', 'offered', 'payment_pending', 'not_going', 'invited'] as const;

/** Registrations over time, by state, by ticket and by answer, and what was paid: as charts and as tables. */
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
        {data.revenue.length > 0 && <Revenue rows={data.revenue} />}
        {data.questions.map((question) => (
          <Shares
            key={question.question_id}
            title={question.question}
            note={question.answered === 1 ? '1 answer' : `${question.answered.toLocaleString()} answers`}
            rows={question.choices.map(({ text, count }) => ({ name: text, count }))}
          >
            {question.texts.length > 0 && <Texts event={event} question={question} />}
          </Shares>
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

/** What each kind of ticket came to, as the list of orders counts it. */
function Revenue({ rows }: { rows: InsightsView['revenue'] }) {
  return (
    <section className={css.sheet}>
      <div className={css.inner}>
        <h3>Revenue</h3>
        <p className={css.faint}>Before fees and disputes, which are in Tickets.</p>
        <div className={css.scroll}>
          <table className={figures.figures}>
            <caption className={css.silent}>Revenue</caption>
            <thead>
              <tr>
                <th scope="col">Ticket</th>
                <th scope="col">Orders</th>
                <th scope="col">Sold</th>
                <th scope="col">Refunded</th>
                <th scope="col">Left</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ ticketId, name, currency, orders, sold, refunded }) => (
                <tr key={`${ticketId}${currency}`}>
                  <th scope="row" dir="auto">
                    {name}
                  </th>
                  <td>{orders.toLocaleString()}</td>
                  <td>{formatMoney(sold, currency)}</td>
                  <td>{formatMoney(refunded, currency)}</td>
                  <td>{formatMoney(sold - refunded, currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}

type TextsProps = { event: EventView; question: InsightsView['questions'][number] };

/** What people wrote, newest first; where there is more, the way to all of it. */
function Texts({ event, question: { question, texts, answered } }: TextsProps) {
  const more = answered - texts.length;
  return (
    <>
      <ul className={figures.texts} aria-label={`Answers to “${question}”`}>
        {texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Two people may write the same.
          <li key={index} dir="auto">
            {text}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <PlainLink to="/events/manage/$alias" params={{ alias: event.alias }} search={{ tab: 'guests' }}>
          {more.toLocaleString()} more in the guest list
        </PlainLink>
      )}
    </>
  );
}

type SharesProps = {
  title: string;
  note?: string;
  rows: readonly { name: string; count: number; of?: number | null }[];
  children?: ReactNode;
};

/** A table whose numbers are drawn as bars too. */
function Shares({ title, note, rows, children }: SharesProps) {
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
        {children}
      </div>
    </section>
  );
}
