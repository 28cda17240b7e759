import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { EmojiPicker } from './EmojiPicker.tsx';

const picked = vi.fn();
const DATA = [
  {
    hexcode: '1F44B',
    emoji: '👋',
    label: 'waving hand',
    order: 1,
    skins: [
      { emoji: '👋🏻', tone: 1 },
      { emoji: '👋🏼', tone: 2 },
    ],
  },
  { hexcode: '1F525', emoji: '🔥', label: 'fire', order: 2 },
];

const real = window.fetch;
beforeEach(() => {
  localStorage.clear();
  picked.mockClear();
  window.fetch = async (resource, init) => {
    const { url } = new Request(resource, init);
    if (url.endsWith('en/data.json')) return Response.json(DATA);
    if (url.endsWith('github.json')) return Response.json({ '1F44B': 'wave', '1F525': 'fire' });
    return real(resource, init);
  };
});
afterEach(() => {
  window.fetch = real;
  localStorage.clear();
});

async function find(name: string, label: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search emoji' }).fill(name);
  await page.getByRole('gridcell', { name: label }).click();
}

test('emoji: those picked last are offered first, without a search', async () => {
  const { unmount } = await draw(<EmojiPicker onPick={picked} />);
  expect(page.getByRole('group', { name: 'Recently used' }).elements()).toEqual([]);
  await find('fire', 'fire');
  await find('wave', 'waving hand');
  await unmount();
  await draw(<EmojiPicker onPick={picked} />);
  const recent = page.getByRole('group', { name: 'Recently used' }).getByRole('button');
  expect(recent.elements().map(({ textContent }) => textContent)).toEqual(['👋', '🔥']);
  await expectAccessible();
  await recent.nth(1).click();
  expect(picked.mock.calls).toEqual([['🔥'], ['👋'], ['🔥']]);
});

test('emoji: a skin tone applies to what is picked, and is kept', async () => {
  const { unmount } = await draw(<EmojiPicker onPick={picked} />);
  await page.getByRole('button', { name: 'Skin tone: default' }).click();
  await page.getByRole('button', { name: 'Skin tone: light' }).click();
  await find('wave', 'waving hand');
  await unmount();
  await draw(<EmojiPicker onPick={picked} />);
  await expect.element(page.getByRole('button', { name: 'Skin tone: medium light' })).toBeVisible();
  await find('fire', 'fire');
  expect(picked.mock.calls).toEqual([['👋🏼'], ['🔥']]);
});
