import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { answerReport } from '@folkmoot/contract/reports/api.ts';
import { REASON_LABELS, type ReportView } from '@folkmoot/contract/reports/schema.ts';
import { Button } from '@mantine/core';
import { useApiMutation } from '../core/queries.ts';
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx';
import { timeAgo } from '../ui/format-date.ts';
import { PlainLink } from '../ui/layout/links.tsx';
import { DELETING, ReportedMessage } from './ReportedMessage.tsx';
import { ReportedBy, ReportReason } from './ReportFacts.tsx';
import css from './reports.module.css';

const ANSWERS = {
  dismissed: 'Dismissed',
  'message-deleted': 'Message deleted',
  resolved: 'Closed',
} as const;

type Props = { serverId: string; report: ReportView; onAnswered: () => void };

/** One report: the message as it was, who reported it and why, and the buttons to answer it. */
export function ReportCard({ serverId, report, onAnswered }: Props) {
  const confirm = useConfirm();
  const answer = useApiMutation(answerReport, { failed: 'Could not answer the report.', onDone: onAnswered });
  const give = (how: 'dismissed' | 'resolved') => answer.mutate({ serverId, reportId: report.id, answer: how });
  const { reporter, message } = report;
  const deleted = message === null || message.deletedAt !== null;
  return (
    <article className={css.card}>
      <ReportedMessage
        report={report}
        serverId={serverId}
        where={
          report.channelId && (
            <>
              {' in '}
              <PlainLink
                to="/channel/$channelId"
                params={{ channelId: report.channelId }}
                search={spotOf(report)}
                className={css.link}
              >
                #{report.channelName}
              </PlainLink>
            </>
          )
        }
      />
      {deleted && <p className={css.note}>The message has been deleted since.</p>}
      <ReportReason reason={REASON_LABELS[report.reason]} note={report.note} />
      <p className={css.note}>
        <ReportedBy person={reporter} />
        {report.count > 1 && ` and ${report.count - 1} ${report.count === 2 ? 'other' : 'others'}`}
      </p>
      {report.answer ? (
        <p className={css.note}>
          {ANSWERS[report.answer]} by{' '}
          {report.answeredBy ? <bdi>{fullName(report.answeredBy)}</bdi> : 'a deleted member'}{' '}
          {report.answeredAt && timeAgo(report.answeredAt)}
        </p>
      ) : (
        <div className={css.buttons}>
          <Button variant="default" size="sm" disabled={answer.isPending} onClick={() => give('dismissed')}>
            Dismiss
          </Button>
          <Button variant="default" size="sm" disabled={answer.isPending} onClick={() => give('resolved')}>
            Close as resolved
          </Button>
          {!deleted && (
            <Button
              color="madder"
              size="sm"
              disabled={answer.isPending}
              onClick={() =>
                confirm({
                  ...DELETING,
                  run: () => answer.mutateAsync({ serverId, reportId: report.id, answer: 'message-deleted' }),
                })
              }
            >
              Delete message
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

/** Where the message is: in its channel, or in a thread of it. */
function spotOf({ message, rootSeq }: ReportView): { message?: number; thread?: string } {
  if (!message) return {};
  return rootSeq === null ? { message: message.seq } : { message: message.seq, thread: message.conversationId };
}
