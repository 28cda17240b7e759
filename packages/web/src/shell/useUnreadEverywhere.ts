import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { titleWith, totalOf } from '@folkmoot/contract/conversations/counts-rules.ts';
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
          data: rail.data.map((community) => ({
            ...community,
            ...totalOf(
              counts.filter(({ serverId }) => serverId === community.id),
              now,
            ),
          })),
        },
    );
  }, [counts]);
}
