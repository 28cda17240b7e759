import { discoverCommunities } from '@folkmoot/contract/communities/api.ts';
import { featureCommunity, listAllFeatured } from '@folkmoot/contract/communities/featured-api.ts';
import { FEATURED, refusals } from '@folkmoot/contract/communities/featured-schema.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadMore } from '../../core/load-more.ts';
import { apiInfiniteQuery, apiQuery, useApiMutation } from '../../core/queries.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { membersOf } from './FeaturedItem.tsx';
import css from './featured.module.css';
import { refreshFeatured } from './useFeatured.ts';

/** Finds public communities, and features them one after the other. */
export function FeatureDialog() {
  const close = useCloseDialog();
  const [search, setSearch] = useState('');
  const featured = useQuery(apiQuery(listAllFeatured, {})).data?.data ?? [];
  const found = useInfiniteQuery({
    ...apiInfiniteQuery(discoverCommunities, { search }),
    placeholderData: keepPreviousData,
  });
  const feature = useApiMutation(featureCommunity, {
    failed: 'Could not feature the community.',
    onDone: () => void refreshFeatured(),
  });
  const cards = found.data?.pages.flatMap((page) => page.data) ?? [];
  const full = featured.length >= FEATURED.most;
  return (
    <Dialog
      title="Feature a community"
      subtitle="Only public communities can be featured."
      footer={
        <Button variant="default" onClick={close}>
          Done
        </Button>
      }
    >
      <SearchInput
        label="Search communities"
        data-autofocus
        placeholder="Name or description"
        value={search}
        onSearch={setSearch}
      />
      <div className={css.found} aria-live="polite">
        {full && <p className={css.none}>{refusals.full.message}</p>}
        {found.isPending && (
          <LoadingFallback label="Loading communities">
            <SkeletonRows rows={4} />
          </LoadingFallback>
        )}
        {found.isError && <ErrorState error={found.error} again={found.refetch} level={3} />}
        {found.isSuccess && cards.length === 0 && <p className={css.none}>No public communities found</p>}
        <ul aria-label="Public communities">
          {cards.map((card) => {
            const done = featured.some(({ community }) => community.id === card.id);
            return (
              <li key={card.id} className={css.row}>
                <CommunityAvatar community={card} size={40} />
                <span className={css.words}>
                  <b dir="auto">{card.name}</b>
                  <small>{membersOf(card.memberCount)}</small>
                </span>
                {done ? (
                  <span className={css.done}>Featured</span>
                ) : (
                  <LoadingButton
                    size="sm"
                    variant="default"
                    loadingLabel="Adding"
                    loading={feature.isPending && feature.variables.serverId === card.id}
                    disabled={full}
                    aria-label={`Feature ${card.name}`}
                    onClick={() => feature.mutate({ serverId: card.id })}
                  >
                    Feature
                  </LoadingButton>
                )}
              </li>
            );
          })}
        </ul>
        {found.hasNextPage && (
          <Button variant="subtle" size="xs" loading={found.isFetchingNextPage} onClick={() => void loadMore(found)}>
            Show more
          </Button>
        )}
      </div>
    </Dialog>
  );
}
