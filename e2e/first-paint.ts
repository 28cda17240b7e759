import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { browserOptions } from './browser.ts';
import { signIn } from './people.ts';
import { startProduct } from './product.ts';

/*
 * `npm run bench:paint`: when a page shows something, and when it shows what it is about. Each is loaded ten times with an
 * empty cache by a browser on the same machine, 1440 × 900, with the demo world. `--slow` adds 150 ms to each
 * request and a line of 1.6 Mbit/s.
 */

const LOADS = 10;
const SLOW = process.argv.includes('--slow')
  ? { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
  : undefined;

type Visit = {
  name: string;
  path: string;
  /** An element that exists as soon as the page shows what it is about. */
  content: string;
  state?: BrowserContextOptions['storageState'];
};
type Times = { paint: number; content: number; scripts: number; styles: number; kb: number };

const product = await startProduct({ empty: false });
const browser = await chromium.launch(await browserOptions());
try {
  const [demo] = product.demo;
  if (!demo) throw new Error('The demo world has nobody to sign in as.');
  const member = await signIn(browser, { baseURL: product.url, ...demo });
  const [channel] = (await member.api<{ data: { id: string }[] }>('GET', '/channels')).data;
  if (!channel) throw new Error('The demo world has no channel.');
  const [home] = (await member.api<{ data: { slug: string }[] }>('GET', '/public/servers')).data;
  const state = await member.context.storageState();
  const visits: Visit[] = [
    { name: 'event, signed out', path: '/midsummer-moot', content: 'main h1' },
    { name: 'community home, signed out', path: `/${home?.slug}`, content: 'main h1' },
    { name: 'discover, signed out', path: '/discover', content: 'main ul a b' },
    { name: 'sign-in', path: '/sign-in', content: 'input[type=password]' },
    { name: 'channel, signed in', path: `/channel/${channel.id}`, content: '[role=article], article', state },
    { name: 'start page, signed in', path: '/', content: 'main h1', state },
    { name: 'event, signed in', path: '/midsummer-moot', content: 'main h1', state },
  ];
  say(`${SLOW ? '150 ms, 1.6 Mbit/s; ' : ''}median of ${LOADS} loads (least to most), milliseconds`);
  for (const visit of visits) {
    const times: Times[] = [];
    for (let n = -1; n < LOADS; n += 1) {
      const time = await load(browser, visit);
      // The first one also warms up the server.
      if (n >= 0) times.push(time);
    }
    const { scripts = 0, styles = 0, kb = 0 } = times[0] ?? {};
    say(
      `${visit.name}: first paint ${spread(times.map(({ paint }) => paint))}, content ${spread(times.map(({ content }) => content))}; ${scripts} scripts, ${styles} style sheets, ${kb.toFixed(0)} KB sent`,
    );
  }
} finally {
  await browser.close();
  await product.stop();
}

/** Loads a page in a browser that knows nothing of it. */
async function load(from: Browser, { path, content, state }: Visit): Promise<Times> {
  const context = await from.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state ? { storageState: state } : {}),
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    if (SLOW) await session.send('Network.emulateNetworkConditions', SLOW);
    let sent = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (sent += encodedDataLength));
    await page.addInitScript((selector) => {
      const seen = () => {
        if ('contentAt' in window || !document.querySelector(selector)) return;
        // In the frame in which it is painted.
        requestAnimationFrame(() => Object.assign(window, { contentAt: performance.now() }));
        Object.assign(window, { contentAt: performance.now() });
        watcher.disconnect();
      };
      const watcher = new MutationObserver(seen);
      watcher.observe(document, { childList: true, subtree: true });
    }, content);
    await page.goto(new URL(path, product.url).href, { waitUntil: 'commit' });
    await page.waitForFunction(() => 'contentAt' in window, undefined, { timeout: 60_000 });
    await page.waitForLoadState('networkidle');
    const found = await page.evaluate(() => {
      const files = performance.getEntriesByType('resource').map(({ name }) => name);
      return {
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        content: (window as unknown as { contentAt: number }).contentAt,
        scripts: files.filter((name) => name.endsWith('.js')).length,
        styles: files.filter((name) => name.endsWith('.css')).length,
      };
    });
    return { ...found, kb: sent / 1024 };
  } finally {
    await context.close();
  }
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(0);
  return `${at(0.5)} (${at(0)} to ${at(1)})`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
