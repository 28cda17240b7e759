import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { listEventGroups } from '@folkmoot/contract/personal/api.ts';
import { titleOf } from '@folkmoot/contract/personal/rules.ts';
import { IconMessages } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiInfiniteQuery } from '../../core/queries.ts';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import css from '../editing/event-form.module.css';
import { useOpenGroupChat } from './useOpenGroupChat.ts';

/** The event's group conversation: everyone who is going and all hosts are members, added and removed automatically. */
export function EventChat({ event }: { event: EventView }) {
  const groups = useInfiniteQuery(apiInfiniteQuery(listEventGroups, { eventId: event.id }));
  const chat = useOpenGroupChat(event.id);
  const known = groups.data?.pages.flatMap(({ data }) => data) ?? [];
  // People who manage the community's events without hosting this one are not members, and cannot open it.
  const hosts = event.viewer.role === 'host';
  return (
    <>
      <p className={css.note}>
        {known.length === 0 && groups.isSuccess && 'The group chat is off. '}For hosts and guests who are going. People
        are added and removed automatically.
      </p>
      <div className={css.buttons}>
        {known.map((group) => (
          <LinkButton
            key={group.id}
            to="/chat/$conversationId"
            params={{ conversationId: group.id }}
            variant="default"
            leftSection={<IconMessages size={17} />}
          >
            <bdi>{group.name || titleOf(group)}</bdi>
          </LinkButton>
        ))}
        {known.length === 0 && groups.isSuccess && hosts && (
          <LoadingButton
            variant="default"
            loading={chat.isPending}
            loadingLabel="Turning on"
            leftSection={<IconMessages size={17} />}
            onClick={chat.open}
          >
            Turn on group chat
          </LoadingButton>
        )}
      </div>
    </>
  );
}
