import { getMe } from '@folkmoot/contract/accounts/api.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { REASON_LABELS } from '@folkmoot/contract/events/reports-schema.ts';
import { dismissHomeReport, listHomeReports } from '@folkmoot/contract/home/api.ts';
import type { HomeReportView } from '@folkmoot/contract/home/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { memberView } from '../../../test/communities.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { HomeReportsScreen } from './HomeReportsScreen.tsx';

const report = (fields: Partial<HomeReportView> = {}): HomeReportView => ({
  id: crypto.randomUUID(),
  reason: 'misleading',
  note: 'It is not their workshop.',
  created_epoc: Math.floor(Date.now() / 1000) - 7200,
  reporter: memberView('Bea', 'Ashby'),
  community: { id: crypto.randomUUID(), slug: 'makers', name: 'Makers' },
  ...fields,
});

let open: HomeReportView[];

async function drawScreen(given: HomeReportView[], { isOwner = true, readable = true } = {}) {
  open = given;
  const maren = memberView('Maren', 'Holt');
  answer(getMe, {
    user: { ...maren, profile_photo: null, timeZone: 'Europe/London', conversation: null },
    sessionId: crypto.randomUUID(),
    isInstallationOwner: isOwner,
  });
  if (readable) answer(listHomeReports, () => ({ data: open, count: open.length }));
  else refuse(listHomeReports, { statusCode: 403, message: core.forbidden.message });
  answer(dismissHomeReport, () => {
    open = open.slice(1);
    return { message: 'Report dismissed.' };
  });
  await draw(<HomeReportsScreen />, { as: maren.id });
}

const items = page.getByRole('list', { name: 'Reported pages' }).getByRole('listitem');

test('reported pages: only the owner of the installation has this screen, and nothing is asked for others', async () => {
  await drawScreen([], { isOwner: false });
  await expect.element(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  expect(calls.some(({ path }) => path.includes('reports'))).toBe(false);
});

test('reported pages: without a report it says so', async () => {
  await drawScreen([]);
  await expect.element(page.getByText('No reported pages.')).toBeVisible();
  await expectAccessible();
});

test('reported pages: each report says what, why and by whom, also if that person is gone, and leads to the page', async () => {
  await drawScreen([report(), report({ reporter: null, note: '', reason: 'spam' })]);
  await expect.element(page.getByRole('heading', { name: 'Reported pages (2)' })).toBeVisible();
  const first = items.first();
  await expect.element(first.getByText(/Makers/)).toBeVisible();
  await expect.element(first.getByText(new RegExp(REASON_LABELS.misleading))).toBeVisible();
  await expect.element(first.getByText(/It is not their workshop\./)).toBeVisible();
  await expect.element(first.getByText(/Bea Ashby/)).toBeVisible();
  await expect.element(first.getByRole('link', { name: 'Open page' })).toHaveAttribute('href', '/makers');
  await expect.element(items.nth(1).getByText(new RegExp(REASON_LABELS.spam))).toBeVisible();
  await expectAccessible();
});

test('reported pages: a dismissed report goes, and one that cannot be dismissed stays with a sentence', async () => {
  await drawScreen([report(), report({ note: 'Second.' })]);
  await items.first().getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByRole('heading', { name: 'Reported pages (1)' })).toBeVisible();
  refuse(dismissHomeReport, { statusCode: 403, message: core.forbidden.message });
  await items.first().getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByText(core.forbidden.message)).toBeVisible();
  await expect.element(items.first().getByText(/Second\./)).toBeVisible();
});

test('reported pages: a list that cannot be read says so, and can be asked for again', async () => {
  await drawScreen([], { readable: false });
  await expect.element(page.getByText(core.forbidden.message)).toBeVisible();
  answer(listHomeReports, { data: [report()], count: 1 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(items.first().getByText(/Makers/)).toBeVisible();
});
