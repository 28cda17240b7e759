import type { ParticipationRole, ParticipationStatus } from '@folkmoot/contract/participations/schema.ts';
import { clockTime } from '../ui/format-date.ts';

/** What hosts read for each state, and the colour of its dot. */
export const STATUS_WORDS: Record<ParticipationStatus, { word: string; colour: string }> = {
  going: { word: 'Going', colour: 'lincoln' },
  requested: { word: 'Awaiting approval', colour: 'weld' },
  waitlisted: { word: 'Waiting list', colour: 'weld' },
  offered: { word: 'Spot offered', colour: 'woad' },
  payment_pending: { word: 'Payment pending', colour: 'woad' },
  invited: { word: 'Invited', colour: 'slate' },
  not_going: { word: 'Not going', colour: 'slate' },
};

export const ROLE_WORDS: Record<ParticipationRole, string> = {
  host: 'Host',
  featured_guest: 'Featured',
  guest: 'Guest',
  check_in: 'Check-in staff',
};

/** `Today, 10:41`, `Yesterday, 22:07`, `Tue 12 May`: when somebody registered, as short as a table needs. */
export function registeredWhen(epoch: number, now: Date = new Date()): string {
  const at = new Date(epoch * 1000);
  const time = clockTime(at);
  const dayOf = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((dayOf(now) - dayOf(at)) / 86_400_000);
  if (days === 0 || days === 1) {
    const word = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(-days, 'day');
    return `${word.charAt(0).toUpperCase()}${word.slice(1)}, ${time}`;
  }
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', ...year }).format(at);
}
