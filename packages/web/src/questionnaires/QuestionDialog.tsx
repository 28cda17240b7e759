import {
  type QuestionDraft as Draft,
  LIMITS,
  QuestionDraft,
  type QuestionType,
} from '@folkmoot/contract/questionnaires/schema.ts';
import { Button, Select, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, errorMessage } from '../core/api-error.ts';
import { Form } from '../core/form.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';
import { IconButton } from '../ui/inputs/IconButton.tsx';
import { withMoved } from '../ui/inputs/order.ts';
import { SortableList } from '../ui/inputs/SortableList.tsx';
import css from '../ui/layout/screen.module.css';
import own from './questionnaire.module.css';

const TYPES = [
  { value: 'single-select', label: 'One choice' },
  { value: 'multi-select', label: 'Several choices' },
  { value: 'text', label: 'Text' },
  { value: 'link', label: 'Link' },
] as const;

type Choice = { id: string; name: string; option_id: string | undefined; text: string };

type Props = { question?: Draft; onSave: (draft: Draft) => Promise<void> };

/** One question: its text, the type of answer, and its choices in order. */
export function QuestionDialog({ question, onSave }: Props) {
  const close = useCloseDialog();
  const next = useRef(0);
  const choiceOf = (text: string, option_id?: string): Choice => {
    next.current += 1;
    return { id: option_id ?? `new-${next.current}`, name: text, option_id, text };
  };
  const [asked, setAsked] = useState(question?.question ?? '');
  const [type, setType] = useState<QuestionType>(question?.type ?? 'text');
  const [required, setRequired] = useState(question?.is_required ?? false);
  const [others, setOthers] = useState(question?.is_others ?? false);
  const [choices, setChoices] = useState<Choice[]>(() =>
    (question?.choices ?? []).map(({ option_text, option_id }) => choiceOf(option_text, option_id)),
  );
  const written = JSON.stringify([asked, type, required, others, choices.map(({ text }) => text)]);
  const [first] = useState(written);
  const leave = useUnsaved(written !== first);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isChoice = type === 'single-select' || type === 'multi-select';
  const add = () => setChoices([...choices, choiceOf('')]);
  const write = (id: string, text: string) => {
    setErrors({});
    setChoices(choices.map((choice) => (choice.id === id ? { ...choice, text, name: text || 'choice' } : choice)));
  };

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    const draft = {
      ...(question?.question_id === undefined ? {} : { question_id: question.question_id }),
      question: asked,
      type,
      is_required: required,
      is_others: isChoice && others,
      choices: isChoice
        ? choices.map(({ option_id, text }) => ({
            ...(option_id === undefined ? {} : { option_id }),
            option_text: text,
          }))
        : [],
    };
    const parsed = QuestionDraft.safeParse(draft);
    if (!parsed.success) {
      setErrors(Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])));
      setTimeout(() => document.querySelector<HTMLElement>('#question [aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    setProblem(undefined);
    onSave(draft)
      .then(close)
      .catch((error: unknown) => {
        const [sentence] = error instanceof ApiError ? Object.values(error.fields) : [];
        setProblem(sentence ?? errorMessage(error));
      })
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      title={question ? 'Edit question' : 'Add question'}
      width={520}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton type="submit" form="question" loading={busy} loadingLabel="Saving">
            {question ? 'Save question' : 'Add question'}
          </LoadingButton>
        </>
      }
    >
      <Form id="question" className={css.form} onSubmit={submit} problem={problem} busy={busy}>
        {question && <p className={own.note}>Existing answers keep the question as it was.</p>}
        <TextInput
          label="Question"
          required
          data-autofocus
          dir="auto"
          value={asked}
          onChange={({ currentTarget }) => {
            setAsked(currentTarget.value);
            setErrors({});
          }}
          error={errors.question}
        />
        <Select
          label="Answered with"
          allowDeselect={false}
          data={TYPES}
          value={type}
          onChange={(chosen) => {
            if (chosen) setType(chosen as QuestionType);
            if ((chosen === 'single-select' || chosen === 'multi-select') && choices.length === 0) add();
          }}
        />
        {isChoice && (
          <fieldset className={own.choices}>
            <legend>Choices</legend>
            {choices.length > 0 && (
              <SortableList
                label="Choices"
                items={choices}
                onMove={(id, before) => setChoices(withMoved(choices, id, before))}
                row={(choice, index) => (
                  <>
                    <TextInput
                      className={own.choice ?? ''}
                      aria-label={`Choice ${index + 1}`}
                      dir="auto"
                      value={choice.text}
                      onChange={({ currentTarget }) => write(choice.id, currentTarget.value)}
                      error={errors[`choices.${index}.option_text`]}
                    />
                    <IconButton
                      label={`Remove choice ${index + 1}`}
                      onClick={() => setChoices(choices.filter(({ id }) => id !== choice.id))}
                    >
                      <IconTrash size={18} />
                    </IconButton>
                  </>
                )}
              />
            )}
            {errors.choices && (
              <p role="alert" className={own.problem}>
                {errors.choices}
              </p>
            )}
            {choices.length < LIMITS.choices && (
              <Button variant="default" size="sm" leftSection={<IconPlus size={16} />} onClick={add}>
                Add choice
              </Button>
            )}
            <Switch
              label="“Others”, with a text of one’s own"
              checked={others}
              onChange={({ currentTarget }) => setOthers(currentTarget.checked)}
            />
          </fieldset>
        )}
        <Switch
          label="An answer is required"
          checked={required}
          onChange={({ currentTarget }) => setRequired(currentTarget.checked)}
        />
      </Form>
    </Dialog>
  );
}
