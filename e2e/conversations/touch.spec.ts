import { longPress, message, swipeLeft } from '../chat.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { bringIn, say, startChannel, startCommunity } from '../people.ts';
import { DETAIL, PHONE } from '../viewports.ts';

// With everything that moves, unlike the other journeys.
test.use({ viewport: PHONE, hasTouch: true, isMobile: true, contextOptions: { reducedMotion: 'no-preference' } });

test('touch is enough to reply, react, edit, open a thread and report', DETAIL, async ({ arrive, newcomer }) => {
  const [maren, bea] = [await arrive('Maren', 'Holm'), await newcomer('Bea', 'Ashby')];
  const community = await startCommunity(maren, 'Weavers Row');
  const looms = await startChannel(maren, community, { name: 'looms' });
  await bringIn(maren, community, [bea], [looms]);
  await say(maren, looms, 'Who has the shed key?');
  const { page } = bea;
  await page.goto('/channels');
  await page
    .getByRole('navigation', { name: 'Channels' })
    .getByRole('link', { name: /^looms/ })
    .tap();
  const asked = page.getByRole('article', { name: /Maren Holm/ }).first();
  const words = asked.getByText('Who has the shed key?');
  const sheet = page.getByRole('dialog', { name: 'Message actions' });
  const box = page.getByRole('textbox', { name: 'Message looms' });

  // A tap shows the button, and the button the sheet.
  await words.tap();
  const more = asked.getByRole('button', { name: 'More' });
  await expect(more).toHaveCSS('opacity', '1');
  await more.tap();
  await expect(sheet.getByText('Who has the shed key?')).toBeVisible();
  for (const button of await sheet.getByRole('button').all()) {
    const size = await button.boundingBox();
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await expectNoSeriousViolations(page, { dialog: true });
  await sheet.getByRole('button', { name: 'Reply', exact: true }).tap();
  await expect(sheet).toBeHidden();
  await expect(box).toBeFocused();
  await box.pressSequentially('I have it.');
  await page.getByRole('button', { name: 'Send' }).tap();
  const answer = message(page, 'I have it.');
  await expect(answer.getByRole('button', { name: 'In reply to Maren Holm: Who has the shed key?' })).toBeVisible();

  // A long press opens it too, and lifting the finger presses nothing that has come under it.
  await longPress(page, words, sheet);
  await expect(sheet.getByRole('button', { name: 'React with 👍' })).toBeVisible();
  await sheet.getByRole('button', { name: 'React with 👍' }).tap();
  await expect(asked.getByRole('button', { name: '👍, 1 person' })).toBeVisible();
  await expect(sheet).toBeHidden();

  // A swipe to the left begins a reply.
  const cancel = page.getByRole('button', { name: 'Cancel reply' });
  await swipeLeft(page, words);
  await expect(cancel).toBeVisible();
  // A click: Chromium takes a tap right after a swipe for the end of its fling.
  await cancel.click();
  await expect(cancel).toBeHidden();

  // Back closes the sheet and stays in the channel.
  await longPress(page, words, sheet);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/channel/${looms.id}`));
  await expect(box).toBeVisible();

  await longPress(page, answer.getByText('I have it.'), sheet);
  await sheet.getByRole('button', { name: 'Edit message' }).tap();
  const editing = page.getByRole('form', { name: 'Edit message' });
  await editing.getByRole('textbox', { name: 'Message' }).fill('I have it, on the hook.');
  // What is typed is not lost to a reload.
  await reload(page, 'what is typed is kept');
  await expect(editing.getByRole('textbox', { name: 'Message' })).toHaveValue('I have it, on the hook.');
  await editing.getByRole('button', { name: 'Save' }).tap();
  await expect(editing).toBeHidden();
  await expect(message(page, 'I have it, on the hook.')).toContainText('edited');

  await longPress(page, words, sheet);
  await sheet.getByRole('button', { name: 'Report message' }).tap();
  const report = page.getByRole('dialog', { name: 'Report message' });
  await report.getByRole('radio').first().tap();
  await report.getByRole('button', { name: 'Report', exact: true }).tap();
  await expect(report).toBeHidden();

  await longPress(page, words, sheet);
  await sheet.getByRole('button', { name: 'Reply in thread' }).tap();
  await expect(page.getByRole('complementary', { name: 'Thread' })).toBeVisible();
});

test(
  'touch: a long press on a channel brings up its menu, and Back closes it before anything else',
  DETAIL,
  async ({ newcomer }) => {
    const maren = await newcomer('Maren', 'Holm');
    const community = await startCommunity(maren, 'Weavers Row');
    await startChannel(maren, community, { name: 'looms' });
    const { page } = maren;
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).tap();
    const line = page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: /^looms/ });
    const menu = page.getByRole('menu');
    // Then the list is the one that can be reordered, which takes the place of the first.
    await expect(page.getByRole('button', { name: 'Reorder channels' })).toBeVisible();
    await longPress(page, line, menu);
    await expect(menu.getByRole('menuitem', { name: 'Edit channel' })).toBeVisible();
    await expectNoSeriousViolations(page);
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(/\/channels$/);
    await longPress(page, line, menu);
    await menu.getByRole('menuitem', { name: 'Open channel' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'looms' })).toBeVisible();
    await expect(menu).toBeHidden();
  },
);
