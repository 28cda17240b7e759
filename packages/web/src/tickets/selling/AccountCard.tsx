import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { disconnectAccount } from '@folkmoot/contract/payments/api.ts';
import { changeStripeAccount } from '@folkmoot/contract/payments/orders-api.ts';
import type { EventPayments } from '@folkmoot/contract/payments/orders-schema.ts';
import type { AccountView } from '@folkmoot/contract/payments/schema.ts';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { call } from '../../core/api-client.ts';
import { lazyPart } from '../../core/lazy.ts';
import { toast } from '../../core/toasts/toast.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import screen from '../../ui/layout/screen.module.css';
import { linkToStripe } from './connect.ts';
import css from './selling.module.css';
import { type SellingState, sellingState } from './selling-state.ts';
import { refreshSelling, useSelling } from './useSelling.ts';

const SellerDialog = lazyPart(() => import('./SellerDialog.tsx'), 'SellerDialog');
const ConnectDialog = lazyPart(() => import('./ConnectDialog.tsx'), 'ConnectDialog');

/** With which account an event's tickets are sold: connected, finished, exchanged and disconnected here. */
export function AccountCard({ event }: { event: EventView }) {
  const { payments, own, error, again } = useSelling(event.id);
  // An installation without payments has free tickets only, and nothing to set up.
  if (payments?.available === false) return null;
  return (
    <section className={css.section} aria-labelledby="account-title">
      <h2 id="account-title">Payments</h2>
      {error && <ErrorState error={error} again={again} level={3} />}
      {!error && (!payments || own === undefined) && (
        <LoadingFallback>
          <SkeletonRows rows={1} />
        </LoadingFallback>
      )}
      {!error && payments && own !== undefined && <Card event={event} payments={payments} own={own} />}
    </section>
  );
}

const PILLS: Record<SellingState, { label: string; tone?: 'ok' | 'warn' | 'bad' }> = {
  none: { label: 'Not connected' },
  unfinished: { label: 'Not finished', tone: 'warn' },
  waiting: { label: 'Ready', tone: 'ok' },
  ready: { label: 'Ready', tone: 'ok' },
  paused: { label: 'Paused by Stripe', tone: 'bad' },
  disconnected: { label: 'Disconnected', tone: 'bad' },
  lost: { label: 'No longer connected', tone: 'bad' },
};

function Card({ event, payments, own }: { event: EventView; payments: EventPayments; own: AccountView | null }) {
  const show = useShowDialog();
  const confirm = useConfirm();
  const state = sellingState(payments, own);
  const { account, percent, canChange } = payments;
  const mine = account === null ? own !== null : account.mine;
  const { label, tone } = PILLS[state];
  const disconnect = () =>
    confirm({
      title: 'Disconnect your Stripe account?',
      body: 'None of your events will sell tickets with it any more. Refunds of tickets you have sold still go through it, and you can connect it again.',
      verb: 'Disconnect',
      busyVerb: 'Disconnecting',
      danger: true,
      run: async () => {
        try {
          toast.done((await call(disconnectAccount, {})).message);
        } catch (error) {
          toast.failed(error);
          throw error;
        } finally {
          refreshSelling();
        }
      },
    });
  const take = () =>
    confirm({
      title: mine ? 'Use your new Stripe account?' : 'Use your Stripe account?',
      body: mine
        ? 'From now on, sales for this event are paid to it. Refunds of earlier sales still go through the account that was paid.'
        : `From now on, sales for this event are paid to you, not to ${account?.owner || 'the other host'}. They are told by email, and only a host with a Stripe account of their own can change it again. Refunds of earlier sales still go through their account.`,
      verb: mine ? 'Use my new account' : 'Use my account',
      busyVerb: 'Changing',
      run: async () => {
        try {
          const asked = { eventId: event.id, stripe_account_id: own?.id ?? '', action: 'change-account' } as const;
          toast.done((await call(changeStripeAccount, asked)).message);
        } catch (error) {
          toast.failed(error);
          throw error;
        } finally {
          refreshSelling();
        }
      },
    });
  const connecting = () => show(<ConnectDialog event={event} percent={percent} onReady={refreshSelling} />);
  // Another host is paid, or your earlier account: yours can take its place.
  const canTake = canChange && account !== null && own?.state === 'ready' && own.id !== account.id;
  // Yours is lost: you have not connected another, or have not finished it.
  const needsNew = own === null || own.state === 'lost';
  const isNewUnfinished = own !== null && (own.state === 'unfinished' || own.state === 'paused');
  return (
    <div className={css.card} data-state={state}>
      <div className={css.words}>
        <div className={css.head}>
          <b>
            {mine
              ? 'Your Stripe account'
              : account === null
                ? 'Stripe'
                : `Stripe account of ${account.owner || 'a former host'}`}
          </b>
          <span className={screen.pill} data-tone={tone}>
            {label}
          </span>
        </div>
        <Words state={state} mine={mine} payments={payments} own={own} />
        {mine &&
          own !== null &&
          own.due.length > 0 &&
          (state === 'unfinished' || state === 'paused' || state === 'lost') && (
            <>
              <p>{state === 'lost' ? 'For your new account, Stripe still needs:' : 'Stripe still needs:'}</p>
              <ul className={css.due}>
                {own.due.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </>
          )}
      </div>
      <div className={css.buttons}>
        {mine && (state === 'unfinished' || state === 'paused' || (state === 'lost' && isNewUnfinished)) && (
          <FinishButton event={event} />
        )}
        {(state === 'none' || (mine && (state === 'disconnected' || (state === 'lost' && needsNew)))) && (
          <Button onClick={connecting}>{state === 'none' ? 'Connect Stripe' : 'Connect again'}</Button>
        )}
        {canTake && (
          <Button variant={state === 'ready' ? 'default' : 'filled'} onClick={take}>
            {mine ? 'Use my new account' : 'Use my account'}
          </Button>
        )}
        {canChange && !mine && account !== null && needsNew && (
          <Button variant="default" onClick={connecting}>
            Connect my account
          </Button>
        )}
        {canChange && !mine && account !== null && isNewUnfinished && <FinishButton event={event} />}
        {own !== null && (
          <Button variant="default" onClick={() => show(<SellerDialog />)}>
            Details on invoices
          </Button>
        )}
        {own !== null && own.state !== 'lost' && (
          <Button variant="subtle" onClick={disconnect}>
            Disconnect{mine ? '' : ' mine'}
          </Button>
        )}
      </div>
    </div>
  );
}

type WordsProps = { state: SellingState; mine: boolean; payments: EventPayments; own: AccountView | null };

function Words({ state, mine, payments, own }: WordsProps) {
  const sells = payments.currency !== null;
  const words: Record<SellingState, ReactNode> = {
    none: 'Free tickets need no account. To sell tickets, connect a Stripe account: the money goes straight to you.',
    unfinished: mine
      ? 'Stripe needs a little more from you before you can sell tickets.'
      : 'It is not fully set up, so no tickets can be sold.',
    waiting:
      'It becomes this event’s account when you add a paid ticket. If another host adds one first, their account does.',
    ready: mine ? 'Your sales are paid straight into it.' : 'Sales for this event are paid into it.',
    paused: mine
      ? 'Stripe has stopped payments to it, so no tickets can be sold. Refunds still work.'
      : 'Stripe has stopped payments to it, so no tickets can be sold. Refunds still work. Its owner sees why on this page.',
    disconnected: 'It no longer takes payments. Refunds still go through it.',
    lost: `This Stripe account is no longer connected to this site, so no tickets can be sold. ${mine ? nextAfterLost(own) : ''}${
      sells ? 'Tickets already sold with this account have to be refunded at Stripe.' : ''
    }`.trim(),
  };
  const warns = state === 'paused' || state === 'disconnected' || state === 'lost' || (state === 'unfinished' && sells);
  return <p role={warns && sells ? 'alert' : undefined}>{words[state]}</p>;
}

/** What you do whose account is lost. @param own the account that you have now. */
function nextAfterLost(own: AccountView | null): string {
  if (own === null || own.state === 'lost') return 'Connect again to sell with a new one. ';
  return own.state === 'ready' ? 'Your new one can take its place. ' : 'Finish your new one to sell with it. ';
}

/** Opens the pages of Stripe on which the account is finished. */
function FinishButton({ event }: { event: EventView }) {
  const [busy, setBusy] = useState(false);
  const open = () => {
    setBusy(true);
    linkToStripe(event.alias).then(
      (url) => window.location.assign(url),
      (error: unknown) => {
        toast.failed(error);
        setBusy(false);
      },
    );
  };
  return (
    <LoadingButton
      loading={busy}
      loadingLabel="Opening Stripe"
      rightSection={<IconExternalLink size={17} />}
      onClick={open}
    >
      Finish on Stripe
    </LoadingButton>
  );
}
