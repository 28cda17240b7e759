import type { CountView, MembershipView, MessageView } from '@folkmoot/contract/conversations/schema.ts';

/** The parts of a message that matter for counts when it is not on the screen. */
type News = Pick<MessageView, 'conversationId' | 'version' | 'authorId' | 'mentions' | 'mentionsAll'>;

const MOST = 100;

/** The counts after a message: counted once, by its version, and never for your own. */
export function withUnread(counts: readonly CountView[], news: News, me: string): readonly CountView[] {
  return changed(counts, news.conversationId, (count) => {
    if (news.version <= count.version) return count;
    if (news.authorId === me) return { ...count, version: news.version };
    const named = news.mentionsAll || news.mentions.includes(me) ? 1 : 0;
    return {
      ...count,
      version: news.version,
      unread: Math.min(count.unread + 1, MOST),
      mentions: Math.min(count.mentions + named, MOST),
    };
  });
}

/**
 * Whether a hint to a thread's followers is about one that the server left out of the counts, as there was nothing new
 * in it: then it has to be asked again.
 */
export function isLeftOut(
  counts: readonly CountView[],
  news: Pick<News, 'conversationId' | 'authorId'> & { parentId: string | null },
  me: string,
): boolean {
  if (news.parentId === null || news.authorId === me) return false;
  return !counts.some((count) => count.conversationId === news.conversationId);
}

/**
 * The counts after you have read, here or elsewhere. `stale` if a message has come since the server counted, so
 * that it has to be asked again.
 */
export function withMembership(
  counts: readonly CountView[],
  conversationId: string,
  membership: MembershipView,
): { counts: readonly CountView[]; stale: boolean } {
  const known = counts.find((count) => count.conversationId === conversationId);
  if (!known || known.version > membership.version) return { counts, stale: true };
  return { counts: changed(counts, conversationId, (count) => ({ ...count, ...membership })), stale: false };
}

function changed(
  counts: readonly CountView[],
  conversationId: string,
  change: (count: CountView) => CountView,
): readonly CountView[] {
  const at = counts.findIndex((count) => count.conversationId === conversationId);
  const known = counts[at];
  if (!known) return counts;
  const next = change(known);
  return next === known ? counts : counts.with(at, next);
}
