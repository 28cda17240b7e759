import { listCounts } from '@folkmoot/contract/conversations/api.ts';
import type { CountView } from '@folkmoot/contract/conversations/schema.ts';
import { muteCommunity, readAll } from '@folkmoot/contract/inbox/api.ts';
import { Menu } from '@mantine/core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../test/answers.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { QuietItems } from './QuietItems.tsx';

const HERE = crypto.randomUUID();
const channel = (serverId: string, mutedUntil: string | null): CountView => ({
  ...{ conversationId: crypto.randomUUID(), parentId: null, serverId, type: 'channel', version: 3, readSeq: 1 },
  ...{ level: 'all', mutedUntil, unread: 2, mentions: 0 },
});

test('a community’s menu marks it as read, and mutes and unmutes its channels', async () => {
  let counts = [channel(HERE, null), channel(HERE, '2999-12-31T00:00:00.000Z'), channel(crypto.randomUUID(), null)];
  answer(listCounts, () => ({ data: counts }));
  answer(readAll, { message: 'All conversations are marked as read.' });
  answer(muteCommunity, { message: 'Your channels here are muted.' });
  await draw(
    <Menu opened closeOnItemClick={false}>
      <Menu.Target>
        <button type="button">Community menu</button>
      </Menu.Target>
      <Menu.Dropdown>
        <QuietItems serverId={HERE} />
      </Menu.Dropdown>
    </Menu>,
    { as: crypto.randomUUID() },
  );
  await page.getByRole('menuitem', { name: 'Mark all as read' }).click();
  await expect.element(page.getByText('Everything here is marked as read.')).toBeVisible();
  counts = counts.map((one) => ({ ...one, mutedUntil: '2999-12-31T00:00:00.000Z' }));
  await page.getByRole('menuitem', { name: 'Mute all channels' }).click();
  await page.getByRole('menuitem', { name: 'Unmute channels' }).click();
  await expectAccessible();
  const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(sent).toEqual([
    { serverId: HERE },
    { serverId: HERE, mutedUntil: '2999-12-31T00:00:00.000Z' },
    { serverId: HERE, mutedUntil: null },
  ]);
});
