import { listHosts } from '@folkmoot/contract/events/api.ts';
import { changeGuest } from '@folkmoot/contract/registrations/api.ts';
import { TOASTS } from '@folkmoot/contract/registrations/schema.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, calls } from '../../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { guestView } from '../../../test/registrations.ts';
import { HostCancelWizard } from './HostCancelWizard.tsx';

const HEDDA = '0190a3b4-0000-7000-8000-00000000000c';
const wren = guestView('Wren Halloran');

const wizard = page.getByRole('dialog', { name: 'Cancel registration' });
const proceed = wizard.getByRole('button', { name: 'Proceed' });
const subject = wizard.getByRole('textbox', { name: 'Subject' });
const sent = () => calls.findLast(({ method }) => method === 'PUT')?.body as Record<string, unknown>;

beforeEach(async () => {
  answer(listHosts, { data: [] });
  answer(changeGuest, { message: TOASTS.userDeclined, data: { ...wren, status: 'not_going' } });
  await openDialog(<HostCancelWizard event={eventView({ name: 'Proof day' })} guest={wren} />, { as: HEDDA });
});

test('cancel a registration: without an email it is done at once, and the reason is required', async () => {
  await proceed.click();
  await expect.element(wizard.getByText('Choose a reason.')).toBeVisible();
  await wizard.getByRole('radio', { name: 'Criteria Not Met' }).click();
  await wizard.getByRole('switch', { name: /^Send update email/ }).click();
  expect(wizard.getByText('Template').elements()).toEqual([]);
  await proceed.click();
  await expectFocusReturned();
  expect(sent()).toMatchObject({ reason: 'Criteria Not Met', notifyUser: false });
  expect(sent()).not.toHaveProperty('cancel_body');
});

test('cancel a registration: each step names what is wrong, and keeps your text when you go back', async () => {
  await wizard.getByRole('radio', { name: 'Other' }).click();
  await proceed.click();
  await expect.element(wizard.getByText('Write the reason.')).toBeVisible();
  await expectAccessible();
  await wizard.getByRole('textbox', { name: 'Your reason' }).fill('The press is being mended.');
  await proceed.click();
  await expect
    .element(wizard.getByRole('textbox', { name: 'Body' }))
    .toHaveValue('Hello Wren,\n\nYour registration for Proof day has been cancelled.\n\nThe press is being mended.');
  await subject.fill('');
  await proceed.click();
  await expect.element(wizard.getByText('Subject is required')).toBeVisible();
  await subject.fill('S'.repeat(91));
  await proceed.click();
  await expect.element(wizard.getByText('Subject cannot exceed 90 characters.')).toBeVisible();
  await expectAccessible();
  await subject.fill('About proof day');
  await wizard.getByRole('button', { name: 'Back' }).click();
  await expect.element(wizard.getByRole('textbox', { name: 'Your reason' })).toHaveValue('The press is being mended.');
  await proceed.click();
  await expect.element(subject).toHaveValue('About proof day');
  await proceed.click();
  await expect
    .element(wizard.getByRole('region', { name: 'Preview' }))
    .toMatchTextContent(/^To wren-halloran@post\.exampleAbout proof day.*The press is being mended\.$/s);
  await expectAccessible();
});

test('cancel a registration: an email that could not be sent is kept, and can be sent again', async () => {
  await wizard.getByRole('radio', { name: 'General Decline' }).click();
  await proceed.click();
  await proceed.click();
  breakDown(changeGuest);
  const send = wizard.getByRole('button', { name: 'Send' });
  await send.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Something went wrong while declining user/);
  answer(changeGuest, { message: TOASTS.userDeclined, data: { ...wren, status: 'not_going' } });
  await send.click();
  await expect.element(page.getByText('User declined successfully')).toBeVisible();
  await expectFocusReturned();
  expect(sent()).toMatchObject({ notifyUser: true, cancel_subject: 'Your registration for Proof day' });
});

test('cancel a registration: leaving a text you wrote asks first', async () => {
  await wizard.getByRole('radio', { name: 'Custom' }).click();
  await wizard.getByRole('textbox', { name: 'Your reason' }).fill('The press is being mended.');
  await wizard.getByRole('button', { name: 'Close' }).last().click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(wizard.getByRole('textbox', { name: 'Your reason' })).toHaveValue('The press is being mended.');
});
