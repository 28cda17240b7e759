import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../test/draw.tsx';
import { UploadTab } from './UploadTab.tsx';

test.each([
  ['group', 'or drop one here. PNG, JPEG or HEIC, up to 10 MB.', false],
  ['avatar', 'or drop one here. PNG, GIF, JPEG, SVG, WebP, AVIF or HEIC, up to 5 MB.', true],
] as const)('picture selector: for a picture of kind %s it offers what is accepted', async (purpose, words, gif) => {
  await draw(<UploadTab purpose={purpose} hint={undefined} onPick={() => undefined} />);
  await expect.element(page.getByText(words)).toBeVisible();
  const chooser = page.getByLabelText('Choose a picture').element() as HTMLInputElement;
  expect(chooser.accept.split(',').includes('image/gif')).toBe(gif);
});
