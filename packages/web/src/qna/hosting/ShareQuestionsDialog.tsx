import { browseChannels } from '@folkmoot/contract/channels/api.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { listEventGroups } from '@folkmoot/contract/personal/api.ts';
import { titleOf } from '@folkmoot/contract/personal/rules.ts';
import { shareQna } from '@folkmoot/contract/qna/hosting-api.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { apiInfiniteQuery, apiQuery, useApiMutation } from '../../core/queries.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import css from './dialogs.module.css';

type Place = { id: string; name: string };

/** Posts the answered questions with their answers into the event's group, or into a channel of its community. */
export function ShareQuestionsDialog({ event }: { event: EventView }) {
  const serverId = event.server?.id;
  const groups = useInfiniteQuery(apiInfiniteQuery(listEventGroups, { eventId: event.id }));
  const channels = useQuery({
    ...apiQuery(browseChannels, { serverId: serverId ?? '', view: 'mine' }),
    enabled: serverId !== undefined,
  });
  const places: Place[] = [
    ...(groups.data?.pages.flatMap(({ data }) => data) ?? []).map((group) => ({
      id: group.id,
      name: group.name || titleOf(group),
    })),
    ...[...(channels.data?.channels ?? []), ...(channels.data?.categories.flatMap((one) => one.channels) ?? [])].map(
      ({ conversation, name }) => ({ id: conversation.id, name: `# ${name}` }),
    ),
  ];
  const isPending = groups.isPending || (serverId !== undefined && channels.isPending);
  return (
    <Dialog title="Share questions and answers" width={480}>
      <p>They are posted once, as a message from you. Nobody learns who asked an anonymous question.</p>
      {isPending && (
        <LoadingFallback label="Loading places">
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
      {groups.isError && <ErrorState error={groups.error} again={groups.refetch} level={3} />}
      {channels.isError && <ErrorState error={channels.error} again={channels.refetch} level={3} />}
      {!isPending && places.length === 0 && !groups.isError && !channels.isError && (
        <EmptyState art="stools" title="There is nowhere to share them yet" level={3}>
          {'Open the event’s group chat, or join a channel of its community.'}
        </EmptyState>
      )}
      <ul className={css.list} aria-label="Places to share">
        {places.map((place) => (
          <li key={place.id}>
            <b dir="auto">{place.name}</b>
            <Share eventId={event.id} place={place} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Share({ eventId, place }: { eventId: string; place: Place }) {
  const share = useApiMutation(shareQna, { failed: 'Could not share the questions.' });
  return (
    <Button
      variant="default"
      loading={share.isPending}
      disabled={share.isSuccess}
      aria-label={`Share in ${place.name}`}
      onClick={() => share.mutate({ eventId, conversationId: place.id })}
    >
      {share.isSuccess ? 'Shared' : 'Share'}
    </Button>
  );
}
