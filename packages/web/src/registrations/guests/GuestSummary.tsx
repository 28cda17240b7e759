import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { listOrders } from '@folkmoot/contract/payments/orders-api.ts';
import type { OrderSums } from '@folkmoot/contract/payments/orders-schema.ts';
import type { StatusCounts } from '@folkmoot/contract/registrations/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { STATUS_WORDS } from '../labels.ts';
import css from './guests.module.css';
import { useInsights } from './useGuests.ts';

const RegistrationsChart = lazyPart(() => import('../manage/RegistrationsChart.tsx'), 'RegistrationsChart');

const SHOWN = ['going', 'requested', 'waitlisted', 'offered', 'not_going', 'invited'] as const;
/** Where tickets are sold, beside what they come to. */
const SOLD = ['going', 'requested', 'payment_pending', 'not_going', 'invited'] as const;

/** The list at a glance: how it grew, and how many are in each state. */
export function GuestSummary({ event, counts }: { event: EventView; counts: StatusCounts | undefined }) {
  const insights = useInsights(event.id);
  const sells = event.stripe_account_id !== null;
  const orders = useQuery({ ...apiQuery(listOrders, { eventId: event.id }), enabled: sells });
  return (
    <section className={css.summary} aria-label="At a glance">
      <div className={css.growth}>
        {insights.data ? (
          // The list beside it does not wait for the chart.
          <Suspense fallback={<Skeleton h={190} radius="md" />}>
            <RegistrationsChart insights={insights.data} height={150} />
          </Suspense>
        ) : (
          insights.isPending && <Skeleton h={190} radius="md" />
        )}
      </div>
      <dl className={css.numbers}>
        {(sells ? SOLD : SHOWN).map((status) => (
          <div key={status}>
            <dd>{counts?.[status] ?? '–'}</dd>
            <dt className={css.dot} data-colour={STATUS_WORDS[status].colour}>
              {STATUS_WORDS[status].word}
            </dt>
          </div>
        ))}
        {sells && (
          <div>
            <dd>{orders.data ? salesOf(orders.data.sums) : '–'}</dd>
            <dt>Ticket sales</dt>
          </div>
        )}
      </dl>
    </section>
  );
}

/** What was sold, without what went back. */
const salesOf = (sums: readonly OrderSums[]): string =>
  sums.length === 0
    ? '0'
    : sums
        .map(({ sold, refunded, currency }) =>
          formatMoney(sold - refunded, currency, { trailingZeroDisplay: 'stripIfInteger' }),
        )
        .join(', ');
