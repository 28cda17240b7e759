import { getMe } from '@folkmoot/contract/accounts/api.ts';
import { getExport } from '@folkmoot/contract/accounts/export-api.ts';
import {
  checkDeletionCode,
  deleteAccount,
  findDeletionBlockers,
  sendDeletionCode,
} from '@folkmoot/contract/accounts/leaving-api.ts';
import type { Blocker } from '@folkmoot/contract/accounts/leaving-schema.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { memberView } from '../../../test/communities.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { AccountScreen } from './AccountScreen.tsx';

const COUNTS = {
  ...{ communities: 2, ownCommunities: 1, places: 3, events: 0, calendars: 0, groups: 1 },
  ...{ messages: 1234, pastEvents: 1, pastPlaces: 0, payments: 2 },
};

async function drawAccount(blockers: Blocker[] = []) {
  const bea = memberView('Bea', 'Ashby');
  const user = { ...bea, profile_photo: null, timeZone: 'Europe/London', conversation: null };
  answer(getMe, { user, sessionId: crypto.randomUUID(), isInstallationOwner: false });
  answer(findDeletionBlockers, { data: blockers, counts: COUNTS });
  answer(getExport, { data: NO_COPY });
  answer(sendDeletionCode, { message: 'A code is on its way.', data: { token: 'first' } });
  await draw(<AccountScreen />, { as: bea.id, path: '/settings/account' });
}

const NO_COPY = {
  ...({ state: 'none', askedAt: null, items: 0, size: null, url: null, readyUntil: null, nextAt: null } as const),
};

const open = () => page.getByRole('button', { name: 'Delete account' }).click();

async function reachCode() {
  await open();
  await page.getByRole('radio', { name: 'Privacy concerns' }).click();
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible();
}

test('account: what has to be settled is listed with the way to it, and nothing can be deleted', async () => {
  const id = crypto.randomUUID();
  await drawAccount([
    { kind: 'installation', id: null, name: '', alias: null, people: 40 },
    { kind: 'community', id, name: 'Alder Village', alias: 'alder', people: 1 },
    { kind: 'event', id, name: 'Kiln opening', alias: 'kiln', people: 12 },
    { kind: 'calendar', id, name: 'Walks', alias: 'walks', people: 2 },
    { kind: 'sales', id, name: 'Ball', alias: 'ball', people: 3 },
    { kind: 'payment', id, name: 'Fair', alias: null, people: 0 },
  ]);
  const list = page.getByRole('list', { name: 'What to take care of first' });
  await expect.element(list.getByText('A community with 1 other member. Hand it over or delete it.')).toBeVisible();
  const hrefs = list
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual([
    '/settings/installation',
    '/alder/settings',
    '/events/manage/kiln',
    '/calendars/manage/walks',
    '/events/manage/ball',
    '/events',
  ]);
  await expect.element(page.getByRole('button', { name: 'Delete account' })).not.toBeInTheDocument();
  await expectAccessible();
});

test('account: a list that cannot be loaded says so', async () => {
  const bea = memberView('Bea', 'Ashby');
  breakDown(findDeletionBlockers);
  answer(getExport, { data: NO_COPY });
  const user = { ...bea, profile_photo: null, timeZone: 'Europe/London', conversation: null };
  answer(getMe, { user, sessionId: crypto.randomUUID(), isInstallationOwner: false });
  await draw(<AccountScreen />, { as: bea.id, path: '/settings/account' });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('account: a reason is required, and one of your own if it is another', async () => {
  await drawAccount();
  await open();
  const send = page.getByRole('button', { name: 'Email me a code' });
  await send.click();
  await expect.element(page.getByText('This field is required.')).toBeVisible();
  await page.getByRole('radio', { name: 'Other' }).click();
  await send.click();
  await expect.element(page.getByText('This field is required.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Your reason' }).fill('x'.repeat(251));
  await send.click();
  await expect.element(page.getByText('The reason cannot exceed 250 characters.')).toBeVisible();
  expect(calls.filter(({ path }) => path.includes('send-otp'))).toEqual([]);
  await expectAccessible();
});

test('account: a code that comes too soon is refused above the reasons', async () => {
  await drawAccount();
  refuse(sendDeletionCode, { statusCode: 429, message: 'Wait a minute before asking for another code.' });
  await open();
  await page.getByRole('radio', { name: 'Duplicate Accounts' }).click();
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect.element(page.getByText('Wait a minute before asking for another code.')).toBeVisible();
});

test('account: a wrong code empties the boxes, and the right one leads to what goes and stays', async () => {
  await drawAccount();
  await reachCode();
  await expect.element(page.getByText(/Resend in (1:00|0:5\d)\./)).toBeVisible();
  refuse(checkDeletionCode, { statusCode: 422, message: 'x', fields: { otp: 'Please enter valid OTP.' } });
  await userEvent.keyboard('123456');
  await expect.element(page.getByText('Please enter valid OTP.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Digit 1' })).toHaveValue('');
  await expectAccessible();
  answer(checkDeletionCode, { message: 'Thank you.', data: { token: 'second' } });
  await userEvent.keyboard('654321');
  await expect.element(page.getByRole('dialog', { name: 'This cannot be undone' })).toBeVisible();
  const goes = page.getByRole('list', { name: 'Deleted for good' });
  expect(
    goes
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Your profile, sign-in methods and everything you saved',
    'Your membership in 2 communities',
    '1 community with no other members',
    'Your spot or role at 3 upcoming events',
    '1 group of people you invite',
  ]);
  const stays = page.getByRole('list', { name: 'Kept without your name' });
  expect(
    stays
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['1,234 messages', '1 past event', '2 payments']);
  await expectAccessible();
  refuse(deleteAccount, { statusCode: 409, message: 'Some things have to be settled first.' });
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect.element(page.getByText('Some things have to be settled first.')).toBeVisible();
  const asked = calls.filter(({ method, path }) => method === deleteAccount.method && path === deleteAccount.path);
  expect(asked.map(({ body }) => body)).toEqual([{ token: 'second', deletionReason: 'Privacy concerns' }]);
});
