import { browseChannels } from '@folkmoot/contract/channels/api.ts';
import type { BrowseQuery } from '@folkmoot/contract/channels/schema.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useViewer } from '../../communities/queries.ts';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { BrowseCategory } from './BrowseCategory.tsx';
import { BrowseFilters } from './BrowseFilters.tsx';
import css from './browse.module.css';
import { ChannelRow } from './ChannelRow.tsx';

const ChannelDialog = lazyPart(() => import('../editing/ChannelDialog.tsx'), 'ChannelDialog');

type Props = { serverId: string; query: BrowseQuery; onChange: (next: Partial<BrowseQuery>) => void };

/** Every channel you can see, to find, join and leave: on the browse screen, and in the dialog. */
export function BrowseList({ serverId, query, onChange }: Props) {
  const held = useViewer(serverId)?.permissions;
  const show = useShowDialog();
  const browse = useQuery({
    ...apiQuery(browseChannels, { serverId, ...query }),
    placeholderData: keepPreviousData,
  });
  const view = browse.data;
  const nothing = view && view.channels.length === 0 && view.categories.every(({ channels }) => channels.length === 0);
  const plain = query.search === '' && query.view === 'all' && query.mode === 'any';
  const mayCreate = held?.includes('CREATE_CHANNEL') ?? false;
  return (
    <>
      <BrowseFilters query={query} onChange={onChange} />
      <div className={css.scroll} aria-busy={browse.isPlaceholderData}>
        {browse.isPending && (
          <LoadingFallback label="Loading channels">
            <div className={css.skeleton}>
              <SkeletonRows rows={8} />
            </div>
          </LoadingFallback>
        )}
        {browse.isError && <ErrorState error={browse.error} again={browse.refetch} />}
        {view && nothing && (!plain || view.categories.length === 0) && (
          <EmptyState
            art="search"
            title="No channels found"
            action={
              mayCreate && (
                <Button
                  variant="default"
                  leftSection={<IconPlus size={17} />}
                  onClick={() => show(<ChannelDialog serverId={serverId} />)}
                >
                  Create channel
                </Button>
              )
            }
          >
            {emptyText(query, mayCreate)}
          </EmptyState>
        )}
        {view && view.channels.length > 0 && (
          <ul className={css.list}>
            {view.channels.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} viewer={view.viewer} />
            ))}
          </ul>
        )}
        {view?.categories
          .filter(({ channels }) => channels.length > 0 || plain)
          .map((category) => (
            <BrowseCategory key={category.id} category={category} viewer={view.viewer} serverId={serverId} />
          ))}
      </div>
    </>
  );
}

function emptyText(query: BrowseQuery, mayCreate: boolean): string {
  if (query.search)
    return `Nothing matches “${query.search}”. Try a shorter search${mayCreate ? ', or create the channel yourself' : ''}.`;
  if (query.view === 'mine') return 'You have not joined any of these yet.';
  return mayCreate ? 'Create the first one.' : 'There are no channels here yet.';
}
