import { newsOf } from './rules.ts';
import type { CountView } from './schema.ts';

export type Total = { unread: number; mentions: number };

/** What each of these conversations shows as unread. */
export function newsOfEach(counts: readonly CountView[], now: Date): (CountView & Total)[] {
  const known = new Map(counts.map((count) => [count.conversationId, count]));
  return counts.map((count) => ({ ...count, ...newsOf(count, now, known.get(count.parentId ?? '')) }));
}

/**
 * What the tab's title, its icon and the inbox's badge show: how many messages mention the person or were written to
 * them alone, and how many conversations have anything new at all.
 */
export function totalOf(counts: readonly CountView[], now: Date): Total {
  let unread = 0;
  let mentions = 0;
  for (const news of newsOfEach(counts, now)) {
    if (news.unread > 0) unread += 1;
    mentions += isPersonal(news.type) ? news.unread : news.mentions;
  }
  return { unread, mentions };
}

/** True if every message is meant for the reader. */
export function isPersonal(type: CountView['type']): boolean {
  return type === 'one-to-one' || type === 'group';
}

/** The tab's title: how many messages are meant for the reader, else a dot if anything is new. */
export function titleWith(total: Total, title: string): string {
  if (total.mentions > 0) return `(${total.mentions > 99 ? '99+' : total.mentions}) ${title}`;
  return total.unread > 0 ? `• ${title}` : title;
}
