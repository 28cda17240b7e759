import { listArchivedChannels, restoreChannel } from '@folkmoot/contract/channels/api.ts';
import { canRestore } from '@folkmoot/contract/channels/rules.ts';
import { type ChannelView, RESTORE_DAYS } from '@folkmoot/contract/channels/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useCommunity } from '../../communities/queries.ts';
import { apiQuery, useApiMutation } from '../../core/queries.ts';
import { DisabledWithReason } from '../../ui/feedback/DisabledWithReason.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { longDate } from '../../ui/format-date.ts';
import { ChannelIcon } from '../../ui/identity/CommunityAvatar.tsx';
import css from '../../ui/layout/screen.module.css';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { refreshChannels } from '../queries.ts';

/** Archived channels, to bring back while that is still possible. */
export function ArchiveScreen() {
  const community = useCommunity();
  const archived = useQuery(apiQuery(listArchivedChannels, { serverId: community.id }));
  usePageTitle('Archived channels', community.name);
  return (
    <div className={css.narrow}>
      {archived.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
      {archived.isError && <ErrorState error={archived.error} again={archived.refetch} />}
      {archived.data?.data.length === 0 && (
        <EmptyState art="door" title="Nothing archived">
          Archived channels stay here for {RESTORE_DAYS} days.
        </EmptyState>
      )}
      {archived.data && archived.data.data.length > 0 && (
        <ul className={css.card}>
          {archived.data.data.map((channel) => (
            <ArchivedRow key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ArchivedRow({ channel }: { channel: ChannelView }) {
  const restore = useApiMutation(restoreChannel, {
    failed: 'Could not restore the channel.',
    onDone: () => refreshChannels(channel.serverId, channel.id),
  });
  const archivedAt = channel.archivedAt === null ? null : new Date(channel.archivedAt);
  return (
    <li className={css.row}>
      <ChannelIcon emoji={channel.avatar} />
      <div className={css.grow}>
        <b dir="auto">{channel.name}</b>
        <small>{channel.archivedAt ? `Archived on ${longDate(channel.archivedAt)}` : ''}</small>
      </div>
      <DisabledWithReason
        variant="default"
        size="xs"
        aria-label={`Restore ${channel.name}`}
        loading={restore.isPending}
        decision={canRestore({ archivedAt }, new Date())}
        onClick={() => restore.mutate({ serverId: channel.serverId, channelId: channel.id })}
      >
        Restore
      </DisabledWithReason>
    </li>
  );
}
