import { useState } from 'react';
import { recall, remember } from '../core/storage.ts';

const KEY = 'calendar.zone';

/** The reader's zone, as their device has it. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * In which zone calendars are shown: their own, unless the reader has chosen their device's, which this browser remembers.
 *
 * @param zone of the calendar.
 * @param hydrated the server does not know the reader's zone, nor their choice.
 */
export function useShownZone(zone: string, hydrated: boolean): [shown: string, choose: (own: boolean) => void] {
  const [own, setOwn] = useState(() => recall(KEY) === 'own');
  const choose = (next: boolean) => {
    remember(KEY, next ? 'own' : undefined);
    setOwn(next);
  };
  return [own && hydrated ? ownZone() : zone, choose];
}
