import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';

type Props = {
  query: Pick<
    UseInfiniteQueryResult,
    'isPending' | 'isError' | 'isSuccess' | 'error' | 'hasNextPage' | 'isFetchingNextPage'
  > & {
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
  /** What is said if there is nothing, and what would be there. */
  empty: string;
  hint: string;
  count: number;
  /** Lists, or sections of them. */
  children: ReactNode;
};

/** A list of the inbox in each of its states, page by page. */
export function InboxList({ query, empty, hint, count, children }: Props) {
  return (
    <>
      {query.isPending && (
        <LoadingFallback label="Loading the inbox">
          <SkeletonRows rows={5} round />
        </LoadingFallback>
      )}
      {query.isError && <ErrorState error={query.error} again={query.refetch} />}
      {query.isSuccess && count === 0 && (
        <EmptyState art="stools" title={empty}>
          {hint}
        </EmptyState>
      )}
      {count > 0 && children}
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}
