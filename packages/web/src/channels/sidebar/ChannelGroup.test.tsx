import { listSidebar, resolveChannel } from '@folkmoot/contract/channels/api.ts';
import type { SidebarChannel } from '@folkmoot/contract/channels/schema.ts';
import { listCounts } from '@folkmoot/contract/conversations/api.ts';
import { useRef, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, refuse } from '../../../test/answers.ts';
import { channelDetail } from '../../../test/channels.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { finger } from '../../../test/touch.ts';
import { useSidebar } from '../queries.ts';
import { ChannelGroup } from './ChannelGroup.tsx';
import { UnreadEdges } from './UnreadEdges.tsx';

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

function Listed() {
  const channels = useSidebar(detail.serverId).data?.channels ?? [];
  return (
    <ChannelGroup
      serverId={detail.serverId}
      group={{ category: null, channels }}
      currentId={undefined}
      mayCreate={false}
    />
  );
}

test('sidebar: a channel for announcements is marked as one, also when something in it is unread', async () => {
  const board: SidebarChannel = { ...looms, name: 'noticeboard', type: 'announcement' };
  answer(listSidebar, { channels: [board], categories: [] });
  const { conversationId } = board;
  const unread = { readSeq: 1, unread: 2, mentions: 0, level: 'all' as const, mutedUntil: null, version: 3 };
  const count = { ...unread, conversationId, parentId: null, serverId: detail.serverId, type: 'channel' as const };
  answer(listCounts, { data: [count] });
  await draw(<Listed />, { as: ME });
  await expect.element(page.getByRole('link', { name: /^noticeboard.* 2/ })).toBeVisible();
  await expect.element(page.getByLabelText('announcements')).toBeVisible();
});

const many = Array.from({ length: 40 }, (_, at) => ({ ...looms, id: crypto.randomUUID(), name: `looms-${at + 1}` }));

function Sidebar({ channels, open }: { channels: readonly SidebarChannel[]; open?: string }) {
  const scroller = useRef<HTMLElement>(null);
  const group = { category: null, channels: [...channels] };
  const currentId = channels.find(({ name }) => name === open)?.id;
  return (
    <div style={{ position: 'relative', display: 'flex', flexDirection: 'column' }}>
      <nav ref={scroller} aria-label="Channels" style={{ height: 300, overflowY: 'auto' }}>
        <ChannelGroup serverId={detail.serverId} group={group} currentId={currentId} mayCreate={false} />
      </nav>
      <UnreadEdges scroller={scroller} />
    </div>
  );
}

/** With so many messages, and mentions among them, in the channel at a place. */
const withNews = (news: Record<number, [unread: number, mentions: number]>) =>
  many.map((channel, at) => {
    const [unread = 0, mentions = 0] = news[at + 1] ?? [];
    return { ...channel, unread, mentions };
  });
const link = (name: RegExp) => page.getByRole('link', { name });

test('sidebar: the channel that is open is in sight, however far down it is', async () => {
  await draw(<Sidebar channels={many} open="looms-38" />, { as: ME });
  await expect.element(link(/^#? ?looms-38/)).toBeInViewport();
  const { top, bottom } = link(/^#? ?looms-38/)
    .element()
    .getBoundingClientRect();
  const box = page.getByRole('navigation', { name: 'Channels' }).element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(box.top);
  expect(bottom).toBeLessThanOrEqual(box.bottom + 1);
});

test('sidebar: what is unread out of sight is told with where it is, and is one press away', async () => {
  await draw(<Sidebar channels={withNews({ 2: [1, 0], 25: [3, 0], 30: [1, 0] })} />, { as: ME });
  const below = page.getByRole('button', { name: '2 unread below' });
  await expect.element(below).toBeVisible();
  expect(page.getByRole('button', { name: /above/ }).elements()).toEqual([]);
  await expectAccessible();
  await below.click();
  await expect.element(page.getByRole('button', { name: '1 unread above' })).toBeVisible();
  await expect.poll(() => page.getByRole('button', { name: '2 unread below' }).elements()).toEqual([]);
  await page.getByRole('button', { name: '1 unread above' }).click();
  await expect.element(below).toBeVisible();
});

test('sidebar: mentions out of sight are counted, and gone to before what is only unread', async () => {
  await draw(<Sidebar channels={withNews({ 15: [4, 0], 39: [6, 2] })} />, { as: ME });
  const below = page.getByRole('button', { name: '2 mentions below' });
  await below.click();
  await expect.poll(() => below.elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: '1 unread above' })).toBeVisible();
});

function Read() {
  const [isRead, setRead] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setRead(true)}>
        Read it elsewhere
      </button>
      <Sidebar channels={isRead ? many : withNews({ 30: [1, 0] })} />
    </>
  );
}

test('sidebar: what is read on another device is no longer told', async () => {
  await draw(<Read />, { as: ME });
  await expect.element(page.getByRole('button', { name: '1 unread below' })).toBeVisible();
  await page.getByRole('button', { name: 'Read it elsewhere' }).click();
  await expect.poll(() => page.getByRole('button', { name: /below/ }).elements()).toEqual([]);
});
