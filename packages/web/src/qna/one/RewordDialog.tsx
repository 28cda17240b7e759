import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { changeQuestion, listMine } from '@folkmoot/contract/qna/api.ts';
import { TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { Content, LIMITS, type OwnQuestionView, type QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { Button, Textarea } from '@mantine/core';
import { useId } from 'react';
import { z } from 'zod';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import screen from '../../ui/layout/screen.module.css';
import { noteQuestion, refreshMine, refreshQna, type Seen } from '../live/queries.ts';
import { ownCall } from './own-call.ts';

const Fields = z.object({ content: Content });

type Props = {
  seen: Seen;
  question: QuestionView | OwnQuestionView;
  /** For hosts, who are told that everybody sees who chose the words. */
  host?: boolean;
};

/** Changes the words of a question. Update is off while they are as they were. */
export function RewordDialog({ seen, question, host = false }: Props) {
  const id = useId();
  const close = useCloseDialog();
  const form = useFields({ schema: Fields, initial: { content: question.content } });
  const { content } = form.values;
  const isChanged = content.replace(/\s+/gu, ' ').trim() !== question.content;
  const leave = useUnsaved(isChanged);
  const submission = useSubmit(
    form,
    async (values) => {
      const { input, options } = host
        ? { input: { ...seen, questionId: question._id }, options: {} }
        : ownCall(seen, question);
      const answer = await call(changeQuestion, { ...input, ...values }, options);
      toast.done(answer.message);
      noteQuestion(answer.data);
      refreshMine(seen.eventId);
      refreshQna(seen.eventId, [listMine]);
      close();
    },
    TOASTS.wrong,
  );
  return (
    <Dialog
      title={host ? 'Reword this question' : 'Edit your question'}
      width={520}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton
            type="submit"
            form={id}
            disabled={!isChanged}
            loading={submission.busy}
            loadingLabel="Updating"
          >
            Update
          </LoadingButton>
        </>
      }
    >
      <Form {...submission} id={id} className={screen.form}>
        <Textarea
          label="Question"
          description={`${lengthOf(content.trim())}/${LIMITS.content}`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autosize
          minRows={3}
          maxRows={8}
          data-autofocus
          dir="auto"
          {...form.getInputProps('content')}
        />
        {host && <p>Everybody will see “Worded by a host” under it.</p>}
      </Form>
    </Dialog>
  );
}
