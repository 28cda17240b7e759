import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { refusals } from '@folkmoot/contract/payments/schema.ts';
import { getOwnParticipation, register } from '@folkmoot/contract/registrations/api.ts';
import { createPaymentIntent, recordPayment } from '@folkmoot/contract/registrations/payment-api.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../core/api-client.ts';
import { ApiError, errorMessage } from '../../core/api-error.ts';
import { apiQuery } from '../../core/queries.ts';
import { useSession } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { refreshEvent } from '../../events/queries.ts';
import type { PaymentHandle, PaymentResult } from '../../payments/payment-form.ts';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { useSecondsLeft } from './useSecondsLeft.ts';

/** The seat that is paid for. */
export type Paid = { event: EventView; token: string | undefined; participationId: string; ticketId: string };

/** Why a payment has not gone through: a line, and more of it. */
export type PaymentProblem = { title: string; text: string };

export const SAID = {
  paid: 'Success! Payment received.',
  processing: "Payment processing. We'll update you when payment is received.",
  failed: 'Payment failed. Please try another payment method.',
  wrong: 'Something went wrong.',
} as const;

/**
 * What a payment that was looked at has come to, said to its buyer.
 *
 * @param message what the server says of it, if it was there to look.
 * @returns whether they have their place.
 */
export function sayPaid(status: string, payment: string, message: string = SAID.wrong): boolean {
  if (status === 'going') toast.done(SAID.paid);
  else if (payment === 'processing') toast.done(SAID.processing);
  else toast.failed(new Error(message), { fallback: message });
  return status === 'going';
}

/** Paying for a seat that is held: from the payment that the server begins, to what Stripe says of it. */
export function useCheckout(
  { event, token, participationId, ticketId }: Paid,
  form: RefObject<PaymentHandle | null>,
  onPaid: (participationId: string) => void,
) {
  const session = useSession();
  const close = useCloseDialog();
  const userId = session.status === 'signedIn' ? session.userId : participationId;
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState<'paying' | 'holding' | null>(null);
  const [problem, setProblem] = useState<PaymentProblem>();
  const [atBank, setAtBank] = useState(false);
  const [leftBank, setLeftBank] = useState(false);
  const whose = { userId, eventId: event.id, token };
  const own = useQuery(apiQuery(getOwnParticipation, { eventId: event.id, token }));
  // Not the key of a call: what refreshes the event leaves a payment that has begun alone.
  const intent = useQuery({
    queryKey: ['payment', participationId, ticketId, round],
    queryFn: () =>
      call(createPaymentIntent, { ...whose, ticket_id: ticketId, participation_id: participationId }).then(
        ({ data }) => data,
      ),
    ...{ retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false },
  });
  const left = useSecondsLeft(intent.data?.expires_epoc);
  const refused = intent.error instanceof ApiError && intent.error.code === refusals.holdLapsed.code;
  const lapsed = refused || (left === 0 && busy !== 'paying');

  const finish = async (id: string, payment: string) => {
    const said = await call(recordPayment, { ...whose, paymentIntentId: id, participation_id: participationId }).catch(
      () => undefined,
    );
    refreshEvent(event.id);
    if (!said && payment === 'succeeded')
      return setProblem({
        title: SAID.wrong,
        text: 'You have paid. We’ll email you as soon as the payment is confirmed.',
      });
    close();
    if (sayPaid(said?.status ?? '', payment, said?.message)) onPaid(participationId);
  };

  const settle = async (id: string, result: PaymentResult) => {
    if ('error' in result) {
      const { type, message } = result.error;
      if (type === 'validation_error') return;
      if (type === 'card_error') return setProblem({ title: SAID.failed, text: message });
      setProblem({ title: SAID.wrong, text: type === 'api_connection_error' ? message : '' });
      return void intent.refetch();
    }
    const { status } = result;
    if (status === 'succeeded' || status === 'processing') return finish(id, status);
    if (status === 'requires_action') {
      setLeftBank(true);
      return setProblem({ title: 'Your bank has not confirmed the payment yet.', text: '' });
    }
    if (status === 'requires_payment_method') return setProblem({ title: SAID.failed, text: '' });
    setProblem({ title: SAID.wrong, text: '' });
    void intent.refetch();
  };

  const pay = async () => {
    if (busy || !intent.data || !form.current) return;
    setBusy('paying');
    setProblem(undefined);
    const resumes = leftBank || intent.data.status === 'requires_action';
    setLeftBank(false);
    await settle(intent.data.id, await (resumes ? form.current.resume() : form.current.pay()));
    setBusy(null);
  };

  /** Asks for a place again, at today's price. */
  const holdAgain = async () => {
    setBusy('holding');
    setProblem(undefined);
    try {
      const responses = own.data?.responses ?? [];
      const asked = { eventId: event.id, token, status: 'going', ticketId, responses } as const;
      const { message, status } = await call(register, asked);
      refreshEvent(event.id);
      if (status === 'payment_pending') setRound(round + 1);
      else {
        toast.done(message);
        close();
      }
    } catch (error) {
      setProblem({ title: errorMessage(error, SAID.wrong), text: '' });
    }
    setBusy(null);
  };

  // It was paid in another tab, or the bank is at work.
  const done = intent.data?.status === 'succeeded' || intent.data?.status === 'processing';
  const notice = useEffectEvent(() => {
    if (intent.data) void finish(intent.data.id, intent.data.status);
  });
  useEffect(() => {
    if (done) notice();
  }, [done]);

  const me = own.data?.data;
  return {
    intent,
    /** Who pays, once it is known: the form is made with it. */
    buyer: me ?? (own.isError ? { name: '', email: '' } : undefined),
    left,
    lapsed,
    busy,
    problem,
    atBank,
    /** The bank was left without an answer: paying goes back to it. */
    resumes: leftBank || intent.data?.status === 'requires_action',
    setAtBank,
    pay,
    holdAgain,
  };
}
