import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { reportMessage } from '@folkmoot/contract/reports/api.ts';
import { LIMITS, NewReport, REASON_LABELS } from '@folkmoot/contract/reports/schema.ts';
import { call } from '../core/api-client.ts';
import { ReportDialog } from './ReportDialog.tsx';

const PERSONAL =
  'The owner of this installation gets the text of this message and your name, and sees nothing else of the conversation.';
const READERS = {
  owner: 'Anything the owner should know (optional)',
  moderators: 'Anything the moderators should know (optional)',
} as const;

type Props = { message: Pick<MessageView, 'id' | 'conversationId'>; serverId: string | null };

/** Reports a message to the moderators of its community, or to the owner of the installation. */
export function ReportMessageDialog({ message, serverId }: Props) {
  const { id: messageId, conversationId } = message;
  return (
    <ReportDialog
      title="Report message"
      lead={serverId === null ? PERSONAL : undefined}
      schema={NewReport}
      reasons={REASON_LABELS}
      noteLabel={(reason) =>
        reason === 'other' ? 'In a few words' : READERS[serverId === null ? 'owner' : 'moderators']
      }
      noteLimit={LIMITS.note}
      send={(report) => call(reportMessage, { ...report, conversationId, messageId })}
      fallback="Could not report the message."
    />
  );
}
