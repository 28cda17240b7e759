import { changeQuestion, getQuestion } from '@folkmoot/contract/qna/api.ts';
import type { QuestionState, QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { PACE } from '@folkmoot/contract/qna/schema.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../core/api-client.ts';
import { isStatus } from '../../core/api-error.ts';
import { toast } from '../../core/toasts/toast.ts';
import { dropQuestion, noteQuestion } from '../live/queries.ts';

type Change = { status: QuestionState; reason?: string } | { isBookmarked: boolean } | { isNow: boolean };

/** What a host does with a question. If another host was faster, the screen shows what it is now. */
export function useModerate(question: QuestionView) {
  const change = useMutation({
    mutationFn: (change: Change) => changeTo(question, change),
    onError: (error) => failed(question, error),
  });
  const { mutate, mutateAsync, isPending } = change;
  return {
    isPending,
    move: (status: QuestionState) => mutate({ status }),
    bookmark: () => mutate({ isBookmarked: question.isBookmarked !== true }),
    setNow: (isNow: boolean) => mutate({ isNow }),
    /** Marks it as answered; for ten seconds that can be undone, and what was being answered then is again. */
    answer: () => {
      // Its card goes before the answer is there: what follows belongs to nothing on the screen.
      const done = mutateAsync({ status: 'answered' });
      done.then(
        (answered) => toast.undoable('Marked as answered.', PACE.undo, () => void reopen(answered, question.isNow)),
        () => undefined,
      );
    },
  };
}

/** Takes back that a question was answered. */
async function reopen(answered: QuestionView, wasNow: boolean): Promise<void> {
  try {
    const open = await changeTo(answered, { status: 'published' });
    if (wasNow) await changeTo(open, { isNow: true });
  } catch (error) {
    failed(answered, error);
  }
}

/** Changes a question and shows it. @throws ApiError with the server's sentence. */
export async function changeTo(question: QuestionView, change: Change): Promise<QuestionView> {
  const { eventId, _id: questionId, state: from } = question;
  const asked = 'status' in change ? { ...change, from } : change;
  const { data } = await call(changeQuestion, { eventId, questionId, token: undefined, ...asked });
  noteQuestion(data);
  return data;
}

/** Says why, and shows what the question is now. */
export function failed({ eventId, _id: questionId }: QuestionView, error: unknown): void {
  toast.failed(error);
  if (!isStatus(error, 409) && !isStatus(error, 404)) return;
  call(getQuestion, { eventId, questionId, token: undefined }).then(
    ({ data }) => noteQuestion(data),
    (gone: unknown) => {
      if (isStatus(gone, 404)) dropQuestion(eventId, questionId);
    },
  );
}
