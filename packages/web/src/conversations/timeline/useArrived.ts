import { useState } from 'react';
import type { Timeline } from './timeline.ts';

/** How many messages of others have arrived since the reader was last at the end, or opened the conversation. */
export function useArrived(timeline: Timeline, me: string, atEnd: boolean): number {
  const last = timeline.messages.at(-1)?.seq ?? 0;
  const [seen, setSeen] = useState(last);
  // Messages that a page of history adds are not new arrivals.
  const [behind, setBehind] = useState(timeline.hasAfter);
  const reached = atEnd || behind;
  if (reached && seen !== last) setSeen(last);
  if (behind !== timeline.hasAfter) setBehind(timeline.hasAfter);
  if (atEnd) return 0;
  return timeline.messages.filter(({ seq, authorId, deletedAt }) => seq > seen && authorId !== me && deletedAt === null)
    .length;
}
