import { getAdmission } from '@folkmoot/contract/admission/api.ts';
import type { AdmissionView } from '@folkmoot/contract/admission/schema.ts';
import type { Tint } from '@folkmoot/contract/core/tint.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Button, Modal } from '@mantine/core';
import { IconDownload, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { download } from '../core/download.ts';
import { lazyPart } from '../core/lazy.ts';
import { apiQuery } from '../core/queries.ts';
import { useSession } from '../core/session.tsx';
import { toast } from '../core/toasts/toast.ts';
import { DialogContext, useCloseDialog, useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import '../styles/app.css';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, Skeleton } from '../ui/feedback/Skeleton.tsx';
import { LinkButton, PlainLink } from '../ui/layout/links.tsx';
import { Bunting } from './Bunting.tsx';
import { NextSteps } from './NextSteps.tsx';
import { TicketCard } from './TicketCard.tsx';
import css from './ticket.module.css';
import { useScreenOn } from './useScreenOn.ts';

const CancelOwnRegistrationDialog = lazyPart(
  () => import('../registrations/register/CancelOwnRegistrationDialog.tsx'),
  'CancelOwnRegistrationDialog',
);

type Props = {
  eventId: string;
  participationId: string;
  token?: string | undefined;
  tint: Tint;
  /** Shown in your list of tickets: the way back does not lead to the event's page. */
  listed?: boolean;
};

/** Your ticket, filling the window: what you hold under the scanner at the door, and what you can do with it. */
export function TicketDialog({ eventId, participationId, token, tint, listed = false }: Props) {
  const slot = use(DialogContext);
  const close = useCloseDialog();
  const ticket = useQuery({ ...apiQuery(getAdmission, { eventId, participationId, token }), refetchOnMount: 'always' });
  useScreenOn(ticket.data?.state === 'valid');
  const titled = ticket.data && titleOf(ticket.data);
  const session = useSession();
  const isPaid = ticket.data !== undefined && ticket.data.paid !== null;
  return (
    <Modal.Root
      opened={slot?.opened ?? true}
      onClose={slot?.leave ?? (() => undefined)}
      onExitTransitionEnd={slot?.exited ?? (() => undefined)}
      closeOnEscape={slot?.top ?? true}
      fullScreen
    >
      <Modal.Content classNames={{ content: css.ground }} data-tint={tint} data-deep={isPaid || undefined} radius={0}>
        {isPaid && <Bunting />}
        <Modal.CloseButton className={css.close} aria-label="Close" size={40} iconSize={22} />
        <Modal.Body className={css.body}>
          <div className={css.column}>
            <div className={css.head}>
              <Modal.Title className={css.title} tabIndex={-1} data-autofocus>
                {titled?.title ?? 'Your ticket'}
              </Modal.Title>
              {titled && <p className={css.lead}>{titled.text(token === undefined)}</p>}
            </div>
            {ticket.data && <NextSteps ticket={ticket.data} token={token} />}
          </div>
          <div className={css.column}>
            {ticket.isPending && (
              <LoadingFallback label="Loading the ticket">
                <Skeleton h={480} radius="xl" />
              </LoadingFallback>
            )}
            {ticket.isError && !ticket.data && (
              <div className={css.failed}>
                <ErrorState error={ticket.error} again={ticket.refetch} fallback="Could not load the ticket." />
              </div>
            )}
            {ticket.data && (
              <>
                <TicketCard ticket={ticket.data} />
                <Papers ticket={ticket.data} token={token} />
                <div className={css.last}>
                  {token !== undefined && session.status === 'signedOut' && <KeepIt event={ticket.data.event} />}
                  {ticket.data.state === 'valid' && !ticket.data.event.viewer.manages && (
                    <GiveBack event={ticket.data.event} token={token} />
                  )}
                  <p className={css.back}>
                    {listed ? (
                      <PlainLink to="/$alias" params={{ alias: ticket.data.event.alias }} onClick={close}>
                        Open the event page
                      </PlainLink>
                    ) : (
                      <button type="button" onClick={close}>
                        Back to the event page
                      </button>
                    )}
                  </p>
                </div>
              </>
            )}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

type Titled = { title: string; text: (signedIn: boolean) => string };

function titleOf({ state, name }: AdmissionView): Titled {
  if (state === 'cancelled') return { title: 'Cancelled', text: () => 'This event will not take place.' };
  if (state === 'over') return { title: 'You were there', text: () => 'This event is over.' };
  const [first] = name.split(' ');
  return {
    title: first ? `You’re going, ${first}` : 'You’re going',
    text: (signedIn) =>
      signedIn
        ? 'Your ticket is in your inbox, and under Tickets whenever you need it.'
        : 'Show this code at the door. It is on its way to your inbox too.',
  };
}

/** The ticket on paper, and its invoice. */
function Papers({ ticket, token }: { ticket: AdmissionView; token: string | undefined }) {
  const close = useCloseDialog();
  return (
    <div className={css.ways}>
      <Pdf ticket={ticket} token={token} />
      {ticket.orderId !== null && (
        <LinkButton
          className={css.way}
          leftSection={<IconReceipt size={18} aria-hidden />}
          to="/tickets/orders/$orderId"
          params={{ orderId: ticket.orderId }}
          search={token === undefined ? {} : { token }}
          onClick={close}
        >
          Invoice
        </LinkButton>
      )}
    </div>
  );
}

/** For somebody without an account, who needs none. */
function KeepIt({ event }: { event: EventView }) {
  return (
    <section className={css.keep} aria-labelledby="keep-tickets">
      <h2 id="keep-tickets">Keep your tickets in one place</h2>
      <p>Make an account with the same address, and this ticket is in it. You don’t need one to come.</p>
      <LinkButton className={css.act} to="/sign-up" search={{ next: `/${event.alias}` }}>
        Make an account
      </LinkButton>
    </section>
  );
}

function GiveBack({ event, token }: { event: EventView; token: string | undefined }) {
  const show = useShowDialog();
  const close = useCloseDialog();
  return (
    <p className={css.back}>
      Plans changed?{' '}
      <button
        type="button"
        onClick={() => show(<CancelOwnRegistrationDialog event={event} token={token} onDone={close} />)}
      >
        Give your place back
      </button>
    </p>
  );
}

function Pdf({ ticket: { event, participationId }, token }: { ticket: AdmissionView; token: string | undefined }) {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
  const path = `/api/v1/events/${event.id}/participations/${participationId}/ticket.pdf${query}`;
  const name = `${event.alias}-ticket.pdf`;
  const look = { className: css.way, leftSection: <IconDownload size={18} aria-hidden /> };
  if (session.status !== 'signedIn')
    return (
      <Button component="a" href={path} download={name} {...look}>
        Download PDF
      </Button>
    );
  const save = () => {
    setBusy(true);
    download(path, name)
      .catch((error: unknown) => toast.failed(error, { fallback: 'Could not create the PDF.', again: save }))
      .finally(() => setBusy(false));
  };
  return (
    <LoadingButton {...look} loading={busy} loadingLabel="Creating the PDF" onClick={save}>
      Download PDF
    </LoadingButton>
  );
}
