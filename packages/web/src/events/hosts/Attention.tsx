import type { Attention as Waiting } from '@folkmoot/contract/events/invitations-schema.ts';
import { Button } from '@mantine/core';
import {
  IconCalendarHeart,
  IconCalendarUp,
  IconFlag,
  IconKey,
  IconMessageQuestion,
  IconReceiptOff,
  IconUserCheck,
  IconUserPlus,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { timeAgo } from '../../ui/format-date.ts';
import { DueRow } from '../../ui/layout/DueRow.tsx';
import { SectionHeader } from '../../ui/layout/SectionHeader.tsx';
import css from '../lists/lists.module.css';
import { useAttention } from './useAttention.ts';

type Props = {
  invitations?: boolean;
  heading?: string;
  /** Rows of other slices: about people, and those that come last. */
  people?: readonly ReactNode[];
  after?: readonly ReactNode[];
};

const ICON = 20;

/** How many rows there are before the reader asks for the rest. */
const SHOWN = 5;

/** What waits for me at the events I host, each with a link to where I answer; and, if requested, my invitations. */
export function Attention({ invitations = false, heading, people = [], after = [] }: Props) {
  const waiting = useAttention();
  const [all, setAll] = useState(false);
  const rows = [...moneyRows(waiting), ...people];
  if (invitations && waiting.invitations > 0)
    rows.push(<InvitationsRow key="invitations" count={waiting.invitations} to={waiting.invitedTo} />);
  rows.push(
    ...reportRows(waiting),
    ...peopleRows(waiting),
    ...calendarRows(waiting),
    ...questionRows(waiting),
    ...newsRows(waiting),
    ...after,
  );
  if (rows.length === 0) return null;
  const more = rows.length - SHOWN;
  return (
    <section className={css.section} aria-label={heading ?? 'Waiting for you'}>
      {heading && <SectionHeader id="attention" title={heading} />}
      <ul className={css.card}>{all || more <= 1 ? rows : rows.slice(0, SHOWN)}</ul>
      {!all && more > 1 && (
        <div>
          <Button variant="default" size="xs" onClick={() => setAll(true)}>
            Show {more} more
          </Button>
        </div>
      )}
    </section>
  );
}

function InvitationsRow({ count, to }: { count: number; to: readonly string[] }) {
  const more = count - to.length;
  return (
    <DueRow
      to="/events"
      search={{ tab: 'invitations' }}
      icon={<IconCalendarHeart size={ICON} />}
      tone="info"
      action="Answer"
      title={count === 1 ? 'You have an invitation' : `You have ${count} invitations`}
      text={[...to, ...(more > 0 ? [`${more} more`] : [])].join(', ')}
    />
  );
}

const manage = (alias: string) => `/events/manage/${alias}`;

/** Where it is, and since when the oldest of it waits. */
const since = (name: string, count: number, at: number | null) =>
  at === null ? name : `${name} · ${count === 1 ? '' : 'oldest '}${timeAgo(new Date(at * 1000).toISOString())}`;

const moneyRows = ({ data }: Waiting): ReactNode[] =>
  data.flatMap(({ eventId, alias, name, refunds, debits, since: at }) => [
    ...(refunds === 0
      ? []
      : [
          <DueRow
            key={`${eventId}refunds`}
            to={manage(alias)}
            search={{ tab: 'tickets', orders: 'refund_failed' }}
            icon={<IconReceiptOff size={ICON} />}
            tone="danger"
            action="See the orders"
            title={refunds === 1 ? 'A refund failed' : `${refunds} refunds failed`}
            text={since(name, refunds, at.refunds)}
          />,
        ]),
    ...(debits === 0
      ? []
      : [
          <DueRow
            key={`${eventId}debits`}
            to={manage(alias)}
            search={{ tab: 'guests', status: 'payment_pending' }}
            icon={<IconReceiptOff size={ICON} />}
            tone="danger"
            action="See the guests"
            title={debits === 1 ? 'A bank refused a payment' : `Banks refused ${debits} payments`}
            text={since(name, debits, at.debits)}
          />,
        ]),
  ]);

const reportRows = ({ reportedMessages: count }: Waiting): ReactNode[] =>
  count === 0
    ? []
    : [
        <DueRow
          key="reported"
          to="/settings/reported-messages"
          icon={<IconFlag size={ICON} />}
          tone="danger"
          action="Review"
          title={count === 1 ? '1 reported message to review' : `${count} reported messages to review`}
          text="From direct messages and groups"
        />,
      ];

const peopleRows = ({ data }: Waiting): ReactNode[] =>
  data.flatMap(({ eventId, alias, name, requests, access, since: at }) => [
    ...(requests === 0
      ? []
      : [
          <DueRow
            key={`${eventId}requests`}
            to={manage(alias)}
            search={{ tab: 'guests', status: 'requested' }}
            icon={<IconUserCheck size={ICON} />}
            action={requests === 1 ? 'Answer' : `Answer ${requests}`}
            title={requests === 1 ? '1 person asked to join' : `${requests} people asked to join`}
            text={since(name, requests, at.requests)}
          />,
        ]),
    ...(access === 0
      ? []
      : [
          <DueRow
            key={`${eventId}access`}
            to={manage(alias)}
            search={{ tab: 'info' }}
            hash="section-access"
            icon={<IconKey size={ICON} />}
            action={access === 1 ? 'Answer' : `Answer ${access}`}
            title={access === 1 ? '1 person asked for access' : `${access} people asked for access`}
            text={since(name, access, at.access)}
          />,
        ]),
  ]);

const calendarRows = ({ calendars }: Waiting): ReactNode[] =>
  calendars.map(({ calendarId, alias, name, submissions, events, since_epoc }) => (
    <DueRow
      key={calendarId}
      to={`/calendars/manage/${alias}`}
      search={{ tab: 'submissions' }}
      icon={<IconCalendarUp size={ICON} />}
      tone="ok"
      action={submissions === 1 ? 'Review it' : `Review ${submissions}`}
      title={
        submissions === 1 ? `An event was submitted to ${name}` : `${submissions} events were submitted to ${name}`
      }
      text={since(events.join(', '), submissions, since_epoc)}
    />
  ));

const questionRows = ({ data }: Waiting): ReactNode[] =>
  data.flatMap(({ eventId, alias, name, questions, since: at }) =>
    questions === 0
      ? []
      : [
          <DueRow
            key={`${eventId}questions`}
            to={manage(alias)}
            search={{ tab: 'qna' }}
            icon={<IconMessageQuestion size={ICON} />}
            tone="info"
            action="Open the desk"
            title={questions === 1 ? '1 question to look at' : `${questions} questions to look at`}
            text={since(name, questions, at.questions)}
          />,
        ],
  );

const newsRows = ({ data }: Waiting): ReactNode[] =>
  data.flatMap(({ eventId, alias, name, registered }) =>
    registered === 0
      ? []
      : [
          <DueRow
            key={`${eventId}registered`}
            to={manage(alias)}
            search={{ tab: 'guests' }}
            icon={<IconUserPlus size={ICON} />}
            tone="info"
            action="See guests"
            title={registered === 1 ? '1 person has registered' : `${registered} people have registered`}
            text={name}
          />,
        ],
  );
