import { useState } from 'react';
import { recall, remember } from '../core/storage.ts';

const KEY = 'calendar.zone';
const USED = 'calendar.zone-used';
const OWN = 'own';

/** The reader's zone, as their device has it. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * In which zone calendars are shown: their own, unless the reader has chosen their device's or another city's, which this browser
 * remembers.
 *
 * @param zone of the calendar.
 * @param hydrated the server knows neither the reader's zone nor their choice.
 * @returns the zone, those that can be chosen at once, and what chooses one.
 */
export function useShownZone(zone: string, hydrated: boolean) {
  const [chosen, setChosen] = useState(() => recall(KEY));
  const own = hydrated ? ownZone() : zone;
  const wanted = chosen === OWN ? own : chosen;
  const shown = hydrated && wanted !== undefined && isZone(wanted) ? wanted : zone;
  const used = hydrated ? recall(USED) : undefined;
  const choose = (next: string) => {
    const kept = next === zone ? undefined : next === own ? OWN : next;
    remember(KEY, kept);
    if (kept !== undefined && kept !== OWN) remember(USED, kept);
    setChosen(kept);
  };
  const options = [
    { zone, of: 'The calendar’s zone' },
    { zone: own, of: 'This device' },
    ...(used !== undefined && isZone(used) ? [{ zone: used, of: 'Used before' }] : []),
  ];
  return {
    shown,
    choose,
    options: options.filter((one, n) => options.findIndex((other) => other.zone === one.zone) === n),
  };
}

/** Zones come and go, and this browser may have kept one that it no longer knows. */
function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone }) !== undefined;
  } catch {
    return false;
  }
}
