import { getExport, startExport } from '@folkmoot/contract/accounts/export-api.ts';
import type { ExportView } from '@folkmoot/contract/accounts/export-schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { ExportSection } from './ExportSection.tsx';
import { sizeOf } from './export-words.ts';

const NONE: ExportView = {
  ...{ state: 'none', askedAt: null, items: 0 },
  ...{ size: null, url: null, readyUntil: null, nextAt: null },
};
const ASKED = { askedAt: '2026-11-26T10:00:00.000Z' };
const PREPARING: ExportView = {
  ...NONE,
  ...ASKED,
  state: 'preparing',
  items: 12_400,
  nextAt: '2026-11-27T10:00:00.000Z',
};
const READY: ExportView = {
  ...{ ...PREPARING, state: 'ready', size: 12_400_000, url: '/files/export/a.b.c' },
  readyUntil: '2026-12-03T10:00:00.000Z',
};

const drawSection = async (view: ExportView) => {
  answer(getExport, { data: view });
  await draw(<ExportSection />, { as: crypto.randomUUID(), path: '/settings/account' });
};

test('data: it is asked for once, says how far it is, and becomes a link', async () => {
  await drawSection(NONE);
  await expect.element(page.getByRole('heading', { name: 'Download your data' })).toBeVisible();
  await expectAccessible();
  answer(startExport, { message: 'Your data is being prepared.', data: PREPARING });
  answer(getExport, { data: PREPARING });
  await page.getByRole('button', { name: 'Request a copy' }).click();
  await expect.element(page.getByRole('status').getByText('Your data is being prepared')).toBeVisible();
  await expect.element(page.getByText('12,400 items so far')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toContain('/api/v1/auth/export');
  await expectAccessible();
  answer(getExport, { data: READY });
  const link = page.getByRole('link', { name: 'Download (12.4 MB)' });
  await expect.element(link).toHaveAttribute('href', '/files/export/a.b.c');
  await expect.element(page.getByText(/^As of .*26.* Available until .*3/)).toBeVisible();
  await expectAccessible();
});

test('data: a second copy the same day is refused in words, before it is asked for', async () => {
  await drawSection(READY);
  const again = page.getByRole('button', { name: 'Request a new copy' });
  await expect.element(again).toHaveAttribute('aria-disabled', 'true');
  expect(again.element().getAttribute('aria-description')).toMatch(/^You can request a new copy from .*27/);
});

test('data: one that failed can be tried again, and what the server refuses is shown', async () => {
  await drawSection({ ...NONE, ...ASKED, state: 'failed' });
  await expect.element(page.getByRole('status').getByText('Your data could not be prepared')).toBeVisible();
  await expectAccessible();
  refuse(startExport, {
    statusCode: 429,
    message: 'You can request a copy of your data once a day. Try again tomorrow.',
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect
    .element(page.getByText('You can request a copy of your data once a day. Try again tomorrow.'))
    .toBeVisible();
});

test('data: one that failed too often can be tried again a day later', async () => {
  await drawSection({ ...NONE, ...ASKED, state: 'failed', nextAt: '2026-11-27T10:00:00.000Z' });
  await expect
    .element(page.getByText(/^Something went wrong on the server. You can try again from .*27/))
    .toBeVisible();
  await expect.element(page.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
});

test('data: one whose days are over says so, and a new one can be prepared', async () => {
  await drawSection({ ...NONE, ...ASKED, state: 'expired' });
  await expect.element(page.getByText('Your last copy is no longer available')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Request a new copy' })).toBeEnabled();
});

test('data: an answer that does not come can be asked for again', async () => {
  breakDown(getExport);
  await draw(<ExportSection />, { as: crypto.randomUUID(), path: '/settings/account' });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('data: sizes are short', () => {
  expect([10, 340_400, 12_440_000, 3_200_000_000].map(sizeOf)).toEqual(['1 KB', '340 KB', '12.4 MB', '3.2 GB']);
});
