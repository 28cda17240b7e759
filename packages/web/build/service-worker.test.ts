import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const SCRIPT = readFileSync(new URL('../public/sw.js', import.meta.url), 'utf8');
const ORIGIN = 'https://moot.example';

type Page = {
  url: string;
  focused: boolean;
  sent: unknown[];
  focus(): Promise<void>;
  postMessage(data: unknown): void;
};
type Shown = { title: string; body: string; tag: string; silent: boolean; data: { path: string } };

/** The service worker with these pages open, and what it does. */
function run(...open: { path: string; focused: boolean }[]) {
  return runIn(
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0 Safari/537.36',
    ...open,
  );
}

const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';

function runIn(userAgent: string, ...open: { path: string; focused: boolean }[]) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: Shown[] = [];
  const opened: string[] = [];
  const pages: Page[] = open.map(({ path, focused }) => {
    const page: Page = {
      url: `${ORIGIN}${path}`,
      focused,
      sent: [],
      focus: async () => {
        page.focused = true;
      },
      postMessage: (data) => void page.sent.push(data),
    };
    return page;
  });
  const self = {
    location: { origin: ORIGIN },
    navigator: { userAgent },
    skipWaiting: () => undefined,
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    clients: {
      claim: async () => undefined,
      matchAll: async () => pages,
      openWindow: async (url: string) => void opened.push(url),
    },
    registration: {
      showNotification: async (title: string, options: Omit<Shown, 'title'>) => void shown.push({ title, ...options }),
    },
  };
  runInNewContext(SCRIPT, { self, URL });
  const happen = async (name: string, event: object) => {
    let work: Promise<unknown> | undefined;
    listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  const push = (data: unknown) => happen('push', { data: { json: () => data } });
  const click = (path: string) =>
    happen('notificationclick', { notification: { close: () => undefined, data: { path } } });
  return { pages, shown, opened, push, click };
}

const MESSAGE = { title: 'Ana Cruz', body: 'hello', path: '/chat/1?message=2', tag: 'message:1' };

test('service worker: a push is shown with its words, and a later one of the same conversation replaces it', async () => {
  const worker = run({ path: '/events', focused: true });
  await worker.push(MESSAGE);
  expect(worker.shown).toMatchObject([
    { title: 'Ana Cruz', body: 'hello', tag: 'message:1', data: { path: MESSAGE.path } },
  ]);
});

test('service worker: nobody is notified of the conversation that they are looking at', async () => {
  const worker = run({ path: '/chat/1?message=1', focused: true });
  await worker.push(MESSAGE);
  expect(worker.shown).toEqual([]);
});

test('service worker: a page in the background does not keep a push from being shown', async () => {
  const worker = run({ path: '/chat/1', focused: false });
  await worker.push(MESSAGE);
  expect(worker.shown).toHaveLength(1);
});

test('service worker: a push that cannot be read still says that there is something new', async () => {
  const worker = run();
  await worker.push(undefined);
  expect(worker.shown).toMatchObject([{ title: 'Something new', data: { path: '/inbox' } }]);
});

test('service worker: a click goes on in an open page, so that nothing typed is lost, or opens one', async () => {
  const worker = run({ path: '/events', focused: false });
  await worker.click(MESSAGE.path);
  expect(worker.pages[0]).toMatchObject({ focused: true, sent: [{ type: 'open', path: MESSAGE.path }] });
  const closed = run();
  await closed.click(MESSAGE.path);
  expect(closed.opened).toEqual([`${ORIGIN}${MESSAGE.path}`]);
});

test.each(['https://evil.example/', '//evil.example/x'])('service worker: a click never leads to %s', async (path) => {
  const worker = run({ path: '/', focused: true });
  await worker.click(path);
  expect([worker.opened, worker.pages[0]?.sent]).toEqual([[], []]);
});

test('a push that is seen already is shown without a sound in Safari, which wants every push to be shown', async () => {
  const safari = runIn(SAFARI, { path: '/chat/1', focused: true });
  await safari.push(MESSAGE);
  expect(safari.shown).toMatchObject([{ title: 'Ana Cruz', silent: true }]);
  const elsewhere = runIn(SAFARI, { path: '/chat/2', focused: true });
  await elsewhere.push(MESSAGE);
  expect(elsewhere.shown).toMatchObject([{ title: 'Ana Cruz', silent: false }]);
});
