import { startEvent } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { fillSignUp, somebody, startChannel, startCommunity } from '../people.ts';
import { CI, DETAIL, onBoth, onDesk } from '../viewports.ts';

onBoth(() => {
  test('a dialog closes with its screen, and asks first if something has been typed', CI, async ({ arrive }) => {
    const { page, api, ...maren } = await arrive('Maren', 'Holm');
    const community = await startCommunity({ page, api, ...maren }, 'Weavers Row');
    const phone = page.viewportSize()?.width === 390;
    await page.goto(phone ? '/channels' : `/${community.slug}`);
    await page.getByRole('link', { name: 'Browse channels' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Browse channels' })).toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Create channel' });
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });

    // Nothing typed, nothing asked: the dialog goes, on a phone before the screen does.
    await page.getByRole('button', { name: 'Create channel' }).first().click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(new RegExp(phone ? `/${community.slug}/channels$` : `/${community.slug}$`));
    if (!phone) await page.goForward();

    await page.getByRole('button', { name: 'Create channel' }).first().click();
    await dialog.getByLabel('Name').fill('looms');
    for (const leave of [
      () => page.goBack(),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await leave();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(question).toBeHidden();
      await expect(dialog.getByLabel('Name')).toHaveValue('looms');
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/${community.slug}/channels$`));

    // Saved changes are not asked about.
    await page.getByRole('button', { name: 'Create channel' }).first().click();
    await dialog.getByLabel('Name').fill('looms');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByRole('button', { name: 'Create channel' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'looms' })).toBeVisible();
    await expect(question).toBeHidden();
  });
});

onDesk(() => {
  test('leaving a profile with unsaved changes asks first', DETAIL, async ({ arrive }) => {
    const { page } = await arrive('Bea', 'Ashby');
    await page.goto('/settings/profile');
    const last = page.getByLabel('Last name');
    await last.fill('Ashby-Holm');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    const privacy = page.getByRole('link', { name: 'Privacy' }).first();
    await privacy.click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(last).toHaveValue('Ashby-Holm');
    await privacy.click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/\/settings\/privacy$/);
    await page.getByRole('link', { name: 'Profile' }).first().click();
    await expect(last).toHaveValue('Ashby');
    await last.fill('Ashby-Reed');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
    await privacy.click();
    await expect(page).toHaveURL(/\/settings\/privacy$/);
    await expect(question).toBeHidden();
  });
});

onBoth(() => {
  test(
    'Back closes a dialog on a page opened by a link, and asks first about typed passwords, people and locations',
    DETAIL,
    async ({ arrive }) => {
      const { page, ...maren } = await arrive('Maren', 'Oduya');
      const event = await startEvent(maren, 'Kiln Opening');
      const phone = page.viewportSize()?.width === 390;
      const question = page.getByRole('dialog', { name: 'Discard your changes?' });
      const keep = () => question.getByRole('button', { name: 'Keep editing' }).click();
      const discard = () => question.getByRole('button', { name: 'Discard' }).click();

      await page.goto('/chat');
      const start = page.getByRole('dialog', { name: 'Start private conversation' });
      await page.getByRole('button', { name: 'Start private conversation' }).first().click();
      await expect(start).toBeVisible();
      if (phone) {
        await page.goBack();
        await expect(start).toBeHidden();
        await expect(page).toHaveURL(/\/chat$/);
        await page.getByRole('button', { name: 'Start private conversation' }).first().click();
      }
      await start.getByRole('button', { name: 'Cancel' }).click();
      await expect(question).toBeHidden();
      await expect(start).toBeHidden();

      await moveTo(page, '/settings/sessions');
      await page.getByLabel('New password').fill('something new and long');
      await page.getByRole('link', { name: 'Privacy' }).first().click();
      await keep();
      await expect(page.getByLabel('New password')).toHaveValue('something new and long');
      await page.getByRole('link', { name: 'Privacy' }).first().click();
      await discard();
      await expect(page).toHaveURL(/\/settings\/privacy$/);

      await moveTo(page, `/events/manage/${event.alias}?tab=info`);
      await page.getByRole('button', { name: 'More about this event' }).click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      const copy = page.getByRole('dialog', { name: 'Duplicate event' });
      await copy.getByLabel('Copy tickets').check();
      await copy.getByRole('button', { name: 'Cancel' }).click();
      await keep();
      await expect(copy.getByLabel('Copy tickets')).toBeChecked();
      await copy.getByLabel('Copy tickets').uncheck();
      await copy.getByRole('button', { name: 'Cancel' }).click();
      await expect(copy).toBeHidden();
      await expect(question).toBeHidden();
    },
  );
});

onDesk(() => {
  test(
    'a dialog with twenty questions scrolls under its heading, misses no tap, and keeps the answers for later',
    DETAIL,
    async ({ arrive, page }) => {
      const maren = await arrive('Maren', 'Oduya');
      const asked = Array.from({ length: 20 }, (_, at) => ({
        question: `Question ${at + 1}`,
        type: at < 2 ? ['single-select', 'multi-select'][at] : 'text',
        is_required: true,
        is_others: at === 0,
        choices: at < 2 ? [{ option_text: 'Yes' }, { option_text: 'No' }] : [],
      }));
      const event = await startEvent(maren, 'Kiln Opening', {}, { questions: asked });
      await page.goto(`/${event.alias}`);
      await page.getByRole('button', { name: 'Register' }).last().click();
      const dialog = page.getByRole('dialog', { name: 'Registration', exact: true });
      const heading = dialog.getByRole('heading', { name: 'Registration', exact: true });
      const first = dialog.getByLabel('First name');
      await expect(first).toBeVisible();
      const [title, field] = [await heading.boundingBox(), await first.boundingBox()];
      expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThan(field?.y ?? 0);
      await expect(dialog.getByRole('button', { name: 'Register' })).toBeInViewport({ ratio: 1 });
      await first.fill('Wren');

      // A text that has just been asked for is not called missing.
      const choices = dialog.getByRole('group', { name: /Question 1/ });
      await choices.getByText('Yes').click();
      await choices.getByText('Something else').click();
      const other = dialog.getByRole('textbox', { name: 'Something else: Question 1' });
      await other.focus();
      await expect(dialog.getByText('This field is required')).toHaveCount(0);

      // A press still works if it first moves the focus away from a field with an error.
      const yes = dialog.getByRole('group', { name: /Question 2/ }).getByRole('checkbox', { name: 'Yes' });
      await yes.scrollIntoViewIfNeeded();
      const box = await yes.boundingBox();
      await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
      await page.mouse.down();
      await page.mouse.up();
      await expect(yes).toBeChecked();
      await expect(dialog.getByText('This field is required').first()).toBeVisible();

      await dialog.getByRole('textbox', { name: /Question 20/ }).scrollIntoViewIfNeeded();
      await expect(heading).toBeInViewport({ ratio: 1 });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
      await page.getByRole('button', { name: 'Register' }).last().click();
      await expect(first).toHaveValue('Wren');
      await expect(yes).toBeChecked();
    },
  );
});

test('changing the address while signing up keeps the rest of the form', DETAIL, async ({ page }) => {
  const wren = somebody('Wren', 'Halloran');
  await page.goto('/sign-up');
  await fillSignUp(page, wren);
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.getByRole('link', { name: 'Use a different email' }).click();
  await expect(page.getByLabel('First name')).toHaveValue(wren.firstName);
  await expect(page.getByLabel('Last name')).toHaveValue(wren.lastName);
  await expect(page.getByLabel('Email')).toHaveValue(wren.email);
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(wren.username);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(wren.password);
});

test('the button that adds members keeps its height below a long list', DETAIL, async ({ arrive }) => {
  const maren = await arrive('Maren', 'Holm');
  const community = await startCommunity(maren, 'Weavers Row');
  const looms = await startChannel(maren, community, { name: 'looms' });
  const { page } = maren;
  // Too low for the list: everything around it used to be squashed.
  await page.setViewportSize({ width: 1440, height: 240 });
  await page.goto(`/channel/${looms.id}`);
  await page.getByRole('tab', { name: /^Members/ }).click();
  const add = page.getByRole('complementary', { name: 'Channel info' }).getByRole('button', { name: 'Add member' });
  await expect.poll(async () => (await add.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(36);
});
