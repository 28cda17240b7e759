import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { getQuestions, saveQuestions } from '@folkmoot/contract/questionnaires/api.ts';
import { LIMITS, type Question, type QuestionDraft } from '@folkmoot/contract/questionnaires/schema.ts';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../core/api-client.ts';
import { lazyPart } from '../core/lazy.ts';
import { apiQuery, apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { toast } from '../core/toasts/toast.ts';
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { IconButton } from '../ui/inputs/IconButton.tsx';
import { ItemWords, ListEditor } from '../ui/inputs/ListEditor.tsx';
import { withMoved } from '../ui/inputs/order.ts';
import css from './questionnaire.module.css';

const QuestionDialog = lazyPart(() => import('./QuestionDialog.tsx'), 'QuestionDialog');

const KINDS = {
  'single-select': 'One choice',
  'multi-select': 'Several choices',
  text: 'Text',
  link: 'Link',
} as const;

type Listed = Question & { id: string; name: string };

const draftOf = ({ question_id, question, type, is_required, is_others, choices }: Question): QuestionDraft => ({
  question_id,
  question,
  type,
  is_required,
  is_others,
  choices,
});

/** The questions of an event. Every change is saved at once; answers keep the question they answered. */
export function QuestionnaireEditor({ event }: { event: EventView }) {
  const show = useShowDialog();
  const confirm = useConfirm();
  const eventId = event.id;
  const asked = useQuery(apiQuery(getQuestions, { eventId }));
  const [moved, setMoved] = useState<readonly Listed[]>();
  const shown: readonly Listed[] =
    moved ??
    (asked.data?.data ?? []).map((question) => ({ ...question, id: question.question_id, name: question.question }));
  const closed = event.status === 'cancelled';

  const save = async (questions: QuestionDraft[]) => {
    const answer = await call(saveQuestions, { eventId, questions });
    await queryClient.invalidateQueries({
      predicate: ({ queryKey: [name, input] }) =>
        name === apiQueryKey(getQuestions)[0] && (input as { eventId?: string } | undefined)?.eventId === eventId,
    });
    return answer;
  };
  const saveOne = (draft: QuestionDraft) => {
    const drafts = shown.map(draftOf);
    const at = drafts.findIndex(({ question_id }) => question_id === draft.question_id);
    return save(draft.question_id === undefined || at < 0 ? [...drafts, draft] : drafts.with(at, draft));
  };
  const move = (id: string, before: string | null) => {
    const order = withMoved(shown, id, before);
    setMoved(order);
    save(order.map(draftOf))
      .then(({ message }) => toast.done(message))
      .catch((error: unknown) => toast.failed(error))
      .finally(() => setMoved(undefined));
  };
  const remove = (question: Listed) =>
    confirm({
      title: 'Remove this question?',
      body: (
        <>
          <b dir="auto">{question.question}</b> will no longer be asked. Existing answers are kept.
        </>
      ),
      verb: 'Remove question',
      busyVerb: 'Removing',
      danger: true,
      run: () =>
        save(shown.filter(({ id }) => id !== question.id).map(draftOf)).then(
          ({ message }) => toast.done(message),
          (error: unknown) => {
            toast.failed(error);
            throw error;
          },
        ),
    });
  return (
    <ListEditor
      title="Questions"
      hint="Everyone who registers is asked these. Editing a question does not change earlier answers."
      items={shown}
      asked={asked}
      add={
        !closed && asked.isSuccess && shown.length < LIMITS.questions
          ? { label: 'Add question', run: () => show(<QuestionDialog onSave={saveOne} />) }
          : undefined
      }
      onMove={move}
      row={(question) => (
        <>
          <ItemWords name={question.question} about={aboutOf(question)} />
          {question.is_required && <span className={css.required}>Required</span>}
          {!closed && (
            <>
              <IconButton
                label={`Edit ${question.question}`}
                onClick={() => show(<QuestionDialog question={draftOf(question)} onSave={saveOne} />)}
              >
                <IconPencil size={18} />
              </IconButton>
              <IconButton label={`Remove ${question.question}`} onClick={() => remove(question)}>
                <IconTrash size={18} />
              </IconButton>
            </>
          )}
        </>
      )}
    />
  );
}

/** `One choice: Tiles, Wheel, Something else`. */
function aboutOf({ type, choices, is_others }: Question): string {
  const offered = choices.map(({ option_text }) => option_text);
  return offered.length === 0
    ? KINDS[type]
    : `${KINDS[type]}: ${[...offered, ...(is_others ? ['Something else'] : [])].join(', ')}`;
}
