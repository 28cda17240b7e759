import type { EventCard } from '@folkmoot/contract/events/schema.ts';
import { isOver } from '@folkmoot/contract/participations/rules.ts';
import { DateTile } from '../../ui/identity/DateTile.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { shortWhenOf } from '../times/event-times.ts';
import css from './lists.module.css';

/** One of your events in a list: when, what, where, and your part in it. */
export function EventRow({ event, small = false }: { event: EventCard; small?: boolean }) {
  const pill = pillOf(event, Math.floor(Date.now() / 1000));
  // Nobody else sees a draft, so it leads to where it is edited: an address of a later slice.
  const isDraft = event.status === 'draft' && event.viewer.askedRole === null;
  const to: string = isDraft ? `/events/manage/${event.alias}` : `/${event.alias}`;
  const where = [event.where, small ? '' : (event.server?.name ?? '')].filter((part) => part !== '').join(' · ');
  return (
    <PlainLink
      to={to}
      {...(isDraft && { search: { tab: 'info' } as never })}
      className={css.row}
      data-tint={event.tint}
    >
      <DateTile start_epoc={event.start_epoc} time_zone={event.time_zone} tbdDate={event.tbdDate} small />
      <span className={css.words}>
        <b dir="auto">{event.name}</b>
        <small dir="auto">{[shortWhenOf(event), where].filter((part) => part !== '').join(' · ')}</small>
      </span>
      {pill && (
        <span className={css.pill} data-tone={pill.tone}>
          {pill.word}
        </span>
      )}
    </PlainLink>
  );
}

const PILLS = {
  going: { word: 'Going', tone: 'ok' },
  offered: { word: 'Spot held for you', tone: 'gold' },
  payment_pending: { word: 'Payment pending', tone: 'bad' },
  invited: { word: 'Invited', tone: 'info' },
  requested: { word: 'Requested', tone: 'info' },
  waitlisted: { word: 'Waiting list', tone: 'info' },
  not_going: undefined,
} as const;

const ASKED_PILLS = {
  host: { word: 'Asked to host', tone: 'info' },
  featured_guest: { word: 'Asked to be featured', tone: 'info' },
  check_in: { word: 'Asked to help', tone: 'info' },
  guest: { word: 'Invited', tone: 'info' },
} as const;

function pillOf(event: EventCard, now: number): { word: string; tone: string } | undefined {
  const { status, viewer } = event;
  if (viewer.askedRole !== null) return ASKED_PILLS[viewer.askedRole];
  if (status === 'cancelled') return { word: 'Cancelled', tone: 'bad' };
  if (status === 'draft') return { word: 'Draft', tone: 'plain' };
  if (viewer.role === 'host' && viewer.status !== 'not_going') return { word: 'Hosting', tone: 'gold' };
  if (isOver(event, now)) return viewer.status === 'going' ? { word: 'Went', tone: 'plain' } : undefined;
  return viewer.status === null ? undefined : PILLS[viewer.status];
}
