import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { useConfirm } from './ConfirmDialog.tsx';

function Asker() {
  const confirm = useConfirm();
  const ask = () =>
    confirm({
      title: 'Remove Kofi?',
      body: 'They can ask again.',
      verb: 'Remove',
      busyVerb: 'Removing',
      run: async () => 1,
    });
  return (
    <button type="button" onClick={ask}>
      Ask
    </button>
  );
}

const dialog = page.getByRole('dialog', { name: 'Remove Kofi?' });
const box = () => dialog.element().getBoundingClientRect();

afterEach(() => page.viewport(720, 900));

test('a short question comes up from the bottom edge of a phone, over its whole width, and leaves the screen visible', async () => {
  await page.viewport(390, 844);
  await draw(<Asker />);
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect.poll(() => [box().left, box().width, Math.round(box().bottom)]).toEqual([0, 390, 844]);
  expect(box().height).toBeLessThan(420);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => dialog.elements()).toEqual([]);
});

test('a short question is in the middle of a desk', async () => {
  await page.viewport(1440, 900);
  await draw(<Asker />);
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect.poll(() => [box().width, Math.round(box().left)]).toEqual([440, 500]);
  expect(Math.abs(box().top + box().bottom - 900)).toBeLessThan(3);
});
