import { deleteAccount } from '@folkmoot/contract/accounts/leaving-api.ts';
import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { onlineManager, useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { draw } from '../../../test/draw.tsx';
import { TestSocket } from '../../../test/socket.ts';
import { call } from '../../core/api-client.ts';
import { startLive, stopLive } from '../../core/live.ts';
import { apiQuery } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useSession } from '../../core/session.tsx';
import { endSessionBy } from './end-session.ts';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const INPUT = { token: 'second', deletionReason: 'Privacy concerns' } as const;

/** Asks for what members have, as the frame does, also again when the session changes. */
function Communities() {
  const session = useSession();
  const { data } = useQuery(apiQuery(listMyCommunities, {}));
  return (
    <p>
      {session.status}: {data?.data.length ?? 'nothing yet'}
    </p>
  );
}

async function drawCommunities() {
  vi.stubGlobal('WebSocket', TestSocket);
  TestSocket.opened = [];
  answer(listMyCommunities, { data: [] });
  await draw(<Communities />, { as: ME });
  await expect.element(page.getByText('signedIn: 0')).toBeVisible();
  startLive();
  await expect.poll(() => TestSocket.opened.length).toBe(1);
}

afterEach(() => {
  onlineManager.setOnline(true);
  stopLive();
  vi.unstubAllGlobals();
});

const asked = () => calls.filter(({ path }) => path === '/api/v1/servers').length;

test('while the page ends its session, and after it, nothing is asked for with it, and no news comes', async () => {
  await drawCommunities();
  const gate = Promise.withResolvers<void>();
  answer(deleteAccount, async () => {
    await gate.promise;
    return { message: 'Your account has been deleted.' };
  });
  const before = asked();
  const ended = endSessionBy(() => call(deleteAccount, INPUT));
  await expect.poll(() => calls.at(-1)?.path).toMatch(/delete/);
  // Closed.
  expect(TestSocket.opened[0]?.readyState).toBe(3);
  void queryClient.invalidateQueries();
  gate.resolve();
  await ended;
  await expect.element(page.getByText(/^signedOut/)).toBeVisible();
  expect(asked()).toBe(before);
});

test('where the session could not be ended, what waited is asked for, and news comes again', async () => {
  await drawCommunities();
  const gate = Promise.withResolvers<void>();
  answer(deleteAccount, async () => {
    await gate.promise;
    throw new Error('No connection.');
  });
  const before = asked();
  const ended = endSessionBy(() => call(deleteAccount, INPUT));
  await expect.poll(() => calls.at(-1)?.path).toMatch(/delete/);
  void queryClient.invalidateQueries();
  expect(asked()).toBe(before);
  gate.resolve();
  await expect(ended).rejects.toThrow();
  await expect.poll(asked).toBeGreaterThan(before);
  await expect.poll(() => TestSocket.opened.length).toBe(2);
  await expect.element(page.getByText('signedIn: 0')).toBeVisible();
});
