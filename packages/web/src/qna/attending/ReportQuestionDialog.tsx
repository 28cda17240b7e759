import { reportQuestion } from '@folkmoot/contract/qna/api.ts';
import type { QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { LIMITS, NewReport, REASON_LABELS } from '@folkmoot/contract/reports/schema.ts';
import { call } from '../../core/api-client.ts';
import { ReportDialog } from '../../reports/ReportDialog.tsx';
import type { Seen } from '../live/queries.ts';

/** Reports a question to the hosts. */
export function ReportQuestionDialog({ seen, question }: { seen: Seen; question: QuestionView }) {
  return (
    <ReportDialog
      title="Report this question"
      schema={NewReport}
      reasons={REASON_LABELS}
      noteLabel={(reason) => (reason === 'other' ? 'What is wrong with it?' : 'Anything to add? (optional)')}
      noteLimit={LIMITS.note}
      send={(report) => call(reportQuestion, { ...seen, questionId: question._id, ...report })}
      fallback="Could not report the question."
    />
  );
}
