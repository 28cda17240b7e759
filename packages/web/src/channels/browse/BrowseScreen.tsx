import type { BrowseQuery } from '@folkmoot/contract/channels/schema.ts';
import { Button } from '@mantine/core';
import { IconFolderPlus, IconPlus } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCommunity, useViewer } from '../../communities/queries.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { NotFound } from '../../ui/feedback/ErrorState.tsx';
import { PermissionGate } from '../../ui/feedback/PermissionGate.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { BrowseList } from './BrowseList.tsx';
import css from './browse.module.css';
import { readQuery, withoutDefaults } from './browse-query.ts';

const ChannelDialog = lazyPart(() => import('../editing/ChannelDialog.tsx'), 'ChannelDialog');
const CategoryDialog = lazyPart(() => import('../editing/CategoryDialog.tsx'), 'CategoryDialog');
const route = getRouteApi('/frame/$alias/channels');

/** The browse screen, for holders of VIEW_CHANNEL. The query is in the address bar. */
export function BrowseScreen() {
  const community = useCommunity();
  const held = useViewer(community.id)?.permissions;
  const show = useShowDialog();
  const query = readQuery(route.useSearch());
  const navigate = useNavigate({ from: '/$alias/channels' });
  usePageTitle('Browse channels', community.name);
  if (held && !held.includes('VIEW_CHANNEL')) return <NotFound />;

  const change = (next: Partial<BrowseQuery>) =>
    void navigate({ search: withoutDefaults({ ...query, ...next }), replace: true });
  return (
    <>
      <PageHeader title="Browse channels">
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
          <Button
            leftSection={<IconPlus size={17} />}
            onClick={() => show(<ChannelDialog serverId={community.id} />)}
            aria-label="Create channel"
          >
            Create<span className={css.desk}>&nbsp;channel</span>
          </Button>
        </PermissionGate>
      </PageHeader>
      <BrowseList serverId={community.id} query={query} onChange={change} />
    </>
  );
}
