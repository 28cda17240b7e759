import { browseChannels } from '@folkmoot/contract/channels/api.ts';
import type { BrowseQuery } from '@folkmoot/contract/channels/schema.ts';
import { Button } from '@mantine/core';
import { IconFolderPlus, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCommunity, useViewer } from '../communities/queries.ts';
import { lazyPart } from '../core/chunks.ts';
import { queryOf } from '../core/queries.ts';
import { BoneRows, Waiting } from '../ui/Bones.tsx';
import { useShowDialog } from '../ui/DialogHost.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Failure } from '../ui/Failure.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { PermissionGate } from '../ui/PermissionGate.tsx';
import { usePageTitle } from '../ui/usePageTitle.ts';
import { BrowseCategory } from './BrowseCategory.tsx';
import { BrowseFilters } from './BrowseFilters.tsx';
import css from './browse.module.css';
import { readQuery, withoutDefaults } from './browsequery.ts';
import { ChannelRow } from './ChannelRow.tsx';

const ChannelDialog = lazyPart(() => import('./ChannelDialog.tsx'), 'ChannelDialog');
const CategoryDialog = lazyPart(() => import('./CategoryDialog.tsx'), 'CategoryDialog');
const route = getRouteApi('/frame/$alias/channels');

/** Every channel one can see, to find, join and leave. What is asked stands in the address bar. */
export function BrowseScreen() {
  const community = useCommunity();
  const held = useViewer(community.id)?.permissions;
  const show = useShowDialog();
  const query = readQuery(route.useSearch());
  const navigate = useNavigate({ from: '/$alias/channels' });
  const browse = useQuery({
    ...queryOf(browseChannels, { serverId: community.id, ...query }),
    placeholderData: keepPreviousData,
  });
  const view = browse.data;
  const nothing = view && view.channels.length === 0 && view.categories.every(({ channels }) => channels.length === 0);
  const plain = query.search === '' && query.view === 'all' && query.mode === 'any';
  usePageTitle('Browse channels', community.name);

  const change = (next: Partial<BrowseQuery>) =>
    void navigate({ search: withoutDefaults({ ...query, ...next }), replace: true });
  const create = () => show(<ChannelDialog serverId={community.id} />);
  return (
    <>
      <PageHead title="Browse channels">
        <PermissionGate held={held} needs={['CREATE_CATEGORY']}>
          <Button
            className={css.desk}
            variant="default"
            leftSection={<IconFolderPlus size={17} />}
            onClick={() => show(<CategoryDialog serverId={community.id} />)}
          >
            New category
          </Button>
        </PermissionGate>
        <PermissionGate held={held} needs={['CREATE_CHANNEL']}>
          <Button leftSection={<IconPlus size={17} />} onClick={create} aria-label="Create channel">
            Create<span className={css.desk}>&nbsp;channel</span>
          </Button>
        </PermissionGate>
      </PageHead>
      <BrowseFilters query={query} onChange={change} />
      <div className={css.scroll} aria-busy={browse.isPlaceholderData}>
        {browse.isPending && (
          <Waiting label="Loading channels">
            <div className={css.bones}>
              <BoneRows rows={8} />
            </div>
          </Waiting>
        )}
        {browse.isError && <Failure error={browse.error} again={browse.refetch} />}
        {view && nothing && (!plain || view.categories.length === 0) && (
          <Empty
            art="search"
            title="No channel found"
            action={
              held?.includes('CREATE_CHANNEL') && (
                <Button variant="default" leftSection={<IconPlus size={17} />} onClick={create}>
                  Create channel
                </Button>
              )
            }
          >
            {emptyText(query, held?.includes('CREATE_CHANNEL') ?? false)}
          </Empty>
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
            <BrowseCategory key={category.id} category={category} viewer={view.viewer} serverId={community.id} />
          ))}
      </div>
    </>
  );
}

function emptyText(query: BrowseQuery, mayCreate: boolean): string {
  if (query.search)
    return `Nothing matches “${query.search}”. Try fewer letters${mayCreate ? ', or start the channel yourself' : ''}.`;
  if (query.view === 'mine') return 'You have joined none of these yet.';
  return mayCreate ? 'Start the first one.' : 'There is none to see here.';
}
