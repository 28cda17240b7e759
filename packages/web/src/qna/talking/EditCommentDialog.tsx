import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { changeComment } from '@folkmoot/contract/qna/api.ts';
import { type CommentView, NewComment } from '@folkmoot/contract/qna/comments-schema.ts';
import { LIMITS } from '@folkmoot/contract/qna/schema.ts';
import { Textarea } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { refreshComments, type Seen } from '../live/queries.ts';

/** Changes the words of your own comment. */
export function EditCommentDialog({ seen: { eventId, token }, comment }: { seen: Seen; comment: CommentView }) {
  const { _id: commentId, questionId } = comment;
  const form = useFields({ schema: NewComment, initial: { content: comment.content } });
  return (
    <FormDialog
      title="Edit comment"
      width={480}
      form={form}
      send={({ content }) => call(changeComment, { eventId, questionId, commentId, token, content })}
      onSent={() => refreshComments(eventId, questionId)}
      submitLabel="Update"
      loadingLabel="Updating"
    >
      <Textarea
        label="Comment"
        description={`${lengthOf(form.values.content.trim())}/${LIMITS.comment.toLocaleString()}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        dir="auto"
        {...form.getInputProps('content')}
      />
    </FormDialog>
  );
}
