import type { ChannelView } from '@folkmoot/contract/channels/schema.ts';
import type { ViewerView } from '@folkmoot/contract/communities/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../test/draw.tsx';
import { ChannelRow } from './ChannelRow.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const channel = {
  id: crypto.randomUUID(),
  serverId: crypto.randomUUID(),
  name: 'noticeboard-of-the-guild',
  avatar: '📌',
  description: 'One post a week.',
  mode: 'public',
  type: 'default',
  isDefault: true,
  joined: true,
  memberCount: 40,
  createdBy: ME,
  archivedAt: null,
  categoryId: null,
  conversation: { id: crypto.randomUUID() },
} as unknown as ChannelView;
const viewer = { userId: ME, roleType: 'ADMIN', permissions: [] } as unknown as ViewerView;

const leave = page.getByRole('button', { name: `Leave ${channel.name}` });
const link = page.getByRole('link', { name: channel.name });

async function drawRow(width: number): Promise<void> {
  await page.viewport(width, 844);
  await draw(
    <ul>
      <ChannelRow channel={channel} viewer={viewer} />
    </ul>,
    { as: ME },
  );
  await expect.element(link).toBeVisible();
}

test('browse: on a desktop, a channel that you cannot leave says so in its row', async () => {
  await drawRow(1440);
  await expect.element(leave).toHaveAttribute('aria-disabled', 'true');
});

test('browse: on a phone, the name has the room, and the menu says why you cannot leave', async () => {
  await drawRow(390);
  expect(leave.elements()).toEqual([]);
  const words = link.element().querySelector('span') as HTMLElement;
  expect(words.scrollWidth).toBeLessThanOrEqual(words.clientWidth);
  await page.getByRole('button', { name: `More about ${channel.name}` }).click();
  await expect.element(page.getByRole('menuitem', { name: /^Leave channel.+/ })).toBeVisible();
  await page.viewport(1440, 900);
});
