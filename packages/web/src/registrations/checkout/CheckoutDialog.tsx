import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { Button, Modal, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconLock } from '@tabler/icons-react';
import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import '../../styles/app.css';
import '../../styles/forms.css';
import { errorMessage } from '../../core/api-error.ts';
import { absolute } from '../../core/paths.ts';
import { PaymentForm } from '../../payments/PaymentForm.tsx';
import type { PaymentHandle } from '../../payments/payment-form.ts';
import { DialogContext } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import css from './checkout.module.css';
import { countdown, readOut } from './hold-words.ts';
import { OrderSummary } from './OrderSummary.tsx';
import { type Paid, type PaymentProblem, useCheckout } from './useCheckout.ts';

type Props = Paid & {
  /** The place is theirs. */
  onPaid: (participationId: string) => void;
};

/** Paying for a ticket: the card, and beside it what is bought. Closing it keeps the place until its time is over. */
export function CheckoutDialog({ onPaid, ...paid }: Props) {
  const { event } = paid;
  const slot = use(DialogContext);
  const phone = useMedia('phone');
  const form = useRef<PaymentHandle>(null);
  const checkout = useCheckout(paid, form, onPaid);
  const { intent, lapsed, left } = checkout;
  return (
    <Modal.Root
      opened={slot?.opened ?? true}
      onClose={slot?.leave ?? nothing}
      onExitTransitionEnd={slot?.exited ?? nothing}
      closeOnEscape={slot?.top ?? true}
      size={860}
      fullScreen={phone}
      centered
    >
      <Modal.Overlay />
      <Modal.Content classNames={{ content: css.content }} radius={phone ? 0 : 'xl'} data-tint={event.tint}>
        <Modal.CloseButton className={css.close} aria-label="Close" size={40} iconSize={20} />
        <section className={css.pay}>
          <div className={css.head}>
            <Modal.Title className={css.title} tabIndex={-1} data-autofocus>
              Pay for your ticket
            </Modal.Title>
            <span className={css.secured}>
              <IconLock size={15} aria-hidden />
              {intent.data?.stand_in ? 'Sandbox, no money moves' : 'Secured by Stripe'}
            </span>
          </div>
          {lapsed ? (
            <Lapsed checkout={checkout} />
          ) : intent.isError ? (
            <Stopped
              problem={{ title: 'Failed to create payment intent.', text: because(intent.error) }}
              action={
                <LoadingButton
                  variant="default"
                  loading={intent.isFetching}
                  loadingLabel="Trying again"
                  onClick={() => void intent.refetch()}
                >
                  Try again
                </LoadingButton>
              }
            />
          ) : (
            <Paying checkout={checkout} form={form} alias={event.alias} />
          )}
          {!lapsed && Number.isFinite(left) && (
            <p className={css.held}>
              Your place is held for <b>{countdown(left)}</b>. If you leave, it shows as payment pending.
            </p>
          )}
          {!lapsed && Number.isFinite(left) && <TimeLeft key={intent.data?.id} left={left} />}
        </section>
        <OrderSummary event={event} intent={intent.data} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Speaks how long the place is held: at first, and when little of it is left. */
function TimeLeft({ left }: { left: number }) {
  const [first] = useState(left);
  // A live region speaks what comes into it, not what it comes with.
  const [words, setWords] = useState('');
  const now = readOut(left, first);
  useEffect(() => setWords(now), [now]);
  return <VisuallyHidden role="status">{words}</VisuallyHidden>;
}

type Checkout = ReturnType<typeof useCheckout>;

type PayingProps = { checkout: Checkout; form: React.RefObject<PaymentHandle | null>; alias: string };

function Paying({ checkout, form, alias }: PayingProps) {
  const { intent, buyer, busy, problem, atBank, resumes, pay } = checkout;
  const { data } = intent;
  if (!data || !buyer)
    return (
      <LoadingFallback label="Preparing the payment">
        <div className={css.bones}>
          <Skeleton h={20} w="60%" />
          <Skeleton h={68} radius="md" />
          <Skeleton h={68} radius="md" />
          <Skeleton h={48} radius="md" />
        </div>
      </LoadingFallback>
    );
  const sum = formatMoney(data.amount, data.currency);
  return (
    <>
      {buyer.email !== '' && (
        <p className={css.receipt}>
          <span>Email for the receipt</span>
          <b dir="auto">{buyer.email}</b>
        </p>
      )}
      {problem && <Stopped problem={problem} />}
      <PaymentForm
        key={data.client_secret}
        handle={form}
        payable={{
          ...{ clientSecret: data.client_secret, publishableKey: data.publishable_key, account: data.stripe_account },
          ...{ standIn: data.stand_in, currency: data.currency, name: buyer.name, email: buyer.email },
          returnUrl: absolute(`/${alias}`),
        }}
        onReady={nothing}
        onFailed={nothing}
        onSubmit={() => void pay()}
        onChallenge={checkout.setAtBank}
      />
      {atBank ? (
        <Button variant="default" size="lg" fullWidth onClick={() => form.current?.leave()}>
          Back to the payment
        </Button>
      ) : (
        <LoadingButton
          className={css.main}
          size="lg"
          fullWidth
          loading={busy === 'paying'}
          loadingLabel="Paying"
          onClick={() => void pay()}
        >
          {resumes ? 'Continue at your bank' : `Pay ${sum}`}
        </LoadingButton>
      )}
    </>
  );
}

function Lapsed({ checkout: { busy, problem, holdAgain } }: { checkout: Checkout }) {
  return (
    <>
      <Stopped
        problem={{
          title: 'Your place is no longer held.',
          text: 'The time to pay has run out, and you have not been charged. You can try again while there are places left.',
        }}
        action={
          <LoadingButton
            className={css.main}
            loading={busy === 'holding'}
            loadingLabel="Trying again"
            onClick={() => void holdAgain()}
          >
            Try again
          </LoadingButton>
        }
      />
      {problem && <Stopped problem={problem} />}
    </>
  );
}

/** What is in the way of paying, and what can be done about it. */
function Stopped({ problem: { title, text }, action }: { problem: PaymentProblem; action?: ReactNode }) {
  return (
    <div className={css.stopped} role="alert">
      <IconAlertCircle size={20} aria-hidden />
      <div>
        <b>{title}</b>
        {text !== '' && <p dir="auto">{text}</p>}
        {action}
      </div>
    </div>
  );
}

/** The server's reason, where it has another than that it failed. */
function because(error: unknown): string {
  const said = errorMessage(error, '');
  return said === 'Failed to create payment intent.' ? '' : said;
}

function nothing(): void {}
