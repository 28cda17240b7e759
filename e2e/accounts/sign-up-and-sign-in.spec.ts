import { expect, test } from '../fixtures.ts';
import { codeFrom } from '../mailbox.ts';
import { moveTo, reload } from '../opening.ts';
import { fillSignUp, greeting, somebody, typeCode } from '../people.ts';
import { DETAIL } from '../viewports.ts';

test('a new person corrects a wrong field, confirms their address with the emailed code and is signed in', async ({
  page,
  mailTo,
  watch,
}) => {
  // A wrong code.
  watch.expectRefusal(422, /^\/auth\/email-otp\/verify-email$/);
  const wren = somebody('Wren');
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await fillSignUp(page, { ...wren, email: 'wren at alderwick', password: 'too short' });
  await expect(page.getByText('Enter an email address, like name@example.org.')).toBeVisible();
  await expect(page.getByText('Use at least 10 characters.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  // Typed values stay, both right and wrong ones.
  await expect(page.getByLabel('First name')).toHaveValue('Wren');
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(wren.username);
  await expect(page.getByLabel('Email')).toHaveValue('wren at alderwick');

  await page.getByLabel('Email').fill(wren.email);
  await page.getByLabel('Password', { exact: true }).fill(wren.password);
  await expect(page.getByRole('img', { name: 'This username is available' })).toBeVisible();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByText(wren.email)).toBeVisible();

  const code = codeFrom(await mailTo(wren.email));
  await typeCode(page, code === '000000' ? '111111' : '000000');
  await expect(page.getByRole('alert')).toHaveText('That code is not correct. Check the latest email.');
  await expect(page.getByLabel('Digit 1')).toBeFocused();
  await page.keyboard.type(code);
  await expect(greeting(page, wren)).toBeVisible();
  await reload(page, 'the session is kept');
  await expect(greeting(page, wren)).toBeVisible();
});

test('a username that is taken is refused at its field while it is typed', DETAIL, async ({ page, arrive }) => {
  const { username } = await arrive('Otis');
  await page.goto('/sign-up');
  await page.getByRole('textbox', { name: 'Username' }).fill(username.toUpperCase());
  await expect(page.getByText('That username is taken. Try another.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveAttribute('aria-invalid', 'true');
});

test('a person signs out, signs in with an emailed code, and sets a new password with another', async ({
  arrive,
  mailTo,
  watch,
}) => {
  // The old password.
  watch.expectRefusal(401, /^\/auth\/sign-in\/email$/);
  const otis = await arrive('Otis');
  const { page } = otis;
  await page.goto('/');
  await expect(greeting(page, otis)).toBeVisible();
  const first = await mailTo(otis.email);
  await page.getByRole('button', { name: `Your account: ${otis.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Signed out' })).toBeVisible();

  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: 'Email me a six-digit code instead' }).click();
  await expect(page.getByText('Enter an email address, like name@example.org.')).toBeVisible();
  await page.getByLabel('Email').fill(otis.email);
  await page.getByRole('button', { name: 'Email me a six-digit code instead' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const second = await mailTo(otis.email, { subject: /is your sign-in code/, after: first });
  await typeCode(page, codeFrom(second));
  await expect(greeting(page, otis)).toBeVisible();

  // Any site could link here, so it asks first.
  await moveTo(page, '/logout');
  await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByLabel('Email').fill(otis.email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(otis.email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const third = await mailTo(otis.email, { subject: /lets you choose a new password/, after: second });
  await typeCode(page, codeFrom(third));
  await page.getByLabel('New password').fill('four loud looms');
  await page.getByRole('button', { name: 'Change password and sign in' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await expect(greeting(page, otis)).toBeVisible();

  await moveTo(page, '/logout');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByLabel('Email').fill(otis.email);
  await page.getByLabel('Password', { exact: true }).fill(otis.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('That email and password do not match.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('four loud looms');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(greeting(page, otis)).toBeVisible();
});

test(
  'a code can be sent again after a minute, and then only the newest one works',
  DETAIL,
  async ({ page, mailTo, watch }) => {
    watch.expectRefusal(422, /^\/auth\/email-otp\/verify-email$/);
    const maren = somebody('Maren');
    await page.clock.install();
    await page.goto('/sign-up');
    await fillSignUp(page, maren);
    await expect(page.getByText(/^Resend in (1:00|0:5\d)\.$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resend' })).toBeHidden();
    const first = await mailTo(maren.email);
    await page.clock.fastForward('01:01');
    await page.getByRole('button', { name: 'Resend' }).click();
    await expect(page.getByText(/a new code is on its way\.$/)).toBeVisible();
    await expect(page.getByText(/^Resend in (1:00|0:5\d)\.$/)).toBeVisible();
    const second = await mailTo(maren.email, { after: first });
    expect(codeFrom(second)).not.toBe(codeFrom(first));
    await typeCode(page, codeFrom(first));
    await expect(page.getByRole('alert')).toHaveText('That code is not correct. Check the latest email.');
    await typeCode(page, codeFrom(second));
    await expect(greeting(page, maren)).toBeVisible();
  },
);
