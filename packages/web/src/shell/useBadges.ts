import { isPersonal, totalOf } from '@folkmoot/contract/conversations/counts-rules.ts';
import { useRail } from '../communities/queries.ts';
import { useUnreadCounts } from '../conversations/unread/useUnreadCounts.ts';
import { answersDue, useAttention } from '../events/hosts/useAttention.ts';

export type Badges = {
  /** Everything that waits for you: the other three together. */
  inbox: number;
  /** Messages in direct conversations. */
  personal: number;
  /** Mentions in communities. */
  mentions: number;
  /** Answers that events wait for. */
  events: number;
};

/** The numbers on the rail and on the phone's tabs: the same thing has the same number on both. */
export function useBadges(): Badges {
  const counts = useUnreadCounts() ?? [];
  const events = answersDue(useAttention());
  const rail = useRail().data?.data ?? [];
  const now = new Date();
  const all = totalOf(counts, now).mentions;
  const personal = totalOf(
    counts.filter(({ type }) => isPersonal(type)),
    now,
  ).mentions;
  return {
    inbox: all + events,
    personal,
    mentions: rail.reduce((sum, community) => sum + community.mentions, 0),
    events,
  };
}
