import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { reportMessage } from '@folkmoot/contract/reports/api.ts';
import { LIMITS, NewReport, REASON_LABELS } from '@folkmoot/contract/reports/schema.ts';
import { call } from '../core/api-client.ts';
import { ReportDialog } from './ReportDialog.tsx';

/** Reports a message to the moderators. */
export function ReportMessageDialog({ message }: { message: Pick<MessageView, 'id' | 'conversationId'> }) {
  const { id: messageId, conversationId } = message;
  return (
    <ReportDialog
      title="Report message"
      schema={NewReport}
      reasons={REASON_LABELS}
      noteLabel={(reason) => (reason === 'other' ? 'In a few words' : 'Anything the moderators should know (optional)')}
      noteLimit={LIMITS.note}
      send={(report) => call(reportMessage, { ...report, conversationId, messageId })}
      fallback="Could not report the message."
    />
  );
}
