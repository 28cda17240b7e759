import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Navigate } from '@tanstack/react-router';
import { useRail } from '../communities/queries.ts';
import { BoneLines, Waiting } from '../ui/Bones.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Failure } from '../ui/Failure.tsx';
import { LinkButton } from '../ui/links.tsx';
import { usePageTitle } from '../ui/usePageTitle.ts';
import { useLastCommunity } from './here.ts';
import { Sidebar } from './Sidebar.tsx';

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
