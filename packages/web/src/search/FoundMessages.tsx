import type { HitView } from '@folkmoot/contract/search/schema.ts';
import { Button } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import { dayKey, dayLabel } from '../conversations/timeline/list-items.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { Examples } from './Examples.tsx';
import { Hit } from './Hit.tsx';
import { readSearch, useMessages } from './queries.ts';
import css from './search.module.css';

/** Matching messages, day by day, the newest first; more of them load as you scroll. */
export function FoundMessages({ search }: { search: string }) {
  const found = useMessages(search);
  const { terms, asks } = readSearch(search);
  const { ref, entry } = useIntersection<HTMLDivElement>({ rootMargin: '600px' });
  const pages = found.data?.pages ?? [];
  const hits = pages.flatMap((page) => page.data);
  const people = new Map(pages.flatMap((page) => page.people).map((person) => [person.id, person]));
  const notes = pages[0]?.notes ?? [];
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = found;
  const goOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (goOn && entry?.isIntersecting) void fetchNextPage();
  }, [goOn, entry?.isIntersecting, fetchNextPage]);

  if (!asks) return <Examples short={search !== ''} />;
  const days = new Map<string, typeof hits>();
  for (const hit of hits) {
    const day = dayKey(hit.message.createdAt);
    const others = days.get(day);
    if (others) others.push(hit);
    else days.set(day, [hit]);
  }
  const done = found.isSuccess && !hasNextPage;
  return (
    <>
      {found.isPending && (
        <LoadingFallback label="Searching">
          <SkeletonRows rows={6} round />
        </LoadingFallback>
      )}
      {found.isError && hits.length === 0 && <ErrorState error={found.error} again={() => void found.refetch()} />}
      {done && hits.length === 0 && (
        <EmptyState art="search" title={`Nothing matches “${search}”`}>
          {notes.length > 0 ? notes.join(' ') : 'Try fewer or other words, or remove a filter.'}
        </EmptyState>
      )}
      <p className={css.summary} role="status">
        {done && hits.length > 0 && (hits.length === 1 ? '1 message found' : `${hits.length} messages found`)}
      </p>
      {[...days].map(([day, those]) => (
        <Day key={day} hits={those}>
          {those.map((hit) => (
            <li key={hit.message.id}>
              <Hit hit={hit} people={people} terms={terms} />
            </li>
          ))}
        </Day>
      ))}
      {hasNextPage && (
        <div ref={ref} className={css.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function Day({ hits, children }: { hits: HitView[]; children: React.ReactNode }) {
  const [first] = hits;
  return (
    <section className={css.group}>
      <h2 className={css.dayName}>{first && dayLabel(first.message.createdAt, new Date())}</h2>
      <ul className={css.hits}>{children}</ul>
    </section>
  );
}
