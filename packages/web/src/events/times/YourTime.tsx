import { useState } from 'react';
import { useHydrated } from '../../ui/useHydrated.ts';
import { hasClock, type Timed, yourTime } from './event-times.ts';

type Props = {
  /** Its times, and the zone in which they are shown beside this. */
  event: Timed;
  /** Says it in words. */
  children: (time: string) => string;
  className?: string | undefined;
};

/**
 * The time on the reader's clock, where it differs. The server does not know it, and draws an empty line, so that nothing
 * moves when it is filled in; `public/before-paint.js` hides the line where the zone is the reader's.
 */
export function YourTime({ event, children, className }: Props) {
  const hydrated = useHydrated();
  const [drawn] = useState(!hydrated);
  const own = hydrated ? yourTime(event) : undefined;
  if (own === undefined && !(drawn && hasClock(event))) return null;
  return (
    <span className={className} data-zone={event.time_zone}>
      {own === undefined ? '\u00a0' : children(own)}
    </span>
  );
}
