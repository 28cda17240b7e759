import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { declineParticipation, register } from '@folkmoot/contract/registrations/api.ts';
import type { TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useSession } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { refreshEvent } from '../../events/queries.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';

const RegistrationDialog = lazyPart(() => import('./RegistrationDialog.tsx'), 'RegistrationDialog');
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
  /** The address the email went to, after somebody without an account has registered. */
  mailed: string | undefined;
};

/** What you can do with your own registration. */
export function useRegistering(event: EventView, ticket: TicketView | null, token: string | undefined): Registering {
  const show = useShowDialog();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const [mailed, setMailed] = useState<string>();
  // People who follow an emailed link are identified by it, and have a name already.
  const known = session.status === 'signedIn' || event.viewer.participationId !== null;
  const open = (editing: boolean) =>
    show(
      <RegistrationDialog
        event={event}
        ticket={ticket}
        token={token}
        visitor={!known}
        editing={editing}
        onMailed={setMailed}
      />,
    );
  const atOnce = async () => {
    setBusy(true);
    try {
      const { message } = await call(register, {
        eventId: event.id,
        token,
        status: 'going',
        ticketId: ticket?.id ?? null,
      });
      toast.done(message);
    } catch (error) {
      toast.failed(error, { fallback: 'Could not register.' });
    } finally {
      refreshEvent(event.id);
      setBusy(false);
    }
  };
  return {
    busy,
    mailed,
    begin: () => (known && !event.hasQuestions ? void atOnce() : open(false)),
    edit: () => open(true),
    giveUp: () =>
      show(
        <CancelOwnRegistrationDialog
          event={event}
          run={async () => {
            const participationId = event.viewer.participationId ?? '';
            const { message } = await call(declineParticipation, { eventId: event.id, participationId, token });
            toast.done(message);
            refreshEvent(event.id);
          }}
        />,
      ),
  };
}
