import { getCommunity, joinCommunity, listMembers } from '@folkmoot/contract/communities/api.ts';
import { canJoinFreely } from '@folkmoot/contract/communities/rules.ts';
import type { CommunityView } from '@folkmoot/contract/communities/schema.ts';
import { coverSrcSet } from '@folkmoot/contract/media/picture-rules.ts';
import { Button } from '@mantine/core';
import { IconShare2, IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { absolute } from '../../core/paths.ts';
import { apiInfiniteQuery, apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useSession } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { Avatar, AvatarGroup } from '../../ui/identity/Avatar.tsx';
import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { LocalText } from '../../ui/LocalText.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { SidebarButton } from '../../ui/layout/SidebarButton.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { coverOf } from '../cover.ts';
import { keepIntent, takeIntent } from '../intent.ts';
import { refreshCommunity, useCommunity } from '../queries.ts';
import css from './community.module.css';

const InviteDialog = lazyPart(() => import('../joining/InviteDialog.tsx'), 'InviteDialog');
const ShareDialog = lazyPart(() => import('../../ui/sharing/ShareDialog.tsx'), 'ShareDialog');
const AskToJoin = lazyPart(() => import('../joining/AskToJoin.tsx'), 'AskToJoin');
const ProfileDialog = lazyPart(() => import('../members/ProfileDialog.tsx'), 'ProfileDialog');

const PREVIEW = 12;
/** The banner is as wide as the page. */
const BANNER_SIZES = '(max-width: 75em) 100vw, 1200px';

/**
 * A community's home: its description, its members, and how to join.
 *
 * @param coming the events of a later slice.
 */
export function CommunityHomeScreen({ coming }: { coming: ReactNode }) {
  const community = useCommunity();
  const member = community.viewer !== null;
  const members = useInfiniteQuery({ ...apiInfiniteQuery(listMembers, { serverId: community.id }), enabled: member });
  const people = members.data?.pages[0]?.data ?? [];
  const cover = coverOf(community);
  usePageTitle(community.name);
  return (
    <div className={css.scroll}>
      <div className={css.page}>
        <div className={css.hero}>
          <img src={cover} srcSet={coverSrcSet(cover)} sizes={BANNER_SIZES} alt="" fetchPriority="high" />
        </div>
        <div className={css.head}>
          <CommunityAvatar community={community} size={116} className={css.logo} />
          <h1 dir="auto">{community.name}</h1>
          <Actions community={community} />
        </div>
        <div className={css.intro}>
          <p dir="auto">{community.description}</p>
          <div className={css.people}>
            {community.faces.length > 0 && <AvatarGroup people={community.faces} ring="var(--fm-bg)" />}
            <span>
              <LocalText as="b">{community.memberCount.toLocaleString()}</LocalText>{' '}
              {community.memberCount === 1 ? 'member' : 'members'}
            </span>
          </div>
        </div>
        {coming}
        {member ? (
          <Members people={people.slice(0, PREVIEW)} alias={community.slug} />
        ) : (
          (community.visibility === 'private' || community.banned) && (
            <Suspense fallback={null}>
              <AskToJoin community={community} />
            </Suspense>
          )
        )}
      </div>
    </div>
  );
}

function Actions({ community }: { community: CommunityView }) {
  const show = useShowDialog();
  const session = useSession();
  const navigate = useNavigate();
  const join = useApiMutation(joinCommunity, {
    failed: 'Could not join the community.',
    onDone: ({ data }) => {
      queryClient.setQueryData(apiQueryKey(getCommunity, { serverId: community.id }), data);
      refreshCommunity(community.id);
    },
  });
  const path = `/${community.slug}`;
  const joinable = !community.viewer && !community.banned && canJoinFreely(community).ok;
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
    <div className={css.actions}>
      <SidebarButton />
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
    </div>
  );
}

function Members({
  people,
  alias,
}: {
  people: readonly {
    id: string;
    firstName: string;
    lastName: string;
    imageUrl: string | null;
    roleName: string;
    roleType: string;
  }[];
  alias: string;
}) {
  const show = useShowDialog();
  return (
    <section className={css.section} aria-labelledby="members">
      <header>
        <h2 id="members">Members</h2>
        <PlainLink to="/$alias/members" params={{ alias }} className={css.link}>
          All members
        </PlainLink>
      </header>
      <ul className={css.members}>
        {people.map((person) => (
          <li key={person.id}>
            <button type="button" className={css.member} onClick={() => show(<ProfileDialog userId={person.id} />)}>
              <Avatar person={person} size={40} />
              <span dir="auto">{`${person.firstName} ${person.lastName}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
