import { cancelEvent } from '@folkmoot/contract/events/api.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { CancelEventDialog } from './CancelEventDialog.tsx';
import { NotifyDialog } from './NotifyDialog.tsx';

test.each([
  ['Save and notify', [[true]]],
  ['Save without notifying', [[false]]],
  ['Cancel', []],
])('tell guests about a change: %s is answered as chosen', async (button, answers) => {
  const onAnswer = vi.fn();
  await openDialog(<NotifyDialog onAnswer={onAnswer} />);
  const dialog = page.getByRole('dialog', { name: 'Notify everyone who is going?' });
  await expect.element(dialog.getByRole('button', { name: 'Save and notify' })).toHaveFocus();
  await expectAccessible();
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expectFocusReturned();
  expect(onAnswer.mock.calls).toEqual(answers);
});

test('cancel an event: the message has a limit and is sent along', async () => {
  answer(cancelEvent, { message: 'Event cancelled.', data: eventView({ status: 'cancelled' }) });
  await openDialog(<CancelEventDialog event={eventView()} />);
  const dialog = page.getByRole('dialog', { name: 'Cancel this event?' });
  await dialog.getByRole('textbox', { name: 'Message (optional)' }).fill('The kiln has cracked.');
  await expect.element(dialog.getByText(/ 21\/\d+$/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Cancel event' }).click();
  await expectFocusReturned();
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ message: 'The kiln has cracked.' });
});
