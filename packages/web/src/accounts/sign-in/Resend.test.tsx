import { resetPassword, sendCode, signIn } from '@folkmoot/contract/accounts/api.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, refuse } from '../../../test/answers.ts';
import { draw } from '../../../test/draw.tsx';
import { ChoosePassword } from './ForgotScreen.tsx';
import { CodeSent, Resend } from './Resend.tsx';

const EMAIL = 'bea@moot.example';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

// The server sends no code to sign in to an address without an account, nor one to sign up to an address with one, and does not tell.
test.each([
  ['sign-in', `If ${EMAIL} has an account, a six-digit code is on its way.`],
  ['forget-password', `If ${EMAIL} has an account, a six-digit code is on its way.`],
  [
    'email-verification',
    `We sent an email to ${EMAIL}. Unless the address already has an account, it has a six-digit code.`,
  ],
] as const)(
  'a code for %s: the page promises only what is sent, also when it is asked for again',
  async (type, said) => {
    answer(sendCode, {});
    await draw(
      <>
        <p>
          <CodeSent email={EMAIL} type={type} />
        </p>
        <Resend email={EMAIL} type={type} />
      </>,
    );
    await expect.element(page.getByText(said)).toBeVisible();
    vi.setSystemTime(Date.now() + 61_000);
    await page.getByRole('button', { name: 'Resend' }).click();
    const again =
      type === 'email-verification'
        ? `Unless ${EMAIL} already has an account, a new code is on its way.`
        : `If ${EMAIL} has an account, a new code is on its way.`;
    await expect.element(page.getByText(again, { exact: true })).toBeVisible();
  },
);

test('codes: a password that was changed is said to be, where only signing in with it fails', async () => {
  answer(resetPassword, {});
  refuse(signIn, { statusCode: 429, message: 'Too many attempts. Wait a minute, then try again.' });
  const { router } = await draw(<ChoosePassword email={EMAIL} next="/inbox" />);
  await page.getByRole('textbox').first().fill('123456');
  await page.getByLabelText('New password').fill('a long and quiet river');
  await page.getByRole('button', { name: 'Change password and sign in' }).click();
  await expect.element(page.getByText('Your password has been changed.')).toBeVisible();
  await expect.poll(() => router.state.location.href).toBe('/sign-in?next=%2Finbox');
});
