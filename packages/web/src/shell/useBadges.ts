import { isPersonal, totalOf } from '@folkmoot/contract/conversations/counts-rules.ts';
import { useUnreadCounts } from '../conversations/unread/useUnreadCounts.ts';
import { answersDue, useAttention } from '../events/hosts/useAttention.ts';
import { useUnreadNotifications } from '../notifications/queries.ts';

export type Badges = {
  /** Everything that waits for you, wherever it is. */
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
  const { unread, answers } = useUnreadNotifications();
  const meant = (these: typeof counts) => totalOf(these, new Date()).mentions;
  return {
    // Requests to answer are counted with the events already.
    inbox: meant(counts) + events + unread - answers,
    personal: meant(counts.filter(({ type }) => isPersonal(type))),
    mentions: meant(counts.filter(({ serverId }) => serverId !== null)),
    events,
  };
}
