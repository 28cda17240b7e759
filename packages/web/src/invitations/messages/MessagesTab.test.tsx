import { getMe } from '@folkmoot/contract/accounts/api.ts';
import {
  listGuestMessages,
  previewGuestMessage,
  sendGuestMessage,
} from '@folkmoot/contract/invitations/messages-api.ts';
import type { MessageView } from '@folkmoot/contract/invitations/messages-schema.ts';
import { getQuestions } from '@folkmoot/contract/questionnaires/api.ts';
import { listTickets } from '@folkmoot/contract/tickets/api.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { question } from '../../../test/registrations.ts';
import { MessagesTab } from './MessagesTab.tsx';

const me = { as: crypto.randomUUID() };
const lunch = question('Lunch?', 'single-select', { choices: ['Soup', 'Bread'] });

const message = (fields: Partial<MessageView> = {}): MessageView => ({
  id: crypto.randomUUID(),
  kind: 'guest_message',
  by: null,
  subject: 'Bring gloves',
  state: 'done',
  reason: null,
  starts_epoc: Math.floor(Date.now() / 1000) - 3600,
  counts: { queued: 0, sent: 12, failed: 1 },
  to: { status: ['going'], question: lunch.question_id, option: lunch.choices[0]?.option_id },
  body: 'It is cold in the yard.',
  scheduled: false,
  ...fields,
});

beforeEach(() => {
  const user = { id: me.as, firstName: 'Hedda', lastName: 'Host', username: 'hedda', email: 'h@post.example' };
  const profile = {
    profile_photo: null,
    timeZone: 'Europe/London',
    joinedAt: '2026-01-05T10:00:00.000Z',
    conversation: null,
  };
  answer(getMe, { user: { ...user, ...profile }, sessionId: crypto.randomUUID(), isInstallationOwner: false });
  answer(listTickets, { data: [], count: 0 } as never);
  answer(getQuestions, { data: [lunch], response_given: false, responses: [] });
  answer(previewGuestMessage, {
    count: 12,
    skipped: { unanswered: 2, unreachable: 1 },
    leftOut: [
      { name: 'Nell Ash', reason: 'unanswered' },
      { name: 'Bo Lin', reason: 'unreachable' },
    ],
    checkedIn: false,
    digest: 'd',
  });
});
afterEach(() => page.viewport(720, 900));

/** The messages that were sent. */
const sent = () =>
  calls
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'))
    .map(({ body }) => body as { to: object; send_at?: number; id: string });

/** Types into a message. */
async function write(panel: Locator, words: string): Promise<void> {
  await panel.getByRole('textbox', { name: 'Message' }).click();
  await userEvent.keyboard(words);
}

test('messages: what was sent and what is scheduled say to whom, and what they say', async () => {
  const starts_epoc = Math.floor(Date.now() / 1000) + 86_400;
  const none = { queued: 0, sent: 0, failed: 0 };
  answer(listGuestMessages, {
    data: [
      message({ subject: 'See you soon', state: 'waiting', scheduled: true, starts_epoc, counts: none }),
      message(),
    ],
  });
  await draw(<MessagesTab event={eventView()} />, me);
  await expect.element(page.getByText(/^Will be sent on/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel message' })).toBeVisible();
  await page.getByText('Bring gloves').click();
  await expect.element(page.getByText('It is cold in the yard.')).toBeVisible();
  await expect.element(page.getByText(/12 sent, 1 not delivered.*Going · Lunch\? Soup/)).toBeVisible();
  await expectAccessible();
});

test('messages: one is written to guests who are chosen by status and answer, and the numbers say whom it reaches', async () => {
  answer(listGuestMessages, { data: [] });
  answer(sendGuestMessage, {
    message: 'The message to 12 guests is leaving in 30 seconds.',
    data: { mailingId: crypto.randomUUID(), count: 12, startsAt: 0 },
  });
  await draw(<MessagesTab event={eventView()} />, me);
  await page.getByRole('button', { name: 'Message guests' }).click();
  const panel = page.getByRole('dialog', { name: 'Message guests' });
  await expect.element(panel.getByText('To 12 guests')).toBeVisible();
  await expect
    .element(panel.getByText(/^Left out: Nell Ash and 1 more never answered.*Invite them again\.$/))
    .toBeVisible();
  await expect
    .element(panel.getByText(/^Left out: Bo Lin can’t be reached.*Get in touch another way\.$/))
    .toBeVisible();
  await panel.getByText('Waiting list', { exact: true }).click();
  await panel.getByRole('combobox', { name: 'Answered the question' }).click();
  await page.getByRole('option', { name: 'Lunch?' }).click();
  await panel.getByRole('combobox', { name: 'With the answer' }).click();
  await page.getByRole('option', { name: 'Soup' }).click();
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(panel.getByText('Subject is required.')).toBeVisible();
  expect(sent()).toEqual([]);
  await panel.getByRole('textbox', { name: 'Subject' }).fill('Soup');
  // A greeting and a name are no message yet.
  await expect.element(panel.getByText('Write your message below the greeting.')).toBeVisible();
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  expect(sent()).toEqual([]);
  await write(panel, 'There will be soup.');
  await expectAccessible();
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await expect
    .poll(sent)
    .toMatchObject([
      { to: { status: ['going', 'waitlisted'], question: lunch.question_id, option: lunch.choices[0]?.option_id } },
    ]);
  await expect.element(panel).not.toBeInTheDocument();
});

test('messages: nobody chosen and a time that is refused are said at their field, and nothing typed is lost', async () => {
  answer(listGuestMessages, { data: [] });
  refuse(sendGuestMessage, {
    statusCode: 422,
    message: 'Choose a time in the future.',
    fields: { send_at: 'Choose a time in the future.' },
  });
  await draw(<MessagesTab event={eventView()} />, me);
  await page.getByRole('button', { name: 'Message guests' }).click();
  const panel = page.getByRole('dialog', { name: 'Message guests' });
  await panel.getByRole('textbox', { name: 'Subject' }).fill('Soon');
  await write(panel, 'See you soon.');
  await panel.getByText('Going', { exact: true }).click();
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(panel.getByText('Choose who gets it.')).toBeVisible();
  await panel.getByText('Going', { exact: true }).click();
  await panel.getByText('Schedule').first().click();
  await panel.getByRole('button', { name: 'Schedule' }).click();
  await expect.element(panel.getByText('Choose a time in the future.')).toBeVisible();
  expect(sent().map(({ send_at }) => typeof send_at)).toEqual(['number']);
  await expect.element(panel.getByRole('textbox', { name: 'Subject' })).toHaveValue('Soon');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Leave without sending?')).toBeVisible();
});
