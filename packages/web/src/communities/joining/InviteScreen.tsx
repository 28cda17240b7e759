import { acceptInvite, getInvite } from '@folkmoot/contract/communities/api.ts';
import { refusals } from '@folkmoot/contract/communities/schema.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { noteMember } from '../../core/api-client.ts';
import { ApiProblem } from '../../core/api-error.ts';
import { queryOf, useCommand } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useSession } from '../../core/session.tsx';
import { Empty } from '../../ui/feedback/EmptyState.tsx';
import { Failure } from '../../ui/feedback/ErrorState.tsx';
import { Busy } from '../../ui/feedback/LoadingButton.tsx';
import { Bone, Waiting } from '../../ui/feedback/Skeleton.tsx';
import { Face, Faces } from '../../ui/identity/Avatar.tsx';
import { Place } from '../../ui/identity/CommunityAvatar.tsx';
import { Brand } from '../../ui/identity/Logo.tsx';
import { LinkButton, PlainLink } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { coverOf } from '../cover.ts';
import { railQuery } from '../queries.ts';
import css from './invite.module.css';

const route = getRouteApi('/invite/$inviteCode');

/** The community behind an invitation, shown before joining, signed in or not. */
export function InviteScreen() {
  const { inviteCode } = route.useParams();
  const invite = useQuery(queryOf(getInvite, { inviteCode }));
  usePageTitle(invite.data ? `Join ${invite.data.community.name}` : 'Invitation');
  return (
    <main className={css.page}>
      <PlainLink to="/" className={css.brand} aria-label="Folkmoot, start page">
        <Brand />
      </PlainLink>
      <div className={css.card}>
        {invite.isPending && (
          <Waiting label="Loading the invitation">
            <Bone h={160} radius={0} />
            <div className={css.body}>
              <Bone w={84} h={84} radius={22} />
              <Bone w="60%" h={32} />
              <Bone h={48} />
            </div>
          </Waiting>
        )}
        {invite.isError && <Broken error={invite.error} again={() => void invite.refetch()} />}
        {invite.data && <Invitation inviteCode={inviteCode} {...invite.data} />}
      </div>
    </main>
  );
}

type InvitationProps = { inviteCode: string } & Answer<typeof getInvite>;

function Invitation({ inviteCode, community, invitedBy }: InvitationProps) {
  const session = useSession();
  const navigate = useNavigate();
  const next = `/invite/${encodeURIComponent(inviteCode)}`;
  const accept = useCommand(acceptInvite, {
    failed: 'Could not join the community.',
    onDone: async ({ data }) => {
      if (data.viewer) noteMember(data.id, data.viewer.memberId);
      await queryClient.fetchQuery({ ...railQuery(), staleTime: 0 });
      await navigate({ to: '/$alias', params: { alias: data.slug } });
    },
  });
  return (
    <>
      <img className={css.cover} src={coverOf(community)} alt="" />
      <div className={css.body}>
        <span className={css.logo}>
          <Place place={community} size={84} />
        </span>
        {invitedBy && (
          <p className={css.by}>
            <Face person={invitedBy} size={24} />
            <span dir="auto">{`${invitedBy.firstName} ${invitedBy.lastName} invites you to`}</span>
          </p>
        )}
        <h1 dir="auto">{community.name}</h1>
        {community.description && (
          <p className={css.text} dir="auto">
            {community.description}
          </p>
        )}
        {/* A secret community tells nobody how many it holds, nor its address, before they join. */}
        {community.memberCount > 0 && (
          <p className={css.people}>
            {community.faces.length > 0 && <Faces people={community.faces.slice(0, 5)} size={28} />}
            {community.memberCount.toLocaleString()} {community.memberCount === 1 ? 'member' : 'members'}
          </p>
        )}
        {community.joined && community.slug !== '' ? (
          <LinkButton to="/$alias" params={{ alias: community.slug }} size="lg" fullWidth>
            You are a member. Open it
          </LinkButton>
        ) : session.status === 'signedIn' ? (
          <Busy
            size="lg"
            fullWidth
            busy={accept.isPending}
            saying="Joining"
            onClick={() => accept.mutate({ inviteCode })}
          >
            Join {community.name}
          </Busy>
        ) : (
          <>
            <LinkButton to="/sign-up" search={{ next }} size="lg" fullWidth>
              Create an account to join
            </LinkButton>
            <LinkButton to="/sign-in" search={{ next }} variant="default" size="lg" fullWidth>
              I have one. Sign in
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
  if (!(error instanceof ApiProblem) || !BROKEN.has(error.code))
    return <Failure error={error} again={again} level={1} />;
  return (
    <Empty
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
