import { getWritingService, writeCommunityDescription, writeEventDescription } from '@folkmoot/contract/writing/api.ts';
import { refusals } from '@folkmoot/contract/writing/schema.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls, refuse } from '../../test/answers.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { WriteButton } from './WriteButton.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const dialog = page.getByRole('dialog', { name: 'Write with AI' });
const prompt = dialog.getByRole('textbox', { name: 'Prompt' });
const suggestion = dialog.getByRole('textbox', { name: 'Suggestion' });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const written = (text: string) => answer(writeEventDescription, { generated_output: text });
const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

function Description({ initial, subject = 'event' }: { initial: string; subject?: 'event' | 'community' }) {
  const [text, setText] = useState(initial);
  return (
    <>
      <output>{text}</output>
      <WriteButton subject={subject} hasText={() => text !== ''} onAccept={setText} />
    </>
  );
}

async function open(initial = '', subject: 'event' | 'community' = 'event') {
  answer(getWritingService, { service: { host: 'models.example' } });
  await draw(<Description initial={initial} subject={subject} />, { as: ME });
  await page.getByRole('button', { name: 'Write with AI' }).click();
}

test('write with AI: where no service is set there is no button', async () => {
  answer(getWritingService, { service: null });
  await draw(<Description initial="" />, { as: ME });
  await expect.poll(() => calls.map(({ path }) => path)).toContain('/api/v1/writing');
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('write with AI: the dialog says who gets the prompt, and a prompt is required', async () => {
  await open();
  await expect.element(dialog.getByText(/Your prompt is sent to models\.example/)).toBeVisible();
  await button('Generate').click();
  await expect.element(prompt).toHaveAccessibleDescription(expect.stringContaining('Prompt is required.'));
  expect(sent()).toEqual([]);
  await expectAccessible();
});

test('write with AI: a text is generated, changed and accepted into an empty field', async () => {
  await open();
  await prompt.fill('  A walk at dusk ');
  await dialog.getByText('Formal', { exact: true }).click();
  await dialog.getByText('Short', { exact: true }).click();
  written('You are invited to a walk.');
  await button('Generate').click();
  await expect.element(suggestion).toHaveValue('You are invited to a walk.');
  expect(sent()).toEqual([{ event_prompt: 'A walk at dusk', content_style: 'Formal', content_length: 'Short' }]);
  await expectAccessible();
  await suggestion.fill('You are invited to a long walk.');
  await button('Accept').click();
  await expect.element(page.getByRole('status').getByText('You are invited to a long walk.')).toBeVisible();
  await expect.poll(() => dialog.elements()).toEqual([]);
});

test('write with AI: Retry brings another text, and the first one with its changes stays within reach', async () => {
  await open();
  await prompt.fill('A walk');
  written('First.');
  await button('Generate').click();
  await suggestion.fill('First, changed.');
  written('Second.');
  await button('Retry').click();
  await expect.element(suggestion).toHaveValue('Second.');
  await dialog.getByRole('button', { name: 'Previous suggestion' }).click();
  await expect.element(suggestion).toHaveValue('First, changed.');
  await expect.element(dialog.getByText('1 of 2')).toBeVisible();
});

test('write with AI: Accept asks before it replaces a text, and Cancel keeps both', async () => {
  await open('What was there.');
  await prompt.fill('A walk');
  written('New.');
  await button('Generate').click();
  await button('Accept').click();
  const question = page.getByRole('dialog', { name: 'Replace the description?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(suggestion).toHaveValue('New.');
  await button('Accept').click();
  await question.getByRole('button', { name: 'Replace' }).click();
  await expect.element(page.getByText('New.', { exact: true })).toBeVisible();
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
});

test.each([
  { name: 'down', refusal: refusals.down },
  { name: 'over the day’s limit', refusal: refusals.tooMany },
])('write with AI: what was typed stays when the service is $name', async ({ refusal }) => {
  await open('', 'community');
  await prompt.fill('Neighbours who repair bicycles');
  refuse(writeCommunityDescription, { statusCode: refusal.status, message: refusal.message });
  await button('Generate').click();
  await expect.element(dialog.getByText(refusal.message)).toBeVisible();
  await expect.element(prompt).toHaveValue('Neighbours who repair bicycles');
  answer(writeCommunityDescription, { data: { generated_output: 'We repair bicycles.' } });
  await button('Generate').click();
  await expect.element(suggestion).toHaveValue('We repair bicycles.');
});

test('write with AI: a text that was made too long for its field cannot be accepted', async () => {
  await open('', 'community');
  await prompt.fill('Bicycles');
  answer(writeCommunityDescription, { data: { generated_output: 'Short.' } });
  await button('Generate').click();
  await suggestion.fill('x'.repeat(1001));
  await expect.element(suggestion).toHaveAccessibleDescription(expect.stringContaining('Max 1000 characters allowed.'));
  await expect.element(button('Accept')).toBeDisabled();
});
