import { expect, test } from '../fixtures.ts';
import { moveTo, reload } from '../opening.ts';
import { greeting, signIn } from '../people.ts';
import { CI, DETAIL } from '../viewports.ts';

test(
  'another browser appears in the list, and is signed out at once',
  CI,
  async ({ arrive, browser, baseURL, watch }) => {
    // Signed out elsewhere.
    watch.expectRefusal(401, /^\/(auth\/token$|api\/v1\/)/);
    const ines = await arrive('Ines');
    const elsewhere = await signIn(browser, { baseURL: baseURL ?? '', ...ines });
    await elsewhere.page.goto('/');
    await expect(greeting(elsewhere.page, ines)).toBeVisible();

    await ines.page.goto('/settings/sessions');
    const sessions = ines.page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1);
    await expect(sessions.filter({ hasText: 'Last used' })).toHaveCount(2);
    await sessions.getByRole('button', { name: /^Sign out/ }).click();
    await expect(ines.page.getByText('Signed out on that device.')).toBeVisible();
    await expect(sessions).toHaveCount(1);
    await expect(elsewhere.page.getByRole('heading', { name: 'Signed out' })).toBeVisible();
    await moveTo(elsewhere.page, '/settings/sessions');
    await expect(elsewhere.page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await reload(ines.page, 'the session has ended on the server');
    await expect(sessions).toHaveCount(1);
    await elsewhere.context.close();
  },
);

test(
  'signing out everywhere ends every session, including this one',
  DETAIL,
  async ({ arrive, browser, baseURL, watch }) => {
    // Signed out elsewhere.
    watch.expectRefusal(401, /^\/(auth\/(token|start)$|api\/v1\/)/);
    const ines = await arrive('Ines');
    const elsewhere = await signIn(browser, { baseURL: baseURL ?? '', ...ines });
    await elsewhere.page.goto('/');
    await expect(greeting(elsewhere.page, ines)).toBeVisible();

    await ines.page.goto('/settings/sessions');
    await ines.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const question = ines.page.getByRole('dialog', { name: 'Sign out everywhere?' });
    await question.getByRole('button', { name: 'Sign out everywhere' }).click();
    // Whether the answer or the live event comes first, this page ends where nothing of the session is left.
    await expect(ines.page.getByRole('heading', { name: /^(Welcome back|Signed out)$/ })).toBeVisible();
    await expect(elsewhere.page.getByRole('heading', { name: 'Signed out' })).toBeVisible();
    await moveTo(ines.page, '/settings/profile');
    await expect(ines.page).toHaveURL(/\/sign-in\?next=/);
    await elsewhere.context.close();
  },
);

test(
  'a person changes their name, username, time zone and picture, and the changes are kept',
  DETAIL,
  async ({ arrive }) => {
    const ines = await arrive('Ines');
    const { page } = ines;
    await page.goto('/');
    await page.getByRole('button', { name: `Your account: ${ines.name}` }).click();
    await page.getByRole('menuitem', { name: 'Profile and settings' }).click();
    const save = page.getByRole('button', { name: 'Save changes' });
    await expect(save).toBeDisabled();

    // Twelve a page, and what was chosen on the second page stays chosen.
    const pictures = page.getByRole('group', { name: 'Picture' }).getByRole('radio', { name: /^Picture \d+$/ });
    await expect(pictures).toHaveCount(12);
    await page.getByRole('button', { name: 'More pictures' }).click();
    await page.getByRole('radio', { name: 'Picture 14' }).check();
    await page.getByLabel('First name').fill('Inês');
    await page.getByRole('textbox', { name: 'Username' }).fill(`${ines.username}-2`);
    await page.getByLabel('Phone (optional)').fill('call me');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Lisbon');
    await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
    await save.click();
    await expect(page.getByText('Enter a phone number, such as +44 20 7946 0018.')).toBeVisible();
    await page.getByLabel('Phone (optional)').fill('+351 210 000 000');
    await save.click();
    await expect(page.getByText('Profile saved.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Your account: Inês Ashby' })).toBeVisible();

    await reload(page, 'the name is saved');
    await expect(page.getByLabel('First name')).toHaveValue('Inês');
    await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(`${ines.username}-2`);
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Lisbon');
    await expect(page.getByLabel('Phone (optional)')).toHaveValue('+351 210 000 000');
    await expect(page.getByRole('radio', { name: 'My initials' })).not.toBeChecked();
    await page.getByRole('button', { name: 'More pictures' }).click();
    await expect(page.getByRole('radio', { name: 'Picture 14' })).toBeChecked();
  },
);
