import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectFocusReturned, openDialog } from '../../test/draw.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

const keysOf = (does: string) =>
  [...(page.getByText(does, { exact: true }).element().parentElement?.querySelectorAll('kbd') ?? [])].map(
    ({ textContent }) => textContent,
  );

test.each([
  ['a Mac', 'MacIntel', ['⌘', 'K'], ['⇧', 'Return']],
  ['another computer', 'Linux x86_64', ['Ctrl', 'K'], ['Shift', 'Enter']],
])('shortcuts: the list names the keys as they are called on %s', async (_, platform, find, line) => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  await openDialog(<ShortcutsDialog />);
  expect(keysOf('Find anything')).toEqual(find);
  expect(keysOf('New line')).toEqual(line);
  expect(
    page
      .getByRole('heading', { level: 3 })
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Anywhere', 'Messages', 'Writing', 'Formatting']);
  await expectAccessible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expectFocusReturned();
});
