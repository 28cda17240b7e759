import type { EventView } from '@folkmoot/contract/events/schema.ts';
import type { StatusCounts } from '@folkmoot/contract/registrations/schema.ts';
import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { STATUS_WORDS } from '../labels.ts';
import css from './guests.module.css';
import { useInsights } from './useGuests.ts';

const RegistrationsChart = lazyPart(() => import('../manage/RegistrationsChart.tsx'), 'RegistrationsChart');

const SHOWN = ['going', 'requested', 'waitlisted', 'offered', 'not_going', 'invited'] as const;

/** The list at a glance: how it grew, and how many are in each state. */
export function GuestSummary({ event, counts }: { event: EventView; counts: StatusCounts | undefined }) {
  const insights = useInsights(event.id);
  return (
    <section className={css.summary} aria-label="At a glance">
      <div className={css.growth}>
        {insights.data ? (
          // The list beside it does not wait for the chart.
          <Suspense fallback={<Skeleton height={190} radius="md" />}>
            <RegistrationsChart insights={insights.data} height={150} />
          </Suspense>
        ) : (
          <Skeleton height={190} radius="md" visible={insights.isPending} />
        )}
      </div>
      <dl className={css.numbers}>
        {SHOWN.map((status) => (
          <div key={status}>
            <dd>{counts?.[status] ?? '–'}</dd>
            <dt className={css.dot} data-colour={STATUS_WORDS[status].colour}>
              {STATUS_WORDS[status].word}
            </dt>
          </div>
        ))}
      </dl>
    </section>
  );
}
