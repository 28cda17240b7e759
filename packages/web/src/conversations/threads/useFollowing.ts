import { generateConversationKey } from '@folkmoot/contract/conversations/api.ts';
import type { ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { useEffect } from 'react';
import { call } from '../../core/api-client.ts';
import { follow } from '../../core/live.ts';
import { apiQuery } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';

/** Receives the events of a conversation, by membership or by following it. A thread comes with its parent. */
export function useFollowing({ id, parentId, openTo, joined }: ConversationFacts): void {
  const heard = parentId ?? id;
  useEffect(() => {
    if (openTo === 'community') return joined ? undefined : follow(heard);
    return joined ? follow(heard, (fresh) => keyOf(heard, fresh)) : undefined;
  }, [heard, openTo, joined]);
}

/** A closed conversation's key, kept until it is refused. */
async function keyOf(conversationId: string, fresh: boolean): Promise<string> {
  const query = apiQuery(generateConversationKey, { conversationId });
  const options = { ...query, queryFn: () => call(generateConversationKey, { conversationId }) };
  const answer = fresh
    ? await queryClient.fetchQuery({ ...options, staleTime: 0 })
    : await queryClient.ensureQueryData({ ...options, staleTime: Number.POSITIVE_INFINITY });
  return answer.data.key;
}
