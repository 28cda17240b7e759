import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectFocusShown, tabTo } from '../keyboard.ts';
import { bringIn, greeting, say, startChannel, startCommunity } from '../people.ts';
import { DETAIL } from '../viewports.ts';

/** The text of the focused element; empty if nothing has the focus. */
function focusedText(page: Page): Promise<string> {
  return page.evaluate(() =>
    document.activeElement === document.body ? '' : (document.activeElement?.textContent ?? ''),
  );
}

test('a member signs in, opens a channel, writes, moves through the messages, reacts and leaves without a mouse', async ({
  arrive,
  page,
}) => {
  const [maren, bea] = [await arrive('Maren', 'Holm'), await arrive('Bea', 'Okafor')];
  const community = await startCommunity(maren, 'Alder Village');
  const hearth = await startChannel(maren, community, { name: 'hearth' });
  await bringIn(maren, community, [bea], [hearth]);
  for (const text of ['The door is open.', 'Tea is ready.', 'Bring a chair.']) await say(maren, hearth, text);
  const { keyboard } = page;

  await page.goto('/sign-in');
  await tabTo(page, page.getByLabel('Email'));
  await keyboard.type(bea.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await keyboard.type(bea.password);
  await keyboard.press('Enter');
  await expect(greeting(page, bea)).toBeVisible();

  // A new screen has the focus in its content, so nobody has to skip to it.
  await expect(page.getByRole('main')).toBeFocused();

  await keyboard.press('Control+k');
  const finder = page.getByRole('combobox', { name: 'Find anything' });
  await expect(finder).toBeFocused();
  await keyboard.press('Escape');
  await expect(finder).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await keyboard.press('Control+k');
  await expect(finder).toBeFocused();
  await keyboard.type('hear');
  await expect(page.getByRole('option', { name: /hearth/ })).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'hearth' })).toBeVisible();

  const box = page.getByRole('textbox', { name: 'Message hearth' });
  await expect(box).toBeFocused();
  await keyboard.type('I bring two.');
  await keyboard.press('Shift+Enter');
  await keyboard.type('And a stool.');
  await keyboard.press('Enter');
  const mine = page.getByRole('article').filter({ hasText: 'I bring two.' });
  await expect(mine).toContainText('And a stool.');
  await expect(page.getByRole('article', { name: 'Your unsent message' })).toBeHidden();
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('');

  // The list is one stop, at its newest message; from there the arrow keys.
  await keyboard.press('Shift+Tab');
  await expect.poll(() => focusedText(page)).toContain('I bring two.');
  await expectFocusShown(page);
  for (const [key, text] of [
    ['ArrowUp', 'Bring a chair.'],
    ['ArrowUp', 'Tea is ready.'],
    ['ArrowDown', 'Bring a chair.'],
    ['Home', 'The door is open.'],
    ['End', 'I bring two.'],
    ['ArrowUp', 'Bring a chair.'],
  ] as const) {
    await keyboard.press(key);
    await expect.poll(() => focusedText(page)).toContain(text);
    await expectFocusShown(page);
  }

  const chair = page.getByRole('article').filter({ hasText: 'Bring a chair.' });
  await tabTo(page, chair.getByRole('button', { name: 'React with ✅' }), 'ArrowRight');
  await keyboard.press('Enter');
  await expect(chair.getByRole('button', { name: '✅, 1 person' })).toHaveAttribute('aria-pressed', 'true');

  await keyboard.press('Control+/');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(chair.getByRole('button', { name: 'React with ✅' })).toBeFocused();
  await keyboard.press('r');
  await expect(box).toBeFocused();
  await expect(page.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
  await keyboard.press('Escape');
  await keyboard.press('Shift+Tab');
  await keyboard.press('End');
  await expect.poll(() => focusedText(page)).toContain('I bring two.');
  await tabTo(page, mine.getByRole('button', { name: 'More' }), 'ArrowLeft');
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit message' })).toBeFocused();
  await keyboard.press('Enter');
  const edit = page.getByRole('form', { name: 'Edit message' }).getByRole('textbox', { name: 'Message' });
  await expect(edit).toBeFocused();
  await keyboard.press('Control+a');
  await keyboard.type('I bring three.');
  await keyboard.press('Enter');
  await expect(page.getByRole('article').filter({ hasText: 'I bring three.' })).toContainText('edited');
  // On the message, or on its button that opened the menu.
  const edited = page
    .locator(':focus-within')
    .filter({ has: page.getByRole('article') })
    .last();
  await expect(edited).toContainText('I bring three.');
  await expect(edited).not.toContainText('Bring a chair.');

  const dots = page.getByRole('button', { name: 'More about hearth' });
  await tabTo(page, dots, 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Channel profile' })).toBeFocused();
  await keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Leave channel' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByText('You’re viewing #hearth. Join to write.')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Join channel' }));
});

test('Escape closes only the topmost layer, and the focus returns to where it was', DETAIL, async ({ arrive }) => {
  const maren = await arrive('Maren', 'Holm');
  const { page } = maren;
  const { keyboard } = page;
  const community = await startCommunity(maren, 'Alder Village');
  await maren.api('POST', `/${community.id}/categories`, { name: 'Workshops' });
  const hearth = await startChannel(maren, community, { name: 'hearth' });
  await page.goto(`/channel/${hearth.id}`);
  const dots = page.getByRole('button', { name: 'More about hearth' });
  await expect(page.getByRole('textbox', { name: 'Message hearth' })).toBeFocused();
  await tabTo(page, dots, 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Channel profile' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(dots).toBeFocused();

  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Channel profile' })).toBeFocused();
  for (let step = 0; step < 3; step += 1) await keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Edit channel' })).toBeFocused();
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit channel' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await keyboard.press('Enter');
  const category = dialog.getByRole('combobox', { name: 'Category' });
  await tabTo(page, category);
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Workshops' })).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('option', { name: 'Workshops' })).toBeHidden();
  await expect(dialog).toBeVisible();
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(dots).toBeFocused();
});

test('F6 moves from pane to pane and starts again after the last', DETAIL, async ({ arrive }) => {
  const maren = await arrive('Maren', 'Holm');
  const { page } = maren;
  const community = await startCommunity(maren, 'Alder Village');
  const hearth = await startChannel(maren, community, { name: 'hearth' });
  const looms = await startChannel(maren, community, { name: 'looms' });
  await page.goto(`/channel/${hearth.id}`);
  await expect(page.getByRole('textbox', { name: 'Message hearth' })).toBeFocused();
  const panes = [
    page.getByRole('navigation', { name: 'Communities' }),
    page.getByRole('complementary', { name: community.name }),
    page.getByRole('main'),
    page.getByRole('complementary', { name: 'Channel info' }),
  ] as const;
  // The composer is in the third pane.
  for (const pane of [panes[3], ...panes]) {
    await page.keyboard.press('F6');
    await expect(pane).toBeFocused();
  }
  await page.keyboard.press('Shift+F6');
  await expect(panes[2]).toBeFocused();

  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByRole('heading', { level: 1, name: 'looms' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message looms' })).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('heading', { level: 1, name: 'hearth' })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(looms.id));
});
