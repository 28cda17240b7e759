import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectNoSeriousViolations, shot, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { greeting } from '../people.ts';
import { CI, DETAIL } from '../viewports.ts';

/** What an authenticator app shows (RFC 6238), some steps of 30 seconds from now. */
function appCode(secret: string, steps = 0): string {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in again' }).click();
}

async function enterPassword(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test(
  'two-step sign-in: a member turns it on, is asked for a code, uses a recovery code, and turns it off',
  DETAIL,
  async ({ arrive }) => {
    const ines = await arrive('Ines');
    const { page } = ines;
    await page.goto('/settings/security');
    await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(ines.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    const secret = await dialog.getByLabel('Setup key', { exact: true }).inputValue();
    await shot(page, 'two-step');
    await dialog.getByLabel('Code from the app').fill(appCode(secret, -1));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const shown = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(shown).toHaveCount(10);
    const codes = await shown.allTextContents();
    await shot(page, 'recovery-codes');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('recovery-codes.txt');
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByText('On. When you sign in')).toBeVisible();

    await signOut(page);
    await enterPassword(page, ines);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await expectNoSeriousViolations(page);
    await page.getByLabel('Code from the app').fill(appCode(secret));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(greeting(page, ines)).toBeVisible();

    await signOut(page);
    await enterPassword(page, ines);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(greeting(page, ines)).toBeVisible();

    await moveTo(page, '/settings/security');
    await page.getByRole('button', { name: 'Turn off' }).click();
    await dialog.getByLabel('Your password').fill(ines.password);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByText('Two-step sign-in is off.')).toBeVisible();
  },
);

test(
  'passkeys: a passkey can be added, renamed, used to sign in and removed',
  CI,
  async ({ arrive, baseURL, watch }) => {
    // Asks for the password first.
    watch.expectRefusal(403, /^\/auth\/passkey\/delete-passkey$/);
    const ines = await arrive('Ines');
    const { page } = ines;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    // Passkeys belong to a name, so not to 127.0.0.1.
    const at = (path: string) => new URL(path, (baseURL ?? '').replace('127.0.0.1', 'localhost')).href;
    // Their session belongs to the name by which the account was made.
    const here = at('/') === new URL('/', baseURL).href;
    await page.goto(at(here ? '/' : '/sign-in'));
    if (!here) await enterPassword(page, ines);
    await expect(greeting(page, ines)).toBeVisible();

    await moveTo(page, at('/settings/security'));
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Phone');
    await dialog.getByRole('button', { name: 'Add passkey' }).click();
    await expect(page.getByText('Passkey added.')).toBeVisible();
    await page.getByRole('button', { name: 'Rename Phone' }).click();
    await dialog.getByLabel('Name').fill('Blue phone');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByText('Blue phone')).toBeVisible();
    await shot(page, 'security');

    await moveTo(page, at('/logout'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(greeting(page, ines)).toBeVisible();

    // As if the ten minutes were over: the server's own refusal, once, and then the real answer.
    let refused = 0;
    await page.route('**/auth/passkey/delete-passkey', async (route) => {
      refused += 1;
      if (refused > 1) return route.continue();
      await route.fulfill({
        status: 403,
        json: { statusCode: 403, code: 'core.confirm-it-is-you', message: 'Confirm it’s you to continue.' },
      });
    });
    await moveTo(page, at('/settings/security'));
    await page.getByRole('button', { name: 'Remove Blue phone' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await question.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByText('Passkey removed.')).toBeVisible();
    expect(refused).toBe(2);
  },
);

test(
  'confirm that it is you: after ten minutes you enter your password, and then what you wanted is done',
  DETAIL,
  async ({ arrive }) => {
    const ines = await arrive('Ines');
    const { page } = ines;
    let refused = 0;
    await page.route('**/api/v1/auth/sessions', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      refused += 1;
      if (refused > 1) return route.continue();
      await route.fulfill({
        status: 403,
        json: { statusCode: 403, code: 'core.confirm-it-is-you', message: 'Confirm it’s you to continue.' },
      });
    });
    await page.goto('/settings/sessions');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await shot(page, 'confirm');
    await question.getByLabel('Your password').fill(ines.password);
    await question.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { name: /^(Welcome back|Signed out)$/ })).toBeVisible();
  },
);
