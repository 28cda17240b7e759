import { liftBan, listBans } from '@folkmoot/contract/communities/api.ts';
import type { BanView, CommunityView } from '@folkmoot/contract/communities/schema.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { loadMore } from '../../core/load-more.ts';
import { apiInfiniteQuery, apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { longDate } from '../../ui/format-date.ts';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import css from './members.module.css';

/** People who are banned, and a way to lift each ban. */
export function BanList({ community }: { community: CommunityView }) {
  const bans = useInfiniteQuery(apiInfiniteQuery(listBans, { serverId: community.id }));
  const all = bans.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className={css.scroll}>
      {bans.isPending && (
        <LoadingFallback label="Loading bans">
          <div className={css.skeleton}>
            <SkeletonRows rows={4} round />
          </div>
        </LoadingFallback>
      )}
      {bans.isError && <ErrorState error={bans.error} again={bans.refetch} />}
      {bans.data && all.length === 0 && (
        <EmptyState art="stools" title="No one is banned">
          People you ban will appear here. You can lift a ban at any time.
        </EmptyState>
      )}
      {all.length > 0 && (
        <ul className={css.list} aria-label="Banned people">
          {all.map((ban) => (
            <BanRow key={ban.person.id} ban={ban} serverId={community.id} />
          ))}
        </ul>
      )}
      {bans.hasNextPage && (
        <div className={css.more}>
          <Button variant="default" loading={bans.isFetchingNextPage} onClick={() => void loadMore(bans)}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

function BanRow({ ban, serverId }: { ban: BanView; serverId: string }) {
  const confirm = useConfirm();
  const { person, bannedBy } = ban;
  const name = `${person.firstName} ${person.lastName}`.trim();
  const lift = useApiMutation(liftBan, {
    failed: 'Could not lift the ban.',
    onDone: () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listBans) }),
  });
  return (
    <li className={css.row} data-wrap>
      <span className={css.person}>
        <Avatar person={person} size={40} />
        <span className={css.words}>
          <b dir="auto">{name}</b>
          <small>
            {`${longDate(ban.bannedAt)}, by ${bannedBy ? `${bannedBy.firstName} ${bannedBy.lastName}`.trim() : 'Deleted member'}`}
          </small>
        </span>
      </span>
      <span className={css.answers}>
        <Button
          variant="default"
          size="xs"
          aria-label={`Lift ban on ${name}`}
          onClick={() =>
            confirm({
              title: `Lift the ban on ${name}?`,
              body: 'This does not add them back, but they can join again like anyone else.',
              verb: 'Lift ban',
              busyVerb: 'Lifting',
              run: () => lift.mutateAsync({ serverId, userId: person.id }),
            })
          }
        >
          Lift ban
        </Button>
      </span>
      {ban.reason && (
        <p className={css.quote} dir="auto">
          {ban.reason}
        </p>
      )}
    </li>
  );
}
