import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const session = vi.hoisted(() => ({ userId: '', listeners: new Set<() => void>() }));
const call = vi.hoisted(() => vi.fn());
vi.mock('../core/call.ts', () => ({ call }));
vi.mock('../core/token.ts', () => ({
  sessionState: () =>
    session.userId === '' ? { status: 'signedOut' } : { status: 'signedIn', userId: session.userId, sessionId: 's' },
  onSession: (listener: () => void) => session.listeners.add(listener),
}));

function become(userId: string): void {
  session.userId = userId;
  for (const listener of session.listeners) listener();
}

const kept = new Map<string, string>();

beforeEach(() => {
  vi.resetModules();
  kept.clear();
  call.mockReset();
  session.listeners.clear();
  session.userId = 'ines';
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('what one person wrote is not shown to the next', async () => {
  call.mockRejectedValue(new Error('Not now.'));
  const { outbox } = await import('./outbox.ts');
  outbox.send('c', 'mine');
  await vi.waitFor(() => expect(outbox.of('c')[0]?.failed).toBe('Not now.'));
  expect([...kept.keys()]).toEqual(['folkmoot.outbox.ines.c']);
  become('otto');
  expect(outbox.of('c')).toEqual([]);
  become('ines');
  expect(outbox.of('c').map(({ text }) => text)).toEqual(['mine']);
});

test('what waits is never sent in the name of whoever signs in next', async () => {
  const first = Promise.withResolvers<unknown>();
  call.mockReturnValueOnce(first.promise).mockResolvedValue({});
  const { outbox } = await import('./outbox.ts');
  outbox.send('c', 'one');
  outbox.send('c', 'two');
  become('');
  kept.clear();
  become('otto');
  first.resolve({});
  await new Promise((done) => setTimeout(done));
  expect(call).toHaveBeenCalledTimes(1);
  expect(kept.size).toBe(0);
  outbox.send('c', 'hello');
  await vi.waitFor(() => expect(outbox.of('c')).toEqual([]));
  expect(call.mock.calls.map(([, input]) => input.text)).toEqual(['one', 'hello']);
});
