import { listReports, reportsChanged } from '@folkmoot/contract/reports/api.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCommunity } from '../communities/queries.ts';
import { useLive, useResync } from '../core/live.ts';
import { loadMore } from '../core/load-more.ts';
import { apiInfiniteQuery, apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { ReportCard } from './ReportCard.tsx';
import css from './reports.module.css';

const route = getRouteApi('/frame/$alias/settings/reports');

/**
 * What members have reported: those that wait, and those that were answered.
 *
 * @param children reports of other things, which later slices add; they are below the open ones.
 */
export function ReportsScreen({ children }: { children: ReactNode }) {
  const community = useCommunity();
  const { state = 'open' } = route.useSearch();
  const navigate = route.useNavigate();
  usePageTitle('Reports', community.name);
  const reports = useInfiniteQuery({
    ...apiInfiniteQuery(listReports, { serverId: community.id, state }),
    placeholderData: keepPreviousData,
  });
  const refresh = () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listReports) });
  useLive(reportsChanged, ({ serverId }) => serverId === community.id && refresh());
  useResync(refresh);
  const shown = reports.data?.pages.flatMap((page) => page.data) ?? [];
  const open = reports.data?.pages[0]?.open ?? 0;
  return (
    <div className={css.screen}>
      <SegmentedControl
        aria-label="Which reports"
        value={state}
        onChange={(value) =>
          void navigate({ search: { state: value === 'answered' ? 'answered' : undefined }, replace: true })
        }
        data={[
          { value: 'open', label: open > 0 ? `Open (${open})` : 'Open' },
          { value: 'answered', label: 'Answered' },
        ]}
      />
      {reports.isPending && (
        <LoadingFallback label="Loading reports">
          <SkeletonRows rows={4} round />
        </LoadingFallback>
      )}
      {reports.isError && <ErrorState error={reports.error} again={reports.refetch} />}
      {reports.isSuccess && shown.length === 0 && (
        <EmptyState art="stools" title={state === 'open' ? 'No open reports' : 'No answered reports'}>
          {state === 'open' ? 'When a member reports a message, it will appear here.' : undefined}
        </EmptyState>
      )}
      <ul className={css.list} aria-label="Reports">
        {shown.map((report) => (
          <li key={report.id}>
            <ReportCard serverId={community.id} report={report} onAnswered={refresh} />
          </li>
        ))}
      </ul>
      {reports.hasNextPage && (
        <Button variant="default" loading={reports.isFetchingNextPage} onClick={() => void loadMore(reports)}>
          Show more
        </Button>
      )}
      {state === 'open' && children}
    </div>
  );
}
