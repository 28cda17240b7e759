import { listReactionUsers } from '@folkmoot/contract/conversations/api.ts';
import type { ReactionView } from '@folkmoot/contract/conversations/schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../core/queries.ts';
import { useMyId } from '../../core/session.tsx';
import { whoReacted } from './who-reacted.ts';

/** Names stay right for as long as the number of people does, which is part of the key. */
const KNOWN_MS = 300_000;

type Props = { messageId: string; type: 'message' | 'thread'; reaction: ReactionView };

/** Who reacted with an emoji, in a tooltip: rendered while that is open, so names are asked for then, and once. */
export function WhoReacted({ reaction, messageId, type }: Props) {
  const me = useMyId();
  const { emoji, count, mine } = reaction;
  const asked = apiQuery(listReactionUsers, { id: messageId, type, page: 1, emoji });
  const people = useQuery({
    ...asked,
    queryKey: [...asked.queryKey, count, mine],
    staleTime: KNOWN_MS,
    placeholderData: keepPreviousData,
  });
  const names = whoReacted(reaction, people.data?.data.map(({ userDetails }) => userDetails) ?? [], me);
  return <bdi>{`${names} reacted with ${emoji}`}</bdi>;
}
