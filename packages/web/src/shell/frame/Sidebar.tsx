import { getCommunity } from '@folkmoot/contract/communities/api.ts';
import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import {
  IconBuildingCommunity,
  IconCalendarEvent,
  IconFlag,
  IconHash,
  IconMessages,
  IconSearch,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef } from 'react';
import { useSidebar } from '../../channels/queries.ts';
import { ChannelWays } from '../../channels/sidebar/ChannelWays.tsx';
import { SidebarChannels } from '../../channels/sidebar/SidebarChannels.tsx';
import { coverOf } from '../../communities/cover.ts';
import { CommunityMenu } from '../../communities/home/CommunityMenu.tsx';
import { useViewer, useWaitingCount } from '../../communities/queries.ts';
import { isMac } from '../../core/keys.ts';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { DirectMessages } from '../../personal/DirectMessages.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { PermissionGate } from '../../ui/feedback/PermissionGate.tsx';
import { LoadingFallback, SkeletonLines } from '../../ui/feedback/Skeleton.tsx';
import { UnreadBadge } from '../../ui/identity/UnreadBadge.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { paneProps } from '../../ui/layout/panes.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { usePalette } from '../PaletteHost.tsx';
import { useBadges } from '../useBadges.ts';
import css from './sidebar.module.css';

const ComingCount = lazyPart(() => import('../../events/lists/NextUp.tsx'), 'ComingCount');
const NextUp = lazyPart(() => import('../../events/lists/NextUp.tsx'), 'NextUp');
const QuietItems = lazyPart(() => import('../../inbox/QuietItems.tsx'), 'QuietItems');
const UnreadEdges = lazyPart(() => import('../../channels/sidebar/UnreadEdges.tsx'), 'UnreadEdges');

/** The current community: its cover and menu, the ways around, its channels. */
export function Sidebar({ community, channelId }: { community: RailView; channelId: string | undefined }) {
  const scroller = useRef<HTMLElement>(null);
  const sidebar = useSidebar(community.id);
  const viewer = useViewer(community.id);
  const palette = usePalette();
  const phone = useMedia('phone');
  const { personal } = useBadges();
  const count = useQuery(apiQuery(getCommunity, { serverId: community.id })).data?.memberCount;
  const waiting = useWaitingCount(community.id, viewer?.permissions.includes('MANAGE_MEMBERS') ?? false);
  return (
    <aside className={css.side} aria-label={community.name} {...paneProps('sidebar')}>
      <div className={css.art}>
        <img src={coverOf(community)} alt="" />
      </div>
      <CommunityMenu community={community}>
        <Suspense fallback={null}>
          <QuietItems serverId={community.id} />
        </Suspense>
      </CommunityMenu>
      <div className={css.search}>
        <button type="button" className={css.find} onClick={palette.open}>
          <IconSearch size={16} aria-hidden />
          <span>Find anything</span>
          <kbd className={css.kbd}>{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
        </button>
      </div>
      <div className={css.middle}>
        <nav ref={scroller} className={css.scroll} aria-label="Channels">
          <div className={css.nav}>
            <PlainLink
              to="/$alias"
              params={{ alias: community.slug }}
              className={css.link}
              activeOptions={{ exact: true }}
              activeProps={{ 'data-on': 'true' }}
            >
              <IconBuildingCommunity size={18} aria-hidden />
              <span className={css.label}>Community home</span>
            </PlainLink>
            <PlainLink
              to="/$alias/events"
              params={{ alias: community.slug }}
              className={css.link}
              activeOptions={{ includeSearch: false }}
              activeProps={{ 'data-on': 'true' }}
            >
              <IconCalendarEvent size={18} aria-hidden />
              <span className={css.label}>Events</span>
              <span className={css.count}>
                <Suspense fallback={null}>
                  <ComingCount serverId={community.id} />
                </Suspense>
              </span>
            </PlainLink>
            <PermissionGate held={viewer?.permissions} needs={['VIEW_CHANNEL']}>
              <PlainLink
                to="/$alias/channels"
                params={{ alias: community.slug }}
                className={css.link}
                activeOptions={{ includeSearch: false }}
                activeProps={{ 'data-on': 'true' }}
              >
                <IconHash size={18} aria-hidden />
                <span className={css.label}>Browse channels</span>
              </PlainLink>
            </PermissionGate>
            <PlainLink
              to="/$alias/members"
              params={{ alias: community.slug }}
              className={css.link}
              activeOptions={{ includeSearch: false }}
              activeProps={{ 'data-on': 'true' }}
            >
              <IconUsers size={18} aria-hidden />
              <span className={css.label}>Members</span>
              {waiting > 0 && <UnreadBadge count={waiting} label="request" />}
              {count !== undefined && <span className={css.count}>{count.toLocaleString()}</span>}
            </PlainLink>
            {phone && (
              <PlainLink to="/chat" className={css.link}>
                <IconMessages size={18} aria-hidden />
                <span className={css.label}>Direct messages</span>
                {personal > 0 && <UnreadBadge count={personal} label="message" />}
              </PlainLink>
            )}
            {community.reports > 0 && (
              <PlainLink
                to="/$alias/settings/reports"
                params={{ alias: community.slug }}
                className={css.link}
                activeOptions={{ includeSearch: false }}
                activeProps={{ 'data-on': 'true' }}
              >
                <IconFlag size={18} aria-hidden />
                <span className={css.label}>Reports</span>
                <UnreadBadge count={community.reports} label="report" />
              </PlainLink>
            )}
          </div>
          {sidebar.isPending && (
            <LoadingFallback>
              <SkeletonLines />
            </LoadingFallback>
          )}
          {sidebar.isError && <ErrorState error={sidebar.error} again={sidebar.refetch} level={3} />}
          {sidebar.data && (
            <SidebarChannels
              serverId={community.id}
              view={sidebar.data}
              held={viewer?.permissions}
              currentId={channelId}
            />
          )}
          {sidebar.data && (
            <ChannelWays serverId={community.id} joined={sidebar.data.channels.length} held={viewer?.permissions} />
          )}
          <DirectMessages />
        </nav>
        <Suspense fallback={null}>
          <UnreadEdges scroller={scroller} />
        </Suspense>
      </div>
      <div className={css.next}>
        <Suspense fallback={null}>
          <NextUp serverId={community.id} />
        </Suspense>
      </div>
    </aside>
  );
}
