import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { channelToOpen } from '../../communities/last-channel.ts';
import { useRail } from '../../communities/queries.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonLines } from '../../ui/feedback/Skeleton.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { useLastCommunity } from '../current-community.ts';
import { Sidebar } from '../frame/Sidebar.tsx';

const route = getRouteApi('/frame/channels');

/** On phones: the channels of the chosen or last visited community, full screen. On wider screens they are beside everything. */
export function ChannelsTabPage() {
  const rail = useRail();
  const community = useLastCommunity(route.useSearch().community);
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  usePageTitle('Channels', community?.name);
  if (rail.isPending) {
    return (
      <LoadingFallback>
        <SkeletonLines />
      </LoadingFallback>
    );
  }
  if (rail.isError) return <ErrorState error={rail.error} again={rail.refetch} level={1} />;
  if (!community) {
    return (
      <EmptyState
        art="stools"
        level={1}
        title="No channels yet"
        action={
          <>
            <LinkButton to="/discover">Discover communities</LinkButton>
            <LinkButton to="/chat" variant="default">
              Direct messages
            </LinkButton>
          </>
        }
      >
        Join or start a community, and its channels will appear here.
      </EmptyState>
    );
  }
  if (!phone) {
    const channelId = channelToOpen(community);
    if (channelId) return <Navigate to="/channel/$channelId" params={{ channelId }} replace />;
    return <Navigate to="/$alias/channels" params={{ alias: community.slug }} replace />;
  }
  return (
    <>
      <VisuallyHidden component="h1">Channels of {community.name}</VisuallyHidden>
      <Sidebar community={community} channelId={undefined} />
    </>
  );
}
