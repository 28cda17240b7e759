import { getFaqs, saveFaqs } from '@folkmoot/contract/home/api.ts';
import { refusals, TEXTS } from '@folkmoot/contract/home/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { FaqsDialog } from './FaqsDialog.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const SERVER = '0190a3b4-0000-7000-8000-0000000000c0';
const dialog = page.getByRole('dialog', { name: 'Update FAQs' });
const save = dialog.getByRole('button', { name: 'Save', exact: true });
const cost = { title: 'What does it cost?', description: '<p>Nothing.</p>' };
const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

test('update FAQs: what could not be loaded is asked for again', async () => {
  breakDown(getFaqs);
  await openDialog(<FaqsDialog serverId={SERVER} />, { as: ME });
  await expect.element(dialog.getByText('Failed to fetch data')).toBeVisible();
  answer(getFaqs, { data: [], version: 0 });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(save).toBeVisible();
  await expectAccessible();
});

test('update FAQs: the whole list is saved, with the version that it began as', async () => {
  answer(getFaqs, { data: [cost], version: 4 });
  await openDialog(<FaqsDialog serverId={SERVER} />, { as: ME });
  await dialog.getByRole('button', { name: 'Add question' }).click();
  await save.click();
  await expect
    .element(dialog.getByRole('textbox', { name: 'Question' }))
    .toHaveAccessibleDescription(expect.stringContaining('This field is required.'));
  await dialog.getByRole('textbox', { name: 'Question' }).fill('Is there tea?');
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('Always.');
  await expectAccessible();
  const tea = { title: 'Is there tea?', description: '<p>Always.</p>' };
  answer(saveFaqs, { message: TEXTS.saved, data: { data: [cost, tea], version: 5 } });
  await save.click();
  await expect.element(page.getByText('Saved!')).toBeVisible();
  await expectFocusReturned();
  expect(sent()).toEqual([{ faqs: [cost, tea], version: 4 }]);
});

test('update FAQs: two people at once: the later sees both lists, and nothing of theirs is lost', async () => {
  answer(getFaqs, { data: [cost], version: 4 });
  await openDialog(<FaqsDialog serverId={SERVER} />, { as: ME });
  await dialog.getByRole('button', { name: 'Add question' }).click();
  await dialog.getByRole('textbox', { name: 'Question' }).fill('Is there tea?');
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('Always.');
  const cake = { title: 'Is there cake?', description: '<p>On Sundays.</p>' };
  refuse(saveFaqs, { statusCode: 409, ...refusals.faqsStale, current: { data: [cost, cake], version: 5 } });
  await save.click();
  const newer = dialog.getByRole('region', { name: 'Newer questions' });
  await expect.element(newer.getByText('Is there cake?')).toBeVisible();
  await expect.element(dialog.getByRole('alert').first()).toMatchTextContent(refusals.faqsStale.message);
  await expectAccessible();
  await newer.getByRole('button', { name: 'Use theirs and add mine' }).click();
  answer(saveFaqs, { message: TEXTS.saved, data: { data: [], version: 6 } });
  await save.click();
  await expectFocusReturned();
  const tea = { title: 'Is there tea?', description: '<p>Always.</p>' };
  expect(sent().at(-1)).toEqual({ faqs: [cost, cake, tea], version: 5 });
});
