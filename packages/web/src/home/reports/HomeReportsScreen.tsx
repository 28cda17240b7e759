import { REASON_LABELS } from '@folkmoot/contract/events/reports-schema.ts';
import { EVENT_PAGE } from '@folkmoot/contract/events/schema.ts';
import { dismissHomeReport, listHomeReports } from '@folkmoot/contract/home/api.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useMe } from '../../core/session.tsx';
import css from '../../events/lists/lists.module.css';
import { Pages } from '../../events/lists/Pages.tsx';
import { ReportedBy, ReportReason } from '../../reports/ReportFacts.tsx';
import { ErrorState, NotFound } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { timeAgo } from '../../ui/format-date.ts';
import { LinkButton } from '../../ui/layout/links.tsx';
import { SectionHeader } from '../../ui/layout/SectionHeader.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';

/** For the owner of the installation: reports of communities' homes. */
export function HomeReportsScreen() {
  const me = useMe();
  usePageTitle('Reported pages');
  if (!me) return null;
  return me.isInstallationOwner ? <Reports /> : <NotFound />;
}

function Reports() {
  const [page, setPage] = useState(1);
  const reports = useQuery({ ...apiQuery(listHomeReports, { page }), placeholderData: keepPreviousData });
  const dismiss = useApiMutation(dismissHomeReport, {
    failed: 'Could not dismiss the report.',
    onDone: () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listHomeReports) }),
  });
  const { data } = reports;
  const count = data?.count ?? 0;
  return (
    <section className={`${css.padded} ${css.section}`} aria-labelledby="home-reports">
      <SectionHeader id="home-reports" title={count > 0 ? `Reported pages (${count})` : 'Reported pages'} />
      {reports.isPending && (
        <LoadingFallback label="Loading reports">
          <SkeletonRows rows={2} />
        </LoadingFallback>
      )}
      {reports.error && <ErrorState error={reports.error} again={reports.refetch} level={3} />}
      {data?.count === 0 && <p>No reported pages.</p>}
      {data && data.data.length > 0 && (
        <ul className={css.card} aria-label="Reported pages">
          {data.data.map((report) => (
            <li key={report.id} className={css.report}>
              <div>
                <b dir="auto">{report.community.name}</b>
                <ReportReason reason={REASON_LABELS[report.reason]} note={report.note} />
                <small>
                  <ReportedBy person={report.reporter} />, {timeAgo(new Date(report.created_epoc * 1000).toISOString())}
                </small>
              </div>
              <span>
                <LinkButton to="/$alias" params={{ alias: report.community.slug }} variant="default">
                  Open page
                </LinkButton>
                <Button
                  variant="default"
                  disabled={dismiss.isPending}
                  onClick={() => dismiss.mutate({ reportId: report.id })}
                >
                  Dismiss
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pages page={Math.min(page, Math.max(1, Math.ceil(count / EVENT_PAGE)))} count={count} onPage={setPage} />
    </section>
  );
}
