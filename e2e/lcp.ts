import { chromium } from '@playwright/test';
import { browserOptions } from './browser.ts';

/*
 * `FOLKMOOT_URL=http://localhost:3000 node tools/run.mjs e2e/lcp.ts /midsummer-moot`: how long a page takes to show what is
 * largest on it (largest contentful paint), and how much of it moves meanwhile (cumulative layout shift), for a visitor whose browser
 * has loaded nothing of it before, on a CPU slowed fourfold. Ten loads, 1440 × 900; `--phone` makes it 390 × 844.
 */

const LOADS = 10;
const SLOWED = 4;

/** 1440 × 900 unless it is to be a phone. */
const VIEWPORT = process.argv.includes('--phone') ? { width: 390, height: 844 } : { width: 1440, height: 900 };

type Watching = { paintedAt: number | undefined; shifted: number | undefined };
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

async function paint(url: string): Promise<{ times: number[]; shifts: number[] }> {
  const browser = await chromium.launch(await browserOptions());
  const times: number[] = [];
  const shifts: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    const context = await browser.newContext({ viewport: VIEWPORT });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        (globalThis as unknown as Watching).paintedAt = list.getEntries().at(-1)?.startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      new PerformanceObserver((list) => {
        const watching = globalThis as unknown as Watching;
        for (const { value, hadRecentInput } of list.getEntries() as Shift[])
          if (!hadRecentInput) watching.shifted = (watching.shifted ?? 0) + value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.waitForFunction(() => 'paintedAt' in globalThis);
    times.push(await page.evaluate(() => (globalThis as unknown as Watching).paintedAt ?? Number.NaN));
    shifts.push(await page.evaluate(() => (globalThis as unknown as Watching).shifted ?? 0));
    await context.close();
  }
  await browser.close();
  return { times: times.sort((one, other) => one - other), shifts };
}

const path = process.argv.slice(2).find((word) => word.startsWith('/')) ?? '/';
const { times, shifts } = await paint(new URL(path, process.env.FOLKMOOT_URL ?? 'http://localhost:3000').href);
const median = times[Math.floor(times.length / 2)] ?? Number.NaN;
process.stdout.write(
  `${path}: ${times.map((time) => Math.round(time)).join(', ')} ms; median ${(median / 1000).toFixed(2)} s; layout shift at most ${Math.max(...shifts).toFixed(3)}\n`,
);
