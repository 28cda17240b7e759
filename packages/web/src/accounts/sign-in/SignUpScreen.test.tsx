import { getInstallation, isUsernameFree } from '@folkmoot/contract/accounts/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { SignUpForm } from './SignUpScreen.tsx';

test('sign up: what is required, whether a username is free, and which field is wrong are spoken', async () => {
  answer(getInstallation, { owned: true, providers: [], mailboxUrl: null } as never);
  answer(isUsernameFree, ({ username }) => ({ available: username !== 'maren' }) as never);
  await draw(<SignUpForm next={undefined} />);
  for (const name of ['First name', 'Last name', 'Email', 'Username', 'Password'])
    await expect.element(page.getByLabelText(name, { exact: true })).toBeRequired();
  const username = page.getByRole('textbox', { name: 'Username' });
  await username.fill('maren');
  await expect.element(page.getByRole('alert')).toHaveTextContent('That username is taken. Try another.');
  await expect.element(username).toHaveAttribute('aria-invalid', 'true');
  await username.fill('maren-two');
  const spoken = () => [...document.querySelectorAll('[aria-live="polite"]')].map(({ textContent }) => textContent);
  await expect.poll(spoken).toContain('This username is available');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await expectAccessible();
});
