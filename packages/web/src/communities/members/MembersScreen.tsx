import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { PermissionGate } from '../../ui/feedback/PermissionGate.tsx';
import { UnreadBadge } from '../../ui/identity/UnreadBadge.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { TabNav, tabClass, tabOn } from '../../ui/layout/Nav.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { useCommunity, useViewer, useWaitingCount } from '../queries.ts';
import { MemberList } from './MemberList.tsx';
import css from './members.module.css';

const InviteDialog = lazyPart(() => import('../joining/InviteDialog.tsx'), 'InviteDialog');
const RequestList = lazyPart(() => import('./RequestList.tsx'), 'RequestList');
const BanList = lazyPart(() => import('./BanList.tsx'), 'BanList');
const route = getRouteApi('/frame/$alias/members');

const TITLES = { requests: 'Requests', banned: 'Banned' } as const;

/** Everyone in a community; people who manage members also see join requests and bans. */
export function MembersScreen() {
  const community = useCommunity();
  const viewer = useViewer(community.id);
  const show = useShowDialog();
  const search = route.useSearch();
  const manages = viewer?.permissions.includes('MANAGE_MEMBERS') ?? false;
  const tab = manages ? search.tab : undefined;
  const waiting = useWaitingCount(community.id, manages);
  const count = community.memberCount;
  const params = { alias: community.slug };
  usePageTitle(tab ? TITLES[tab] : 'Members', community.name);
  return (
    <>
      <PageHeader title="Members" note={`${count.toLocaleString()} ${count === 1 ? 'member' : 'members'}`}>
        <PermissionGate held={viewer?.permissions} needs={['INVITE_MEMBERS']}>
          <Button leftSection={<IconUserPlus size={17} />} onClick={() => show(<InviteDialog community={community} />)}>
            Invite
          </Button>
        </PermissionGate>
      </PageHeader>
      {manages && (
        <div className={css.tabs}>
          <TabNav label="Members">
            <PlainLink
              to="/$alias/members"
              params={params}
              activeOptions={{ exact: true }}
              className={tabClass}
              {...(tab ? {} : tabOn)}
            >
              Members
            </PlainLink>
            <PlainLink
              to="/$alias/members"
              params={params}
              search={{ tab: 'requests' }}
              activeOptions={{ exact: true }}
              className={tabClass}
              {...(tab === 'requests' ? tabOn : {})}
            >
              Requests
              {waiting > 0 && <UnreadBadge count={waiting} label="request" />}
            </PlainLink>
            <PlainLink
              to="/$alias/members"
              params={params}
              search={{ tab: 'banned' }}
              activeOptions={{ exact: true }}
              className={tabClass}
              {...(tab === 'banned' ? tabOn : {})}
            >
              Banned
            </PlainLink>
          </TabNav>
        </div>
      )}
      <Suspense fallback={null}>
        {tab === 'requests' && <RequestList community={community} />}
        {tab === 'banned' && <BanList community={community} />}
      </Suspense>
      {!tab && <MemberList community={community} />}
    </>
  );
}
