import { getProfile } from '@folkmoot/contract/accounts/api.ts';
import { listCommunitiesOf, listMembers } from '@folkmoot/contract/communities/api.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { loadMore } from '../../core/load-more.ts';
import { apiInfiniteQuery, apiQuery } from '../../core/queries.ts';
import { useMyId } from '../../core/session.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { longDate } from '../../ui/format-date.ts';
import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { PresentAvatar } from '../../ui/identity/PresentAvatar.tsx';
import { LinkButton, PlainLink } from '../../ui/layout/links.tsx';
import css from './profile.module.css';
import { usePersonActions } from './usePersonActions.ts';

const Moderation = lazyPart(() => import('./Moderation.tsx'), 'Moderation');

type Props = {
  userId: string;
  /** The community in which they were met: their role there is shown. */
  serverId?: string | undefined;
};

/** A person's card: who they are, their local time, and where else you can meet them. */
export function ProfileDialog({ userId, serverId }: Props) {
  const profile = useQuery(apiQuery(getProfile, { userId }));
  const members = useQuery({
    ...apiQuery(listMembers, { serverId: serverId ?? '', informationOf: userId }),
    enabled: serverId !== undefined,
  });
  const communities = useInfiniteQuery(apiInfiniteQuery(listCommunitiesOf, { userId }));
  const close = useCloseDialog();
  const me = useMyId();
  const actions = usePersonActions(
    userId,
    profile.data ? `${profile.data.firstName} ${profile.data.lastName}`.trim() : '',
  );
  const person = profile.data;
  const time = person && clockIn(person.timeZone);
  const member = members.data?.data[0];
  const shared = communities.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Dialog title="Profile" width={420} brief>
      {profile.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={1} size={72} round />
        </LoadingFallback>
      )}
      {profile.isError && <ErrorState error={profile.error} again={profile.refetch} level={3} />}
      {person && (
        <div className={css.person}>
          <PresentAvatar userId={userId} person={{ ...person, imageUrl: person.profile_photo }} size={72} />
          <div>
            <h3 dir="auto">{`${person.firstName} ${person.lastName}`}</h3>
            {member && member.roleType !== 'MEMBER' && <span className={css.role}>{member.roleName}</span>}
            <p>@{person.username}</p>
            {time !== undefined && <p>{time} local time</p>}
            <p>Signed up {longDate(person.joinedAt)}</p>
          </div>
        </div>
      )}
      {person && userId !== me && actions}
      <Suspense fallback={null}>
        {member && serverId !== undefined && userId !== me && <Moderation member={member} serverId={serverId} />}
      </Suspense>
      {shared.length > 0 && (
        <section aria-labelledby="communities" className={css.communities}>
          <h4 id="communities">Communities</h4>
          <ul>
            {shared.map((community) => (
              <li key={community.id}>
                <PlainLink to="/$alias" params={{ alias: community.slug }} className={css.community} onClick={close}>
                  <CommunityAvatar community={community} size={32} />
                  <span dir="auto">{community.name}</span>
                </PlainLink>
              </li>
            ))}
          </ul>
          {communities.hasNextPage && (
            <Button
              variant="subtle"
              size="xs"
              loading={communities.isFetchingNextPage}
              onClick={() => void loadMore(communities)}
            >
              Show more
            </Button>
          )}
        </section>
      )}
      {userId === me && (
        <LinkButton to="/settings/profile" variant="default" onClick={close}>
          Edit your profile
        </LinkButton>
      )}
    </Dialog>
  );
}

/** What a clock in a time zone shows now; undefined if the reader's own shows the same, or the zone is unknown here. */
function clockIn(timeZone: string): string | undefined {
  const clock = (zone?: string) =>
    new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: zone }).format(new Date());
  try {
    const there = clock(timeZone);
    return there === clock() ? undefined : there;
  } catch {
    return undefined;
  }
}
