import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { tabTo } from '../keyboard.ts';
import { reload } from '../opening.ts';
import { startCommunity } from '../people.ts';
import { type Chosen, chooseGradient } from '../pictures.ts';
import { BOTH, CI, DETAIL } from '../viewports.ts';

/** A picture twice as wide as high, red on its left and blue on its right. */
async function redAndBlue(page: Page, name = 'flag.png'): Promise<Chosen> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 600 });
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('No canvas.');
    pen.fillStyle = '#c00';
    pen.fillRect(0, 0, 600, 600);
    pen.fillStyle = '#00c';
    pen.fillRect(600, 0, 600, 600);
    return canvas.toDataURL('image/png');
  });
  return { name, mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') };
}

/** The size of a picture, and which of the two colours it has at these points. */
function look(page: Page, url: string, ...points: [x: number, y: number][]) {
  return page.evaluate(
    async ([address, points]) => {
      const image = new Image();
      const late = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error(`${address} has not come.`)), 20_000);
      });
      image.src = address;
      await Promise.race([image.decode(), late]);
      const { naturalWidth: width, naturalHeight: height } = image;
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const pen = canvas.getContext('2d');
      pen?.drawImage(image, 0, 0);
      const colours = points.map(([x, y]) => {
        const [red = 0, , blue = 0] = pen?.getImageData(x * width, y * height, 1, 1).data ?? [];
        return red > blue ? 'red' : 'blue';
      });
      return { width, height, colours };
    },
    [url, points] as const,
  );
}

const selector = (page: Page, name = 'Choose a picture') => page.getByRole('dialog', { name });
const photoOf = async (person: { api: (method: 'GET', path: string) => Promise<unknown> }) =>
  ((await person.api('GET', '/auth/me')) as { user: { profile_photo: string | null } }).user.profile_photo ?? '';

for (const [where, size, scope] of BOTH)
  test(`pictures: you can upload, rotate and crop a portrait, on ${where}`, { ...CI, ...scope }, async ({ arrive }) => {
    const ines = await arrive('Ines');
    const { page } = ines;
    await page.setViewportSize(size);
    await page.goto('/settings/profile');
    await page.getByRole('button', { name: 'Upload your own picture' }).click();
    const dialog = selector(page);
    await dialog.locator('input[type=file]').setInputFiles(await redAndBlue(page));
    await expect(dialog.getByRole('application', { name: 'Part of the picture' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Flip' }).click();
    await dialog.getByRole('button', { name: 'Rotate by 90 degrees' }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog).toBeHidden({ timeout: 20_000 });

    await expect(page.getByRole('radio', { name: 'Uploaded picture' })).toBeChecked();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Profile saved.')).toBeVisible();
    const url = await photoOf(ines);
    // Mirrored, blue is on the left; turned clockwise, the left is on top.
    expect(await look(page, url, [0.5, 0.1], [0.5, 0.9])).toEqual({
      width: 480,
      height: 480,
      colours: ['blue', 'red'],
    });
    await reload(page, 'the picture is kept');
    await expect(page.getByRole('radio', { name: 'Uploaded picture' })).toBeChecked();
  });

test('pictures: a portrait can be cropped with the keyboard alone', DETAIL, async ({ arrive }) => {
  const ines = await arrive('Ines');
  const { page } = ines;
  // The browser is told to leave choosers to the test before a key can open one.
  page.on('filechooser', () => undefined);
  await page.goto('/settings/profile');
  const open = page.getByRole('button', { name: 'Upload your own picture' });
  await expect(open).toBeVisible();
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  const dialog = selector(page);
  const chooser = dialog.locator('input[type=file]');
  await tabTo(page, dialog.getByRole('tab', { name: 'Upload' }));
  await tabTo(page, chooser);
  const chosen = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chosen).setFiles(await redAndBlue(page));
  // The picture being cropped has the focus at once.
  const part = dialog.getByRole('application', { name: 'Part of the picture' });
  await expect(part).toBeFocused();
  const zoom = dialog.getByRole('slider', { name: 'Zoom' });
  await tabTo(page, zoom);
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await tabTo(page, dialog.getByRole('button', { name: 'Rotate by -90 degrees' }));
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Rotate by 90 degrees' }));
  await page.keyboard.press('Enter');
  // The arrow keys move the picture until its left edge is at the left.
  await tabTo(page, part, 'Shift+Tab');
  for (let pressed = 0; pressed < 40; pressed += 1) await page.keyboard.press('ArrowRight');
  await tabTo(page, dialog.getByRole('button', { name: 'Apply' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden({ timeout: 20_000 });
  await expect(open).toBeFocused();
  const save = page.getByRole('button', { name: 'Save changes' });
  await tabTo(page, save);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Profile saved.')).toBeVisible();
  expect((await look(page, await photoOf(ines), [0.1, 0.5], [0.9, 0.5])).colours).toEqual(['red', 'red']);
});

for (const [where, size] of BOTH)
  test(
    `pictures: an owner gives the community a gradient as its cover and a stock photo as its logo, on ${where}`,
    DETAIL,
    async ({ arrive }) => {
      const maren = await arrive('Maren', 'Holm');
      const community = await startCommunity(maren, 'Weavers Row');
      const { page } = maren;
      await page.setViewportSize(size);
      await page.goto(`/${community.slug}/settings`);
      await expect(page.getByText('Works best at 400 × 400 pixels (1:1).')).toBeVisible();

      await page.getByRole('button', { name: 'Choose a cover' }).click();
      let dialog = selector(page, 'Choose a cover');
      await chooseGradient(dialog);
      await expect(page.getByRole('button', { name: 'Change cover' })).toBeVisible();

      await page.getByRole('button', { name: 'Upload your own picture' }).click();
      dialog = selector(page);
      await dialog.getByRole('tab', { name: 'Stock photos' }).click();
      const photos = dialog.getByRole('list', { name: 'Photos' }).getByRole('listitem');
      await expect(photos).toHaveCount(20);
      await dialog.getByRole('button', { name: 'More photos' }).click();
      await expect(photos).toHaveCount(40);
      await dialog.getByRole('searchbox', { name: 'Search photos' }).fill('woven');
      await expect(photos).toHaveCount(5);
      await photos.first().getByRole('button').click();
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(dialog).toBeHidden({ timeout: 20_000 });

      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByText('Community saved.')).toBeVisible();
      const saved = await maren.api<{ logo: string; cover: string }>('GET', `/servers/${community.id}`);
      const cover = await look(page, saved.cover, [0.5, 0.5]);
      expect(cover.width / cover.height).toBeCloseTo(2.67, 1);
      expect(cover.colours).toEqual(['blue']);
      const logo = await look(page, saved.logo);
      expect([logo.width, logo.height]).toEqual([480, 480]);
    },
  );

test('pictures: a picture that could not be sent can be sent again', DETAIL, async ({ arrive }) => {
  const ines = await arrive('Ines');
  const { page } = ines;
  await page.goto('/settings/profile');
  await page.getByRole('button', { name: 'Upload your own picture' }).click();
  const dialog = selector(page);

  await dialog.getByRole('tab', { name: 'Upload' }).click();
  await dialog.locator('input[type=file]').setInputFiles(await redAndBlue(page));
  await page.route('**/uploads/**', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.unroute('**/uploads/**');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toBeHidden({ timeout: 20_000 });
  await expect(page.getByRole('radio', { name: 'Uploaded picture' })).toBeChecked();
});
