import { DeclineReason } from '@folkmoot/contract/core/decline.ts';
import { changeQuestion } from '@folkmoot/contract/qna/api.ts';
import { refusals } from '@folkmoot/contract/qna/refusals-schema.ts';
import { LIMITS, type QuestionView, REFUSAL_TEXTS } from '@folkmoot/contract/qna/schema.ts';
import { z } from 'zod';
import { type Decline, DeclineReasonFields } from '../../communities/members/DeclineReasonFields.tsx';
import { call } from '../../core/api-client.ts';
import { isStatus } from '../../core/api-error.ts';
import { useFields } from '../../core/form.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { noteQuestion } from '../live/queries.ts';
import { failed } from './useModerate.ts';

const Fields = z.object({
  selectedReason: DeclineReason,
  reason: z
    .string()
    .refine((reason) => reason.trim() !== '', refusals.reasonRequired.message)
    .max(LIMITS.reason, `A reason cannot exceed ${LIMITS.reason} characters.`),
});
const FIRST: Decline = { selectedReason: 'General Decline', reason: REFUSAL_TEXTS['General Decline'] };

/** Refuses a question. The person who asked it reads the reason. */
export function RefuseDialog({ question }: { question: QuestionView }) {
  const { eventId, _id: questionId, state: from } = question;
  const form = useFields({ schema: Fields, initial: FIRST });
  const close = useCloseDialog();
  const { selectedReason, reason } = form.values;
  return (
    <FormDialog
      title="Refuse this question"
      subtitle={question.content}
      width={480}
      form={form}
      send={async ({ reason }) => {
        try {
          const input = { eventId, questionId, token: undefined, from, status: 'refused', reason } as const;
          const answer = await call(changeQuestion, input);
          noteQuestion(answer.data);
          return answer;
        } catch (error) {
          if (!isStatus(error, 409)) throw error;
          // Another host was faster: what it is now is shown, and there is nothing left to refuse.
          failed(question, error);
          close();
          return undefined;
        }
      }}
      fallback="Could not refuse the question."
      submitLabel="Refuse"
      loadingLabel="Refusing"
      danger
      dirty={reason !== REFUSAL_TEXTS[selectedReason]}
    >
      <p>Only the person who asked reads this text.</p>
      <DeclineReasonFields
        value={form.values}
        onChange={(value) => {
          form.setValues(value);
          form.clearFieldError('reason');
        }}
        texts={REFUSAL_TEXTS}
        limit={LIMITS.reason}
        textLabel="Message"
        error={form.errors.reason}
      />
    </FormDialog>
  );
}
