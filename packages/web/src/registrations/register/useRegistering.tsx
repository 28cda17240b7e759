import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { register } from '@folkmoot/contract/registrations/api.ts';
import type { Outcome } from '@folkmoot/contract/registrations/rules.ts';
import type { ParticipationView } from '@folkmoot/contract/registrations/schema.ts';
import type { TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { ApiError } from '../../core/api-error.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useSession } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { refreshEvent } from '../../events/queries.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';

const RegistrationDialog = lazyPart(() => import('./RegistrationDialog.tsx'), 'RegistrationDialog');
const CheckoutDialog = lazyPart(() => import('../checkout/CheckoutDialog.tsx'), 'CheckoutDialog');
const CancelOwnRegistrationDialog = lazyPart(
  () => import('./CancelOwnRegistrationDialog.tsx'),
  'CancelOwnRegistrationDialog',
);

type Registering = {
  busy: boolean;
  /** One click if there is nothing to ask; else the dialog. */
  begin: () => void;
  edit: () => void;
  /** Gives up the seat, the position on the waitlist or the offer, after asking. */
  giveUp: () => void;
  /** Opens the payment of the seat that is held. */
  pay: () => void;
  /** Why no ticket is sold now, or not with this code. */
  notSold: string | undefined;
};

/** The place is theirs; with the token of somebody who has just taken it without an account. */
export type OnSeated = (participationId: string, own?: string) => void;

type Subject = {
  event: EventView;
  ticket: TicketView | null;
  token: string | undefined;
  /** What registering leads to now. */
  outcome: Outcome;
  onPaid: OnSeated;
  onOwn: (token: string) => void;
  /** The code that was entered; empty if it was taken back, undefined if nothing was said of one. */
  code: string | undefined;
};

/** What you can do with your own registration. */
export function useRegistering({ event, ticket, token, outcome, onPaid, onOwn, code }: Subject): Registering {
  const show = useShowDialog();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const [notSold, setNotSold] = useState<string>();
  // People who follow an emailed link are identified by it, and have a name already.
  const known = session.status === 'signedIn' || event.viewer.participationId !== null;
  const checkOut = (participationId: string, ticketId: string, own = token) =>
    show(
      <CheckoutDialog
        event={event}
        token={own}
        participationId={participationId}
        ticketId={ticketId}
        onPaid={(id) => onPaid(id, own)}
      />,
    );
  /** Somebody has registered in the dialog: they go on to the payment, or without an account to their ticket. */
  const onRegistered = ({ participationId, ticketId, status }: ParticipationView, own?: string) => {
    if (own !== undefined) onOwn(own);
    if (status === 'payment_pending') checkOut(participationId, ticketId ?? '', own);
    else if (own !== undefined && status === 'going') onPaid(participationId, own);
  };
  const open = (editing: boolean) =>
    show(
      <RegistrationDialog
        event={event}
        ticket={ticket}
        token={token}
        visitor={!known}
        editing={editing}
        code={code}
        outcome={outcome}
        onRegistered={onRegistered}
      />,
    );
  const atOnce = async () => {
    setBusy(true);
    setNotSold(undefined);
    try {
      const { message, status, data } = await call(register, {
        eventId: event.id,
        token,
        status: 'going',
        ticketId: ticket?.id ?? null,
        ...(code !== undefined && { code }),
      });
      if (status === 'payment_pending') checkOut(data.participationId, data.ticketId ?? '');
      // Without an account their ticket is what they came for; with one it is among their tickets.
      else if (status === 'going' && session.status !== 'signedIn') onPaid(data.participationId, token);
      else toast.done(message);
    } catch (error) {
      if (error instanceof ApiError && /^(payments|codes)\./.test(error.code)) return setNotSold(error.message);
      toast.failed(error, { fallback: 'Could not register.' });
    } finally {
      refreshEvent(event.id);
      setBusy(false);
    }
  };
  return {
    busy,
    notSold,
    pay: () => checkOut(event.viewer.participationId ?? '', event.viewer.ticketId ?? ''),
    begin: () => (known && !event.hasQuestions ? void atOnce() : open(false)),
    edit: () => open(true),
    giveUp: () => show(<CancelOwnRegistrationDialog event={event} token={token} />),
  };
}
