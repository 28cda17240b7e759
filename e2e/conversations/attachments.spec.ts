import type { Page } from '@playwright/test';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { bringIn, type Person, startChannel, startCommunity } from '../people.ts';
import { type Chosen, dropOn, picture, video } from '../pictures.ts';
import { BOTH, DETAIL } from '../viewports.ts';

async function twoInLooms(arrive: (firstName: string, lastName?: string) => Promise<Person>) {
  const [maren, tomasz] = [await arrive('Maren', 'Holm'), await arrive('Tomasz', 'Zielinski')];
  const community = await startCommunity(maren, 'Weavers Row');
  const looms = await startChannel(maren, community, { name: 'looms' });
  await bringIn(maren, community, [tomasz], [looms]);
  for (const { page } of [maren, tomasz]) {
    await page.goto(`/channel/${looms.id}`);
    await expect(page.getByRole('textbox', { name: 'Message looms' })).toBeVisible();
  }
  return { maren, tomasz, looms };
}

const articles = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('article');
const box = (page: Page) => page.getByRole('textbox', { name: 'Message looms' });
const tray = (page: Page) => page.getByRole('list', { name: 'Files to send' });

async function choose(page: Page, entry: 'Photo or video' | 'File', files: Chosen[]): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: entry }).click();
  await (await chooser).setFiles(files);
}

for (const [where, size, scope] of BOTH)
  test(
    `attachments: pictures can be sent with a text, described, zoomed and removed, on ${where}`,
    scope,
    async ({ arrive }) => {
      const { maren, tomasz } = await twoInLooms(arrive);
      const { page } = maren;
      await page.setViewportSize(size);
      await tomasz.page.setViewportSize(size);
      const warp = await picture(page, 'warp.jpg', 1200, 800, '#7a3b2e');
      const weft = await picture(page, 'weft.jpg', 600, 800, '#2e5b7a');

      await choose(page, 'Photo or video', [warp, weft]);
      await expect(tray(page).getByRole('listitem')).toHaveCount(2);
      await expect(tray(page).getByRole('button', { name: 'Remove warp.jpg' })).toBeVisible();
      await expect(tray(page).getByRole('button', { name: 'Remove weft.jpg' })).toBeVisible();
      await tray(page).getByRole('button', { name: 'Describe warp.jpg' }).click();
      const describing = page.getByRole('dialog', { name: 'Describe this picture' });
      await describing.getByLabel('Description').fill('A red warp on the loom');
      await describing.getByRole('button', { name: 'Save' }).click();
      await expect(describing).toBeHidden();
      await box(page).fill('The new warp.');
      await expectNoSeriousViolations(page);

      // What is uploaded stays through a reload.
      await reload(page, 'what is uploaded is kept');
      await expect(box(page)).toHaveValue('The new warp.');
      await expect(tray(page).getByRole('listitem')).toHaveCount(2);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(tray(page)).toBeHidden();

      for (const person of [maren, tomasz]) {
        const shown = articles(person.page).filter({ hasText: 'The new warp.' });
        await expect(shown.getByRole('button', { name: 'View A red warp on the loom' })).toBeVisible();
        await expect(shown.getByRole('button', { name: 'View weft.jpg' })).toBeVisible();
      }

      // The other looks at them.
      const opener = articles(tomasz.page).getByRole('button', { name: 'View A red warp on the loom' });
      await opener.click();
      const preview = tomasz.page.getByRole('dialog', { name: 'Image preview' });
      await expect(preview.getByRole('heading', { name: 'warp.jpg' })).toBeVisible();
      await expect(preview.getByText('1 of 2')).toBeVisible();
      const large = preview.getByRole('img', { name: 'A red warp on the loom' });
      await expect(large).toBeVisible();
      const widthOf = async () => (await large.boundingBox())?.width ?? 0;
      const whole = await widthOf();
      await tomasz.page.keyboard.press('+');
      await expect.poll(widthOf).toBeGreaterThan(whole * 1.2);
      await tomasz.page.keyboard.press('0');
      await expect.poll(widthOf).toBeLessThan(whole * 1.05);
      await expectNoSeriousViolations(tomasz.page, { dialog: true });
      await tomasz.page.keyboard.press('ArrowRight');
      await expect(preview.getByText('2 of 2')).toBeVisible();
      await expect(preview.getByRole('heading', { name: 'weft.jpg' })).toBeVisible();
      await expect(preview.getByRole('link', { name: 'Download weft.jpg' })).toHaveAttribute('download', 'weft.jpg');
      // Tomasz cannot remove it.
      await expect(preview.getByRole('button', { name: 'Remove this picture' })).toHaveCount(0);
      await tomasz.page.keyboard.press('Escape');
      await expect(preview).toBeHidden();
      await expect(opener).toBeFocused();

      // Maren removes one.
      await articles(page).getByRole('button', { name: 'View weft.jpg' }).click();
      await page
        .getByRole('dialog', { name: 'Image preview' })
        .getByRole('button', { name: 'Remove this picture' })
        .click();
      const question = page.getByRole('dialog', { name: 'Remove this picture?' });
      await question.getByRole('button', { name: 'Remove picture' }).click();
      await expect(articles(tomasz.page).getByRole('button', { name: 'View weft.jpg' })).toHaveCount(0);
      await expect(opener).toBeVisible();
    },
  );

for (const [where, size] of BOTH)
  test(`attachments: a picture of any shape is shown whole, on ${where}`, DETAIL, async ({ arrive }) => {
    const { maren } = await twoInLooms(arrive);
    const { page } = maren;
    await page.setViewportSize(size);
    const shapes = [
      ['square', 900, 900],
      ['portrait', 900, 1200],
      ['screenshot', 400, 3000],
      ['panorama', 3000, 400],
      ['tiny', 24, 24],
    ] as const;
    const files: Chosen[] = [];
    for (const [name, width, height] of shapes)
      files.push(await picture(page, `${name}.jpg`, width, height, '#3c6e47'));
    await choose(page, 'Photo or video', files);
    await expect(tray(page).getByRole('button', { name: /^Remove / })).toHaveCount(shapes.length);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('article', { name: 'Your unsent message' })).toHaveCount(0);
    await expect(articles(page).getByRole('button', { name: /^View / })).toHaveCount(shapes.length);
    await articles(page).getByRole('button', { name: 'View square.jpg' }).click();
    const preview = page.getByRole('dialog', { name: 'Image preview' });
    for (const [name, width, height] of shapes) {
      await expect(preview.getByRole('heading', { name: `${name}.jpg` })).toBeVisible();
      const shown = preview.getByRole('img', { name: `${name}.jpg` });
      await expect(shown).toHaveAttribute('data-sharp', 'true');
      // Once it has loaded: all of it below the bar, in its own shape, and no larger than it is.
      await expect
        .poll(async () => {
          const [bar, box] = [
            await preview.getByRole('banner').or(preview.locator('header')).boundingBox(),
            await shown.boundingBox(),
          ];
          if (!bar || !box) return 'nothing';
          const inside =
            box.x >= 0 &&
            box.x + box.width <= size.width &&
            box.y >= bar.y + bar.height &&
            box.y + box.height <= size.height;
          if (!inside) return `${name} sticks out: ${JSON.stringify(box)}`;
          if (Math.abs(box.width / box.height / (width / height) - 1) > 0.05)
            return `${name} is ${JSON.stringify(box)}`;
          return box.width <= width + 1 ? 'whole' : `${name} is blown up`;
        })
        .toBe('whole');
      await page.keyboard.press('ArrowRight');
    }
  });

test(
  'attachments: files can be dropped in, found in the media tab, and followed back to their message',
  DETAIL,
  async ({ arrive }) => {
    const { maren, tomasz } = await twoInLooms(arrive);
    const { page } = maren;
    const note = { name: 'pattern.txt', mimeType: 'text/plain', buffer: Buffer.from('over under over under') };
    await dropOn(page, 'main textarea[aria-label="Message looms"]', [note]);
    await expect(tray(page).getByRole('button', { name: 'Remove pattern.txt' })).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(articles(tomasz.page).getByRole('link', { name: 'Download pattern.txt' })).toBeVisible();

    const moving = await video(page, 'shuttle.webm');
    const photo = await picture(page, 'cloth.jpg', 900, 900, '#3c6e47');
    await choose(page, 'Photo or video', [moving, photo]);
    await expect(tray(page).getByRole('button', { name: 'Remove shuttle.webm' })).toBeVisible();
    await expect(tray(page).getByRole('button', { name: 'Remove cloth.jpg' })).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await articles(tomasz.page).getByRole('button', { name: 'Play shuttle.webm' }).click();
    const playing = tomasz.page.getByRole('dialog', { name: 'Video preview' });
    await expect(playing.getByLabel('shuttle.webm', { exact: true })).toBeVisible();
    await tomasz.page.keyboard.press('Escape');

    const media = tomasz.page;
    await media.getByRole('tab', { name: 'Media' }).click();
    const panel = media.getByRole('complementary', { name: 'Channel info' });
    await expect(panel.getByRole('button', { name: 'View cloth.jpg' })).toBeVisible();
    await panel.getByText('Videos', { exact: true }).click();
    await expect(panel.getByRole('button', { name: 'Play shuttle.webm' })).toBeVisible();
    await panel.getByText('Files', { exact: true }).click();
    await expect(panel.getByRole('link', { name: 'Download pattern.txt' })).toBeVisible();
    await panel.getByRole('button', { name: 'Show pattern.txt in conversation' }).click();
    await expect(media).toHaveURL(/message=1\b/);
  },
);

test('attachments: a message waits for its files, and the next message waits for it', DETAIL, async ({ arrive }) => {
  const { maren, tomasz } = await twoInLooms(arrive);
  const { page, context } = maren;
  // The upload is held back until the message is on its way.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await context.route('**/uploads/*', async (route) => {
    await held;
    await route.continue();
  });
  const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') };
  await choose(page, 'File', [note]);
  await expect(page.getByText('Sends when the files are uploaded')).toBeVisible();
  await box(page).press('Enter');
  await expect(box(page)).toHaveValue('');
  const waiting = page.getByRole('article', { name: 'Your unsent message' });
  await expect(waiting.getByText('Sends when the files are uploaded')).toBeVisible();
  await box(page).fill('And the next.');
  await box(page).press('Enter');
  await expect(waiting).toHaveCount(2);
  letGo();
  await expect(waiting).toHaveCount(0);
  await expect(articles(tomasz.page)).toHaveCount(2);
  await expect(articles(tomasz.page).first()).toContainText('note.txt');
  await expect(articles(tomasz.page).last()).toContainText('And the next.');
});
