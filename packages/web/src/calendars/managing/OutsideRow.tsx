import type { OutsideCard } from '@folkmoot/contract/calendars/sources-schema.ts';
import { shortWhenOf } from '../../events/times/event-times.ts';
import { DateTile } from '../../ui/identity/DateTile.tsx';
import css from '../calendars.module.css';
import { OutsideLink } from '../outside/OutsideLink.tsx';

/** An event of an outside feed among the events of a calendar: when, what, where, and from whom. */
export function OutsideRow({ event, zone }: { event: OutsideCard; zone: string }) {
  const times = { ...event, tbdDate: false, time_zone: event.is_all_day ? event.time_zone : zone };
  const when = event.status === 'cancelled' ? `Cancelled, ${shortWhenOf(times)}` : shortWhenOf(times);
  return (
    <OutsideLink url={event.url} className={css.outside} data-tint={event.tint}>
      <DateTile start_epoc={event.start_epoc} time_zone={times.time_zone} tbdDate={false} small />
      <span className={css.words}>
        <b dir="auto">{event.name}</b>
        <small dir="auto">{[when, event.where].filter((part) => part !== '').join(' · ')}</small>
        <small dir="auto">From {event.sourceName}</small>
      </span>
    </OutsideLink>
  );
}
