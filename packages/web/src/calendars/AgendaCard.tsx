import { goingLine } from '@folkmoot/contract/events/facts-rules.ts';
import type { EventCard } from '@folkmoot/contract/events/schema.ts';
import { isOver } from '@folkmoot/contract/participations/rules.ts';
import { IconMapPin, IconVideo } from '@tabler/icons-react';
import { NO_COVER } from '../events/page/no-cover.ts';
import { useNow } from '../events/times/useNow.ts';
import { YourTime } from '../events/times/YourTime.tsx';
import { AvatarGroup } from '../ui/identity/Avatar.tsx';
import { LocalText } from '../ui/LocalText.tsx';
import { PlainLink } from '../ui/layout/links.tsx';
import css from './agenda.module.css';
import { clockOf, dayIn, dayName } from './month.ts';

/** An event in the agenda of a calendar: when on the calendar's clock and on the reader's, what, where, and who comes. */
export function AgendaCard({ event, zone }: { event: EventCard; zone: string }) {
  const { faces, goingCount } = event;
  const now = useNow();
  const pill = pillOf(event, now);
  const going = goingLine(goingCount, event.status === 'cancelled' || isOver(event, now));
  const Where = event.attend_type === 'virtual' ? IconVideo : IconMapPin;
  return (
    <PlainLink
      to="/$alias"
      params={{ alias: event.alias }}
      className={css.card}
      data-cancelled={event.status === 'cancelled' || undefined}
    >
      <span className={css.words}>
        <LocalText className={css.when}>{hoursOf(event, zone)}</LocalText>
        <b dir="auto">{event.name}</b>
        <YourTime className={css.yours} event={{ ...event, time_zone: zone }}>
          {(time) => `${time} your time`}
        </YourTime>
        {event.where !== '' && (
          <span className={css.where}>
            <Where size={15} aria-hidden />
            <span dir="auto">{event.where}</span>
          </span>
        )}
        <span className={css.foot}>
          {faces.length > 0 && <AvatarGroup people={faces.slice(0, 3)} size={22} />}
          {going !== '' && <LocalText>{going}</LocalText>}
          {pill && (
            <span className={css.pill} data-tone={pill.tone}>
              {pill.word}
            </span>
          )}
        </span>
      </span>
      <img src={event.image_map['500*250'] ?? event.cover ?? NO_COVER} alt="" loading="lazy" decoding="async" />
    </PlainLink>
  );
}

/** `19:00 to 21:00`, with the day of the end where it is another one. */
export function hoursOf(
  event: Pick<EventCard, 'start_epoc' | 'end_epoc' | 'is_all_day' | 'tbdDate' | 'time_zone'>,
  zone: string,
): string {
  const { start_epoc: start, end_epoc: end } = event;
  if (event.tbdDate || start === null) return 'Date to be announced';
  const clock = event.is_all_day ? event.time_zone : zone;
  const last = end === null ? start : event.is_all_day ? end - 1 : end;
  const [from, until] = [dayIn(start, clock), dayIn(last, clock)];
  const short = { day: 'numeric', month: 'short' } as const;
  if (event.is_all_day) return from === until ? 'All day' : `All day, until ${dayName(until, short)}`;
  if (end === null) return clockOf(start, zone);
  return `${clockOf(start, zone)} to ${from === until ? '' : `${dayName(until, short)}, `}${clockOf(end, zone)}`;
}

function pillOf(event: EventCard, now: number): { word: string; tone: string } | undefined {
  const { status, viewer } = event;
  if (status === 'cancelled') return { word: 'Cancelled', tone: 'bad' };
  if (viewer.role === 'host' && viewer.status !== 'not_going') return { word: 'Hosting', tone: 'gold' };
  if (viewer.status === 'going')
    return isOver(event, now) ? { word: 'Went', tone: 'plain' } : { word: 'Going', tone: 'ok' };
  if (viewer.status === 'waitlisted') return { word: 'Waiting list', tone: 'info' };
  if (viewer.status === 'requested') return { word: 'Requested', tone: 'info' };
  return viewer.status === 'invited' ? { word: 'Invited', tone: 'info' } : undefined;
}
