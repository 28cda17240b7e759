import { countNotifications, listNotifications, readNotifications } from '@folkmoot/contract/notifications/api.ts';
import type { NotificationView } from '@folkmoot/contract/notifications/schema.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../test/answers.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { NotificationsTab } from './NotificationsTab.tsx';

const EVENT = { id: crypto.randomUUID(), name: 'Kiln Opening', alias: 'kiln', coverUrl: null, tint: 'woad' };
const CALENDAR = { id: crypto.randomUUID(), name: 'Guild calendar', alias: 'guild-calendar' };
const ANA = { id: crypto.randomUUID(), firstName: 'Ana', lastName: 'Cruz', username: 'ana', imageUrl: null };
const one = (fields: Partial<NotificationView>): NotificationView => ({
  id: crypto.randomUUID(),
  kind: 'registration',
  count: 1,
  at: '2026-11-20T10:00:00.000Z',
  unread: true,
  person: ANA,
  event: EVENT,
  community: null,
  calendar: null,
  ...fields,
});
afterEach(() => vi.restoreAllMocks());

const me = { as: crypto.randomUUID() };

test('notifications: each says what happened, and links to where it can be answered', async () => {
  answer(countNotifications, { unread: 2, answers: 1 });
  answer(listNotifications, {
    data: [
      one({ kind: 'approval_request', count: 3 }),
      one({ person: null, count: 12 }),
      one({ kind: 'event_cancelled', person: null, unread: false }),
      one({ kind: 'event_submission', event: null, calendar: CALENDAR, unread: false }),
    ],
    nextCursor: null,
  });
  await draw(<NotificationsTab />, me);
  const asked = page.getByRole('link', { name: /Ana Cruz and 2 others asked to join\./ });
  await expect.element(asked).toHaveAttribute('href', expect.stringContaining('/events/manage/kiln?'));
  await expect.element(page.getByText('12 people registered.')).toBeVisible();
  await expect.element(page.getByText('This event has been cancelled.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /Guild calendar Ana Cruz submitted an event\./ }))
    .toHaveAttribute('href', '/calendars/manage/guild-calendar?tab=submissions');
  expect(page.getByLabelText('Unread').elements()).toHaveLength(2);
  await expectAccessible();
});

test('notifications: all can be marked as read at once', async () => {
  answer(countNotifications, { unread: 1, answers: 0 });
  answer(listNotifications, { data: [one({})], nextCursor: null });
  answer(readNotifications, { message: 'Marked as read.' });
  await draw(<NotificationsTab />, me);
  await expect.element(page.getByLabelText('Unread')).toBeVisible();
  answer(countNotifications, { unread: 0, answers: 0 });
  answer(listNotifications, { data: [one({ unread: false })], nextCursor: null });
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.element(page.getByLabelText('Unread')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
});

test('notifications: pushes are offered until the person decides', async () => {
  localStorage.clear();
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default');
  answer(countNotifications, { unread: 0, answers: 0 });
  answer(listNotifications, { data: [], nextCursor: null });
  await draw(<NotificationsTab />, me);
  const offer = page.getByRole('link', { name: 'Turn on notifications' });
  await expect.element(offer).toHaveAttribute('href', '/settings/notifications');
  await expectAccessible();
  await page.getByRole('button', { name: 'No, thanks' }).click();
  await expect.element(offer).not.toBeInTheDocument();
  expect(localStorage.getItem('folkmoot.push-declined')).toBe('yes');
});

test('notifications: nothing yet is said in words', async () => {
  answer(countNotifications, { unread: 0, answers: 0 });
  answer(listNotifications, { data: [], nextCursor: null });
  await draw(<NotificationsTab />, me);
  await expect.element(page.getByText('No notifications yet')).toBeVisible();
  await expectAccessible();
});
