import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { listEventGroups } from '@folkmoot/contract/personal/api.ts';
import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiInfiniteQuery } from '../../core/queries.ts';
import { LinkButton } from '../../ui/layout/links.tsx';
import css from './event.module.css';
import { useOpenGroupChat } from './useOpenGroupChat.ts';

/** The way to an event's group chat, for those who are in it. While it is off, its hosts can turn it on. */
export function OpenChat({ event }: { event: EventView }) {
  const eventId = event.id;
  const groups = useInfiniteQuery(apiInfiniteQuery(listEventGroups, { eventId }));
  const group = groups.data?.pages[0]?.data[0];
  if (!group)
    return groups.isSuccess &&
      event.viewer.role === 'host' &&
      event.type === 'internal' &&
      event.status === 'published' ? (
      <TurnOn eventId={eventId} />
    ) : null;
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

function TurnOn({ eventId }: { eventId: string }) {
  const { isPending, open } = useOpenGroupChat(eventId);
  return (
    <Button
      variant="default"
      className={css.quiet}
      leftSection={<IconMessages size={18} aria-hidden />}
      title="The group chat is off. Guests who are going and hosts would be in it."
      loading={isPending}
      onClick={open}
    >
      Turn on group chat
    </Button>
  );
}
