import { hiddenChanged } from '@folkmoot/contract/blocks/api.ts';
import { conversationActive, messageDeleted, messageEdited, readMoved } from '@folkmoot/contract/conversations/api.ts';
import { getPersonal, listPersonal, personalChanged } from '@folkmoot/contract/personal/api.ts';
import type { PersonalView } from '@folkmoot/contract/personal/schema.ts';
import { useThrottledCallback } from '@mantine/hooks';
import type { InfiniteData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { refreshCounts } from '../conversations/unread/useUnreadCounts.ts';
import { useLive, useResync } from '../core/live.ts';
import { apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { refreshPersonal } from './queries.ts';

const ASK_MS = 800;

/** Keeps the lists of private and group conversations current while the shell is open. */
export function usePersonalLive(): void {
  const navigate = useNavigate();
  const ask = useThrottledCallback(() => refreshPersonal(), ASK_MS);
  useLive(conversationActive, ({ serverId, parentId }) => serverId === null && parentId === null && ask());
  useLive(messageEdited, ({ message }) => isListed(message.conversationId) && ask());
  useLive(messageDeleted, ({ message }) => isListed(message.conversationId) && ask());
  useLive(readMoved, ({ conversationId }) => isListed(conversationId) && ask());
  useLive(personalChanged, ({ conversationId, gone }) => {
    refreshPersonal(gone ? undefined : conversationId);
    refreshCounts();
    // What is gone is not asked for again.
    if (gone && location.pathname === `/chat/${conversationId}`) void navigate({ to: '/chat', replace: true });
  });
  useLive(hiddenChanged, () => {
    refreshPersonal();
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(getPersonal) });
  });
  useResync(() => refreshPersonal());
}

/** Whether a conversation is in a list on the screen. */
function isListed(conversationId: string): boolean {
  return queryClient
    .getQueriesData<InfiniteData<{ data: PersonalView[] }>>({ queryKey: apiQueryKey(listPersonal) })
    .some(([, view]) => view?.pages.some((page) => page.data.some(({ id }) => id === conversationId)));
}
