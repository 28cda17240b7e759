import { TEXTS } from '@folkmoot/contract/home/schema.ts';
import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { completeUpload, discardUpload, startUpload } from '@folkmoot/contract/media/api.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, refuse } from '../../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { sectionPicture, sectionView } from '../../../test/home.ts';
import { redAndBlue } from '../../../test/pictures.ts';
import { GalleryDialog } from './GalleryDialog.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const dialog = page.getByRole('dialog', { name: 'Photo gallery' });
const chooser = dialog.getByLabelText('Choose pictures');
const add = dialog.getByRole('button', { name: 'Add to page' });
const kept: SectionView[] = [];

/** Chooses files as the chooser of the browser does. */
function choose(...files: File[]): void {
  const input = chooser.element() as HTMLInputElement;
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  input.files = data.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

const real = window.XMLHttpRequest;
beforeEach(() => {
  kept.length = 0;
  answer(discardUpload, { message: 'Removed.' });
  // The bytes go nowhere.
  window.XMLHttpRequest = class extends EventTarget {
    upload = {} as { onprogress?: (event: { loaded: number }) => void };
    status = 200;
    onload?: () => void;
    onloadend?: () => void;
    open() {}
    setRequestHeader() {}
    abort() {}
    send(bytes: Blob) {
      this.upload.onprogress?.({ loaded: bytes.size });
      this.onload?.();
      this.onloadend?.();
    }
  } as unknown as typeof XMLHttpRequest;
});
afterEach(() => {
  window.XMLHttpRequest = real;
});

const address = () => ({
  data: {
    id: crypto.randomUUID(),
    method: 'PUT' as const,
    url: '/uploads/1',
    headers: {},
    expiresAt: '2026-01-05T10:00:00.000Z',
  },
});
const open = () => {
  const section = {
    ...sectionView('PhotoGallery', { json: { items: [{ id: crypto.randomUUID() }] } }),
    json: { items: [] },
  };
  const onSave = async (saved: SectionView) => {
    kept.push(saved);
    return { message: TEXTS.saved };
  };
  return openDialog(<GalleryDialog section={section} isNew onSave={onSave} />, { as: ME });
};

test('photo gallery: at least one picture, and each of 5 MB at most', async () => {
  await open();
  await expectAccessible();
  await add.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Please select at least one image.');
  choose(new File([new Uint8Array(5_242_881)], 'wall.png', { type: 'image/png' }));
  await expect.element(dialog.getByText('wall.png exceeds the maximum file size of 5MB')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Upload wall.png again' }).elements()).toEqual([]);
  await add.click();
  await expect.element(dialog.getByText('Please select at least one image.')).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('x'.repeat(101));
  await add.click();
  await expect
    .element(dialog.getByRole('textbox', { name: 'Title' }))
    .toHaveAccessibleDescription(expect.stringContaining('Max 100 characters allowed.'));
});

test('photo gallery: many at once, one fails and is tried again, each is described', async () => {
  const views = [sectionPicture('one.png'), sectionPicture('two.png')];
  let begun = 0;
  answer(startUpload, () => ({ data: { ...address().data, id: views[begun++]?.id ?? '' } }));
  answer(completeUpload, () => views[0] as never);
  await open();
  breakDown(startUpload);
  choose(await redAndBlue('one.png'));
  await expect.element(dialog.getByText('Something went wrong while uploading image.')).toBeVisible();
  await expectAccessible();
  answer(startUpload, () => ({ data: { ...address().data, id: views[begun++]?.id ?? '' } }));
  await dialog.getByRole('button', { name: 'Upload one.png again' }).click();
  await expect.poll(() => dialog.getByRole('progressbar').elements().length).toBe(0);
  answer(completeUpload, () => views[1] as never);
  choose(await redAndBlue('two.png'));
  await expect.poll(() => dialog.getByRole('progressbar').elements().length).toBe(0);
  // One that failed keeps the section from being added without it in silence.
  choose(new File([], 'empty.png', { type: 'image/png' }));
  await expect.element(dialog.getByText('empty.png is empty. Choose another file.')).toBeVisible();
  await add.click();
  await expect.element(dialog.getByText('empty.png is not uploaded. Try again, or remove it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove empty.png' }).click();
  await dialog.getByRole('textbox', { name: 'Description of two.png' }).fill('Blue cups');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('From the workshops');
  await add.click();
  await expectFocusReturned();
  const [one, two] = views;
  expect(kept[0]).toMatchObject({
    title: 'From the workshops',
    json: {
      items: [
        { id: one?.id, alt: '' },
        { id: two?.id, alt: 'Blue cups' },
      ],
    },
  });
  expect(kept[0]?.attachments.map(({ id }) => id)).toEqual(views.map(({ id }) => id));
});

test('photo gallery: a file that the server cannot read is refused with its reason, and can only be removed', async () => {
  answer(startUpload, address);
  const fields = { file: 'cup.png cannot be read as a picture. Choose another file.' };
  refuse(completeUpload, { statusCode: 422, code: 'media.no-picture', message: 'Some fields.', fields });
  await open();
  choose(await redAndBlue('cup.png'));
  await expect.element(dialog.getByText(fields.file)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Upload cup.png again' }).elements()).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove cup.png' }).click();
  expect(dialog.getByRole('listitem').elements()).toEqual([]);
});
