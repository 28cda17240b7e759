import { cancelEvent, previewNotice } from '@folkmoot/contract/events/api.ts';
import { getEventPayments } from '@folkmoot/contract/payments/orders-api.ts';
import type { GoesBack } from '@folkmoot/contract/payments/orders-schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { CancelEventDialog } from './CancelEventDialog.tsx';

const payments = { available: true, percent: 5, account: null, currency: 'GBP', canChange: true };
const notice = { ...{ going: 3, waiting: 0, invited: 29, team: 1 }, skipped: { stopped: 0, unmailed: 0 }, leftOut: [] };
const paid = (...goesBack: GoesBack[]) => {
  answer(previewNotice, notice);
  answer(getEventPayments, { data: { ...payments, goesBack } });
};
const sent = () => calls.findLast(({ method }) => method === 'POST')?.body;
const dialog = page.getByRole('dialog', { name: 'Cancel this event?' });

test('cancel an event: the sum that goes back is named, and a host can keep it', async () => {
  paid({ currency: 'GBP', people: 3, amount: 5670, disputed: 0 });
  answer(cancelEvent, { message: 'Event cancelled.', data: eventView({ status: 'cancelled' }) });
  await openDialog(<CancelEventDialog event={eventView()} />);
  await expect.element(dialog.getByText('3 people have paid. £56.70 goes back to them.')).toBeVisible();
  await expect
    .element(dialog.getByText('We tell 33 people: 3 going, 29 invited and 1 hosting or helping.'))
    .toBeVisible();
  const choice = dialog.getByRole('checkbox', { name: 'Refund £56.70' });
  await expect.element(choice).toBeChecked();
  await expectAccessible();
  await choice.click();
  await expect.element(dialog.getByText('3 people have paid. Nothing goes back to them.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel event' }).click();
  await expectFocusReturned();
  expect(sent()).toEqual({ message: '', refund: false });
});

test('cancel an event: sums of each currency, without what is disputed', async () => {
  paid(
    { currency: 'EUR', people: 1, amount: 2000, disputed: 0 },
    { currency: 'GBP', people: 1, amount: 1890, disputed: 1 },
  );
  await openDialog(<CancelEventDialog event={eventView()} />);
  await expect.element(dialog.getByText('3 people have paid. €20.00 and £18.90 go back to 2 of them.')).toBeVisible();
  await expect
    .element(dialog.getByText(/1 payment is disputed and is not in this sum: their bank decides first\.$/))
    .toBeVisible();
});

test('cancel an event: the message has a limit and is sent along', async () => {
  paid();
  answer(cancelEvent, { message: 'Event cancelled.', data: eventView({ status: 'cancelled' }) });
  await openDialog(<CancelEventDialog event={eventView()} />);
  await dialog.getByRole('textbox', { name: 'Message (optional)' }).fill('The kiln has cracked.');
  await expect.element(dialog.getByText(/ 21\/\d+$/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Cancel event' }).click();
  await expectFocusReturned();
  expect(sent()).toEqual({ message: 'The kiln has cracked.', refund: true });
});
