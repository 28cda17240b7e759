import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { quoteWords } from '@folkmoot/contract/conversations/plain-text-rules.ts';
import type { AuthorView } from '@folkmoot/contract/conversations/schema.ts';
import { listMentions } from '@folkmoot/contract/inbox/api.ts';
import type { MentionView } from '@folkmoot/contract/inbox/schema.ts';
import { IconAt } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useUnreadCounts } from '../conversations/unread/useUnreadCounts.ts';
import { apiInfiniteQuery } from '../core/queries.ts';
import { DueRow } from '../ui/layout/DueRow.tsx';
import { originTitle } from './MessageLink.tsx';

/** The inbox has the others. */
const SHOWN = 3;

/** On the start page: the newest messages that mention you and that you have not read. */
export function MentionRows() {
  // With the inbox's own hooks, what they share would be one more file for the inbox.
  const mentions = useInfiniteQuery({ ...apiInfiniteQuery(listMentions, {}), placeholderData: keepPreviousData });
  const counts = useUnreadCounts();
  const { refetch } = mentions;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other counts mean other mentions
  useEffect(() => void refetch({ cancelRefetch: false }), [counts]);
  const page = mentions.data?.pages[0];
  const people = new Map((page?.people ?? []).map((person) => [person.id, person]));
  return (page?.data ?? [])
    .filter(({ unread }) => unread)
    .slice(0, SHOWN)
    .map((mention) => <MentionRow key={mention.message.id} mention={mention} people={people} />);
}

type Props = { mention: MentionView; people: ReadonlyMap<string, AuthorView> };

function MentionRow({ mention: { origin, message }, people }: Props) {
  const author = people.get(message.authorId ?? '');
  const { channelId, parentId, conversationId } = origin;
  return (
    <DueRow
      to={channelId === null ? `/chat/${parentId ?? conversationId}` : `/channel/${channelId}`}
      search={{ message: message.seq, ...(parentId === null ? {} : { thread: conversationId }) }}
      icon={<IconAt size={20} />}
      action="Reply"
      title={`${author ? fullName(author) : 'Someone'} mentioned you in ${originTitle(origin, 'a thread')}`}
      text={quoteWords({ text: message.text, attachments: message.attachments.length }, people)}
    />
  );
}
