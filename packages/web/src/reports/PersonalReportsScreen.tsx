import { answerPersonalReport, listPersonalReports } from '@folkmoot/contract/reports/api.ts';
import { type PersonalReportView, REASON_LABELS } from '@folkmoot/contract/reports/schema.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { loadMore } from '../core/load-more.ts';
import { apiInfiniteQuery, apiQueryKey, useApiMutation } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { useMe } from '../core/session.tsx';
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState, NotFound } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { DELETING, ReportedMessage } from './ReportedMessage.tsx';
import { ReportedBy, ReportReason } from './ReportFacts.tsx';
import css from './reports.module.css';

/** For the owner of the installation: messages between people that one of them reported. */
export function PersonalReportsScreen({ onAnswered }: { onAnswered: () => void }) {
  const me = useMe();
  usePageTitle('Reported messages');
  if (!me) return null;
  return me.isInstallationOwner ? <Reports onAnswered={onAnswered} /> : <NotFound />;
}

function Reports({ onAnswered }: { onAnswered: () => void }) {
  const reports = useInfiniteQuery(apiInfiniteQuery(listPersonalReports, {}));
  const shown = reports.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className={css.screen}>
      <p className={css.note}>
        From direct messages and groups, each given to you by somebody inside. You see nothing else of the conversation.
      </p>
      {reports.isPending && (
        <LoadingFallback label="Loading reports">
          <SkeletonRows rows={4} round />
        </LoadingFallback>
      )}
      {reports.isError && <ErrorState error={reports.error} again={reports.refetch} />}
      {reports.isSuccess && shown.length === 0 && <EmptyState art="stools" title="No reported messages" />}
      <ul className={css.list} aria-label="Reported messages">
        {shown.map((report) => (
          <li key={report.id}>
            <Card report={report} onAnswered={onAnswered} />
          </li>
        ))}
      </ul>
      {reports.hasNextPage && (
        <Button variant="default" loading={reports.isFetchingNextPage} onClick={() => void loadMore(reports)}>
          Show more
        </Button>
      )}
    </div>
  );
}

function Card({ report, onAnswered }: { report: PersonalReportView; onAnswered: () => void }) {
  const confirm = useConfirm();
  const answer = useApiMutation(answerPersonalReport, {
    failed: 'Could not answer the report.',
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(listPersonalReports) });
      onAnswered();
    },
  });
  const reportId = report.id;
  return (
    <article className={css.card}>
      <ReportedMessage report={report} />
      {report.files > 0 && report.text !== '' && (
        <p className={css.note}>
          With {report.files} {report.files === 1 ? 'attachment' : 'attachments'}.
        </p>
      )}
      {report.deleted && <p className={css.note}>The message has been deleted since.</p>}
      <ReportReason reason={REASON_LABELS[report.reason]} note={report.note} />
      <p className={css.note}>
        <ReportedBy person={report.reporter} />
      </p>
      <div className={css.buttons}>
        <Button
          variant="default"
          size="sm"
          disabled={answer.isPending}
          onClick={() => answer.mutate({ reportId, answer: 'dismissed' })}
        >
          Dismiss
        </Button>
        {!report.deleted && (
          <Button
            color="madder"
            size="sm"
            disabled={answer.isPending}
            onClick={() =>
              confirm({ ...DELETING, run: () => answer.mutateAsync({ reportId, answer: 'message-deleted' }) })
            }
          >
            Delete message
          </Button>
        )}
      </div>
    </article>
  );
}
