import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const session = vi.hoisted(() => ({ userId: '', listeners: new Set<() => void>() }));
const ready = vi.hoisted(() => ({ listeners: new Set<() => void>() }));
const call = vi.hoisted(() => vi.fn());
vi.mock('../../core/api-client.ts', () => ({ call }));
vi.mock('../../core/live.ts', () => ({ onResync: (listener: () => void) => ready.listeners.add(listener) }));
vi.mock('../../core/token.ts', () => ({
  sessionState: () =>
    session.userId === '' ? { status: 'signedOut' } : { status: 'signedIn', userId: session.userId, sessionId: 's' },
  onSession: (listener: () => void) => session.listeners.add(listener),
}));

function become(userId: string): void {
  session.userId = userId;
  for (const listener of session.listeners) listener();
}

function socketIsReady(): void {
  for (const listener of ready.listeners) listener();
}

const kept = new Map<string, string>();
const texts = () => call.mock.calls.map(([, input]) => input.text);
/** The server's answer, or none at all for 0. Of the page that asks: another page has classes of its own. */
const refuses = (statusCode: number) => async () => {
  const { ApiError, offlineError } = await import('../../core/api-error.ts');
  if (statusCode === 0) throw offlineError();
  throw new ApiError({ statusCode, code: 'test.problem', message: `Answer ${statusCode}.` });
};

/** A separate page: it shares storage with the others, but no memory. */
async function openPage() {
  vi.resetModules();
  ready.listeners.clear();
  session.listeners.clear();
  return (await import('./outbox.ts')).outbox;
}

beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  call.mockReset();
  session.userId = 'ines';
  vi.stubGlobal('localStorage', {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  // One lock per name, as browsers have them.
  const lines = new Map<string, Promise<unknown>>();
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, work: () => Promise<unknown>) => {
        const turn = (lines.get(name) ?? Promise.resolve()).then(work);
        lines.set(
          name,
          turn.catch(() => undefined),
        );
        return turn;
      },
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a refused message stays with its sentence, and does not delay later ones', async () => {
  call.mockImplementationOnce(refuses(422)).mockResolvedValue({});
  const outbox = await openPage();
  outbox.send('c', { text: 'one' });
  outbox.send('c', { text: 'two' });
  await vi.advanceTimersByTimeAsync(0);
  expect(outbox.of('c')).toMatchObject([{ text: 'one', failed: 'Answer 422.' }]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(texts()).toEqual(['one', 'two']);
  outbox.retry('c');
  await vi.advanceTimersByTimeAsync(0);
  expect(outbox.of('c')).toEqual([]);
});

test('a refused message can be taken back for rewriting', async () => {
  call.mockImplementationOnce(refuses(403));
  const outbox = await openPage();
  outbox.send('c', { text: 'one' });
  await vi.advanceTimersByTimeAsync(0);
  const [waiting] = outbox.of('c');
  expect(outbox.take('c', waiting?.clientId ?? '')?.pending.text).toBe('one');
  expect(outbox.of('c')).toEqual([]);
  expect(kept.size).toBe(0);
});

test.each([0, 500, 503, 429])('after the status %i, all messages wait in order and are sent later', async (status) => {
  call.mockImplementationOnce(refuses(status)).mockResolvedValue({});
  const outbox = await openPage();
  for (const text of ['one', 'two', 'three']) outbox.send('c', { text });
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual(['one']);
  expect(outbox.waiting()).toBe(3);
  expect(outbox.whyWaiting('c')).toBe(status === 429 ? 'slow' : 'away');
  expect(outbox.of('c').map(({ failed }) => failed)).toEqual([null, null, null]);
  await vi.advanceTimersByTimeAsync(1001);
  expect(texts()).toEqual(['one', 'one', 'two', 'three']);
  expect(outbox.waiting()).toBe(0);
  expect(outbox.whyWaiting('c')).toBeUndefined();
  const ids = call.mock.calls.map(([, input]) => input.clientId);
  expect(ids[0]).toBe(ids[1]);
});

test('retries become less frequent, and a reconnected socket ends the wait', async () => {
  call.mockImplementation(refuses(0));
  const outbox = await openPage();
  outbox.send('c', { text: 'one' });
  await vi.advanceTimersByTimeAsync(120_000);
  const tries = call.mock.calls.length;
  expect(tries).toBeGreaterThan(5);
  expect(tries).toBeLessThan(16);
  call.mockReset().mockResolvedValue({});
  socketIsReady();
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual(['one']);
  expect(outbox.of('c')).toEqual([]);
});

test('unsent messages survive a reload, and are sent once when the new page is connected', async () => {
  call.mockImplementation(refuses(0));
  const before = await openPage();
  before.send('c', { text: 'one' });
  before.send('d', { text: 'elsewhere' });
  await vi.advanceTimersByTimeAsync(0);
  call.mockReset().mockResolvedValue({});
  const after = await openPage();
  expect(after.of('c').map(({ text }) => text)).toEqual(['one']);
  expect(after.waiting()).toBe(2);
  socketIsReady();
  await vi.advanceTimersByTimeAsync(0);
  expect(texts().toSorted()).toEqual(['elsewhere', 'one']);
  expect(kept.size).toBe(0);
});

test('two tabs send each message once', async () => {
  call.mockImplementation(refuses(0));
  const one = await openPage();
  one.send('c', { text: 'one' });
  one.send('c', { text: 'two' });
  await vi.advanceTimersByTimeAsync(0);
  const other = await openPage();
  call.mockReset().mockImplementation(() => new Promise((done) => setTimeout(() => done({}), 50)));
  one.resume();
  other.resume();
  await vi.advanceTimersByTimeAsync(500);
  expect(texts()).toEqual(['one', 'two']);
  expect(one.of('c')).toEqual([]);
  expect(other.of('c')).toEqual([]);
});

test('a message from a closed page does not wait for its files for ever', async () => {
  call.mockResolvedValue({});
  const item = { key: 'k', fileName: 'kiln.jpg', attachment: undefined, upload: undefined, alt: '' };
  const never = {
    ...item,
    upload: { state: () => ({ step: 'preparing' }), onChange: () => () => {}, retry: () => {} },
  };
  const before = await openPage();
  before.send('c', { text: 'look' }, [never as never]);
  await vi.advanceTimersByTimeAsync(0);
  expect(before.of('c')).toMatchObject([{ waitsFor: ['kiln.jpg'], failed: null }]);
  vi.stubGlobal('navigator', {});
  const after = await openPage();
  after.resume();
  await vi.advanceTimersByTimeAsync(0);
  expect(after.of('c')[0]?.failed).toBe('Its files did not finish uploading. Edit it, then choose them again.');
  expect(call).not.toHaveBeenCalled();
});

test('a message that a live event has shown already is not shown twice, and is still sent', async () => {
  const answer = Promise.withResolvers<unknown>();
  call.mockReturnValueOnce(answer.promise);
  const outbox = await openPage();
  outbox.send('c', { text: 'one' });
  await vi.advanceTimersByTimeAsync(0);
  outbox.acknowledge('c', { text: 'one', attachments: [] });
  expect(outbox.of('c')).toEqual([]);
  answer.reject(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(1001);
  expect(texts()).toEqual(['one', 'one']);
});

test('one person’s unsent messages are not shown to the next', async () => {
  call.mockImplementation(refuses(422));
  const outbox = await openPage();
  outbox.send('c', { text: 'mine' });
  await vi.advanceTimersByTimeAsync(0);
  expect([...kept.keys()]).toEqual(['folkmoot.outbox.ines.c']);
  become('otto');
  expect(outbox.of('c')).toEqual([]);
  become('ines');
  expect(outbox.of('c').map(({ text }) => text)).toEqual(['mine']);
});

test('unsent messages are never sent in the name of the next person to sign in', async () => {
  const first = Promise.withResolvers<unknown>();
  call.mockReturnValueOnce(first.promise).mockResolvedValue({});
  const outbox = await openPage();
  outbox.send('c', { text: 'one' });
  outbox.send('c', { text: 'two' });
  await vi.advanceTimersByTimeAsync(0);
  become('');
  kept.clear();
  become('otto');
  first.resolve({});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call).toHaveBeenCalledTimes(1);
  expect(kept.size).toBe(0);
  outbox.send('c', { text: 'hello' });
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual(['one', 'hello']);
});
