/**
 * Measures the public pages of a running product as Lighthouse does on a phone, each five times, and says the median:
 *
 *   npm run lighthouse [-- --times 5] [--only event] [--out folder]
 *
 * It looks at the demo world, or at what FOLKMOOT_URL says, with the first event and community that everybody may see. It
 * fails if a median is below 95. `--out` keeps the report of each page's median run.
 */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { browserOptions } from './browser.ts';

const LEAST = 95;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    only: { type: 'string' },
    out: { type: 'string' },
  },
});
const origin = process.env.FOLKMOOT_URL ?? 'http://localhost:3000';
const times = Number(values.times);

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const first = async (path: string, key: 'slug' | 'alias'): Promise<string> => {
  const answer = (await (await fetch(`${origin}${path}`)).json()) as { data: Record<string, string>[] };
  const found = answer.data[0]?.[key];
  if (found === undefined) throw new Error(`There is nothing at ${path} that everybody may see.`);
  return `/${found}`;
};

const PAGES: Record<string, () => Promise<string>> = {
  event: () => first('/api/v1/public/events', 'alias'),
  community: () => first('/api/v1/public/servers', 'slug'),
  discover: async () => '/events/discover',
  'sign in': async () => '/sign-in',
};

const scoresOf = ({ lhr }: RunnerResult) =>
  CATEGORIES.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100));

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** What costs points, without what only costs them because the product is not served over TLS on this machine. */
function findings({ lhr }: RunnerResult): string[] {
  return CATEGORIES.flatMap((name) => lhr.categories[name]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => lhr.audits[id])
    .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 0.9)
    .map((audit) => `${audit?.id} ${audit?.displayValue ?? ''}`.trim());
}

/** One run, in a new browser: with nothing in its cache, which a small Chromium cannot clear by itself. */
async function measure(address: string): Promise<RunnerResult> {
  const port = await freePort();
  const options = await browserOptions();
  const args = [...(options.args ?? []), `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...options, args });
  try {
    const result = await lighthouse(address, { port, logLevel: 'error', disableStorageReset: true });
    const failed = result === undefined ? 'nothing' : result.lhr.runtimeError?.message;
    if (result === undefined || failed !== undefined) throw new Error(`Lighthouse measured nothing: ${failed}`);
    return result;
  } finally {
    await browser.close();
  }
}

let low = 0;
for (const [name, pathOf] of Object.entries(PAGES)) {
  if (values.only !== undefined && values.only !== name) continue;
  const path = await pathOf();
  const runs: RunnerResult[] = [];
  for (let run = 0; run < times; run += 1) runs.push(await measure(`${origin}${path}`));
  const scores = CATEGORIES.map((_, at) => median(runs.map((run) => scoresOf(run)[at] ?? 0)));
  low += scores.filter((score) => score < LEAST).length;
  const [performance, accessibility, practices, seo] = scores;
  process.stdout.write(
    `${name.padEnd(10)} performance ${performance}  accessibility ${accessibility}  best practices ${practices}  SEO ${seo}  ${path}\n`,
  );
  for (const finding of new Set(runs.flatMap(findings))) process.stdout.write(`           ${finding}\n`);
  const middle = runs.find((run) => scoresOf(run)[0] === performance);
  if (values.out === undefined || !middle) continue;
  mkdirSync(values.out, { recursive: true });
  writeFileSync(join(values.out, `${name.replace(' ', '-')}.json`), JSON.stringify(middle.lhr));
}
if (low > 0) {
  process.stderr.write(`${low} ${low === 1 ? 'score is' : 'scores are'} below ${LEAST}.\n`);
  process.exitCode = 1;
}
