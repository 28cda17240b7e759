import { isForMyself } from '@folkmoot/contract/events/access-rules.ts';
import { hasStarted } from '@folkmoot/contract/events/facts-rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Button } from '@mantine/core';
import { IconCalendarPlus, IconCheck, IconHourglass } from '@tabler/icons-react';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useSession } from '../../core/session.tsx';
import page from '../../events/page/event.module.css';
import { momentOf } from '../../events/times/event-times.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { clockTime } from '../../ui/format-date.ts';
import { type Doing, MainButton } from './MainButton.tsx';
import css from './registration-card.module.css';
import type { RegistrationState } from './registration-state.ts';

const ConfirmAddress = lazyPart(() => import('../confirming/ConfirmAddress.tsx'), 'ConfirmAddress');
const PushOffer = lazyPart(() => import('../../notifications/offer/PushOffer.tsx'), 'PushOffer');
const CalendarDialog = lazyPart(() => import('../../events/page/CalendarDialog.tsx'), 'CalendarDialog');

type Props = {
  event: EventView;
  stand: RegistrationState;
  doing: Doing;
  now: number;
  token: string | undefined;
  ticket: ReactNode;
  /** What their place costs; empty if that is not known, or nothing. */
  total: string;
  /** Whether the button to register has been here: it had the focus, and went. */
  wasOpen: RefObject<boolean>;
};

/** What people see who are on the list, or were a moment ago: where they stand, and what they can do. Loaded for them alone. */
export function OnList({ event, stand, doing, now, token, ticket, total, wasOpen }: Props) {
  const heading = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it is another state
  useEffect(() => {
    if (wasOpen.current && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [stand.is]);
  // Who comes back to the page is not asked again.
  const [justNow] = useState(() => wasOpen.current);
  const session = useSession();
  const { waitlistPosition: position, offer_expires_epoc: until, role } = event.viewer;
  // A person with a link has no account, or does not use it.
  const confirm = token !== undefined && !isForMyself(token) && (
    <Suspense fallback={null}>
      <ConfirmAddress eventId={event.id} token={token} />
    </Suspense>
  );
  switch (stand.is) {
    case 'going':
      return (
        <State
          heading={heading}
          icon={<IconCheck size={20} aria-hidden />}
          title={role === 'host' ? 'You are hosting this event' : 'You are going'}
        >
          <TicketHeld event={event} />
          {ticket}
          {confirm}
          <AddToCalendar event={event} token={token} />
          {justNow && session.status === 'signedIn' && token === undefined && (
            <Suspense fallback={null}>
              <PushOffer why="Hear of it at once if the time or place changes, even while this page is closed?" />
            </Suspense>
          )}
          {role !== 'host' && <Own event={event} doing={doing} now={now} verb="Cancel registration" />}
        </State>
      );
    case 'requested':
      return (
        <State heading={heading} icon={<IconHourglass size={20} aria-hidden />} title="Request sent">
          We’ll email you when a host answers.
          <TicketHeld event={event} />
          {confirm}
          <Own event={event} doing={doing} now={now} verb="Withdraw request" />
        </State>
      );
    case 'waitlisted':
      return (
        <State heading={heading} icon={<IconHourglass size={20} aria-hidden />} title="You are on the waiting list">
          {position !== null && `Your position: ${position}. `}When a spot opens for you, we’ll hold it and email you.
          <TicketHeld event={event} />
          {confirm}
          <Own event={event} doing={doing} now={now} verb="Leave the waiting list" />
        </State>
      );
    case 'offered':
      return (
        <State heading={heading} icon={<IconCheck size={20} aria-hidden />} title="A spot is held for you">
          {until !== null && `Until ${momentOf(until, event.time_zone)}.`}
          <TicketHeld event={event} />
          <span className={css.buttons}>
            <span className={css.inCard}>
              <MainButton stand={stand} doing={doing} />
            </span>
            <Button className={page.quiet} onClick={doing.giveUp}>
              Give up the spot
            </Button>
          </span>
        </State>
      );
    case 'held':
      return (
        <State
          heading={heading}
          icon={<IconHourglass size={20} aria-hidden />}
          title={`Your place is held until ${clockOf(stand.until)}`}
        >
          Pay by then to confirm it.
          <TicketHeld event={event} />
          <span className={css.buttons}>
            <span className={css.inCard}>
              <MainButton stand={stand} doing={doing} total={total} />
            </span>
            <Button className={page.quiet} onClick={doing.giveUp}>
              Give up the place
            </Button>
          </span>
        </State>
      );
    case 'paying':
      return (
        <State
          heading={heading}
          icon={<IconHourglass size={20} aria-hidden />}
          title="Your bank is processing the payment"
        >
          Your place is held for you. We’ll email you once the payment is received.
          <TicketHeld event={event} />
          <Own event={event} doing={doing} now={now} verb="Give up the place" />
        </State>
      );
    case 'lapsed':
      return (
        <State
          heading={heading}
          icon={<IconHourglass size={20} aria-hidden />}
          title={total === '' ? 'Your place is no longer held' : `${total} due: your place is no longer held`}
        >
          {doing.notSold ?? 'The time to pay ran out. If you still want to come, try again.'}
          <span className={css.buttons}>
            <span className={css.inCard}>
              <MainButton stand={stand} doing={doing} />
            </span>
          </span>
        </State>
      );
    default:
      return null;
  }
}

/** `14:05`, on the reader's clock. */
const clockOf = (seconds: number) => clockTime(new Date(seconds * 1000));

/** The ticket that the viewer has, or has asked for. */
function TicketHeld({ event }: { event: EventView }) {
  const { ticketName } = event.viewer;
  if (ticketName === null) return null;
  return (
    <p className={css.held}>
      Ticket: <b dir="auto">{ticketName}</b>
    </p>
  );
}

function AddToCalendar({ event, token }: { event: EventView; token: string | undefined }) {
  const show = useShowDialog();
  if (event.tbdDate || event.start_epoc === null) return null;
  return (
    <span className={css.buttons}>
      <Button
        className={page.quiet}
        leftSection={<IconCalendarPlus size={18} aria-hidden />}
        onClick={() => show(<CalendarDialog event={event} token={token} />)}
      >
        Add to your calendar
      </Button>
    </span>
  );
}

type StateProps = { heading: RefObject<HTMLElement | null>; icon: ReactNode; title: string; children: ReactNode };

function State({ heading, icon, title, children }: StateProps) {
  return (
    <div className={css.state}>
      <span className={css.icon}>{icon}</span>
      <b ref={heading} role="status" aria-label={title} tabIndex={-1}>
        {title}
      </b>
      <div>{children}</div>
    </div>
  );
}

function Own({ event, doing, now, verb }: { event: EventView; doing: Doing; now: number; verb: string }) {
  return (
    <span className={css.buttons}>
      {event.hasQuestions && !hasStarted(event, now) && (
        <Button className={page.quiet} onClick={doing.edit}>
          Edit answers
        </Button>
      )}
      <Button className={page.quiet} onClick={doing.giveUp}>
        {verb}
      </Button>
    </span>
  );
}
