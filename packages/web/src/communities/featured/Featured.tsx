import { Button } from '@mantine/core';
import { loadMore } from '../../core/load-more.ts';
import { CommunityCards } from './CommunityCards.tsx';
import css from './community-cards.module.css';
import type { useFeatured } from './useFeatured.ts';

type Props = { featured: ReturnType<typeof useFeatured>; title?: string; level?: 2 | 3 };

/** Featured communities, under a heading of their own; nothing if there are none. */
export function Featured({ featured, title = 'Featured', level = 2 }: Props) {
  if (featured.cards.length === 0) return null;
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby="featured">
      <Heading id="featured" className={css.heading}>
        {title}
      </Heading>
      <CommunityCards cards={featured.cards} labelledBy="featured" />
      {featured.hasNextPage && (
        <div className={css.more}>
          <Button variant="default" loading={featured.isFetchingNextPage} onClick={() => void loadMore(featured)}>
            Show more featured communities
          </Button>
        </div>
      )}
    </section>
  );
}
