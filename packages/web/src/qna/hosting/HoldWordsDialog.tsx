import { updateQna } from '@folkmoot/contract/qna/api.ts';
import { TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { type QnaView, SettingsFields } from '@folkmoot/contract/qna/schema.ts';
import { Textarea } from '@mantine/core';
import { z } from 'zod';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { noteQna, type Seen } from '../live/queries.ts';

const wordsOf = (text: string) =>
  text
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

const Fields = z.object({
  holdWords: z.string().superRefine((text, context) => {
    const checked = SettingsFields.shape.holdWords.safeParse(wordsOf(text));
    if (!checked.success) context.addIssue({ code: 'custom', message: checked.error.issues[0]?.message ?? '' });
  }),
});

/** The words with which a question always waits for a host, one in each line. */
export function HoldWordsDialog({ seen: { eventId }, qna }: { seen: Seen; qna: QnaView }) {
  const form = useFields({ schema: Fields, initial: { holdWords: qna.holdWords.join('\n') } });
  return (
    <FormDialog
      title="Hold words"
      width={480}
      form={form}
      send={async ({ holdWords }) => {
        const answer = await call(updateQna, { eventId, holdWords: wordsOf(holdWords) });
        noteQna(answer.data);
        return answer;
      }}
      fallback={TOASTS.settingsFailed}
      submitLabel="Save"
      loadingLabel="Saving"
    >
      <p>
        A question with one of these words waits in the queue, even while “Approve before showing” is off. Only whole
        words count, in small letters or capitals.
      </p>
      <Textarea
        label="Words"
        description="One in each line."
        autosize
        minRows={4}
        maxRows={12}
        data-autofocus
        dir="auto"
        {...form.getInputProps('holdWords')}
      />
    </FormDialog>
  );
}
