import { getMe } from '@folkmoot/contract/accounts/api.ts';
import { answerPersonalReport, listPersonalReports } from '@folkmoot/contract/reports/api.ts';
import type { PersonalReportView } from '@folkmoot/contract/reports/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../test/answers.ts';
import { memberView } from '../../test/communities.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { PersonalReportsScreen } from './PersonalReportsScreen.tsx';

const report = (fields: Partial<PersonalReportView> = {}): PersonalReportView => ({
  id: crypto.randomUUID(),
  reason: 'harassment',
  note: 'Every evening.',
  createdAt: new Date(Date.now() - 7_200_000).toISOString(),
  reporter: memberView('Bea', 'Ashby'),
  author: memberView('Otis', 'Reed'),
  text: 'I know where you live',
  files: 0,
  deleted: false,
  ...fields,
});

let told = 0;

async function drawScreen(open: PersonalReportView[], isOwner = true) {
  const maren = memberView('Maren', 'Holt');
  answer(getMe, {
    user: { ...maren, profile_photo: null, timeZone: 'Europe/London', conversation: null },
    sessionId: crypto.randomUUID(),
    isInstallationOwner: isOwner,
  });
  let left = open;
  answer(listPersonalReports, () => ({ data: left, nextCursor: null }));
  answer(answerPersonalReport, () => {
    left = left.slice(1);
    return { message: 'Report dismissed.' };
  });
  await draw(<PersonalReportsScreen onAnswered={() => (told += 1)} />, { as: maren.id });
}

const items = page.getByRole('list', { name: 'Reported messages' }).getByRole('listitem');

test('reported messages: only the owner of the installation has this screen, and nothing is asked for others', async () => {
  await drawScreen([], false);
  await expect.element(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  expect(calls.some(({ path }) => path.includes('message-reports'))).toBe(false);
});

test('reported messages: each says who wrote what and who reported it, and is dismissed or deleted', async () => {
  await drawScreen([
    report(),
    report({ text: 'Photo', files: 2 }),
    report({ author: null, reporter: null, deleted: true }),
  ]);
  const first = items.first();
  for (const words of ['Otis Reed', 'I know where you live', 'Harassment or bullying', 'Bea Ashby'])
    await expect.element(first.getByText(words)).toBeVisible();
  await expect.element(items.nth(1).getByText('With 2 attachments.')).toBeVisible();
  await expect.element(items.nth(2).getByText('The message has been deleted since.')).toBeVisible();
  expect(items.nth(2).getByRole('button', { name: 'Delete message' }).elements()).toEqual([]);
  await expectAccessible();
  await first.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(items.first().getByText('Photo')).toBeVisible();
  await items.first().getByRole('button', { name: 'Delete message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click();
  await expect.poll(() => items.elements().length).toBe(1);
  expect(told).toBe(2);
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { answer: 'dismissed' },
    { answer: 'message-deleted' },
  ]);
});
