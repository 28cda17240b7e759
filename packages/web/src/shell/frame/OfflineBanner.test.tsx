import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { startLive, stopLive } from '../../core/live.ts';
import { OfflineBanner } from './OfflineBanner.tsx';

const Real = window.WebSocket;
afterEach(() => {
  stopLive();
  window.WebSocket = Real;
});

test('offline: while the connection is away, it can be tried again at once', async () => {
  let tried = 0;
  // A server that never answers.
  window.WebSocket = class extends EventTarget {
    constructor() {
      super();
      tried += 1;
    }
    close() {}
  } as never;
  await draw(<OfflineBanner />, { as: '0190a3b4-0000-7000-8000-0000000000b0' });
  startLive();
  const again = page.getByRole('button', { name: 'Reconnect now' });
  await expect.element(again, { timeout: 10_000 }).toBeVisible();
  await expectAccessible();
  expect(tried).toBe(1);
  await again.click();
  await expect.poll(() => tried).toBe(2);
});
