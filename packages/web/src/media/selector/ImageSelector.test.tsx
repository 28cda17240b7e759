import { findStockPhotos, noteStockDownload } from '@folkmoot/contract/media/api.ts';
import { refusals } from '@folkmoot/contract/media/schema.ts';
import type { StockPhoto } from '@folkmoot/contract/media/stock-schema.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, breakDown, refuse } from '../../../test/answers.ts';
import { expectAccessible, openDialog } from '../../../test/draw.tsx';
import { redAndBlue } from '../../../test/pictures.ts';
import { ImageSelector } from './ImageSelector.tsx';

const INES = '0190a3b4-0000-7000-8000-00000000000d';
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
const chooser = dialog.getByLabelText('Choose a picture');
const part = dialog.getByRole('application', { name: 'Part of the picture' });
const photos = dialog.getByRole('list', { name: 'Photos' }).getByRole('listitem');

const photo = (id: number): StockPhoto => ({
  id: String(id),
  description: `Weaving ${id}`,
  urls: { small: PIXEL, regular: PIXEL },
  width: 1200,
  height: 900,
  credit: { name: 'Folkmoot', link: 'https://folkmoot.example/' },
  download: `/photos/${id}/download`,
});

/** Chooses a file as the chooser of the browser does. */
function choose(file: File): void {
  const input = chooser.element() as HTMLInputElement;
  const data = new DataTransfer();
  data.items.add(file);
  input.files = data.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

beforeEach(async () => {
  answer(noteStockDownload, { message: 'Noted.' });
  answer(findStockPhotos, ({ query = '', page: at = 1 }) => {
    const from = query === '' ? Array.from({ length: 25 }, (_, id) => photo(id)) : query === 'woven' ? [photo(1)] : [];
    const first = (Number(at) - 1) * 20;
    return {
      data: from.slice(first, first + 20),
      count: from.length,
      nextPage: from.length > first + 20 ? Number(at) + 1 : null,
    };
  });
  await openDialog(<ImageSelector purpose="avatar" ratio={1} title="Choose a picture" onDone={() => undefined} />, {
    as: INES,
  });
});

test('picture selector: a file that is not a picture, too large or damaged is refused with the reason', async () => {
  await expect.element(dialog.getByRole('tab', { name: 'Upload' })).toBeVisible();
  await expectAccessible();
  const alert = dialog.getByRole('alert');
  choose(new File(['no picture'], 'notes.txt', { type: 'text/plain' }));
  await expect.element(alert).toMatchTextContent(/Choose a picture: PNG, GIF, JPEG, SVG, WebP, AVIF or HEIC\./);
  choose(new File([new Uint8Array(5_242_881)], 'big.png', { type: 'image/png' }));
  await expect.element(alert).toMatchTextContent(/big\.png exceeds the maximum file size of 5MB/);
  choose(new File(['torn'], 'torn.png', { type: 'image/png' }));
  await expect.element(alert).toMatchTextContent(/torn\.png cannot be read as a picture/);
});

test('picture selector: the picture being cropped has focus, and closing asks before it is lost', async () => {
  choose(await redAndBlue());
  await expect.element(part).toHaveFocus();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(part).toBeVisible();
  const zoom = dialog.getByRole('slider', { name: 'Zoom' });
  (zoom.element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.element(zoom).toHaveValue('1');
  await userEvent.keyboard('{Home}');
  await expect.element(zoom).toHaveValue('0');
  await dialog.getByRole('button', { name: 'Flip' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Flip' })).toHaveAttribute('aria-pressed', 'true');
});

test('picture selector: stock photos show their photographers, come twenty at a time and are found by a word', async () => {
  await dialog.getByRole('tab', { name: 'Stock photos' }).click();
  await expect.poll(() => photos.elements().length).toBe(20);
  await dialog.getByRole('button', { name: 'More photos' }).click();
  await expect.poll(() => photos.elements().length).toBe(25);
  await expect.element(photos.first().getByRole('link', { name: 'Folkmoot' })).toBeVisible();
  await expectAccessible();
  const search = dialog.getByRole('searchbox', { name: 'Search photos' });
  await search.fill('submarine');
  await expect.element(dialog.getByRole('heading', { name: 'No photos for “submarine”' })).toBeVisible();
  await search.fill('woven');
  await expect.poll(() => photos.elements().length).toBe(1);
  await photos.first().getByRole('button').click();
  await expect.element(dialog.getByText('Photo by Folkmoot')).toBeVisible();
});

test('picture selector: a photo service that fails says so, and can be tried again', async () => {
  breakDown(findStockPhotos);
  await dialog.getByRole('tab', { name: 'Stock photos' }).click();
  const again = dialog.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  await expectAccessible();
  answer(findStockPhotos, { data: [photo(1)], count: 1, nextPage: null });
  await again.click();
  await expect.poll(() => photos.elements().length).toBe(1);
});

test('picture selector: an installation without a photo service says so', async () => {
  refuse(findStockPhotos, { statusCode: refusals.stockAbsent.status, ...refusals.stockAbsent });
  await dialog.getByRole('tab', { name: 'Stock photos' }).click();
  await expect.element(dialog.getByRole('heading', { name: refusals.stockAbsent.message })).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
});

test('picture selector: one of eleven gradients can be chosen, and its colours and shape changed', async () => {
  await dialog.getByRole('tab', { name: 'Gradients' }).click();
  await expect
    .poll(() => dialog.getByRole('list', { name: 'Gradients' }).getByRole('button').elements().length)
    .toBe(11);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Heath' }).click();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Heath' })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Harbour' }).click();
  await expect.element(dialog.getByRole('img', { name: 'Gradient Harbour' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Random shape' }).click();
  await expectAccessible();
});
