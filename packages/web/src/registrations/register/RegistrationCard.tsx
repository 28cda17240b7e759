import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { hasStarted, isNearlyFull } from '@folkmoot/contract/events/rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { isOver } from '@folkmoot/contract/participations/rules.ts';
import type { TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { Button } from '@mantine/core';
import {
  IconCalendarPlus,
  IconCheck,
  IconExternalLink,
  IconFlame,
  IconHourglass,
  IconMailCheck,
} from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { loadMore } from '../../core/load-more.ts';
import page from '../../events/page/event.module.css';
import { useOpenedByLink } from '../../events/page/useOpenedByLink.ts';
import { momentOf } from '../../events/times/event-times.ts';
import { useNow } from '../../events/times/useNow.ts';
import { useTickets } from '../../tickets/queries.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LocalText } from '../../ui/LocalText.tsx';
import css from './registration-card.module.css';
import { isSoldOut, type RegistrationState, registrationState } from './registration-state.ts';
import { useRegistering } from './useRegistering.tsx';
import { WhoIsGoing } from './WhoIsGoing.tsx';

const CalendarDialog = lazyPart(() => import('../../events/page/CalendarDialog.tsx'), 'CalendarDialog');

type Props = {
  event: EventView;
  token: string | undefined;
  /** False while a visitor's view is shown to somebody who may be on the list. */
  fresh: boolean;
  /** By an invitation to another address, which the viewer uses. */
  invited?: boolean;
  /** While it is open whom a registration would be for: only who is going is shown. */
  held?: boolean;
  /** For people who are going: the button of their ticket, which a later slice knows about. */
  ticket?: ReactNode;
};

/** Registration on an event's page, as a card and as the phone's bar: tickets, actions, and who is going. */
export function RegistrationCard({ event, token, fresh, invited, held = false, ticket }: Props) {
  const tickets = useTickets(event.id, token);
  const all = tickets.data?.pages.flatMap(({ data }) => data) ?? [];
  const [chosenId, choose] = useState(event.viewer.ticketId ?? undefined);
  const firstFree = all.find((ticket) => !isSoldOut(ticket)) ?? all[0];
  const chosen = all.find(({ id }) => id === chosenId) ?? firstFree ?? null;
  const now = useNow();
  const stand = registrationState(event, chosen, tickets.data?.pages[0]?.count ?? 0, now, invited);
  const doing = useRegistering(event, stand.is === 'open' ? chosen : null, token);
  const { role, status } = event.viewer;
  useOpenedByLink('cancel', fresh && role !== 'host' && (isOnList(stand) || status === 'invited'), doing.giveUp);
  const action = fresh && !tickets.isPending && (
    <Action event={event} stand={stand} doing={doing} now={now} token={token} ticket={ticket} />
  );
  const choosing = stand.is === 'open' || stand.is === 'shut';
  const price = chosen ? priceOf(chosen) : 'Free';
  return (
    <>
      {!held && (
        <section className={page.panel} aria-labelledby="seats">
          <div className={page.panelHead}>
            <h2 id="seats" className={css.title}>
              {all.length > 0 ? 'Tickets' : 'Registration'}
            </h2>
            <SeatsLeft event={event} now={now} />
          </div>
          {choosing && all.length > 0 && (
            <Tickets tickets={all} chosenId={chosen?.id} onChoose={choose} fixed={stand.is !== 'open'} event={event} />
          )}
          {tickets.hasNextPage && choosing && (
            <Button
              className={page.quiet}
              fullWidth
              mt="xs"
              loading={tickets.isFetchingNextPage}
              onClick={() => void loadMore(tickets)}
            >
              More tickets
            </Button>
          )}
          {action}
        </section>
      )}
      {fresh && (stand.is === 'open' || stand.is === 'elsewhere' || stand.is === 'offered') && !doing.mailed && (
        <div className={css.bar}>
          <div className={css.what}>
            <span dir="auto">{chosen?.name ?? 'Registration'}</span>
            <LocalText as="b">
              {stand.is === 'offered' ? 'Held for you' : stand.is === 'elsewhere' ? hostOf(stand.url) : price}
            </LocalText>
          </div>
          <MainButton stand={stand} doing={doing} />
        </div>
      )}
      <WhoIsGoing event={event} token={token} over={isOver(event, now)} />
    </>
  );
}

/** `example.org`, of a web address. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : 'another site';
}

const isOnList = ({ is }: RegistrationState) =>
  is === 'going' || is === 'requested' || is === 'waitlisted' || is === 'offered';

/** Only where it matters: when few are left of an event to come. */
function SeatsLeft({ event, now }: { event: EventView; now: number }) {
  const { seatsLeft: left, capacity, status } = event;
  if (status !== 'published' || isOver(event, now) || !isNearlyFull(left, capacity)) return null;
  return (
    <span className={css.left}>
      {left > 0 && <IconFlame size={14} aria-hidden />}
      <LocalText>{left === 0 ? 'Full' : left === 1 ? '1 spot left' : `${left.toLocaleString()} spots left`}</LocalText>
    </span>
  );
}

type TicketsProps = {
  tickets: readonly TicketView[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
  fixed: boolean;
  event: EventView;
};

function Tickets({ tickets, chosenId, onChoose, fixed, event }: TicketsProps) {
  const id = useId();
  return (
    <fieldset className={css.tickets}>
      <legend>Ticket</legend>
      {tickets.map((ticket) => {
        const sold = isSoldOut(ticket);
        const on = ticket.id === chosenId && !fixed;
        return (
          <label key={ticket.id} className={css.ticket} data-on={on || undefined} data-sold={sold || undefined}>
            <input
              type="radio"
              name={id}
              checked={on}
              disabled={fixed || (sold && !event.waitlist)}
              onChange={() => onChoose(ticket.id)}
              aria-labelledby={`${id}${ticket.id}`}
            />
            <span id={`${id}${ticket.id}`}>
              <b dir="auto">{ticket.name}</b>
              {isNearlyFull(ticket.left, ticket.capacity) && ticket.left > 0 && (
                <span className={css.few}>{ticket.left} left</span>
              )}
              <small dir="auto">
                {sold ? (event.waitlist ? 'Full. Join the waiting list' : 'Every spot is taken') : ticket.description}
              </small>
            </span>
            <LocalText className={css.price}>{priceOf(ticket)}</LocalText>
          </label>
        );
      })}
    </fieldset>
  );
}

type Doing = ReturnType<typeof useRegistering>;

function MainButton({ stand, doing }: { stand: RegistrationState; doing: Doing }) {
  if (stand.is === 'elsewhere')
    return (
      <Button
        component="a"
        href={stand.url}
        target="_blank"
        rel="noopener noreferrer"
        className={css.main}
        size="lg"
        fullWidth
        rightSection={<IconExternalLink size={18} aria-hidden />}
      >
        Register on {hostOf(stand.url)}
      </Button>
    );
  const verb = stand.is === 'offered' ? 'Take the spot' : stand.is === 'open' ? stand.verb : '';
  return (
    <LoadingButton
      loading={doing.busy}
      loadingLabel="Registering"
      className={css.main}
      size="lg"
      fullWidth
      onClick={doing.begin}
    >
      {verb}
    </LoadingButton>
  );
}

type ActionProps = {
  event: EventView;
  stand: RegistrationState;
  doing: Doing;
  now: number;
  token: string | undefined;
  ticket: ReactNode;
};

function Action({ event, stand, doing, now, token, ticket }: ActionProps) {
  const { waitlistPosition: position, offer_expires_epoc: until, role } = event.viewer;
  if (doing.mailed !== undefined)
    return (
      <State icon={<IconMailCheck size={20} aria-hidden />} title="Check your email">
        We have sent the details to <bdi>{doing.mailed}</bdi>. The link in it brings you back to your registration.
      </State>
    );
  switch (stand.is) {
    case 'shut':
      return (
        <LocalText as="p" className={css.note}>
          {stand.sentence}
        </LocalText>
      );
    case 'elsewhere':
    case 'open':
      return (
        <>
          <span className={css.inCard}>
            <MainButton stand={stand} doing={doing} />
          </span>
          {stand.is === 'open' && stand.outcome === 'requested' && (
            <p className={css.under}>The hosts review each request.</p>
          )}
          {stand.is === 'open' && stand.outcome === 'waitlisted' && (
            <p className={css.under}>
              Every spot is taken. <LocalText>{waitingLine(event.waitingCount)}</LocalText> When one opens, we offer it
              to the next person in line.
            </p>
          )}
        </>
      );
    case 'going':
      return (
        <State
          icon={<IconCheck size={20} aria-hidden />}
          title={role === 'host' ? 'You are hosting this event' : 'You are going'}
        >
          <TicketHeld event={event} />
          {ticket}
          <AddToCalendar event={event} token={token} />
          {role !== 'host' && <Own event={event} doing={doing} now={now} verb="Cancel registration" />}
        </State>
      );
    case 'requested':
      return (
        <State icon={<IconHourglass size={20} aria-hidden />} title="Request sent">
          We’ll email you when a host answers.
          <TicketHeld event={event} />
          <Own event={event} doing={doing} now={now} verb="Withdraw request" />
        </State>
      );
    case 'waitlisted':
      return (
        <State icon={<IconHourglass size={20} aria-hidden />} title="You are on the waiting list">
          {position !== null && `Your position: ${position}. `}When a spot opens for you, we’ll hold it and email you.
          <TicketHeld event={event} />
          <Own event={event} doing={doing} now={now} verb="Leave the waiting list" />
        </State>
      );
    case 'offered':
      return (
        <State icon={<IconCheck size={20} aria-hidden />} title="A spot is held for you">
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
  }
}

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

const waitingLine = (count: number) =>
  count === 0
    ? ''
    : count === 1
      ? 'One person is already waiting.'
      : `${count.toLocaleString()} people are already waiting.`;

function State({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={css.state} role="status">
      <span className={css.icon}>{icon}</span>
      <b>{title}</b>
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

function priceOf({ price, currency }: TicketView): string {
  if (price === 0 || currency === null) return 'Free';
  return formatMoney(price, currency, { trailingZeroDisplay: 'stripIfInteger' });
}
