import { duplicateEvent } from '@folkmoot/contract/events/api.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { expectAccessible, openDialog } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { DuplicateDialog } from './DuplicateDialog.tsx';

const copy = page.getByRole('dialog', { name: 'Duplicate event' });
const start = 1_939_888_800; // 21 June 2031, 23:00 in London

beforeEach(async () => {
  await openDialog(<DuplicateDialog event={eventView({ start_epoc: start, end_epoc: start + 7200 })} />);
});

test('duplicate an event: questions are copied unless you choose otherwise, and people are emailed only if copied', async () => {
  await expect.element(copy.getByRole('checkbox', { name: 'Copy questions' })).toBeChecked();
  await expect.element(copy.getByRole('checkbox', { name: 'Copy tickets' })).not.toBeChecked();
  expect(copy.getByText('Email the copied participants').elements()).toEqual([]);
  await copy.getByRole('checkbox', { name: 'Copy participants' }).click();
  await expect.element(copy.getByRole('checkbox', { name: 'Email the copied participants' })).not.toBeChecked();
  await expectAccessible();
  await expect
    .element(page.getByText(/^People with an account are invited, and say themselves whether they come\./))
    .toBeVisible();
  expect(page.getByText(/will be going/).elements()).toEqual([]);
});

test('duplicate an event: the end follows the start past midnight, and the copy is sent with both', async () => {
  answer(duplicateEvent, {
    status: 'success',
    message: 'Event duplicated successfully',
    data: { id: crypto.randomUUID(), alias: 'the-copy' },
  });
  await copy.getByRole('combobox', { name: 'Start time' }).click();
  await page.getByRole('option', { name: '11:30 PM' }).click();
  await expect.element(copy.getByRole('combobox', { name: 'End time' })).toHaveValue('1:30 AM');
  await copy.getByRole('button', { name: 'Duplicate event' }).click();
  await expect.element(page.getByText('Event duplicated successfully')).toBeVisible();
  const sent = calls.find(({ path }) => path.endsWith('/duplicate'))?.body as { start_epoc: number; end_epoc: number };
  expect(sent.end_epoc - sent.start_epoc).toBe(7200);
  expect(sent).toMatchObject({ options: { duplicateQuestions: true, duplicateTickets: false } });
});

test('duplicate an event: Enter takes the time that is typed, and sends nothing yet', async () => {
  const start = copy.getByRole('combobox', { name: 'Start time' });
  await start.fill('20:30');
  await userEvent.keyboard('{Escape}{Enter}');
  await expect.element(start).toHaveValue('8:30 PM');
  expect(calls.filter(({ path }) => path.endsWith('/duplicate'))).toEqual([]);
});

test('duplicate an event: a refused time is shown at its field', async () => {
  const message = 'An event lasts an hour at least.';
  refuse(duplicateEvent, { statusCode: 422, message, fields: { end_epoc: message } });
  await copy.getByRole('button', { name: 'Duplicate event' }).click();
  await expect.element(copy.getByText(message)).toBeVisible();
});
