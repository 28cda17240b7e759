import { answerSubmission, listSubmissions } from '@folkmoot/contract/calendars/api.ts';
import { REFUSE_TEXTS, type SubmissionView } from '@folkmoot/contract/calendars/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { calendarView, eventCard } from '../../../test/calendars.ts';
import { memberView } from '../../../test/communities.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { SubmissionsTab } from './SubmissionsTab.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const calendar = calendarView({ role: { role: 'calendar_admin' }, pendingCount: 1 });
const submission = (name: string, fields: Partial<SubmissionView> = {}): SubmissionView => ({
  event: eventCard({ name }),
  status: 'pending',
  submittedBy: memberView('Kofi', 'Mensah'),
  submitted_epoc: 1_779_000_000,
  decidedBy: null,
  selectedReason: '',
  reason: '',
  ...fields,
});
const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('submissions: none, and a failure, are said', async () => {
  answer(listSubmissions, { data: [], count: 0 });
  const screen = await draw(<SubmissionsTab calendar={calendar} />, { as: ME });
  await expect.element(page.getByRole('heading', { name: 'No submissions' })).toBeVisible();
  await screen.unmount();
  breakDown(listSubmissions);
  await draw(<SubmissionsTab calendar={calendarView({ id: crypto.randomUUID() })} />, { as: ME });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('submissions: who submitted each is said, also of people who have left; one is accepted', async () => {
  const elsewhere = submission('Fair', { submittedBy: null });
  elsewhere.event.event_url = 'https://folkmoot.example/fair';
  answer(listSubmissions, { data: [submission('Spoon Swap'), elsewhere], count: 52 });
  answer(answerSubmission, { message: 'Accepted. It is on the calendar now.' });
  await draw(<SubmissionsTab calendar={calendar} />, { as: ME });
  const rows = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem');
  await expect.element(rows.first()).toMatchTextContent(/Spoon Swap.*Submitted by Kofi Mensah/);
  await expect.element(rows.last()).toMatchTextContent(/Fair.*https:\/\/folkmoot\.example\/fair/);
  await expect.element(page.getByText('50 more are waiting. They appear as you answer these.')).toBeVisible();
  await expectAccessible();
  await rows
    .first()
    .getByRole('button', { name: /^Accept/ })
    .click();
  await expect.element(page.getByText('Accepted. It is on the calendar now.')).toBeVisible();
  expect(sent()).toEqual([{ accept: true, reason: '' }]);
});

test('submissions: of two admins, the second is told that it has an answer', async () => {
  answer(listSubmissions, { data: [submission('Spoon Swap')], count: 1 });
  refuse(answerSubmission, { statusCode: 409, message: 'Somebody else has answered this submission already.' });
  await draw(<SubmissionsTab calendar={calendar} />, { as: ME });
  answer(listSubmissions, { data: [], count: 0 });
  await page.getByRole('button', { name: /^Accept/ }).click();
  await expect.element(page.getByText('Somebody else has answered this submission already.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No submissions' })).toBeVisible();
});

test('refusing a submission: a reason brings its words, and “Other” needs some', async () => {
  answer(listSubmissions, { data: [submission('Spoon Swap')], count: 1 });
  answer(answerSubmission, { message: 'Declined. We are emailing the person who submitted it.' });
  await draw(<SubmissionsTab calendar={calendar} />, { as: ME });
  await page.getByRole('button', { name: /^Decline/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Decline this event' });
  const message = dialog.getByRole('textbox', { name: /^Message/ });
  await expect.element(message).toHaveValue(REFUSE_TEXTS['General Decline']);
  await expectAccessible();
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Other' }).click();
  await expect.element(message).toHaveValue('');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect.element(message).toHaveAccessibleDescription(expect.stringContaining('Write a reason.'));
  expect(sent()).toEqual([]);
  await message.fill('We are closed that day.');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect.element(page.getByText('Declined. We are emailing the person who submitted it.')).toBeVisible();
  expect(sent()).toEqual([{ accept: false, selectedReason: 'Other', reason: 'We are closed that day.' }]);
});
