import { firstTimes } from '@folkmoot/contract/events/times-rules.ts';
import { COVER_TINTS } from '@folkmoot/contract/media/picture-rules.ts';
import { recall, remember } from '../../core/storage.ts';
import { blankValues, type EventValues, type ValueKey } from './event-form.ts';

/** What is proposed in a new event, and kept with its draft as if it had been chosen. */
export const PROPOSED: readonly ValueKey[] = ['cover', 'startDate', 'startTime', 'endDate', 'endTime', 'serverId'];

/** Where this browser keeps a new event of a person, by where it was begun. */
export const draftKey = (
  userId: string,
  begun: { serverId?: string | undefined; calendarId?: string | undefined },
): string =>
  `draft.event.${userId}.${begun.calendarId === undefined ? (begun.serverId ?? 'new') : `calendar-${begun.calendarId}`}`;

/**
 * A new event, ready to be published once it has a name: with one of our covers, another one each time, and an evening
 * next week.
 *
 * @param now Unix seconds.
 */
export function newEvent(timeZone: string, serverId: string | null, now: number): EventValues {
  const { startDate, startTime, endDate, endTime } = firstTimes(now, timeZone);
  return { ...blankValues(timeZone, serverId), startDate, startTime, endDate, endTime, cover: nextCover() };
}

function nextCover(): string {
  const before = recall('event.cover');
  const others = Object.keys(COVER_TINTS).filter((name) => name !== before);
  const name = others[Math.floor(Math.random() * others.length)] ?? 'midsummer';
  remember('event.cover', name);
  return `/art/covers/${name}.webp`;
}
