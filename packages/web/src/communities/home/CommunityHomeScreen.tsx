import { getCommunity, joinCommunity } from '@folkmoot/contract/communities/api.ts';
import type { CommunityView } from '@folkmoot/contract/communities/schema.ts';
import { Button } from '@mantine/core';
import { IconShare2, IconUserPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { absolute } from '../../core/paths.ts';
import { apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useSession } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { SidebarButton } from '../../ui/layout/SidebarButton.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { keepIntent, takeIntent } from '../intent.ts';
import { useLanding } from '../joining/useLanding.ts';
import { refreshCommunity, useCommunity } from '../queries.ts';
import { CommunityHead } from './CommunityHead.tsx';
import css from './community.module.css';

const InviteDialog = lazyPart(() => import('../joining/InviteDialog.tsx'), 'InviteDialog');
const ShareDialog = lazyPart(() => import('../../ui/sharing/ShareDialog.tsx'), 'ShareDialog');
const AskToJoin = lazyPart(() => import('../joining/AskToJoin.tsx'), 'AskToJoin');

type Props = {
  /** What later slices add: the number online, what its editors can do, and its sections. */
  online: ReactNode;
  manage: ReactNode;
  children: ReactNode;
};

/** A community's home: its banner, how to join, and the page that its owners have made. */
export function CommunityHomeScreen({ online, manage, children }: Props) {
  const community = useCommunity();
  usePageTitle(community.name);
  return (
    <div className={css.scroll}>
      <div className={css.page}>
        <CommunityHead
          community={community}
          online={online}
          actions={<Actions community={community} manage={manage} />}
        />
        {!community.viewer && (community.visibility === 'private' || community.banned) && (
          <Suspense fallback={null}>
            <AskToJoin community={community} />
          </Suspense>
        )}
        {children}
      </div>
    </div>
  );
}

function Actions({ community, manage }: { community: CommunityView; manage: ReactNode }) {
  const show = useShowDialog();
  const session = useSession();
  const navigate = useNavigate();
  const land = useLanding();
  const join = useApiMutation(joinCommunity, {
    failed: 'Could not join the community.',
    onDone: ({ data }) => {
      queryClient.setQueryData(apiQueryKey(getCommunity, { serverId: community.id }), data);
      refreshCommunity(community.id);
      void land(community);
    },
  });
  const path = `/${community.slug}`;
  const joinable = !community.viewer && !community.banned && community.visibility === 'public';
  const { mutate } = join;
  // Pressed before signing in or up: it need not be pressed again.
  useEffect(() => {
    if (session.status === 'signedIn' && joinable && takeIntent('join', community.id))
      mutate({ serverId: community.id });
  }, [session.status, joinable, community.id, mutate]);
  const onJoin = () => {
    if (session.status === 'signedIn') return mutate({ serverId: community.id });
    keepIntent('join', community.id, community);
    void navigate({ to: '/sign-up', search: { next: path } });
  };
  const share = () =>
    show(<ShareDialog title={`Share ${community.name}`} url={absolute(path)} text={community.name} />);
  return (
    <>
      <SidebarButton />
      {manage}
      <Button variant="default" size="md" leftSection={<IconShare2 size={17} />} onClick={share}>
        Share
      </Button>
      {community.viewer?.permissions.includes('INVITE_MEMBERS') && (
        <Button
          size="md"
          leftSection={<IconUserPlus size={17} />}
          onClick={() => show(<InviteDialog community={community} />)}
        >
          Invite
        </Button>
      )}
      {joinable && (
        <LoadingButton size="md" loading={join.isPending} loadingLabel="Joining" onClick={onJoin}>
          Join
        </LoadingButton>
      )}
    </>
  );
}
