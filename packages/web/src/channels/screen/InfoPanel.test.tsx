import { listMembers } from '@folkmoot/contract/communities/api.ts';
import { listPins } from '@folkmoot/contract/conversations/api.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { channelDetail } from '../../../test/channels.ts';
import { memberView } from '../../../test/communities.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { TestSocket } from '../../../test/socket.ts';
import { startLive, stopLive } from '../../core/live.ts';
import { InfoPanel } from './InfoPanel.tsx';

const [ada, ben, cleo] = [memberView('Ada', 'Lowe'), memberView('Ben', 'Lowe'), memberView('Cleo', 'Lowe')];
const channel = channelDetail();

afterEach(() => {
  stopLive();
  vi.unstubAllGlobals();
});

async function drawPanel(tab: 'about' | 'members'): Promise<TestSocket> {
  vi.stubGlobal('WebSocket', TestSocket);
  TestSocket.opened = [];
  answer(listMembers, { data: [ada, ben, cleo], nextCursor: null, count: 3 } as never);
  answer(listPins, { data: [], people: [] });
  const nothing = () => undefined;
  await draw(<InfoPanel channel={channel} tab={tab} onTab={nothing} onClose={undefined} onJump={nothing} />, {
    as: ada.id,
  });
  startLive();
  await expect.poll(() => TestSocket.opened.length).toBe(1);
  const [socket] = TestSocket.opened;
  socket?.hear({ type: 'ready' });
  await expect.poll(() => JSON.stringify(socket?.said)).toContain(cleo.id);
  socket?.hear({ type: 'present', userIds: [] });
  return socket as TestSocket;
}

const names = () =>
  page
    .getByRole('button', { name: /Lowe$/ })
    .elements()
    .map(({ textContent }) => /([A-Z][a-z]+) Lowe/.exec(textContent ?? '')?.[1]);

test('channel panel: it shows who else is online, while there is somebody', async () => {
  const socket = await drawPanel('about');
  const online = page.getByRole('region', { name: 'Online now' });
  expect(online.elements()).toEqual([]);
  socket.hear({ type: 'present', userIds: [ada.id, cleo.id] });
  await expect.element(online).toBeVisible();
  expect(names()).toEqual(['Cleo']);
  await expectAccessible();
});

test('channel panel: members who are online come first, and the others in the order of their names', async () => {
  const socket = await drawPanel('members');
  await expect.poll(names).toEqual(['Ada', 'Ben', 'Cleo']);
  socket.hear({ type: 'present', userIds: [cleo.id] });
  await expect.poll(names).toEqual(['Cleo', 'Ada', 'Ben']);
});
