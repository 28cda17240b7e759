import { discoverCommunities } from '@folkmoot/contract/communities/api.ts';
import type { CommunityCard } from '@folkmoot/contract/communities/schema.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { loadMore } from '../../core/load-more.ts';
import { apiInfiniteQuery } from '../../core/queries.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { AvatarGroup } from '../../ui/identity/Avatar.tsx';
import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { LocalText } from '../../ui/LocalText.tsx';
import { DiscoverTabs } from '../../ui/layout/DiscoverTabs.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { coverOf } from '../cover.ts';
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
  const cards = found.data?.pages.flatMap((page) => page.data) ?? [];
  usePageTitle('Discover communities');
  const Title = welcome ? 'h2' : 'h1';
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
        {found.isPending && (
          <LoadingFallback label="Loading communities">
            <div className={css.grid}>
              {[0, 1, 2].map((index) => (
                <Skeleton key={index} h={260} radius="lg" />
              ))}
            </div>
          </LoadingFallback>
        )}
        {found.isError && <ErrorState error={found.error} again={found.refetch} />}
        {found.data && cards.length === 0 && (
          <EmptyState art="search" title="No communities found">
            {search
              ? `Nothing matches “${search}”. Try a shorter search.`
              : 'No one has started a public community yet.'}
          </EmptyState>
        )}
        <ul className={css.grid}>
          {cards.map((card) => (
            <li key={card.id}>
              <Card card={card} />
            </li>
          ))}
        </ul>
        {found.hasNextPage && (
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

function Card({ card }: { card: CommunityCard }) {
  return (
    <PlainLink to="/$alias" params={{ alias: card.slug }} className={css.card}>
      <img className={css.cover} src={coverOf(card)} alt="" loading="lazy" />
      <span className={css.body}>
        <span className={css.logo}>
          <CommunityAvatar community={card} size={52} />
        </span>
        <b dir="auto">{card.name}</b>
        <span className={css.text} dir="auto">
          {card.description}
        </span>
        <span className={css.foot}>
          {card.faces.length > 0 && <AvatarGroup people={card.faces.slice(0, 4)} size={26} />}
          <LocalText>{`${card.memberCount.toLocaleString()} ${card.memberCount === 1 ? 'member' : 'members'}`}</LocalText>
          {card.joined && <span className={css.joined}>Joined</span>}
        </span>
      </span>
    </PlainLink>
  );
}
