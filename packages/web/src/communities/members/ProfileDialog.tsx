import { getProfile } from '@folkmoot/contract/accounts/api.ts';
import { listCommunitiesOf } from '@folkmoot/contract/communities/api.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
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

/** A person's card: who they are, their local time, and where else you can meet them. */
export function ProfileDialog({ userId }: { userId: string }) {
  const profile = useQuery(apiQuery(getProfile, { userId }));
  const communities = useInfiniteQuery(apiInfiniteQuery(listCommunitiesOf, { userId }));
  const close = useCloseDialog();
  const me = useMyId();
  const actions = usePersonActions(
    userId,
    profile.data ? `${profile.data.firstName} ${profile.data.lastName}`.trim() : '',
  );
  const person = profile.data;
  const shared = communities.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Dialog title="Profile" width={420}>
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
            <p>@{person.username}</p>
            <p>{localTime(person.timeZone)}</p>
            <p>Here since {longDate(person.joinedAt)}</p>
          </div>
        </div>
      )}
      {person && userId !== me && actions}
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
              onClick={() => void communities.fetchNextPage()}
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

function localTime(timeZone: string): string {
  try {
    const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone }).format(new Date());
    return `${time} for them (${timeZone.replace(/_/g, ' ')})`;
  } catch {
    return timeZone;
  }
}
