import type { Permission } from '@folkmoot/contract/core/permissions.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { ChannelWays } from './ChannelWays.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const SERVER = '0190a3b4-0000-7000-8000-0000000000c0';
const create = page.getByRole('button', { name: 'Create channel' });

async function drawWays(held: Permission[], joined = 1): Promise<void> {
  await draw(
    <>
      <p>The sidebar</p>
      <ChannelWays serverId={SERVER} joined={joined} held={held} />
    </>,
    { as: ME },
  );
  await expect.element(page.getByText('The sidebar')).toBeVisible();
}

test('sidebar: a person who may create channels finds that under them, without a category, too', async () => {
  await drawWays(['VIEW_CHANNEL', 'CREATE_CHANNEL']);
  await expect.element(page.getByRole('button', { name: 'Join more channels' })).toBeVisible();
  await expectAccessible();
  await create.click();
  await expect.element(page.getByRole('dialog', { name: 'Create channel' })).toBeVisible();
});

test('sidebar: other members find the way to more channels only', async () => {
  await drawWays(['VIEW_CHANNEL'], 0);
  await expect.element(page.getByRole('button', { name: 'Browse channels' })).toBeVisible();
  expect(create.elements()).toEqual([]);
});

test('sidebar: a person who may see no channels finds neither', async () => {
  await drawWays([]);
  expect(page.getByRole('button').elements()).toEqual([]);
});
