import { getMe } from '@folkmoot/contract/accounts/api.ts';
import { getMailHealth, listMailStops, removeMailStop, resumePaused } from '@folkmoot/contract/mailings/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../test/answers.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { MailHealthScreen } from './MailHealthScreen.tsx';

const id = crypto.randomUUID();
const mailingId = crypto.randomUUID();
const NOBODY = '00000000-0000-0000-0000-000000000000';

function signedIn(isInstallationOwner: boolean): void {
  const user = { id, firstName: 'Maren', lastName: 'Oduya', username: 'maren', email: 'm@post.example' };
  const profile = {
    profile_photo: null,
    timeZone: 'Europe/London',
    joinedAt: '2026-01-05T10:00:00.000Z',
    conversation: null,
  };
  answer(getMe, { user: { ...user, ...profile }, sessionId: crypto.randomUUID(), isInstallationOwner });
}

test('mail: beside letters that are paused, it is not said that nothing waits', async () => {
  signedIn(true);
  const none = { sent: 0, failed: 0, bounced: 0, complaints: 0 };
  const paused = { id: mailingId, kind: 'event_invitation', subject: 'Come along', about: '', by: 'Hedda' } as const;
  const health = { day: none, week: none, queued: 0, rests_epoc: null, domains: [] };
  answer(getMailHealth, { ...health, paused: [{ ...paused, reason: 'bounces', sent: 1, failed: 0, queued: 2 }] });
  answer(listMailStops, { data: [], nextCursor: null });
  await draw(<MailHealthScreen />, { as: id });
  await expect.element(page.getByText('Nothing else is waiting to be sent.')).toBeVisible();
});

test('mail: the owner reads how emails went, resumes what is paused, and removes an address', async () => {
  signedIn(true);
  answer(getMailHealth, {
    day: { sent: 1200, failed: 3, bounced: 2, complaints: 0 },
    week: { sent: 5000, failed: 9, bounced: 4, complaints: 1 },
    queued: 40,
    rests_epoc: null,
    domains: [{ domain: 'slow.example', until_epoc: 1_800_000_000 }],
    paused: [
      {
        ...{ id: mailingId, kind: 'event_invitation', subject: 'Come along', about: 'Kiln opening', by: 'Hedda Host' },
        ...{ reason: 'bounces', sent: 90, failed: 10, queued: 100 },
      },
    ],
  });
  const stop = { address: 'nell@post.example', scopeId: NOBODY, from: '', since_epoc: 1_790_000_000, ends_epoc: null };
  answer(listMailStops, { data: [{ ...stop, scope: 'all', reason: 'complained' }], nextCursor: null });
  answer(resumePaused, { message: 'Sending goes on.' });
  answer(removeMailStop, { message: 'The address can get letters again.' });
  await draw(<MailHealthScreen />, { as: id });
  await expect.element(page.getByRole('row', { name: 'Last 24 hours 1,200 3 2 0' })).toBeVisible();
  await expect.element(page.getByText(/slow\.example asked us to slow down/)).toBeVisible();
  await expect.element(page.getByText(/Paused after 100 of 200\. Too many of these addresses/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => calls.some(({ path }) => path.endsWith(`/mailings/${mailingId}/resume`))).toBe(true);
  await page.getByRole('button', { name: 'Remove nell@post.example' }).click();
  await expect.element(page.getByText(/Remove the address only if they asked you to/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await expect
    .poll(() => calls.find(({ path }) => path.endsWith('/mail-stops/remove'))?.body)
    .toEqual({ address: 'nell@post.example', scope: 'all', scopeId: NOBODY });
});

test('mail: everybody else finds nothing there', async () => {
  signedIn(false);
  await draw(<MailHealthScreen />, { as: id });
  await expect.element(page.getByRole('heading')).toBeVisible();
  expect(calls.some(({ path }) => path.includes('mail-'))).toBe(false);
});
