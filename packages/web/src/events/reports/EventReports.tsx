import {
  dismissEventReport,
  dismissOwnerReport,
  listEventReports,
  listOwnerReports,
} from '@folkmoot/contract/events/reports-api.ts';
import { type EventReportView, REASON_LABELS } from '@folkmoot/contract/events/reports-schema.ts';
import { EVENT_PAGE } from '@folkmoot/contract/events/schema.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { ReportedBy, ReportReason } from '../../reports/ReportFacts.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { timeAgo } from '../../ui/format-date.ts';
import { LinkButton } from '../../ui/layout/links.tsx';
import { SectionHeader } from '../../ui/layout/SectionHeader.tsx';
import css from '../lists/lists.module.css';
import { Pages } from '../lists/Pages.tsx';

/** Reports of a community's events that wait. */
export function CommunityEventReports({ serverId }: { serverId: string }) {
  const [page, setPage] = useState(1);
  const reports = useQuery({
    ...apiQuery(listEventReports, { serverId, page }),
    placeholderData: keepPreviousData,
  });
  const dismiss = useApiMutation(dismissEventReport, {
    failed: 'Could not dismiss the report.',
    onDone: () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listEventReports) }),
  });
  return (
    <List
      reports={reports}
      page={page}
      onPage={setPage}
      busy={dismiss.isPending}
      onDismiss={(reportId) => dismiss.mutate({ serverId, reportId })}
    />
  );
}

/** Reports of events that belong to no community. */
export function OwnerEventReports() {
  const [page, setPage] = useState(1);
  const reports = useQuery({ ...apiQuery(listOwnerReports, { page }), placeholderData: keepPreviousData });
  const dismiss = useApiMutation(dismissOwnerReport, {
    failed: 'Could not dismiss the report.',
    onDone: () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listOwnerReports) }),
  });
  return (
    <List
      reports={reports}
      page={page}
      onPage={setPage}
      busy={dismiss.isPending}
      onDismiss={(reportId) => dismiss.mutate({ reportId })}
    />
  );
}

type ListProps = {
  reports: {
    data: { data: EventReportView[]; count: number } | undefined;
    isPending: boolean;
    error: Error | null;
    refetch: () => unknown;
  };
  page: number;
  onPage: (page: number) => void;
  busy: boolean;
  onDismiss: (reportId: string) => void;
};

function List({ reports, page, onPage, busy, onDismiss }: ListProps) {
  const { data } = reports;
  return (
    <section className={css.section} aria-labelledby="event-reports">
      <SectionHeader id="event-reports" title={`Reported events${data && data.count > 0 ? ` (${data.count})` : ''}`} />
      {reports.isPending && (
        <LoadingFallback label="Loading event reports">
          <SkeletonRows rows={2} />
        </LoadingFallback>
      )}
      {reports.error && <ErrorState error={reports.error} again={reports.refetch} level={3} />}
      {data?.count === 0 && <p>No reported events.</p>}
      {data && data.data.length > 0 && (
        <ul className={css.card} aria-label="Reported events">
          {data.data.map((report) => (
            <li key={report.id} className={css.report}>
              <div>
                <b dir="auto">{report.event.name}</b>
                <ReportReason reason={REASON_LABELS[report.reason]} note={report.note} />
                <small>
                  <ReportedBy person={report.reporter} />, {timeAgo(new Date(report.created_epoc * 1000).toISOString())}
                </small>
              </div>
              <span>
                <LinkButton to="/$alias" params={{ alias: report.event.alias }} variant="default">
                  Open event
                </LinkButton>
                <Button variant="default" disabled={busy} onClick={() => onDismiss(report.id)}>
                  Dismiss
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pages
        page={Math.min(page, Math.max(1, Math.ceil((data?.count ?? 0) / EVENT_PAGE)))}
        count={data?.count ?? 0}
        onPage={onPage}
      />
    </section>
  );
}
