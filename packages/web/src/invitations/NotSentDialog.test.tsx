import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, openDialog } from '../../test/draw.tsx';
import { NotSentDialog } from './NotSentDialog.tsx';

const dialog = page.getByRole('dialog', { name: "Some emails couldn't be sent" });
const nowSeconds = () => Date.now() / 1000;

test('not sent: the letters to the others are taken back here, as long as they have not left', async () => {
  const undo = vi.fn(async () => ({ message: 'Taken back. Nothing was sent.' }));
  await openDialog(<NotSentDialog addresses={['wren@', 'kofi']} leaving={{ at: nowSeconds() + 28, undo }} />);
  await expect.element(dialog.getByText('wren@')).toBeVisible();
  await expect.element(dialog.getByText(/^The others leave in 2\d s\.$/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Taken back. Nothing was sent.')).toBeVisible();
  expect(undo).toHaveBeenCalledTimes(1);
  expect(dialog.elements()).toEqual([]);
});

test('not sent: nothing is promised once they have left', async () => {
  const undo = vi.fn(async () => ({ message: 'never' }));
  await openDialog(<NotSentDialog addresses={['wren@']} leaving={{ at: nowSeconds() - 1, undo }} />);
  await expect.element(dialog.getByText('wren@')).toBeVisible();
  expect(dialog.getByText(/The others leave/).elements()).toEqual([]);
  expect(dialog.getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
});
