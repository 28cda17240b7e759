import { eventChanged } from '@folkmoot/contract/participations/api.ts';
import { useThrottledCallback } from '@mantine/hooks';
import { useLive, useResync } from '../../core/live.ts';

/** Hosts of an event that fills up get an event for each guest: they refetch once in this many milliseconds. */
const OFTEN = 1000;

/** Refetches when an event has changed, this one or any, and when the connection is back. */
export function useEventLive(refresh: () => void, eventId?: string): void {
  const again = useThrottledCallback(refresh, OFTEN);
  useLive(eventChanged, (changed) => {
    if (eventId === undefined || changed.eventId === eventId) again();
  });
  useResync(again);
}
