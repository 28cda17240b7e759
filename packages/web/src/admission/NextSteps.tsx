import type { AdmissionView } from '@folkmoot/contract/admission/schema.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Button } from '@mantine/core';
import { IconCalendarPlus, IconMail, IconShare2, IconUserShare } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../core/lazy.ts';
import { absolute } from '../core/paths.ts';
import { useOwnPlace } from '../registrations/confirming/useOwnPlace.ts';
import { useCloseDialog, useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import css from './ticket.module.css';

const CalendarDialog = lazyPart(() => import('../events/page/CalendarDialog.tsx'), 'CalendarDialog');
const ConfirmAddress = lazyPart(() => import('../registrations/confirming/ConfirmAddress.tsx'), 'ConfirmAddress');
const ContactHostsDialog = lazyPart(() => import('../events/hosts/ContactHostsDialog.tsx'), 'ContactHostsDialog');
const PassOnDialog = lazyPart(() => import('./PassOnDialog.tsx'), 'PassOnDialog');
const ShareDialog = lazyPart(() => import('../ui/sharing/ShareDialog.tsx'), 'ShareDialog');

type Props = { ticket: AdmissionView; token: string | undefined };

/** What comes next for somebody who has a ticket, one row for each thing to do. */
export function NextSteps({ ticket, token }: Props) {
  const show = useShowDialog();
  const close = useCloseDialog();
  const own = useOwnPlace(ticket.event.id, token);
  const { event, state } = ticket;
  const dated = !event.tbdDate && event.start_epoc !== null;
  // The hosts' answers go to the address.
  const isProved = token === undefined || own?.confirmed === true;
  return (
    <div className={css.steps}>
      {token !== undefined && (
        <Suspense fallback={null}>
          <ConfirmAddress eventId={event.id} token={token} />
        </Suspense>
      )}
      {state === 'valid' && dated && (
        <Step
          icon={<IconCalendarPlus size={20} aria-hidden />}
          title="Put it in your calendar"
          text="In Google’s or Outlook’s, or as a file for yours."
        >
          <Button className={css.act} onClick={() => show(<CalendarDialog event={event} token={token} />)}>
            Add to calendar
          </Button>
        </Step>
      )}
      {event.status === 'published' && state === 'valid' && (
        <Step icon={<IconShare2 size={20} aria-hidden />} title="Bring a friend" text={placesLeft(event)}>
          <Button
            className={css.act}
            onClick={() =>
              show(<ShareDialog title={`Share ${event.name}`} url={absolute(`/${event.alias}`)} text={event.name} />)
            }
          >
            Tell a friend
          </Button>
        </Step>
      )}
      {!event.viewer.manages && (
        <Step
          icon={<IconMail size={20} aria-hidden />}
          title={event.hosts.filter(({ role }) => role === 'host').length === 1 ? 'Ask the host' : 'Ask the hosts'}
          text={isProved ? 'They answer by email.' : 'They answer by email, once you have confirmed your address.'}
        >
          {isProved && (
            <Button className={css.act} onClick={() => show(<ContactHostsDialog event={event} token={token} />)}>
              Ask a question
            </Button>
          )}
        </Step>
      )}
      {ticket.canPassOn && (
        <Step
          icon={<IconUserShare size={20} aria-hidden />}
          title="Somebody else comes?"
          text="They get your place, and a ticket of their own."
        >
          <Button
            className={css.act}
            onClick={() => show(<PassOnDialog ticket={ticket} token={token} onPassed={close} />)}
          >
            Pass on
          </Button>
        </Step>
      )}
    </div>
  );
}

function placesLeft({ seatsLeft, waitlist }: EventView): string {
  if (seatsLeft === null) return 'They get their own ticket.';
  if (seatsLeft <= 0)
    return waitlist ? 'Every place is taken. They can join the waiting list.' : 'Every place is taken.';
  return `${seatsLeft === 1 ? '1 place is' : `${seatsLeft.toLocaleString('en')} places are`} left. They get their own ticket.`;
}

function Step({ icon, title, text, children }: { icon: ReactNode; title: string; text: string; children: ReactNode }) {
  return (
    <section className={css.step} aria-label={title}>
      <span className={css.stepIcon}>{icon}</span>
      <div>
        <b>{title}</b>
        <p>{text}</p>
      </div>
      {children}
    </section>
  );
}
