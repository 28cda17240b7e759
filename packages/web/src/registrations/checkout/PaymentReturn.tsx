import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { recordPayment } from '@folkmoot/contract/registrations/payment-api.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '../../core/api-client.ts';
import { textIn } from '../../core/search-params.ts';
import { useSession } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { refreshEvent } from '../../events/queries.ts';
import { SAID, sayPaid } from './useCheckout.ts';

type Props = {
  event: EventView;
  token: string | undefined;
  participationId: string;
  /** Stripe's id of the payment, from the address. */
  paymentIntentId: string;
  onPaid: (participationId: string) => void;
};

/** Somebody is back from their bank's own page: says what became of the payment, and clears the address. Shows nothing itself. */
export function PaymentReturn({ event, token, participationId, paymentIntentId, onPaid }: Props) {
  const session = useSession();
  const navigate = useNavigate();
  const begun = useRef(false);
  const look = useEffectEvent(async () => {
    const userId = session.status === 'signedIn' ? session.userId : participationId;
    const asked = { userId, eventId: event.id, token, paymentIntentId, participation_id: participationId };
    const redirect = textIn(Object.fromEntries(new URLSearchParams(location.search)), 'redirect_status', 50);
    try {
      const { status, message } = await call(recordPayment, asked);
      if (status !== 'going' && redirect === 'failed') toast.failed(new Error(SAID.failed), { fallback: SAID.failed });
      else if (sayPaid(status, redirect === 'succeeded' ? 'processing' : (redirect ?? ''), message))
        onPaid(participationId);
    } catch (error) {
      toast.failed(error, { fallback: SAID.wrong });
    }
    refreshEvent(event.id);
    const clear = (search: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(search).filter(([name]) => !/^(payment_intent|redirect_status)/.test(name)));
    void navigate({ to: '.', search: clear as never, replace: true });
  });
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void look();
  }, []);
  return null;
}
