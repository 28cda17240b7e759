import { UnreadBadge } from '../../ui/identity/UnreadBadge.tsx';
import { useCounts } from '../live/queries.ts';

/** How many questions wait for a host; nothing where none do. The tab beside it keeps it up to date. */
export function WaitingBadge({ eventId }: { eventId: string }) {
  const waiting = useCounts({ eventId, token: undefined }).data?.data.pending ?? 0;
  return waiting > 0 ? <UnreadBadge count={waiting} label="question" /> : null;
}
