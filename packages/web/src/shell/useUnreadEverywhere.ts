import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { titleWith, totalOf } from '@folkmoot/contract/conversations/counts-rules.ts';
import { newsOf } from '@folkmoot/contract/conversations/rules.ts';
import type { CountView } from '@folkmoot/contract/conversations/schema.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import { useEffect } from 'react';
import { useCountsLive, useUnreadCounts } from '../conversations/unread/useUnreadCounts.ts';
import { apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { markTitles } from '../ui/layout/usePageTitle.ts';
import { markIcon } from './icon.ts';

/** Keeps the unread state current on the rail, in the tab's title and on its icon. */
export function useUnreadEverywhere(): void {
  useCountsLive();
  const counts = useUnreadCounts();
  useEffect(() => {
    if (!counts) return;
    const now = new Date();
    const total = totalOf(counts, now);
    markTitles((title) => titleWith(total, title));
    markIcon(total.mentions > 0 ? 'mentions' : total.unread > 0 ? 'unread' : 'none');
    queryClient.setQueryData<Answer<typeof listMyCommunities>>(
      apiQueryKey(listMyCommunities, {}),
      (rail) =>
        rail && {
          ...rail,
          data: rail.data.map((community) => ({ ...community, ...newsIn(counts, community.id, now) })),
        },
    );
  }, [counts]);
}

/** How many conversations of a community have something new, and how many of their messages mention the reader. */
function newsIn(counts: readonly CountView[], serverId: string, now: Date): { unread: number; mentions: number } {
  let unread = 0;
  let mentions = 0;
  for (const count of counts) {
    if (count.serverId !== serverId) continue;
    const news = newsOf(count, now);
    if (news.unread > 0) unread += 1;
    mentions += news.mentions;
  }
  return { unread, mentions };
}
