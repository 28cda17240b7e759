import {
  beginTwoStep,
  checkAppCode,
  confirmItIsMe,
  getSecurity,
  renewRecoveryCodes,
  sendProofCode,
} from '@folkmoot/contract/accounts/api.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, refuse } from '../../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { ConfirmItIsYou } from './ConfirmItIsYou.tsx';
import { RenewCodesDialog, TurnOnDialog } from './TwoStepDialogs.tsx';

const INES = '0190a3b4-0000-7000-8000-00000000000d';
const CODES = Array.from({ length: 10 }, (_, at) => `code-${at}`);
const WRONG = 'That is not your password.';
const dialog = page.getByRole('dialog').first();

beforeEach(() => {
  answer(beginTwoStep, { totpURI: 'otpauth://totp/Folkmoot:ines?secret=ABCDEFGHIJKLMNOP', backupCodes: CODES });
  answer(checkAppCode, {});
});

async function enterPassword(password = 'my password'): Promise<void> {
  await dialog.getByLabelText('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

test('two-step sign-in: a wrong password is refused at its field, and leaving the setup asks first', async () => {
  await openDialog(<TurnOnDialog hasPassword onChanged={() => undefined} />, { as: INES });
  refuse(beginTwoStep, { statusCode: 403, message: WRONG, fields: { password: WRONG } });
  await enterPassword('not my password');
  await expect.element(dialog.getByText(WRONG)).toBeVisible();
  await expectAccessible();
  answer(beginTwoStep, { totpURI: 'otpauth://totp/Folkmoot:ines?secret=ABCDEFGHIJKLMNOP', backupCodes: CODES });
  await enterPassword();
  await expect.element(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Setup key' })).toHaveValue('ABCDEFGHIJKLMNOP');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  const unfinished = page.getByRole('dialog', { name: 'Stop setting up two-step sign-in?' });
  await unfinished.getByRole('button', { name: 'Keep going' }).click();
  await expect.poll(() => unfinished.elements()).toEqual([]);
  refuse(checkAppCode, {
    statusCode: 403,
    message: 'That code is not right.',
    fields: { code: 'That code is not right.' },
  });
  await dialog.getByRole('textbox', { name: 'Code from the app' }).fill('123456');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect.element(dialog.getByText('That code is not right.')).toBeVisible();
});

test('two-step sign-in: the recovery codes are shown once, and leaving them asks first', async () => {
  answer(renewRecoveryCodes, { backupCodes: CODES });
  await openDialog(<RenewCodesDialog hasPassword={false} onChanged={() => undefined} />, { as: INES });
  await expect.element(dialog.getByText('Your current codes will stop working.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create new codes' }).click();
  const shown = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect.poll(() => shown.elements().map(({ textContent }) => textContent)).toEqual(CODES);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  const unsaved = page.getByRole('dialog', { name: 'Close without saving your codes?' });
  await expect.element(unsaved).toBeVisible();
  await expectAccessible();
  await unsaved.getByRole('button', { name: 'Go back to the codes' }).click();
  await expect.poll(() => unsaved.elements()).toEqual([]);
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expectFocusReturned();
});

test.each([
  ['a password', { hasPassword: true, twoStep: false, passkeys: [], providers: [] }, ['Confirm', 'Email me a code']],
  [
    'an app as well',
    { hasPassword: true, twoStep: true, passkeys: [], providers: [] },
    ['Confirm', 'Use your authenticator app', 'Email me a code'],
  ],
  ['neither', { hasPassword: false, twoStep: false, passkeys: [], providers: [] }, ['Email me a code']],
])('confirm that it is you: a person with %s is offered the right ways', async (_, security, ways) => {
  answer(getSecurity, security);
  await openDialog(<ConfirmItIsYou settle={() => undefined} />, { as: INES });
  for (const way of ways) await expect.element(dialog.getByRole('button', { name: way })).toBeVisible();
  const known = ['Confirm', 'Use your password', 'Use your authenticator app', 'Email me a code', 'Use a passkey'];
  const shown = known.filter((way) => dialog.getByRole('button', { name: way }).elements().length > 0);
  expect(shown).toEqual(known.filter((way) => ways.includes(way)));
  await expectAccessible();
});

test('confirm that it is you: a wrong password is refused at its field, and the right one is accepted', async () => {
  answer(getSecurity, { hasPassword: true, twoStep: false, passkeys: [], providers: [] });
  refuse(confirmItIsMe, { statusCode: 403, message: WRONG, fields: { password: WRONG } });
  const settle = vi.fn();
  await openDialog(<ConfirmItIsYou settle={settle} />, { as: INES });
  const password = dialog.getByLabelText('Your password');
  await password.fill('not my password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(dialog.getByText(WRONG)).toBeVisible();
  answer(confirmItIsMe, { message: 'Confirmed.' });
  await password.fill('my password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expectFocusReturned();
  expect(settle.mock.calls[0]).toEqual([true]);
});

test('confirm that it is you: an emailed code can be entered once it is sent', async () => {
  answer(getSecurity, { hasPassword: false, twoStep: false, passkeys: [], providers: [] });
  answer(sendProofCode, { message: 'Sent.' });
  await openDialog(<ConfirmItIsYou settle={() => undefined} />, { as: INES });
  await dialog.getByRole('button', { name: 'Email me a code' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Code from the email' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Send a new code' })).toBeVisible();
});
