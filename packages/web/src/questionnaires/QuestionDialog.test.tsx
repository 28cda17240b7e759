import type { QuestionDraft } from '@folkmoot/contract/questionnaires/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectFocusReturned, openDialog } from '../../test/draw.tsx';
import { QuestionDialog } from './QuestionDialog.tsx';

const adding = page.getByRole('dialog', { name: 'Add question' });
const add = adding.getByRole('button', { name: 'Add question' });

async function open(question?: QuestionDraft): Promise<QuestionDraft[]> {
  const saved: QuestionDraft[] = [];
  const onSave = async (draft: QuestionDraft) => {
    saved.push(draft);
    return { message: 'Questions saved.' };
  };
  await openDialog(<QuestionDialog {...(question && { question })} onSave={onSave} />);
  return saved;
}

async function answeredWith(kind: string): Promise<void> {
  await adding.getByRole('combobox', { name: 'Answer type' }).click();
  await page.getByRole('option', { name: kind }).click();
}

test('question dialog: a single-choice question names what is missing, and is saved with its choices in order', async () => {
  const saved = await open();
  await add.click();
  await expect.element(adding.getByText('Write the question.')).toBeVisible();
  await adding.getByRole('textbox', { name: 'Question' }).fill('What do you eat?');
  await answeredWith('One choice');
  await add.click();
  await expect.element(adding.getByText('Write the choice, or remove it.')).toBeVisible();
  await adding.getByRole('textbox', { name: 'Choice 1' }).fill('Anything');
  await adding.getByRole('button', { name: 'Add choice' }).click();
  await adding.getByRole('textbox', { name: 'Choice 2' }).fill('anything');
  await add.click();
  await expect.element(adding.getByText('This choice is listed twice.')).toBeVisible();
  await expectAccessible();
  await adding.getByRole('textbox', { name: 'Choice 2' }).fill('No meat');
  await adding.getByRole('switch', { name: 'An answer is required' }).click();
  await add.click();
  await expectFocusReturned();
  expect(saved).toEqual([
    {
      question: 'What do you eat?',
      type: 'single-select',
      is_required: true,
      is_others: false,
      choices: [{ option_text: 'Anything' }, { option_text: 'No meat' }],
    },
  ]);
});

test('question dialog: a question without any choice is refused', async () => {
  const saved = await open();
  await adding.getByRole('textbox', { name: 'Question' }).fill('What do you eat?');
  await answeredWith('Several choices');
  await adding.getByRole('button', { name: 'Remove choice 1' }).click();
  await add.click();
  await expect.element(adding.getByText('Add at least one choice.')).toBeVisible();
  expect(saved).toEqual([]);
});

test('question dialog: a link question has no choices', async () => {
  const saved = await open();
  await adding.getByRole('textbox', { name: 'Question' }).fill('Your page?');
  await answeredWith('Link');
  expect(adding.getByRole('group', { name: 'Choices' }).elements()).toEqual([]);
  await add.click();
  await expectFocusReturned();
  expect(saved).toMatchObject([{ question: 'Your page?', type: 'link', choices: [] }]);
});

test('question dialog: editing a question says that existing answers keep the old wording', async () => {
  await open({ question: 'Your page?', type: 'link', is_required: true, is_others: false, choices: [] });
  const editing = page.getByRole('dialog', { name: 'Edit question' });
  await expect.element(editing.getByText('Editing a question does not change earlier answers.')).toBeVisible();
  await expect.element(editing.getByRole('textbox', { name: 'Question' })).toHaveValue('Your page?');
  await expect.element(editing.getByRole('switch', { name: 'An answer is required' })).toBeChecked();
  await expectAccessible();
});
