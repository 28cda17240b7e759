import { listJoins } from '@folkmoot/contract/channels/api.ts';
import type { ChannelDetail } from '@folkmoot/contract/channels/schema.ts';
import { memberJoined } from '@folkmoot/contract/communities/api.ts';
import type { JoinLine } from '@folkmoot/contract/communities/schema.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { channelDetail } from '../../../test/channels.ts';
import { memberView } from '../../../test/communities.ts';
import { draw } from '../../../test/draw.tsx';
import { TestSocket } from '../../../test/socket.ts';
import { startLive, stopLive } from '../../core/live.ts';
import { useJoins } from './useJoins.ts';

const BEA = '0190a3b4-0000-7000-8000-0000000000b0';
let told: JoinLine[] = [];

afterEach(() => {
  stopLive();
  vi.unstubAllGlobals();
});

function Shown({ channel }: { channel: ChannelDetail }) {
  const joins = useJoins(channel);
  return <p>{joins === undefined ? 'Not told' : `${joins.reduce((sum, { count }) => sum + count, 0)} joined`}</p>;
}

async function drawJoins(channel: ChannelDetail): Promise<TestSocket> {
  vi.stubGlobal('WebSocket', TestSocket);
  TestSocket.opened = [];
  answer(listJoins, () => ({ data: told }));
  await draw(<Shown channel={channel} />, { as: BEA });
  startLive();
  await expect.poll(() => TestSocket.opened.length).toBe(1);
  const [socket] = TestSocket.opened;
  socket?.hear({ type: 'ready' });
  return socket as TestSocket;
}
const asked = () => calls.filter(({ path }) => path.endsWith('/joins')).length;

test('joins: however many join at once, the list is asked for once more', async () => {
  told = [];
  const channel = channelDetail({ tellsJoins: true });
  const socket = await drawJoins(channel);
  await expect.element(page.getByText('0 joined')).toBeVisible();
  const before = asked();
  told = [{ at: '2026-01-05T10:00:00.000Z', count: 500, people: [memberView('Ana', 'Cruz')] }];
  for (let n = 0; n < 500; n += 1) {
    const data = { serverId: channel.serverId, memberId: crypto.randomUUID(), userId: crypto.randomUUID() };
    socket.hear({ type: 'event', name: memberJoined.name, data });
  }
  await expect.poll(() => page.getByText('500 joined').elements().length, { timeout: 5000 }).toBe(1);
  expect(asked() - before).toBe(1);
});

test('joins: a channel that does not tell them asks for nothing', async () => {
  await drawJoins(channelDetail());
  await expect.element(page.getByText('Not told')).toBeVisible();
  expect(asked()).toBe(0);
});
