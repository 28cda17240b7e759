import { discoverCommunities } from '@folkmoot/contract/communities/api.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { loadMore } from '../../core/load-more.ts';
import { apiInfiniteQuery } from '../../core/queries.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { DiscoverTabs } from '../../ui/layout/DiscoverTabs.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { CardSkeletons, CommunityCards } from '../featured/CommunityCards.tsx';
import { Featured } from '../featured/Featured.tsx';
import { useFeatured } from '../featured/useFeatured.ts';
import css from './discover.module.css';

/**
 * Public communities, for everyone; the search is in the address bar.
 *
 * @param welcome what is above them on the start page; its title is then the title of the page.
 */
export function DiscoverScreen({ welcome }: { welcome?: ReactNode }) {
  const { search = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const found = useInfiniteQuery({
    ...apiInfiniteQuery(discoverCommunities, { search }),
    placeholderData: keepPreviousData,
  });
  const browsing = search === '';
  const featured = useFeatured(browsing);
  const first = browsing ? featured.cards : [];
  const pending = found.isPending || featured.isLoading;
  const cards = found.data?.pages.flatMap((page) => page.data) ?? [];
  const others = cards.filter(({ id }) => !first.some((one) => one.id === id));
  usePageTitle('Discover communities');
  const Title = welcome ? 'h2' : 'h1';
  const More = welcome ? 'h3' : 'h2';
  return (
    <div className={css.scroll}>
      <div className={css.page}>
        {welcome}
        <DiscoverTabs on="communities" />
        <Title className={css.title}>Find your people</Title>
        <p className={css.lead}>Communities that anyone can join.</p>
        <SearchInput
          className={css.search}
          variant="quiet"
          size="md"
          aria-label="Search communities"
          placeholder="Search communities"
          value={search}
          onSearch={(text) => void navigate({ to: '/discover', search: { search: text || undefined }, replace: true })}
        />
        {pending && <CardSkeletons />}
        {!pending && <Featured featured={featured} level={welcome ? 3 : 2} />}
        {found.isError && <ErrorState error={found.error} again={found.refetch} />}
        {found.data && cards.length === 0 && first.length === 0 && (
          <EmptyState art="search" title="No communities found">
            {search
              ? `Nothing matches “${search}”. Try a shorter search.`
              : 'No one has started a public community yet.'}
          </EmptyState>
        )}
        {!pending && first.length > 0 && others.length > 0 && <More className={css.heading}>More communities</More>}
        {!pending && <CommunityCards cards={others} />}
        {!pending && found.hasNextPage && (
          <div className={css.more}>
            <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void loadMore(found)}>
              Show more
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
