import { signOut } from '@folkmoot/contract/accounts/api.ts';
import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, refuse } from '../../../test/answers.ts';
import { draw } from '../../../test/draw.tsx';
import { TestSocket } from '../../../test/socket.ts';
import { startLive, stopLive } from '../../core/live.ts';
import { apiQuery } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { LogoutScreen } from './LogoutScreen.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';

/** What the page before has asked for, and was not answered. */
function Communities() {
  useQuery(apiQuery(listMyCommunities, {}));
  return null;
}

async function drawLogout(): Promise<void> {
  vi.stubGlobal('WebSocket', TestSocket);
  TestSocket.opened = [];
  answer(listMyCommunities, () => new Promise(() => undefined));
  await draw(
    <>
      <LogoutScreen />
      <Communities />
    </>,
    { as: ME, path: '/logout' },
  );
  startLive();
  await expect.poll(() => TestSocket.opened.length).toBe(1);
  await expect.poll(() => queryClient.isFetching()).toBe(1);
}

afterEach(() => {
  stopLive();
  vi.unstubAllGlobals();
});

test('signing out: before the session ends, no news comes any more and what was asked for is given up', async () => {
  await drawLogout();
  const gate = Promise.withResolvers<void>();
  answer(signOut, async () => {
    await gate.promise;
    return {};
  });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.element(page.getByRole('heading', { name: 'Signing out' })).toBeVisible();
  await expect.poll(() => TestSocket.opened[0]?.readyState).toBe(3);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  gate.resolve();
  await expect.element(page.getByText('You are signed out on this device. See you soon.')).toBeVisible();
  expect(TestSocket.opened).toHaveLength(1);
});

test('signing out: where it fails, it says so and why, and news comes again', async () => {
  await drawLogout();
  refuse(signOut, { statusCode: 503, message: 'The server is starting. Try again in a moment.' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.element(page.getByRole('heading', { name: 'Still signed in' })).toBeVisible();
  await expect.element(page.getByText('The server is starting. Try again in a moment.')).toBeVisible();
  await expect.poll(() => TestSocket.opened.length).toBe(2);
  answer(signOut, {});
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Signed out' })).toBeVisible();
});
