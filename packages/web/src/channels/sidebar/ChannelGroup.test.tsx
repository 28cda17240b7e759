import { resolveChannel } from '@folkmoot/contract/channels/api.ts';
import type { SidebarChannel } from '@folkmoot/contract/channels/schema.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, refuse } from '../../../test/answers.ts';
import { channelDetail } from '../../../test/channels.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { finger } from '../../../test/touch.ts';
import { ChannelGroup } from './ChannelGroup.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const detail = channelDetail();
const looms: SidebarChannel = { ...detail, conversationId: detail.conversation.id, version: 1, unread: 0, mentions: 0 };

const line = page.getByRole('link', { name: 'looms' });
const menu = page.getByRole('menu');

async function drawGroup(): Promise<void> {
  await page.viewport(390, 844);
  const group = { category: null, channels: [looms] };
  await draw(<ChannelGroup serverId={detail.serverId} group={group} currentId={undefined} mayCreate={false} />, {
    as: ME,
  });
  await expect.element(line).toBeVisible();
}

afterEach(() => page.viewport(720, 900));

test('sidebar: a long press on a channel brings up its menu, which can be closed and opened again', async () => {
  answer(resolveChannel, detail);
  await drawGroup();
  const press = finger(line);
  for (const isFirst of [true, false]) {
    press.down();
    await expect.element(page.getByRole('menuitem', { name: 'Leave channel' })).toBeVisible();
    expect(press.up()).toBe(false);
    if (isFirst) await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => menu.elements()).toEqual([]);
  }
});

test('sidebar: a long press on a channel that is gone says so', async () => {
  refuse(resolveChannel, { statusCode: 404, message: 'This channel does not exist any more.' });
  await drawGroup();
  const press = finger(line);
  press.down();
  await expect.element(page.getByText('This channel does not exist any more.')).toBeVisible();
  press.up();
  expect(menu.elements()).toEqual([]);
});
