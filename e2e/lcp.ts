import { chromium } from '@playwright/test';
import { browserOptions } from './browser.ts';

/*
 * `FOLKMOOT_URL=http://localhost:3000 node tools/run.mjs e2e/lcp.ts /midsummer-moot`: how long a page takes to show what is
 * largest on it (largest contentful paint), for a visitor whose browser has loaded nothing of it before, on a CPU slowed
 * fourfold. Ten loads, 1440 × 900.
 */

const LOADS = 10;
const SLOWED = 4;

type Watching = { paintedAt: number | undefined };

async function paint(url: string): Promise<number[]> {
  const browser = await chromium.launch(await browserOptions());
  const times: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        (globalThis as unknown as Watching).paintedAt = list.getEntries().at(-1)?.startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    times.push(await page.evaluate(() => (globalThis as unknown as Watching).paintedAt ?? Number.NaN));
    await context.close();
  }
  await browser.close();
  return times.sort((one, other) => one - other);
}

const path = process.argv[2] ?? '/';
const times = await paint(new URL(path, process.env.FOLKMOOT_URL ?? 'http://localhost:3000').href);
const median = times[Math.floor(times.length / 2)] ?? Number.NaN;
process.stdout.write(
  `${path}: ${times.map((time) => Math.round(time)).join(', ')} ms; median ${(median / 1000).toFixed(2)} s\n`,
);
