import { goingLine } from '@folkmoot/contract/events/facts-rules.ts';
import type { EventCard } from '@folkmoot/contract/events/schema.ts';
import { isOver } from '@folkmoot/contract/participations/rules.ts';
import { NO_COVER } from '../events/page/no-cover.ts';
import { shortWhenOf } from '../events/times/event-times.ts';
import { AvatarGroup } from '../ui/identity/Avatar.tsx';
import { PlainLink } from '../ui/layout/links.tsx';
import css from './link-cards.module.css';

/** An event that a message links to, in the colour of its cover. */
export function EventLinkCard({ event }: { event: EventCard }) {
  const now = Math.floor(Date.now() / 1000);
  const { word, isOpen } = stateOf(event, now);
  const to = { to: '/$alias', params: { alias: event.alias } } as const;
  const going = goingLine(event.goingCount, event.status === 'cancelled' || isOver(event, now));
  return (
    <article className={css.card} data-kind="event" data-tint={event.tint} aria-label={event.name}>
      <img className={css.cover} src={event.image_map['500*250'] ?? event.cover ?? NO_COVER} alt="" decoding="async" />
      <div className={css.words}>
        <PlainLink {...to} className={css.title}>
          <b dir="auto">{event.name}</b>
        </PlainLink>
        <span className={css.line}>{shortWhenOf(event)}</span>
        <span className={css.line} dir="auto">
          {event.where}
        </span>
        <span className={css.foot}>
          <PlainLink {...to} className={css.button} data-plain={!isOpen || undefined}>
            {isOpen ? 'Register' : 'Open'}
          </PlainLink>
          {word !== '' && <span className={css.state}>{word}</span>}
          {event.faces.length > 0 && <AvatarGroup people={event.faces.slice(0, 3)} size={22} ring="var(--tint-bg)" />}
          {going !== '' && <span className={css.going}>{going}</span>}
        </span>
      </div>
    </article>
  );
}

const OWN = {
  going: 'You are going',
  offered: 'A spot is held for you',
  payment_pending: 'Payment pending',
  requested: 'Requested',
  waitlisted: 'On the waiting list',
} as const;

/** How the event stands for the reader, and whether they could still register. */
function stateOf(event: EventCard, now: number): { word: string; isOpen: boolean } {
  const { status, viewer, seatsLeft } = event;
  const closed = (word: string) => ({ word, isOpen: false });
  if (status === 'cancelled') return closed('Cancelled');
  if (status === 'draft') return closed('Draft');
  if (isOver(event, now)) return closed('Ended');
  if (viewer.role === 'host' && viewer.status !== 'not_going') return closed('You are hosting');
  if (viewer.status !== null && viewer.status !== 'not_going' && viewer.status !== 'invited')
    return closed(OWN[viewer.status]);
  if (event.type === 'external') return closed('');
  return seatsLeft === 0 ? closed('Full') : { word: '', isOpen: true };
}
