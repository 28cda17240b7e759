import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { AddLinkDialog } from './AddLinkDialog.tsx';

const dialog = page.getByRole('dialog').first();
const text = dialog.getByRole('textbox', { name: 'Text' });
const link = dialog.getByRole('textbox', { name: 'Link' });
const add = dialog.getByRole('button', { name: 'Add link' });

test('add link: an address is required and has to be one', async () => {
  const onDone = vi.fn();
  await openDialog(<AddLinkDialog initial={{ text: '', link: '' }} onDone={onDone} />);
  await expectAccessible();
  await add.click();
  await expect.element(link).toHaveAccessibleDescription('This field is required.');
  for (const wrong of [
    'no address',
    'javascript:alert(1)',
    'https://user:pass@x.example',
    'mailto:nobody',
    '//x.example',
  ]) {
    await link.fill(wrong);
    await add.click();
    await expect.element(link).toHaveAccessibleDescription('Please enter valid URL or email.');
  }
  await expectAccessible();
  expect(onDone).not.toHaveBeenCalled();
});

test.each([
  ['  The handbook ', ' handbook.example/a ', { text: 'The handbook', link: 'https://handbook.example/a' }],
  ['', 'HTTP://Handbook.Example', { text: 'http://handbook.example/', link: 'http://handbook.example/' }],
  ['', 'ines@alderwick.example', { text: 'ines@alderwick.example', link: 'mailto:ines@alderwick.example' }],
])('add link: “%s” to “%s” is trimmed, and gets a scheme', async (typed, address, stored) => {
  const onDone = vi.fn();
  await openDialog(<AddLinkDialog initial={{ text: '', link: '' }} onDone={onDone} />);
  await text.fill(typed);
  await link.fill(address);
  await add.click();
  await expectFocusReturned();
  expect(onDone).toHaveBeenCalledExactlyOnceWith(stored);
});

test('edit link: it can be taken away, and what was typed is asked about first', async () => {
  const onRemove = vi.fn();
  await openDialog(
    <AddLinkDialog initial={{ text: 'x', link: 'https://x.example/' }} onDone={() => undefined} onRemove={onRemove} />,
  );
  await text.fill('changed');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Remove link' }).click();
  expect(onRemove).toHaveBeenCalledOnce();
});
