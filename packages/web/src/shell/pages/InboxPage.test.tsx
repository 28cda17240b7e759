import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { listCounts } from '@folkmoot/contract/conversations/api.ts';
import { listAttention } from '@folkmoot/contract/events/api.ts';
import { listUnread } from '@folkmoot/contract/inbox/api.ts';
import { countNotifications } from '@folkmoot/contract/notifications/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown } from '../../../test/answers.ts';
import { draw } from '../../../test/draw.tsx';
import type { AnyEndpoint } from '../../core/api-client.ts';
import { InboxPage } from './InboxPage.tsx';

async function drawInbox(submissions: number, notifications: number, broken?: AnyEndpoint): Promise<void> {
  const calendar = { calendarId: crypto.randomUUID(), alias: 'guild', name: 'Guild', submissions };
  const calendars = submissions === 0 ? [] : [{ ...calendar, events: ['Choir'], since_epoc: 1_700_000_000 }];
  answer(listAttention, { data: [], calendars, invitations: 0, invitedTo: [], reportedMessages: 0 });
  answer(countNotifications, { unread: notifications, answers: 0 });
  answer(listMyCommunities, { data: [] });
  answer(listCounts, { data: [] });
  answer(listUnread, { data: [], people: [], nextCursor: null });
  if (broken) breakDown(broken);
  await draw(<InboxPage />, { as: crypto.randomUUID(), path: '/inbox' });
}

test.each([
  [1, 0, 'No unread messages'],
  [0, 12, 'No unread messages'],
  [0, 0, 'You’re all caught up'],
])('inbox: with %s submissions and %s notifications it says “%s”', async (submissions, notifications, said) => {
  await drawInbox(submissions, notifications);
  await expect.element(page.getByRole('heading', { name: said })).toBeVisible();
});

test.each([
  ['what waits at events', listAttention],
  ['notifications', countNotifications],
])('inbox: while %s cannot be asked for, nobody is told to be caught up', async (_, endpoint) => {
  await drawInbox(0, 0, endpoint);
  await expect.element(page.getByRole('heading', { name: 'No unread messages' })).toBeVisible();
});
