import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { getBoughtOrder } from '@folkmoot/contract/payments/papers-api.ts';
import type { BoughtOrder, PaperView } from '@folkmoot/contract/payments/papers-schema.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazyPart } from '../core/lazy.ts';
import { apiQuery } from '../core/queries.ts';
import { useSession } from '../core/session.tsx';
import { fileOf, nameOf, useDownload } from '../tickets/orders/usePapers.ts';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import css from './order.module.css';

const CompanyDialog = lazyPart(() => import('./CompanyDialog.tsx'), 'CompanyDialog');
const route = getRouteApi('/frame/tickets/orders/$orderId');

/** What you have bought: what was paid, and its invoice and credit notes. */
export function OrderScreen() {
  const { orderId } = route.useParams();
  const { token } = route.useSearch();
  usePageTitle('Invoice', 'Tickets');
  return (
    <>
      <PageHeader title="Invoice and payment" />
      <div className={css.scroll}>
        <Order orderId={orderId} token={token} />
      </div>
    </>
  );
}

/** One order of your own. @param token of an email's link, for somebody without an account. */
export function Order({ orderId, token }: { orderId: string; token: string | undefined }) {
  const order = useQuery(apiQuery(getBoughtOrder, { orderId, token }));
  return (
    <div className={css.page}>
      {order.isPending && (
        <LoadingFallback label="Loading the order">
          <SkeletonRows rows={4} />
        </LoadingFallback>
      )}
      {order.isError && <ErrorState error={order.error} again={order.refetch} />}
      {order.data && <Bought order={order.data.data} token={token} onChanged={() => void order.refetch()} />}
    </div>
  );
}

type Props = { order: BoughtOrder; token: string | undefined; onChanged: () => void };

function Bought({ order, token, onChanged }: Props) {
  const show = useShowDialog();
  const { company } = order;
  const has = Object.values(company).some((value) => value !== '');
  return (
    <>
      <section className={css.card} aria-labelledby="order-title">
        <h2 id="order-title" dir="auto">
          {order.eventName}
        </h2>
        <Amounts order={order} />
      </section>
      <section className={css.card} aria-labelledby="papers-title">
        <h2 id="papers-title">Invoice</h2>
        <div className={css.company}>
          {has && (
            <address>
              {[company.name, ...company.address.split('\n'), company.taxNumber].filter(Boolean).map((line) => (
                <span key={line} dir="auto">
                  {line}
                </span>
              ))}
            </address>
          )}
          <Button
            variant="default"
            onClick={() => show(<CompanyDialog order={order} token={token} onSaved={onChanged} />)}
          >
            {has ? 'Edit company details' : 'Add company details'}
          </Button>
        </div>
        <ul className={css.papers} aria-label="Invoice and credit notes">
          {order.papers.map((paper) => (
            <li key={`${paper.kind} ${paper.number}`}>
              <Paper order={order} paper={paper} token={token} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Amounts({ order }: { order: BoughtOrder }) {
  const { currency, price, discount, code, fee, total, refunded, vat, vatRate } = order;
  const rows: [string, number][] = [
    [order.ticketName, price],
    ...(discount > 0 ? [[`Code ${code ?? ''}`, -discount] as [string, number]] : []),
    ...(fee > 0 ? [['Platform fee', fee] as [string, number]] : []),
    ['Total', total],
    ...(vat === null || vatRate === null ? [] : [[`VAT included (${vatRate}%)`, vat] as [string, number]]),
    ...(refunded > 0 ? [['Refunded', refunded] as [string, number]] : []),
  ];
  return (
    <dl className={css.amounts}>
      {rows.map(([label, amount]) => (
        <div key={label} data-total={label === 'Total' || undefined}>
          <dt dir="auto">{label}</dt>
          <dd>{formatMoney(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Paper({ order, paper, token }: { order: BoughtOrder; paper: PaperView; token: string | undefined }) {
  const session = useSession();
  const save = useDownload('Could not create the PDF.');
  const file = fileOf(order.id, paper, token);
  const label = `Download ${nameOf(paper)}`;
  const look = { variant: 'default', leftSection: <IconDownload size={18} aria-hidden /> } as const;
  return (
    <>
      <div className={css.paper}>
        <b>{nameOf(paper)}</b>
        <span>
          {formatMoney(paper.amount, order.currency)},{' '}
          {new Date(paper.issued_epoc * 1000).toLocaleDateString(undefined, { dateStyle: 'medium' })}
        </span>
      </div>
      {session.status === 'signedIn' ? (
        <LoadingButton
          {...look}
          loading={save.busy}
          loadingLabel="Creating the PDF"
          aria-label={label}
          onClick={() => save.run(file)}
        >
          PDF
        </LoadingButton>
      ) : (
        <Button component="a" href={file.path} download={file.name} aria-label={label} {...look}>
          PDF
        </Button>
      )}
    </>
  );
}
