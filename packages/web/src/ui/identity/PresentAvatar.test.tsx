import { presenceChanged } from '@folkmoot/contract/accounts/api.ts';
import { Profiler } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../test/draw.tsx';
import { TestSocket } from '../../../test/socket.ts';
import { startLive, stopLive } from '../../core/live.ts';
import { PresentAvatar } from './PresentAvatar.tsx';

const ME = '0190a3b4-0000-7000-8000-00000000000a';
const INES = '0190a3b4-0000-7000-8000-00000000000b';
const PIET = '0190a3b4-0000-7000-8000-00000000000c';

afterEach(() => {
  stopLive();
  vi.unstubAllGlobals();
});

test('presence: when somebody comes or goes, only their picture is rendered again', async () => {
  vi.stubGlobal('WebSocket', TestSocket);
  const rendered: string[] = [];
  const picture = (id: string, firstName: string) => (
    <Profiler id={firstName} onRender={(name) => rendered.push(name)}>
      <PresentAvatar userId={id} person={{ id, firstName, lastName: '', imageUrl: null }} size={32} />
    </Profiler>
  );
  await draw(
    <>
      {picture(INES, 'Ines')}
      {picture(PIET, 'Piet')}
    </>,
    { as: ME },
  );
  startLive();
  await expect.poll(() => TestSocket.opened.length).toBe(1);
  const [socket] = TestSocket.opened;
  socket?.hear({ type: 'ready' });
  await expect.poll(() => socket?.said).toContainEqual({ type: 'watch', userIds: [INES, PIET] });
  socket?.hear({ type: 'present', userIds: [PIET] });
  const online = page.getByRole('img', { name: 'online' });
  await expect.element(online).toBeVisible();
  rendered.length = 0;
  socket?.hear({ type: 'event', name: presenceChanged.name, data: { userId: INES, present: true } });
  await expect.poll(() => online.elements().length).toBe(2);
  expect(rendered).toEqual(['Ines']);
  socket?.hear({ type: 'event', name: presenceChanged.name, data: { userId: PIET, present: false } });
  await expect.poll(() => online.elements().length).toBe(1);
  expect(rendered).toEqual(['Ines', 'Piet']);
});
