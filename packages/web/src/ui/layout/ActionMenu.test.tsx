import { Menu } from '@mantine/core';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { finger } from '../../../test/touch.ts';
import { useMenuPress } from '../useLongPress.ts';
import { ActionMenu } from './ActionMenu.tsx';

const below = vi.fn();
const rename = vi.fn();

function Row() {
  const press = useMenuPress();
  return (
    <>
      <ul>
        <li {...press} style={{ display: 'flex', justifyContent: 'space-between' }}>
          <a href="/looms">looms</a>
          <ActionMenu width={200}>
            <Menu.Target>
              <button type="button">More</button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={rename}>Rename</Menu.Item>
              <Menu.Item>Archive</Menu.Item>
            </Menu.Dropdown>
          </ActionMenu>
        </li>
      </ul>
      <button type="button" onClick={below}>
        Elsewhere
      </button>
    </>
  );
}

const menu = page.getByRole('menu');
const more = page.getByRole('button', { name: 'More' });

async function drawRow(width: number) {
  below.mockClear();
  rename.mockClear();
  await page.viewport(width, 844);
  return draw(<Row />);
}

afterEach(() => page.viewport(720, 900));

test('menus: on a phone a menu comes up from the bottom edge, and a tap beside it only closes it', async () => {
  await drawRow(390);
  await more.click();
  const box = () => menu.element().getBoundingClientRect();
  await expect.poll(() => [box().left, box().right, Math.round(box().bottom)]).toEqual([0, 390, 844]);
  for (const entry of page.getByRole('menuitem').elements())
    expect(entry.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await expectAccessible();
  const at = page.getByRole('button', { name: 'Elsewhere' }).element().getBoundingClientRect();
  const top = document.elementFromPoint(at.left + 5, at.top + 5) as HTMLElement;
  top.click();
  await expect.poll(() => menu.elements()).toEqual([]);
  expect(below).not.toHaveBeenCalled();
  await more.click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect.poll(() => menu.elements()).toEqual([]);
  expect(rename).toHaveBeenCalledOnce();
});

test('menus: a long press in a row, on its link too, opens the menu of the row and follows nothing', async () => {
  const { router } = await drawRow(390);
  const press = finger(page.getByRole('link', { name: 'looms' }));
  press.down();
  await expect.element(menu).toBeVisible();
  expect(press.up()).toBe(false);
  expect(router.state.location.pathname).toBe('/');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => menu.elements()).toEqual([]);
  // A finger that goes on scrolls.
  press.down();
  press.move(0, 40);
  expect(press.up()).toBe(true);
  expect(menu.elements()).toEqual([]);
});

test('menus: on a desk a menu is beside its button, and nothing is dimmed', async () => {
  await drawRow(1440);
  await more.click();
  await expect.element(menu).toBeVisible();
  const [box, button] = [menu.element().getBoundingClientRect(), more.element().getBoundingClientRect()];
  expect(box.width).toBe(200);
  expect(box.top - button.bottom).toBeLessThan(20);
  await page.getByRole('button', { name: 'Elsewhere' }).click();
  expect(below).toHaveBeenCalledOnce();
  await expect.poll(() => menu.elements()).toEqual([]);
});
