import { expect, test } from '../fixtures.ts';
import { tabTo } from '../keyboard.ts';
import { bringIn, say, startChannel, startCommunity, unique } from '../people.ts';
import { BOTH, DETAIL } from '../viewports.ts';

for (const [where, viewport, scope] of BOTH) {
  test.describe(`on ${where}`, scope, () => {
    test.use({ viewport });

    test('a member searches for a word, finds the message, and lands on it in the conversation', async ({ arrive }) => {
      const [maren, bea] = [await arrive('Maren', 'Holm'), await arrive('Bea', 'Okafor')];
      const community = await startCommunity(maren, 'Alder Village');
      const hearth = await startChannel(maren, community, { name: 'hearth' });
      const looms = await startChannel(maren, community, { name: 'looms' });
      await bringIn(maren, community, [bea], [hearth, looms]);
      const word = `quoin${unique()}`;
      await say(maren, hearth, `The ${word} hangs behind the door.`);
      for (let n = 1; n <= 60; n += 1) await say(maren, hearth, `Line ${n}`);
      await say(bea, looms, `Where is the ${word}?`);

      const { page } = bea;
      await page.goto('/search');
      await expect(page.getByRole('heading', { name: 'Find what was said' })).toBeVisible();
      const box = page.getByRole('searchbox', { name: 'Search messages' });
      await expect(box).toBeFocused();
      await box.fill(word.toUpperCase());
      const results = page.getByRole('link').filter({ hasText: word });
      await expect(results).toHaveCount(2);
      await expect(results.first()).toContainText('#looms');
      await expect(page.getByText('2 messages found')).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`q=${word}`, 'i'));

      await page.getByRole('button', { name: 'In', exact: true }).click();
      await page.getByRole('option', { name: 'hearth' }).click();
      await expect(results).toHaveCount(1);
      await expect(box).toHaveValue(`${word.toUpperCase()} in:hearth`);
      await page.getByRole('button', { name: 'Remove in: hearth' }).click();
      await expect(results).toHaveCount(2);
      await page.goBack();
      await page.goForward();
      await expect(box).toHaveValue(word.toUpperCase());

      await results.filter({ hasText: '#hearth' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'hearth' })).toBeVisible();
      await expect(page.getByRole('article').filter({ hasText: word })).toBeInViewport();

      await page.getByRole('link', { name: 'Search in this channel' }).click();
      await expect(box).toHaveValue('in:"hearth"');
      await box.fill('in:"hearth" nothinglikethis');
      await expect(page.getByRole('heading', { name: /^Nothing matches/ })).toBeVisible();
      await box.fill('from:nobody-of-that-name tea');
      await expect(page.getByText('No one you can see is called “nobody-of-that-name”.')).toBeVisible();
      await box.fill('hear');
      await page.getByRole('navigation', { name: 'What to find' }).getByRole('link', { name: 'Channels' }).click();
      await page
        .getByRole('link', { name: /hearth/ })
        .last()
        .click();
      await expect(page.getByRole('heading', { level: 1, name: 'hearth' })).toBeVisible();
    });
  });
}

test(
  'search works with the keyboard alone, from the palette to the message and through all results',
  DETAIL,
  async ({ arrive }) => {
    const [maren, bea] = [await arrive('Maren', 'Holm'), await arrive('Bea', 'Okafor')];
    const community = await startCommunity(maren, 'Alder Village');
    const hearth = await startChannel(maren, community, { name: 'hearth' });
    await bringIn(maren, community, [bea], [hearth]);
    const word = `quoin${unique()}`;
    for (const text of ['first', 'second']) await say(maren, hearth, `The ${text} ${word}`);

    const { page } = bea;
    const { keyboard } = page;
    await page.goto(`/channel/${hearth.id}`);
    await expect(page.getByRole('article').filter({ hasText: 'The second' })).toBeVisible();
    await keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused();
    await keyboard.type(word);
    const options = page.getByRole('group', { name: 'Messages' }).getByRole('option');
    await expect(options).toHaveCount(3);
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await expect(options.last()).toContainText('See all results');
    await keyboard.press('Enter');

    const box = page.getByRole('searchbox', { name: 'Search messages' });
    await expect(box).toBeFocused();
    await expect(box).toHaveValue(word);
    const results = page.getByRole('link').filter({ hasText: word });
    await expect(results).toHaveCount(2);
    await keyboard.press('ArrowDown');
    await expect(results.first()).toBeFocused();
    await keyboard.press('ArrowDown');
    await expect(results.last()).toBeFocused();
    await keyboard.press('Home');
    await keyboard.press('ArrowUp');
    await expect(box).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'Has', exact: true }));
    await keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'A link' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(box).toHaveValue(`${word} has:link`);
    await expect(page.getByRole('heading', { name: /^Nothing matches/ })).toBeVisible();
    // The focus is back where the list of kinds was opened; what was added comes before it.
    await tabTo(page, page.getByRole('button', { name: 'Remove has: link' }), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(results).toHaveCount(2);
    await tabTo(page, results.first());
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(page.getByRole('article').filter({ hasText: `The first ${word}` })).toBeInViewport();
  },
);
