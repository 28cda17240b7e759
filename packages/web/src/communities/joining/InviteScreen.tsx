import { acceptInvite, getInvite } from '@folkmoot/contract/communities/api.ts';
import { refusals } from '@folkmoot/contract/communities/schema.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { noteMember } from '../../core/api-client.ts';
import { ApiError } from '../../core/api-error.ts';
import { apiQuery, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useMe, useSession } from '../../core/session.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Avatar, AvatarGroup } from '../../ui/identity/Avatar.tsx';
import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { Wordmark } from '../../ui/identity/Logo.tsx';
import { LinkButton, PlainLink } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { coverOf } from '../cover.ts';
import { keepIntent, takeIntent } from '../intent.ts';
import { railQuery } from '../queries.ts';
import css from './invite.module.css';
import { useLanding } from './useLanding.ts';

const route = getRouteApi('/invite/$inviteCode');

/** The community behind an invitation, shown before joining, signed in or not. */
export function InviteScreen() {
  const { inviteCode } = route.useParams();
  // Asked for each time: somebody who comes back may have joined meanwhile.
  const invite = useQuery({ ...apiQuery(getInvite, { inviteCode }), staleTime: 0 });
  usePageTitle(invite.data ? `Join ${invite.data.community.name}` : 'Invitation');
  return (
    <main className={css.page}>
      <PlainLink to="/" className={css.brand} aria-label="Folkmoot, home page">
        <Wordmark />
      </PlainLink>
      <div className={css.card}>
        {invite.isPending && (
          <LoadingFallback label="Loading the invitation">
            <Skeleton h={160} />
            <div className={css.body}>
              <Skeleton w={84} h={84} radius="logo" />
              <Skeleton w="60%" h={32} />
              <Skeleton h={48} />
            </div>
          </LoadingFallback>
        )}
        {invite.isError && <Broken error={invite.error} again={() => void invite.refetch()} />}
        {invite.data && <Invitation inviteCode={inviteCode} {...invite.data} />}
      </div>
    </main>
  );
}

/** The name of a community may be longer than a phone is wide. */
const wraps = { root: css.wraps, label: css.wrapsLabel };

type InvitationProps = { inviteCode: string } & Answer<typeof getInvite>;

function Invitation({ inviteCode, community, invitedBy, sentTo }: InvitationProps) {
  const session = useSession();
  const me = useMe();
  const next = `/invite/${encodeURIComponent(inviteCode)}`;
  const land = useLanding();
  const accept = useApiMutation(acceptInvite, {
    failed: 'Could not join the community.',
    onDone: async ({ data }) => {
      if (data.viewer) noteMember(data.id, data.viewer.memberId);
      await queryClient.fetchQuery({ ...railQuery(), staleTime: 0 });
      await land(data);
    },
  });
  const { mutate } = accept;
  const joinable = !community.joined || community.slug === '';
  // Chosen before signing in or up: it need not be pressed again.
  useEffect(() => {
    if (session.status === 'signedIn' && joinable && takeIntent('accept', inviteCode)) mutate({ inviteCode });
  }, [session.status, joinable, inviteCode, mutate]);
  const keep = () => keepIntent('accept', inviteCode);
  return (
    <>
      <img className={css.cover} src={coverOf(community)} alt="" />
      <div className={css.body}>
        <span className={css.logo}>
          <CommunityAvatar community={community} size={84} />
        </span>
        {invitedBy && (
          <p className={css.by}>
            <Avatar person={invitedBy} size={24} />
            <span dir="auto">{`${invitedBy.firstName} ${invitedBy.lastName} invites you to`}</span>
          </p>
        )}
        <h1 dir="auto">{community.name}</h1>
        {sentTo !== null && joinable && (
          <p className={css.people}>
            This invitation was sent to {sentTo}.
            {me && ` You are signed in as ${`${me.user.firstName} ${me.user.lastName}`.trim()}.`}
          </p>
        )}
        {community.description && (
          <p className={css.text} dir="auto">
            {community.description}
          </p>
        )}
        {/* A secret community shows neither its size nor its address before you join. */}
        {community.memberCount > 0 && (
          <p className={css.people}>
            {community.faces.length > 0 && <AvatarGroup people={community.faces.slice(0, 5)} size={28} />}
            {community.memberCount.toLocaleString()} {community.memberCount === 1 ? 'member' : 'members'}
          </p>
        )}
        {!joinable ? (
          <LinkButton to="/$alias" params={{ alias: community.slug }} size="lg" fullWidth classNames={wraps}>
            You are a member. Open {community.name}
          </LinkButton>
        ) : session.status === 'signedIn' ? (
          <LoadingButton
            size="lg"
            fullWidth
            classNames={wraps}
            loading={accept.isPending}
            loadingLabel="Joining"
            onClick={() => accept.mutate({ inviteCode })}
          >
            Join {community.name}
          </LoadingButton>
        ) : (
          <>
            <LinkButton to="/sign-up" search={{ next }} size="lg" fullWidth onClick={keep}>
              Create an account to join
            </LinkButton>
            <LinkButton to="/sign-in" search={{ next }} variant="default" size="lg" fullWidth onClick={keep}>
              Already have an account? Sign in
            </LinkButton>
          </>
        )}
      </div>
    </>
  );
}

const BROKEN = new Set<string>(
  [refusals.inviteWrong, refusals.inviteExpired, refusals.inviteUsedUp, refusals.inviteRevoked].map(({ code }) => code),
);

/** A code that opens nothing says why: wrong, expired, used up or withdrawn. */
function Broken({ error, again }: { error: Error; again: () => void }) {
  if (!(error instanceof ApiError) || !BROKEN.has(error.code))
    return <ErrorState error={error} again={again} level={1} />;
  return (
    <EmptyState
      art="door"
      level={1}
      title={error.message}
      action={
        <LinkButton to="/discover" variant="default">
          Discover communities
        </LinkButton>
      }
    />
  );
}
