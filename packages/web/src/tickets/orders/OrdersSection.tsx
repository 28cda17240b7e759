import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { listOrders, retryRefund } from '@folkmoot/contract/payments/orders-api.ts';
import {
  type DisputeView,
  type OrderQuery,
  type OrderState,
  type OrderSums,
  type OrderView,
  refusals,
} from '@folkmoot/contract/payments/orders-schema.ts';
import { ActionIcon, Button, Menu, Select } from '@mantine/core';
import { IconDots, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { apiInfiniteQuery, useApiMutation } from '../../core/queries.ts';
import { useEventLive } from '../../events/page/useEventLive.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import screen from '../../ui/layout/screen.module.css';
import { refreshOrders } from '../selling/useSelling.ts';
import css from './orders.module.css';
import { fileOf, nameOf, useDownload } from './usePapers.ts';

const RefundDialog = lazyPart(() => import('./RefundDialog.tsx'), 'RefundDialog');

type Filter = Pick<OrderQuery, 'search' | 'status'>;

const STATES: Record<OrderState, { label: string; tone?: 'ok' | 'warn' | 'bad' }> = {
  paid: { label: 'Paid', tone: 'ok' },
  partly_refunded: { label: 'Partly refunded', tone: 'warn' },
  refunded: { label: 'Refunded' },
  refund_failed: { label: 'Refund failed', tone: 'bad' },
  disputed: { label: 'Disputed', tone: 'bad' },
  dispute_lost: { label: 'Dispute lost' },
};

/** What was bought at an event, with what it comes to: found, and given back. */
export function OrdersSection({ event }: { event: EventView }) {
  const { orders: first = 'all' } = useSearch({ strict: false });
  const [filter, setFilter] = useState<Filter>({ search: '', status: first });
  const orders = useInfiniteQuery({
    ...apiInfiniteQuery(listOrders, { eventId: event.id, ...filter }),
    placeholderData: keepPreviousData,
  });
  useEventLive(refreshOrders, event.id);
  const rows = orders.data?.pages.flatMap(({ data }) => data) ?? [];
  const sums = orders.data?.pages[0]?.sums ?? [];
  const isNarrowed = filter.search !== '' || filter.status !== 'all';
  return (
    <section className={css.section} aria-labelledby="orders-title">
      <h2 id="orders-title">Orders</h2>
      {orders.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={2} />
        </LoadingFallback>
      )}
      {orders.isError && <ErrorState error={orders.error} again={orders.refetch} level={3} />}
      {orders.data && rows.length === 0 && !isNarrowed && (
        <p className={css.note}>Nothing has been sold yet. Paid tickets that people buy appear here.</p>
      )}
      {sums.map((sum) => (
        <Sums key={sum.currency} sum={sum} />
      ))}
      {(rows.length > 0 || isNarrowed) && (
        <div className={css.sheet}>
          <div className={css.bar}>
            <SearchInput
              className={css.search}
              variant="quiet"
              size="sm"
              aria-label="Search orders"
              placeholder="Search name, email or ticket"
              value={filter.search}
              onSearch={(search) => setFilter({ ...filter, search })}
              delay={DEBOUNCE.people}
            />
            <Select
              className={css.status}
              variant="bar"
              size="sm"
              aria-label="Status"
              allowDeselect={false}
              data={[
                { value: 'all', label: 'All orders' },
                ...Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
              ]}
              value={filter.status}
              onChange={(status) => setFilter({ ...filter, status: status as Filter['status'] })}
            />
            <Export event={event} />
          </div>
          {rows.length === 0 && orders.data && <p className={css.empty}>No orders match.</p>}
          {rows.length > 0 && (
            <ul className={css.list} aria-label="Orders">
              {rows.map((order) => (
                <Row key={order.id} order={order} />
              ))}
            </ul>
          )}
        </div>
      )}
      {orders.hasNextPage && (
        <LoadingButton
          className={css.more}
          variant="default"
          loading={orders.isFetchingNextPage}
          loadingLabel="Loading"
          onClick={() => void orders.fetchNextPage()}
        >
          Show more
        </LoadingButton>
      )}
    </section>
  );
}

/** All orders as a file, whatever is shown. */
function Export({ event }: { event: EventView }) {
  const save = useDownload('Could not export the orders.');
  const file = { path: `/api/v1/events/${event.id}/orders/export.csv`, name: `${event.alias}-orders.csv` };
  return (
    <LoadingButton
      variant="default"
      size="sm"
      loading={save.busy}
      loadingLabel="Exporting"
      onClick={() => save.run(file)}
    >
      Export CSV
    </LoadingButton>
  );
}

/** The invoice of an order, and its credit notes. */
function Papers({ order }: { order: OrderView }) {
  const save = useDownload('Could not create the PDF.');
  if (order.papers.length === 0) return null;
  return (
    <ActionMenu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={30}
          loading={save.busy}
          aria-label={`Invoice and credit notes for ${order.name}`}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {order.papers.map((paper) => (
          <Menu.Item
            key={`${paper.kind} ${paper.number}`}
            leftSection={<IconDownload size={17} />}
            onClick={() => save.run(fileOf(order.id, paper))}
          >
            {nameOf(paper)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </ActionMenu>
  );
}

function Sums({ sum }: { sum: OrderSums }) {
  const parts = [
    ['Sold', sum.sold],
    ['Fees', -sum.fees],
    ['Refunded', -sum.refunded],
    ...(sum.disputed === 0 ? [] : ([['Disputed', -sum.disputed]] as const)),
    ['Yours', sum.yours],
  ] as const;
  return (
    <dl className={css.sums} aria-label={`Sales in ${sum.currency}`}>
      {parts.map(([label, amount]) => (
        <div key={label}>
          <dd>{formatMoney(amount === 0 ? 0 : amount, sum.currency)}</dd>
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
  );
}

function Row({ order }: { order: OrderView }) {
  const show = useShowDialog();
  const retry = useApiMutation(retryRefund, { onDone: refreshOrders });
  const { label, tone } = STATES[order.state];
  const money = (amount: number) => formatMoney(amount, order.currency);
  const isTaken = order.dispute?.state === 'open' || order.dispute?.state === 'lost';
  const failed = isTaken ? undefined : order.refunds.find(({ state, retried }) => state === 'failed' && !retried);
  const waits = order.refunds.some(({ state }) => state === 'queued' || state === 'pending');
  return (
    <li className={css.row}>
      <div className={css.who}>
        <b dir="auto">{order.name}</b>
        {order.email !== '' && <span>{order.email}</span>}
      </div>
      <div className={css.what}>
        <span dir="auto">{order.ticketName}</span>
        <time dateTime={new Date(order.paid_epoc * 1000).toISOString()}>
          {new Date(order.paid_epoc * 1000).toLocaleDateString(undefined, { dateStyle: 'medium' })}
        </time>
      </div>
      <div className={css.sum}>
        <b>{money(order.total)}</b>
        {order.refunded > 0 && (
          <span>
            {money(order.refunded)} {waits ? 'refund on its way' : 'refunded'}
          </span>
        )}
      </div>
      <span className={screen.pill} data-tone={tone}>
        {label}
      </span>
      <div className={css.act}>
        {order.refunded < order.total && order.state !== 'refunded' && !failed && !isTaken && (
          <Button
            variant="default"
            size="xs"
            aria-label={`Refund ${order.name}`}
            onClick={() => show(<RefundDialog order={order} />)}
          >
            Refund
          </Button>
        )}
        {failed && (
          <LoadingButton
            variant="default"
            size="xs"
            loading={retry.isPending}
            loadingLabel="Trying again"
            aria-label={`Try the refund to ${order.name} again`}
            onClick={() => retry.mutate({ orderId: order.id, refundId: failed.id })}
          >
            Retry
          </LoadingButton>
        )}
        <Papers order={order} />
      </div>
      {failed && (
        <p className={css.failure}>
          {money(failed.amount)} did not arrive. Stripe says: {reasonOf(failed.failure)}
        </p>
      )}
      {order.dispute && order.dispute.state !== 'won' && <Disputed dispute={order.dispute} currency={order.currency} />}
    </li>
  );
}

/** What a buyer's bank has taken back, or may, and what a host can do about it. */
function Disputed({ dispute, currency }: { dispute: DisputeView; currency: string }) {
  const { state, amount, reason, answer_epoc: until } = dispute;
  const sum = formatMoney(amount, currency);
  if (state === 'lost') return <p className={css.dispute}>{refusals.disputeLost.message}</p>;
  return (
    <p className={css.dispute}>
      {state === 'open' ? refusals.disputed.message : `The buyer’s bank is asking about this payment of ${sum}.`}{' '}
      Reason: {reasonOf(reason)}
      {until !== null && (
        <>
          {' Answer the bank on Stripe by '}
          <time dateTime={new Date(until * 1000).toISOString()}>
            {new Date(until * 1000).toLocaleDateString(undefined, { dateStyle: 'medium' })}
          </time>
          .
        </>
      )}
    </p>
  );
}

/** Stripe's word for a reason, such as `expired_or_canceled_card`, as words. */
const reasonOf = (failure: string) =>
  failure === '' ? 'no reason given.' : /^[a-z_]+$/.test(failure) ? `${failure.replaceAll('_', ' ')}.` : failure;
