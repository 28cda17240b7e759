import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEvent, publishEvent } from '@folkmoot/contract/events/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWorld, type Signed, type World } from '../../../../test/world.ts';
import { createLog } from '../../log.ts';
import { createDrawing, type Drawing } from './drawing.ts';

let world: World;
let maren: Signed;
let folder: string;

const HTML = '<!doctype html><html><head><title>Folkmoot</title></head><body><div id="root"></div></body></html>';
const SCREENS = [
  { screen: 'communityHome', path: '/$alias', frame: 'public', files: [], drawn: true },
  { screen: 'event', path: '/$alias', frame: 'public', files: [], drawn: true },
  { screen: 'discover', path: '/discover', frame: 'public', files: [], drawn: true },
  { screen: 'discover', path: '/discover', frame: 'shell', files: [], drawn: true },
  { screen: 'signIn', path: '/sign-in', frame: 'auth', files: [], drawn: true },
  { screen: 'signUp', path: '/sign-up', frame: 'auth', files: [], drawn: true },
  { screen: 'forgot', path: '/forgot', frame: 'auth', files: [], drawn: false },
  { screen: 'inbox', path: '/inbox', frame: 'shell', files: [], drawn: false },
];

/** In place of the web client: says what it was asked to draw, and what the API answers to it. */
const PROGRAM = `
let times = 0;
export async function draw(path, sent) {
  if (path === '/sign-up') throw new Error('A component failed.');
  if (path === '/sign-in') return new Promise(() => {});
  times += 1;
  const found = await (await fetch('/api/v1/public/servers')).json();
  const posted = await fetch('/api/v1/servers', { method: 'POST' }).then(({ status }) => status);
  const html = '<link rel="preload" as="image" href="/a.png"/><p>' + path + ' ' + times + ' ' + (sent.event?.name ?? '') + '</p>';
  return { html, at: 60, tint: 'woad', answers: [['list', found.data.length], ['posted', posted], ['day', new Intl.DateTimeFormat(undefined, { timeZone: 'UTC' }).format(0), new Intl.NumberFormat().format(1234.5)]] };
}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'folkmoot-drawing-'));
  mkdirSync(join(folder, 'dist'));
  mkdirSync(join(folder, 'dist-server'));
  writeFileSync(join(folder, 'dist/index.html'), HTML);
  writeFileSync(join(folder, 'dist/parts.json'), JSON.stringify(SCREENS));
  writeFileSync(join(folder, 'dist-server/shell.html'), '<nav>the frame</nav>');
  writeFileSync(join(folder, 'dist-server/entry-server.js'), PROGRAM);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  world = await openWorld({ WEB_DIST: join(folder, 'dist') });
  maren = await world.person({ firstName: 'Maren' });
  // On a busy machine the worker takes longer to start than a page waits for it.
  await vi.waitUntil(async () => (await page('/discover')).includes('data-drawn="page"'), { timeout: 20_000 });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const page = async (path: string, headers: Record<string, string> = {}) =>
  (await world.app.http.inject({ method: 'GET', url: path, headers })).body;

test('a visitor’s page has its content and the answers to it before any script runs', async () => {
  const html = await page('/discover');
  expect(html).toContain(
    '<body data-tint="woad"><div id="root" data-drawn="page" data-at="60"><p>/discover 1 </p></div>',
  );
  expect(html).toContain('<link rel="preload" as="image" href="/a.png"/></head>');
  expect(html).toContain('["list",0]');
});

test('a page that is drawn reads the API as a visitor, and nothing else', async () => {
  // The call to start a community became a read of the communities, which a visitor may not have.
  expect(await page('/discover')).toContain('["posted",401]');
});

test('a page is drawn once in ten seconds for everybody, and once for each way of writing dates', async () => {
  expect(await page('/discover')).toBe(await page('/discover'));
  const german = await page('/discover', { 'accept-language': 'de-DE,de;q=0.9' });
  expect(german).toContain('/discover 2');
  expect(german).toContain('["day","1.1.1970","1.234,5"]');
  // An unknown one is no page of its own.
  expect(await page('/discover', { 'accept-language': 'tlh' })).toContain('/discover 1');
});

test('a member’s page is sent with the frame alone', async () => {
  const member = { cookie: 'folkmoot.member=1' };
  for (const path of ['/discover', '/inbox'])
    expect(await page(path, member)).toContain('<div id="root" data-drawn="shell"><nav>the frame</nav></div>');
  expect(await page('/inbox')).toContain('<div id="root"></div>');
});

test('an address with a query is not drawn, because it may be for one person', async () => {
  expect(await page('/discover?token=secret')).toContain('<div id="root"></div>');
});

test('an event’s page is drawn from what the event is now, and only if everybody may see it', async () => {
  const fields = { name: 'Midsummer Moot', alias: 'moot', visibility: 'public', time_zone: 'Europe/London' };
  const times = { start_epoc: 1_781_950_000, end_epoc: 1_781_953_600 };
  const { data } = (await world.call(createEvent, { ...fields, ...times } as never, maren)).data;
  expect(await page('/moot')).toContain('<div id="root"></div>');
  await world.call(publishEvent, { eventId: data.id }, maren);
  expect(await page('/moot')).toMatch(/<p>\/moot \d+ Midsummer Moot<\/p>/);
});

test('only the present address of an event is drawn, as its people write it', async () => {
  expect(await page('/moot')).toContain('data-drawn="page"');
  for (const other of ['/Moot', '/MOOT', '/moot/', '/discover/'])
    expect(await page(other), other).toContain('<div id="root"></div>');
});

test('HEAD answers with the headers of GET', async () => {
  for (const url of ['/discover', '/moot', '/inbox', '/discover?search=kiln']) {
    const { headers: got } = await world.app.http.inject({ method: 'GET', url });
    const { headers, body } = await world.app.http.inject({ method: 'HEAD', url });
    expect(body).toBe('');
    const told = ({ etag, vary, ...rest }: typeof headers) => [
      etag,
      vary,
      rest['content-length'],
      rest['content-type'],
    ];
    expect(told(headers), url).toEqual(told(got));
    expect(headers['content-length']).toBeDefined();
  }
});

test('a new build replaces the frame, the program and the pages that it has drawn', async () => {
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, 'dist-server', name), text);
    // Within the same millisecond, a file may keep its time.
    utimesSync(join(folder, 'dist-server', name), new Date(), new Date(Date.now() + 5000));
  };
  const before = await page('/discover');
  expect(before).toContain('<p>/discover');
  write('shell.html', '<nav>the new frame</nav>');
  write('entry-server.js', PROGRAM.replace("<p>' + path", "<p>the new program at ' + path"));
  // The files are looked at once in a second.
  await expect.poll(() => page('/discover'), { timeout: 5000 }).toContain('<p>the new program at /discover 1 </p>');
  expect(await page('/inbox', { cookie: 'folkmoot.member=1' })).toContain('<nav>the new frame</nav>');
});

test('a page that cannot be drawn is sent without its content', async () => {
  expect(await page('/sign-up')).toContain('<div id="root"></div>');
  // One that never ends does not keep the browser waiting either.
  expect(await page('/sign-in')).toContain('<div id="root"></div>');
});

/** A page drawn without HTTP, by a program that we write, from an API that we answer for. */
const drawingOf = (name: string, program: string): Drawing => {
  mkdirSync(join(folder, name, 'dist-server'), { recursive: true });
  writeFileSync(join(folder, name, 'dist-server/entry-server.js'), program);
  return createDrawing(join(folder, name, 'dist'), () => 'http://localhost', createLog({ logLevel: 'silent' }));
};
const drawn = (drawing: Drawing, path: string, ask = () => new Promise<never>(() => undefined)) =>
  drawing.draw({ path, languages: undefined, build: 'one' }, '{}', ask);

/** Draws a page once our API has answered. */
const ASKS = `export async function draw(path) {
  const { status } = await fetch('/api/' + path);
  return { html: path + ' ' + status, at: 0, answers: [] };
}`;

/** Time passes when the test says so: how long a worker takes to start must not decide anything. */
async function withoutClock(drawing: Drawing, work: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await work();
  } finally {
    vi.useRealTimers();
    await drawing.close();
  }
}

test('while eight pages wait, another is sent undrawn at once', async () => {
  const drawing = drawingOf('busy', ASKS);
  await withoutClock(drawing, async () => {
    let answer = () => {};
    const held = new Promise<{ status: number; body: string }>((resolve) => {
      answer = () => resolve({ status: 200, body: '{}' });
    });
    const waiting = Array.from({ length: 8 }, (_, index) => drawn(drawing, `/${index}`, () => held as never));
    // These would have to wait for the others: neither a ninth page nor one of the eight is held up.
    expect(await drawn(drawing, '/8')).toBeUndefined();
    expect(await drawn(drawing, '/7')).toBeUndefined();
    answer();
    expect((await Promise.all(waiting)).map((page) => page?.html)).toEqual(waiting.map((_, index) => `/${index} 200`));
    expect((await drawn(drawing, '/8', () => held as never))?.html).toBe('/8 200');
  });
});

test('a page does not wait for an answer of our API that takes too long', async () => {
  const drawing = drawingOf('slow', ASKS);
  await withoutClock(drawing, async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const page = drawn(drawing, '/slow', () => {
      ask();
      return new Promise<never>(() => undefined);
    });
    await asked;
    vi.advanceTimersByTime(1000);
    expect((await page)?.html).toBe('/slow 503');
  });
});

test('a page that waits for others is not taken for one that never ends', async () => {
  const drawing = drawingOf(
    'patient',
    `let times = 0;
    export async function draw(path) {
      times += 1;
      await (path === '/first' ? new Promise((resolve) => setTimeout(resolve, 100)) : fetch('/api'));
      return { html: path + ' ' + times, at: 0, answers: [] };
    }`,
  );
  await withoutClock(drawing, async () => {
    let answer = () => {};
    const began = new Promise<void>((begin) => {
      const held = new Promise<{ status: number; body: string }>((resolve) => {
        answer = () => resolve({ status: 200, body: '{}' });
      });
      void drawn(drawing, '/first');
      void drawn(drawing, '/second', () => {
        begin();
        return held as never;
      });
    });
    vi.advanceTimersByTime(9900);
    await began;
    // More than ten seconds after it was asked for, and not one since it is drawn.
    vi.advanceTimersByTime(900);
    answer();
    // By the same worker: it had drawn one page before.
    expect((await drawn(drawing, '/second'))?.html).toBe('/second 2');
  });
});
