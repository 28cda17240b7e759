import { previewNotice } from '@folkmoot/contract/events/api.ts';
import type { NoticePreview } from '@folkmoot/contract/events/cancel-schema.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { type EventValues, valuesOf } from './event-form.ts';
import { NotifyDialog } from './NotifyDialog.tsx';

const notice = (fields: Partial<NoticePreview> = {}): NoticePreview => ({
  ...{ going: 11, waiting: 1, invited: 2, team: 0, skipped: { stopped: 0, unmailed: 0 }, leftOut: [] },
  ...fields,
});
const dialog = page.getByRole('dialog', { name: 'Tell people about the change?' });
const event = eventView({ time_zone: 'Europe/London', start_epoc: 1_781_949_600, end_epoc: 1_781_956_800 });
const open = (onAnswer = vi.fn(), onlineOnly = false, change: Partial<EventValues> = { startTime: '12:00' }) =>
  openDialog(
    <NotifyDialog
      event={event}
      values={{ ...valuesOf(event), ...change }}
      onlineOnly={onlineOnly}
      onAnswer={onAnswer}
    />,
  );

beforeEach(() => answer(previewNotice, notice()));

test.each([
  ['Save and tell', [[{ notify: true }]]],
  ['Save without telling', [[{ notify: false }]]],
  ['Cancel', []],
])('tell guests about a change: %s is answered as chosen', async (button, answers) => {
  const onAnswer = vi.fn();
  await open(onAnswer);
  await expect.element(dialog.getByRole('button', { name: 'Save and tell' })).toHaveFocus();
  await expect.element(dialog.getByText('We tell 14 people: 11 going, 1 waiting and 2 invited.')).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expectFocusReturned();
  expect(onAnswer.mock.calls).toEqual(answers);
});

test('tell guests about a change: the reason goes along, and who is left out is named with what can be done', async () => {
  const leftOut = [
    { name: 'Ana', reason: 'stopped' as const },
    { name: 'Bo', reason: 'unmailed' as const },
  ];
  answer(previewNotice, notice({ going: 1, waiting: 0, invited: 0, skipped: { stopped: 1, unmailed: 3 }, leftOut }));
  const onAnswer = vi.fn();
  await open(onAnswer);
  await expect.element(dialog.getByText('We tell 1 person: 1 going.')).toBeVisible();
  await expect
    .element(dialog.getByText('Left out: Ana stopped all emails about this event. Tell this person another way.'))
    .toBeVisible();
  await expect.element(dialog.getByText(/^Left out: Bo and 2 more are invited and never had an email/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('  The kiln has cracked. ');
  await dialog.getByRole('button', { name: 'Save and tell' }).click();
  expect(onAnswer.mock.calls).toEqual([[{ notify: true, reason: 'The kiln has cracked.' }]]);
});

test('tell guests about a change: what changes is said, as it was and as it is to be, and nothing else', async () => {
  await open(undefined, false, { startTime: '12:00', in_person_address: 'The Boathouse' });
  await expect.element(dialog.getByText(/^Before: .*11:00/)).toBeVisible();
  await expect.element(dialog.getByText(/^Now: .*12:00/)).toBeVisible();
  await expect.element(dialog.getByText('Before: The Old Ropeworks')).toBeVisible();
  await expect.element(dialog.getByText('Now: The Boathouse')).toBeVisible();
  expect(dialog.getByText('Online address').elements()).toEqual([]);
});

test('tell guests about a change: another online address is only told to people who know the old one', async () => {
  answer(previewNotice, notice({ waiting: 0, invited: 0 }));
  await open(undefined, true);
  await expect
    .element(dialog.getByText('The online address has changed. The email leads to the new one.'))
    .toBeVisible();
  await expect.element(dialog.getByText('We tell 11 people: 11 going.')).toBeVisible();
});
