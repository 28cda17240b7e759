import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Navigate } from '@tanstack/react-router';
import { useRail } from '../../communities/queries.ts';
import { Empty } from '../../ui/feedback/EmptyState.tsx';
import { Failure } from '../../ui/feedback/ErrorState.tsx';
import { BoneLines, Waiting } from '../../ui/feedback/Skeleton.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { useLastCommunity } from '../current-community.ts';
import { Sidebar } from '../frame/Sidebar.tsx';

/** On phones: the channels of the community last visited, full screen. On wider screens they stand beside everything. */
export function ChannelsTabScreen() {
  const rail = useRail();
  const community = useLastCommunity();
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  usePageTitle('Channels', community?.name);
  if (rail.isPending) {
    return (
      <Waiting>
        <BoneLines />
      </Waiting>
    );
  }
  if (rail.isError) return <Failure error={rail.error} again={rail.refetch} level={1} />;
  if (!community) {
    return (
      <Empty
        art="stools"
        level={1}
        title="No channels yet"
        action={<LinkButton to="/discover">Discover communities</LinkButton>}
      >
        Join a community, or start one, and its channels stand here.
      </Empty>
    );
  }
  if (!phone) return <Navigate to="/$alias/channels" params={{ alias: community.slug }} replace />;
  return (
    <>
      <VisuallyHidden component="h1">Channels of {community.name}</VisuallyHidden>
      <Sidebar community={community} channelId={undefined} />
    </>
  );
}
