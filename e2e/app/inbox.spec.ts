import { act, message, open } from '../chat.ts';
import { expect, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { bringIn, say, startChannel, startCommunity } from '../people.ts';
import { CI, DESK_FIRST, DETAIL } from '../viewports.ts';

for (const [where, size] of DESK_FIRST) {
  test(`a member reads, mutes and marks as unread what is new, on ${where}`, CI, async ({ arrive }) => {
    const [maren, tomasz] = [await arrive('Maren', 'Holm'), await arrive('Tomasz', 'Zielinski')];
    const community = await startCommunity(maren, 'Weavers Row');
    const hearth = await startChannel(maren, community, { name: 'hearth' });
    const looms = await startChannel(maren, community, { name: 'looms' });
    await bringIn(maren, community, [tomasz], [hearth, looms]);
    await say(maren, hearth, 'The kettle is on.');
    await say(maren, looms, `@${tomasz.username} the small loom is free.`);
    const { page } = tomasz;
    await page.setViewportSize(size);
    await page.goto('/inbox');
    const card = (name: string) => page.getByRole('article', { name });
    await expect(card('#hearth')).toContainText('The kettle is on.');
    await expect(card('#looms')).toContainText('the small loom is free.');
    // What she mentioned him in is one more than what waits for him already.
    const forHim = async () => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);
    await expect.poll(forHim).toBeGreaterThan(1);
    const before = await forHim();
    // The tab's icon has a dot as long as something is for Tomasz.
    const icon = () => page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href ?? '');
    await expect.poll(icon).toContain('data:image/png');

    // Once muted, the channel leaves the list; new messages bring it back only when it is unmuted.
    await card('#hearth').getByRole('button', { name: 'Notifications' }).click();
    await page.getByRole('menuitem', { name: 'For an hour' }).click();
    await expect(card('#hearth')).toHaveCount(0);
    await say(maren, hearth, 'It boils.');
    await page.getByRole('link', { name: 'Mentions' }).click();
    await expect(page.getByRole('link', { name: /the small loom is free/ })).toContainText('New');
    await page.getByRole('link', { name: /the small loom is free/ }).click();
    await expect(message(page, 'the small loom is free.')).toBeVisible();
    await expect.poll(forHim).toBe(before - 1);

    // Everything from a message on is unread again, until you mark it read in the inbox.
    await act(page, 'the small loom is free.', 'Mark unread from here');
    await expect.poll(forHim).toBe(before);
    await moveTo(page, '/inbox');
    await card('#looms').getByRole('button', { name: 'Mark #looms as read' }).click();
    await expect.poll(forHim).toBe(before - 1);
    // Guests who have registered still wait for him, so nobody says that he is all caught up.
    await page.getByRole('button', { name: 'Mark everything as read' }).click();
    await expect(page.getByRole('article')).toHaveCount(0);

    await open(tomasz, hearth);
    await page.getByRole('button', { name: 'Notifications for hearth (muted)' }).click();
    await page.getByRole('menuitem', { name: 'Unmute' }).click();
    await moveTo(page, '/inbox');
    await say(maren, hearth, 'It is getting cold.');
    await expect(card('#hearth')).toContainText('It is getting cold.');
    await page.getByRole('button', { name: 'Mark everything as read' }).click();
    await expect(page.getByRole('article')).toHaveCount(0);
    await expect.poll(forHim).toBeLessThan(before - 1);
  });
}

test('what is read on one device is read on the other', DETAIL, async ({ arrive, browser, baseURL }) => {
  const [maren, tomasz] = [await arrive('Maren', 'Holm'), await arrive('Tomasz', 'Zielinski')];
  const community = await startCommunity(maren, 'Weavers Row');
  const hearth = await startChannel(maren, community, { name: 'hearth' });
  await bringIn(maren, community, [tomasz], [hearth]);
  const phone = await browser.newContext({ storageState: await tomasz.context.storageState(), baseURL: baseURL ?? '' });
  const other = await phone.newPage();
  await tomasz.page.goto('/inbox');
  await other.goto('/inbox');
  await say(maren, hearth, 'For both of your screens.');
  for (const page of [tomasz.page, other]) await expect(page.getByRole('article', { name: '#hearth' })).toBeVisible();
  await open({ page: other }, hearth);
  await expect(tomasz.page.getByRole('article', { name: '#hearth' })).toHaveCount(0);
  await act(other, 'For both of your screens.', 'Mark unread from here');
  await expect(tomasz.page.getByRole('article', { name: '#hearth' })).toBeVisible();
  await phone.close();
});
