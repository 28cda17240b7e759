import { listEventGroups } from '@folkmoot/contract/personal/api.ts';
import { IconMessages } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiInfiniteQuery } from '../../core/queries.ts';
import { LinkButton } from '../../ui/layout/links.tsx';
import css from './event.module.css';

/** The way to an event's group chat, for those who are in it. */
export function OpenChat({ eventId }: { eventId: string }) {
  const groups = useInfiniteQuery(apiInfiniteQuery(listEventGroups, { eventId }));
  const group = groups.data?.pages[0]?.data[0];
  if (!group) return null;
  return (
    <LinkButton
      to="/chat/$conversationId"
      params={{ conversationId: group.id }}
      className={css.quiet}
      leftSection={<IconMessages size={18} aria-hidden />}
    >
      Open chat
    </LinkButton>
  );
}
