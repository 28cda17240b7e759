import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { createPrivate, listEventGroups } from '@folkmoot/contract/personal/api.ts';
import { titleOf } from '@folkmoot/contract/personal/rules.ts';
import { IconMessages } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { apiInfiniteQuery, useApiMutation } from '../../core/queries.ts';
import { refreshPersonal } from '../../personal/queries.ts';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import css from '../editing/event-form.module.css';

/** The event's group conversation: everyone who is going and all hosts are members, added and removed automatically. */
export function EventChat({ event }: { event: EventView }) {
  const navigate = useNavigate();
  const groups = useInfiniteQuery(apiInfiniteQuery(listEventGroups, { eventId: event.id }));
  const open = useApiMutation(createPrivate, {
    said: null,
    onDone: ({ data }) => {
      refreshPersonal(data.id);
      void navigate({ to: '/chat/$conversationId', params: { conversationId: data.id } });
    },
  });
  const known = groups.data?.pages.flatMap(({ data }) => data) ?? [];
  // People who manage the community's events without hosting this one are not members, and cannot open it.
  const hosts = event.viewer.role === 'host';
  return (
    <>
      <p className={css.note}>For hosts and guests who are going. People are added and removed automatically.</p>
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
            loading={open.isPending}
            loadingLabel="Opening"
            leftSection={<IconMessages size={17} />}
            onClick={() => open.mutate({ users: [], eventId: event.id })}
          >
            Open group chat
          </LoadingButton>
        )}
      </div>
    </>
  );
}
