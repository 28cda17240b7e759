import type { OutsideCard } from '@folkmoot/contract/calendars/sources-schema.ts';
import { IconMapPin } from '@tabler/icons-react';
import { yourTime } from '../../events/times/event-times.ts';
import { LocalText } from '../../ui/LocalText.tsx';
import { hoursOf } from '../AgendaCard.tsx';
import css from '../agenda.module.css';
import { OutsideLink } from './OutsideLink.tsx';

/** An event of an outside feed in the agenda of a calendar: when, what, where, and from whom. */
export function OutsideEvent({ event, zone }: { event: OutsideCard; zone: string }) {
  const times = { ...event, tbdDate: false, end_epoc: event.end_epoc === event.start_epoc ? null : event.end_epoc };
  const yours = yourTime({ ...times, time_zone: zone });
  return (
    <OutsideLink url={event.url} className={css.card} data-cancelled={event.status === 'cancelled' || undefined}>
      <span className={css.words}>
        <LocalText className={css.when}>{hoursOf(times, zone)}</LocalText>
        <b dir="auto">{event.name}</b>
        {yours !== undefined && <LocalText className={css.yours}>{`${yours} your time`}</LocalText>}
        {event.where !== '' && (
          <span className={css.where}>
            <IconMapPin size={15} aria-hidden />
            <span dir="auto">{event.where}</span>
          </span>
        )}
        {event.text !== '' && (
          <span className={css.text} dir="auto">
            {event.text}
          </span>
        )}
        <span className={css.foot}>
          <span dir="auto">From {event.sourceName}</span>
          {event.status === 'cancelled' && (
            <span className={css.pill} data-tone="bad">
              Cancelled
            </span>
          )}
        </span>
      </span>
    </OutsideLink>
  );
}
