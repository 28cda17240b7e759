import {
  type QuestionDraft as Draft,
  LIMITS,
  QuestionDraft,
  type QuestionType,
} from '@folkmoot/contract/questionnaires/schema.ts';
import { Button, Select, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { v7 } from 'uuid';
import { z } from 'zod';
import { useFields } from '../core/form.tsx';
import { FormDialog } from '../ui/dialog/FormDialog.tsx';
import { IconButton } from '../ui/inputs/IconButton.tsx';
import { withMoved } from '../ui/inputs/order.ts';
import { SortableList } from '../ui/inputs/SortableList.tsx';
import own from './questionnaire.module.css';

const TYPES = [
  { value: 'single-select', label: 'One choice' },
  { value: 'multi-select', label: 'Several choices' },
  { value: 'text', label: 'Text' },
  { value: 'link', label: 'Link' },
] as const;

type Choice = { id: string; option_id: string | undefined; option_text: string };

type QuestionValues = {
  question: string;
  type: QuestionType;
  is_required: boolean;
  is_others: boolean;
  choices: Choice[];
};

type Props = { question?: Draft; onSave: (draft: Draft) => Promise<{ message: string }> };

const hasChoices = (type: string) => type === 'single-select' || type === 'multi-select';

/** One question: its text, the type of answer, and its choices in order. */
export function QuestionDialog({ question, onSave }: Props) {
  const form = useFields<QuestionValues>({
    schema: z.preprocess((written) => draftOf(written as QuestionValues), QuestionDraft) as never,
    initial: {
      question: question?.question ?? '',
      type: question?.type ?? 'text',
      is_required: question?.is_required ?? false,
      is_others: question?.is_others ?? false,
      choices: (question?.choices ?? []).map(({ option_text, option_id }) => choiceOf(option_text, option_id)),
    },
  });
  const { type, choices } = form.values;
  const setChoices = (next: Choice[]) => {
    // What was wrong is named by position.
    form.clearErrors();
    form.setFieldValue('choices', next);
  };
  const add = () => setChoices([...choices, choiceOf('')]);
  return (
    <FormDialog
      title={question ? 'Edit question' : 'Add question'}
      width={520}
      form={form}
      send={(written) =>
        onSave({ ...draftOf(written), ...(question?.question_id && { question_id: question.question_id }) })
      }
      submitLabel={question ? 'Save question' : 'Add question'}
      loadingLabel="Saving"
    >
      {question && <p className={own.note}>Editing a question does not change earlier answers.</p>}
      <TextInput label="Question" required data-autofocus dir="auto" {...form.getInputProps('question')} />
      <Select
        label="Answer type"
        allowDeselect={false}
        data={TYPES}
        value={type}
        onChange={(chosen) => {
          if (chosen) form.setFieldValue('type', chosen as QuestionType);
          if (chosen && hasChoices(chosen) && choices.length === 0) add();
        }}
      />
      {hasChoices(type) && (
        <fieldset className={own.choices}>
          <legend>Choices</legend>
          {choices.length > 0 && (
            <SortableList
              label="Choices"
              items={choices.map((choice) => ({ ...choice, name: choice.option_text || 'choice' }))}
              onMove={(id, before) => setChoices(withMoved(choices, id, before))}
              row={(choice, index) => (
                <>
                  <TextInput
                    className={own.choice ?? ''}
                    aria-label={`Choice ${index + 1}`}
                    dir="auto"
                    {...form.getInputProps(`choices.${index}.option_text`)}
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
          {form.errors.choices && (
            <p role="alert" className={own.problem}>
              {form.errors.choices}
            </p>
          )}
          {choices.length < LIMITS.choices && (
            <Button variant="default" size="sm" leftSection={<IconPlus size={16} />} onClick={add}>
              Add choice
            </Button>
          )}
          <Switch
            label="Let guests write their own answer (“Something else”)"
            {...form.getInputProps('is_others', { type: 'checkbox' })}
          />
        </fieldset>
      )}
      <Switch label="An answer is required" {...form.getInputProps('is_required', { type: 'checkbox' })} />
    </FormDialog>
  );
}

function choiceOf(text: string, option_id?: string): Choice {
  return { id: option_id ?? v7(), option_id, option_text: text };
}

/** The form's values as they are sent; the schema reports errors by these paths. */
function draftOf({ question, type, is_required, is_others, choices }: QuestionValues): Draft {
  const isChoice = hasChoices(type);
  return {
    question,
    type,
    is_required,
    is_others: isChoice && is_others,
    choices: isChoice
      ? choices.map(({ option_id, option_text }) => ({ ...(option_id && { option_id }), option_text }))
      : [],
  };
}
