import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { askQuestion, countQuestions, listMine } from '@folkmoot/contract/qna/api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import type { QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { useRef } from 'react';
import { call } from '../../core/api-client.ts';
import { ApiError, isPassing } from '../../core/api-error.ts';
import { useFields, useSubmit } from '../../core/form.tsx';
import { loadChunk } from '../../core/lazy.ts';
import { toast } from '../../core/toasts/toast.ts';
import { noteQuestion, refreshMine, refreshQna, type Seen } from '../live/queries.ts';
import { forgetKey, keepDraft, keepKey, keptDraft, newKey } from './kept.ts';

type Values = { content: string; isAnonymous: boolean };

const loadFile = loadChunk(() => import('./ask-fields.ts'));
const loadFields = () => loadFile().then(({ AskSchema }) => AskSchema);

/**
 * The form of a new question. What is typed is kept in this browser until it is sent; sent again after a failure, it is asked once.
 *
 * @param onAsked called with the question once it is there.
 */
export function useAsk({ eventId, token }: Seen, onAsked: (question: QuestionView) => void) {
  const kept = useRef(keptDraft(eventId));
  const { content, isAnonymous } = kept.current;
  const form = useFields<Values>({
    schema: loadFields,
    initial: { content, isAnonymous },
    onChange: (values) => {
      kept.current = { ...kept.current, ...values };
      keepDraft(eventId, kept.current);
    },
  });
  const refresh = () => {
    refreshMine(eventId);
    refreshQna(eventId, [countQuestions, listMine]);
  };
  const submission = useSubmit(
    form,
    async (values) => {
      const { key } = kept.current;
      // Before it is sent: if the answer is lost on its way, the question is there all the same.
      if (values.isAnonymous) keepKey(eventId, key);
      const answer = await call(askQuestion, { eventId, token, ...values, key }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === refusals.askedBefore.code) {
          // The first try had arrived: what is typed now is another question.
          kept.current = { ...kept.current, key: newKey() };
          keepDraft(eventId, kept.current);
          refresh();
        } else if (error instanceof ApiError && !isPassing(error)) forgetKey(eventId, key);
        throw error;
      });
      toast.done(answer.message);
      // Whoever asks without a name goes on so until they choose otherwise.
      const next = { content: '', isAnonymous: values.isAnonymous };
      kept.current = { ...next, key: newKey() };
      keepDraft(eventId, kept.current);
      form.setInitialValues(next);
      form.reset();
      noteQuestion(answer.data);
      refresh();
      onAsked(answer.data);
    },
    TOASTS.createFailed,
  );
  return { form, submission, length: lengthOf(form.values.content.trim()) };
}
