import { changePreferences, getPreferences, listDevices } from '@folkmoot/contract/notifications/api.ts';
import { choicesFrom } from '@folkmoot/contract/notifications/rules.ts';
import type { PreferencesView } from '@folkmoot/contract/notifications/schema.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, refuse } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { NotificationSettingsScreen } from './NotificationSettingsScreen.tsx';

const preferences = (stored = {}): PreferencesView => ({
  kinds: choicesFrom(stored),
  previews: true,
  timeZone: 'Europe/London',
});
const me = { as: crypto.randomUUID() };
const noDevices = { publicKey: 'B'.repeat(87), data: [] };

afterEach(() => vi.restoreAllMocks());

test('notification settings: every kind has its choice, and what cannot wait offers no digest', async () => {
  answer(getPreferences, { data: preferences() });
  answer(listDevices, noDevices);
  await draw(<NotificationSettingsScreen />, me);
  await expect.element(page.getByLabelText('Push: Mentions')).toBeChecked();
  await expect.element(page.getByLabelText('Email: Mentions')).toHaveValue('daily');
  const options = (label: string) =>
    [...(page.getByLabelText(label).element() as HTMLSelectElement).options].map(({ text }) => text);
  expect(options('Email: Mentions')).toEqual(['Immediately', 'Daily digest', 'Never']);
  expect(options('Email: Reminders')).toEqual(['Immediately', 'Never']);
  await expectAccessible();
});

test('notification settings: a choice is saved when it is made, and goes back if it cannot be saved', async () => {
  answer(getPreferences, { data: preferences() });
  answer(listDevices, noDevices);
  answer(changePreferences, { message: 'Saved.', data: preferences({ mention: { push: true, mail: 'never' } }) });
  await draw(<NotificationSettingsScreen />, me);
  const mail = page.getByLabelText('Email: Mentions');
  await expect.element(mail).toHaveValue('daily');
  answer(getPreferences, { data: preferences({ mention: { push: true, mail: 'never' } }) });
  await mail.selectOptions('Never');
  await expect.element(mail).toHaveValue('never');
  refuse(changePreferences, { statusCode: 503, message: 'Not now.' });
  const reports = page.getByLabelText('Push: Reported messages');
  await reports.click({ force: true });
  await expect.element(page.getByText(/Not now|Could not save your choice/i).first()).toBeVisible();
  await expect.element(reports).toBeChecked();
});

test('notification settings: a browser in which they are blocked says what to do', async () => {
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('denied');
  answer(getPreferences, { data: preferences() });
  answer(listDevices, noDevices);
  await draw(<NotificationSettingsScreen />, me);
  await expect.element(page.getByText(/You have blocked notifications from this site/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Turn on notifications' })).not.toBeInTheDocument();
});

test('notification settings: the browsers in which they are on are listed, this one first said so', async () => {
  answer(getPreferences, { data: preferences() });
  answer(listDevices, {
    ...noDevices,
    data: [
      {
        id: crypto.randomUUID(),
        device: 'Firefox on Linux',
        createdAt: '2026-11-20T10:00:00.000Z',
        reachedAt: null,
        current: true,
      },
    ],
  });
  await draw(<NotificationSettingsScreen />, me);
  await expect.element(page.getByText('Firefox on Linux')).toBeVisible();
  await expect.element(page.getByText(/This browser\. Nothing sent yet/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Turn off in Firefox on Linux' })).toBeVisible();
  await expectAccessible();
});
