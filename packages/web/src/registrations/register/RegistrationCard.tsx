import type { CodeOffer } from '@folkmoot/contract/codes/schema.ts';
import { isForMyself } from '@folkmoot/contract/events/access-rules.ts';
import { isNearlyFull } from '@folkmoot/contract/events/facts-rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { isOver } from '@folkmoot/contract/participations/rules.ts';
import type { TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { Button } from '@mantine/core';
import { IconFlame } from '@tabler/icons-react';
import { type ReactNode, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { loadMore } from '../../core/load-more.ts';
import page from '../../events/page/event.module.css';
import { useOpenedByLink } from '../../events/page/useOpenedByLink.ts';
import { useNow } from '../../events/times/useNow.ts';
import { useTickets } from '../../tickets/queries.ts';
import { LocalText } from '../../ui/LocalText.tsx';
import { type Doing, hostOf, MainButton } from './MainButton.tsx';
import css from './registration-card.module.css';
import { isSoldOut, type RegistrationState, registrationState, saleLine } from './registration-state.ts';
import { type PricedTicket, priceOf, termsOf, totalOf, withCode } from './ticket-words.ts';
import { type OnSeated, useRegistering } from './useRegistering.tsx';
import { WhoIsGoing } from './WhoIsGoing.tsx';

const CodeField = lazyPart(() => import('./CodeField.tsx'), 'CodeField');
const MoneyBack = lazyPart(() => import('../refunds/MoneyBack.tsx'), 'MoneyBack');
const OnList = lazyPart(() => import('./OnList.tsx'), 'OnList');

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
  /** Called once a ticket has been paid for. */
  onPaid?: OnSeated;
  /** Called with the token of the place that somebody without an account has just taken. */
  onOwn?: (token: string) => void;
};

/** Registration on an event's page, as a card and as the phone's bar: tickets, actions, and who is going. */
export function RegistrationCard({
  event,
  token,
  fresh,
  invited,
  held = false,
  ticket,
  onPaid = nothing,
  onOwn = nothing,
}: Props) {
  const tickets = useTickets(event.id, token);
  const [code, setCode] = useState<CodeOffer | null>();
  const known = tickets.data?.pages[0];
  const listed = tickets.data?.pages.flatMap(({ data }) => data) ?? [];
  const shown = code?.tickets.filter(({ id }) => listed.every((ticket) => ticket.id !== id)) ?? [];
  const all = [...listed, ...shown].map((ticket) => withCode(ticket, code));
  const [picked, choose] = useState<string>();
  // At first a visitor's view may be shown, in which nobody has a ticket.
  const chosenId = picked ?? event.viewer.ticketId;
  const now = useNow();
  const isFree = (ticket: TicketView) => !isSoldOut(ticket) && saleLine(ticket, event, now) === undefined;
  // The ticket that a code shows is the one that its holder came for.
  const first = shown.find(isFree) ?? all.find(isFree) ?? all.find((ticket) => !saleLine(ticket, event, now)) ?? all[0];
  const chosen = all.find(({ id }) => id === (chosenId ?? first?.id)) ?? first ?? null;
  const stand = registrationState(event, chosen, { count: all.length, needed: known?.needed ?? false }, now, invited);
  const choosable = stand.is === 'open' || stand.is === 'lapsed';
  const doing = useRegistering({
    ...{ event, token, onPaid, onOwn },
    ticket: choosable ? chosen : null,
    outcome: stand.is === 'open' ? stand.outcome : 'going',
    code: code === null ? '' : code?.code,
  });
  const { role, status } = event.viewer;
  useOpenedByLink('cancel', fresh && role !== 'host' && (isOnList(stand) || status === 'invited'), doing.giveUp);
  // What was held with a code that is not known here costs less.
  const total = chosen && (code !== undefined || !known?.takesCodes) ? totalOf(chosen) : '';
  const wasOpen = useRef(false);
  useEffect(() => {
    wasOpen.current ||= fresh && stand.is === 'open';
  }, [fresh, stand.is]);
  const action = fresh && !tickets.isPending && (
    <Action {...{ event, stand, doing, now, token, chosen, ticket, total, wasOpen }} />
  );
  const choosing = choosable || stand.is === 'shut';
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
            <Tickets tickets={all} chosenId={chosen?.id} onChoose={choose} fixed={!choosable} event={event} now={now} />
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
          {choosing && fresh && known?.takesCodes && isTaking(event, now) && (
            <Suspense fallback={null}>
              <CodeField eventId={event.id} token={token} code={code ?? null} onCode={setCode} />
            </Suspense>
          )}
          {fresh && event.viewer.refund && (
            <Suspense fallback={null}>
              <MoneyBack refund={event.viewer.refund} />
            </Suspense>
          )}
          {action}
        </section>
      )}
      {fresh && (choosable || BAR.has(stand.is)) && (
        <div className={css.bar}>
          <div className={css.what}>
            <span dir="auto">{chosen?.name ?? 'Registration'}</span>
            <LocalText as="b">
              {stand.is === 'offered' || stand.is === 'held'
                ? 'Held for you'
                : stand.is === 'elsewhere'
                  ? hostOf(stand.url)
                  : price}
            </LocalText>
          </div>
          <MainButton stand={stand} doing={doing} total={total} />
        </div>
      )}
      <WhoIsGoing event={event} token={token} past={isOver(event, now) || event.status === 'cancelled'} />
    </>
  );
}

function nothing(): void {}

/** Whether people can register for it at all, now or later. */
const isTaking = (event: EventView, now: number) => event.status === 'published' && !isOver(event, now);

/** States in which a phone has the main button in its bar. */
const BAR: ReadonlySet<RegistrationState['is']> = new Set(['elsewhere', 'offered', 'held']);

const isOnList = ({ is }: RegistrationState) => is !== 'open' && is !== 'shut' && is !== 'elsewhere';

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
  tickets: readonly PricedTicket[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
  fixed: boolean;
  event: EventView;
  now: number;
};

function Tickets({ tickets, chosenId, onChoose, fixed, event, now }: TicketsProps) {
  const id = useId();
  return (
    <fieldset className={css.tickets}>
      <legend>Ticket</legend>
      {tickets.map((ticket) => {
        const closed = saleLine(ticket, event, now);
        const sold = closed !== undefined || isSoldOut(ticket);
        const on = ticket.id === chosenId && !fixed;
        return (
          <label key={ticket.id} className={css.ticket} data-on={on || undefined} data-sold={sold || undefined}>
            <input
              type="radio"
              name={id}
              checked={on}
              disabled={fixed || closed !== undefined || (sold && !event.waitlist)}
              onChange={() => onChoose(ticket.id)}
              aria-labelledby={`${id}${ticket.id} ${id}${ticket.id}price`}
            />
            <span id={`${id}${ticket.id}`}>
              <b dir="auto">{ticket.name}</b>
              {isNearlyFull(ticket.left, ticket.capacity) && ticket.left > 0 && (
                <span className={css.few}>{ticket.left} left</span>
              )}
              <small dir="auto">
                {closed ??
                  (sold
                    ? event.waitlist
                      ? 'Full. Join the waiting list'
                      : 'Every spot is taken'
                    : ticket.description)}
              </small>
            </span>
            <span className={css.price} id={`${id}${ticket.id}price`}>
              {ticket.was !== undefined && <s>{priceOf(ticket.was)}</s>}
              <LocalText>{priceOf(ticket)}</LocalText>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** Somebody who answers by the link in their email; invited people who have signed in answer in a banner. */
const mayDecline = ({ viewer }: EventView, token: string | undefined) =>
  token !== undefined && !isForMyself(token) && viewer.status === 'invited' && viewer.role !== 'host';

type ActionProps = {
  event: EventView;
  stand: RegistrationState;
  doing: Doing;
  now: number;
  token: string | undefined;
  chosen: TicketView | null;
  ticket: ReactNode;
  total: string;
  wasOpen: RefObject<boolean>;
};

function Action(props: ActionProps) {
  const { event, stand, doing, now, token, chosen } = props;
  if (stand.is === 'shut')
    return (
      <LocalText as="p" className={css.note}>
        {stand.sentence}
      </LocalText>
    );
  if (stand.is !== 'elsewhere' && stand.is !== 'open')
    return (
      <Suspense fallback={null}>
        <OnList {...props} />
      </Suspense>
    );
  const sold = stand.is === 'open' && stand.outcome === 'payment_pending' && chosen;
  return (
    <>
      <span className={css.inCard}>
        <MainButton stand={stand} doing={doing} />
      </span>
      {mayDecline(event, token) && (
        <Button className={page.quiet} fullWidth mt="xs" onClick={doing.giveUp}>
          Can’t come
        </Button>
      )}
      {doing.notSold !== undefined && (
        <p className={css.under} role="alert">
          {doing.notSold}
        </p>
      )}
      {sold && (
        <LocalText as="p" className={css.under}>
          {termsOf(sold, event, now)}
        </LocalText>
      )}
      {stand.is === 'open' && stand.outcome === 'requested' && (
        <p className={css.under}>The hosts review each request.</p>
      )}
      {stand.is === 'open' && stand.outcome === 'waitlisted' && (
        <p className={css.under}>
          Every spot is taken. <LocalText>{waitingLine(event.waitingCount)}</LocalText> When a spot opens, we offer it
          to the next person in line.
        </p>
      )}
    </>
  );
}

const waitingLine = (count: number) =>
  count === 0
    ? ''
    : count === 1
      ? 'One person is already waiting.'
      : `${count.toLocaleString()} people are already waiting.`;
