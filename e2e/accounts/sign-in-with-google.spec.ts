import type { Page } from '@playwright/test';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { greeting, somebody } from '../people.ts';
import { CI, DETAIL, onBoth } from '../viewports.ts';

/** Answers the sandbox's Google as somebody with an account of their own. */
async function answerAs(page: Page, { email, name }: { email: string; name: string }, answer = 'Continue') {
  await expect(page.getByRole('heading', { name: 'Sign in to Folkmoot with Google' })).toBeVisible();
  await page.getByRole('radio', { name: 'Another account' }).check();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: answer }).click();
}

onBoth(() => {
  test(
    'Google: somebody new signs up, checks their name, and goes on to where they were going',
    CI,
    async ({ page }) => {
      const solveig = somebody('Solveig');
      await page.goto('/sign-up?next=/settings/security');
      await page.getByRole('link', { name: 'Continue with Google' }).click();
      await expectNoSeriousViolations(page);
      await answerAs(page, { email: solveig.email, name: 'Solveig' });
      await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
      await expect(page.getByLabel('First name')).toHaveValue('Solveig');
      await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(/^solveig(-\d+)?$/);
      await expectNoSeriousViolations(page);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('Last name is required.')).toBeVisible();
      await page.getByLabel('Last name').fill(solveig.lastName);
      await page.getByRole('textbox', { name: 'Username' }).fill(solveig.username);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('heading', { name: 'Connected accounts' })).toBeVisible();
      await moveTo(page, '/');
      await expect(greeting(page, solveig)).toBeVisible();
    },
  );

  test(
    'Google: somebody with an account here is signed in to it, and disconnects Google again',
    CI,
    async ({ arrive, browser, baseURL, watch }) => {
      // Without another way to sign in, Google stays.
      watch.expectRefusal(403, /\/auth\/providers\/google$/);
      const otis = await arrive('Otis');
      const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: otis.page.viewportSize() });
      const page = await context.newPage();
      await page.goto('/sign-in');
      await page.getByRole('link', { name: 'Continue with Google' }).click();
      await answerAs(page, { email: otis.email, name: 'Somebody Else' });
      await expect(greeting(page, otis)).toBeVisible();
      await moveTo(page, '/settings/security');
      await page.getByRole('button', { name: 'Disconnect Google' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
      // Google has asked nothing: signing in with it proves nothing here.
      const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
      await proof.getByLabel('Your password').fill(otis.password);
      await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
      await expect(page.getByText('Google is disconnected.')).toBeVisible();

      // Connected again on purpose, with another address.
      await page.getByRole('button', { name: 'Connect Google', exact: true }).click();
      await answerAs(page, { email: `other-${otis.email}`, name: 'Otis Elsewhere' });
      await expect(page.getByText('Google is connected.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Disconnect Google' })).toBeVisible();
      expect(new URL(page.url()).search).toBe('');
      await context.close();
    },
  );

  test(
    'Google: somebody who cancels, or whose address is not confirmed, is told so and signs in another way',
    DETAIL,
    async ({ page, arrive }) => {
      const wren = await arrive('Wren');
      await page.goto('/sign-in?next=/settings/profile');
      await page.getByRole('link', { name: 'Continue with Google' }).click();
      await answerAs(page, { email: wren.email, name: wren.name }, 'Cancel');
      await expect(page.getByRole('alert')).toHaveText(
        'You did not finish signing in with Google. Try again, or sign in another way.',
      );
      await expectNoSeriousViolations(page);
      await page.getByRole('link', { name: 'Continue with Google' }).click();
      await page.getByRole('checkbox', { name: 'Google has not confirmed this address' }).check();
      await answerAs(page, { email: wren.email, name: wren.name });
      await expect(page.getByRole('alert')).toContainText('Google could not confirm your email address.');
      await page.getByLabel('Email').fill(wren.email);
      await page.getByLabel('Password', { exact: true }).fill(wren.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(wren.username);
    },
  );
});
