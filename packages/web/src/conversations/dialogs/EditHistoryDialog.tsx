import { listEdits } from '@folkmoot/contract/conversations/api.ts';
import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../core/queries.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { fullDate } from '../../ui/format-date.ts';
import css from './edit-history-dialog.module.css';

/** What a message said before it was edited, the newest first. */
export function EditHistoryDialog({ message }: { message: MessageView }) {
  const edits = useQuery(apiQuery(listEdits, { conversationId: message.conversationId, messageId: message.id }));
  return (
    <Dialog title="Edit history" width={560} brief>
      {edits.isPending && (
        <LoadingFallback label="Loading the edit history">
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
      {edits.isError && <ErrorState error={edits.error} again={edits.refetch} level={3} />}
      {edits.data?.data.length === 0 && <EmptyState art="stools" level={3} title="This message has not been edited" />}
      <ol className={css.edits}>
        <Version label="Now" text={message.text} />
        {edits.data?.data.map((edit) => (
          <Version key={edit.replacedAt} label={`Until ${fullDate(edit.replacedAt)}`} text={edit.text} />
        ))}
      </ol>
    </Dialog>
  );
}

function Version({ label, text }: { label: string; text: string }) {
  return (
    <li>
      <p className={css.when}>{label}</p>
      <p className={css.text} dir="auto">
        {text}
      </p>
    </li>
  );
}
