import { type CDPSession, chromium, type Page } from '@playwright/test';
import { browserOptions } from './browser.ts';
import { arrive, type Channel, type Person, startChannel, startCommunity } from './people.ts';
import { startProduct } from './product.ts';

/*
 * `npm run bench:browser`: what the channel screen costs the browser, 1440 × 900, on a CPU that is not slowed: a live message,
 * a change of channel, a key in the composer, and scrolling back through two thousand messages. Script is the time in
 * JavaScript, work all of it with style and layout.
 */

const MESSAGES = 2000;
const LIVE = 20;
const SWITCHES = 10;
const TEXT = 'Bring a tray and a pencil for the log.';

type Cost = { script: number; work: number };

const { url, mailboxUrl, stop } = await startProduct({ empty: true });
const browser = await chromium.launch(await browserOptions());
try {
  const at = { baseURL: url, mailboxUrl };
  const [reader, writer] = [
    await arrive(browser, { ...at, firstName: 'Maren' }),
    await arrive(browser, { ...at, firstName: 'Tomasz' }),
  ];
  const community = await startCommunity(reader, 'Harbour Potters');
  await writer.api('POST', `/servers/${community.id}/join`);
  const [busy, quiet] = [
    await startChannel(reader, community, { name: 'hearth' }),
    await startChannel(reader, community, { name: 'shed' }),
  ];
  await writer.api('POST', `/${community.id}/channels/join-member`, { channelId: busy.id });
  await fill(writer, busy);
  await measure(reader, writer, busy, quiet);
} finally {
  await browser.close();
  await stop();
}

async function send(person: Person, channel: Channel, text: string): Promise<void> {
  const body = { clientId: crypto.randomUUID(), text };
  await person.api('POST', `/conversations/${channel.conversation.id}/messages`, body);
}

async function fill(writer: Person, channel: Channel): Promise<void> {
  let left = MESSAGES;
  const sending = async () => {
    while (left-- > 0) await send(writer, channel, `Message number ${left}. ${TEXT}`);
  };
  await Promise.all(Array.from({ length: 8 }, sending));
}

async function measure({ page }: Person, writer: Person, busy: Channel, quiet: Channel): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(new URL(`/channel/${busy.id}`, url).href);
  const box = page.getByRole('textbox', { name: `Message ${busy.name}` });
  await box.waitFor();
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');

  const live: Cost[] = [];
  for (let n = -3; n < LIVE; n += 1) {
    const cost = await costOf(session, page, async () => {
      await send(writer, busy, `Live ${n}. ${TEXT}`);
      await page.getByText(`Live ${n}. ${TEXT}`).waitFor();
    });
    if (n >= 0) live.push(cost);
  }
  report('a live message', live);

  const keys: Cost[] = [];
  await box.click();
  for (const key of TEXT) keys.push(await costOf(session, page, () => page.keyboard.type(key)));
  report('a key in the composer', keys);
  await box.fill('');

  const switches: Cost[] = [];
  const go = async ({ name }: Channel) => {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();
    await page.getByRole('textbox', { name: `Message ${name}` }).waitFor();
  };
  for (let n = -1; n < SWITCHES; n += 1) {
    await go(quiet);
    const cost = await costOf(session, page, async () => {
      await go(busy);
      await page.getByRole('article').first().waitFor();
    });
    if (n >= 0) switches.push(cost);
  }
  report('a change of channel', switches);

  await page.getByRole('article').last().hover();
  const scroll = await costOf(session, page, async () => {
    while (!(await page.getByText(/^Message number 1999\./).isVisible())) await page.mouse.wheel(0, -4000);
  });
  say(
    `scrolling back through ${MESSAGES} messages: script ${scroll.script.toFixed(0)} ms, work ${scroll.work.toFixed(0)} ms`,
  );
}

/** What something costs until the page has nothing to do any more, in milliseconds. */
async function costOf(session: CDPSession, page: Page, act: () => Promise<unknown>): Promise<Cost> {
  const before = await spent(session);
  await act();
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
  );
  const after = await spent(session);
  return { script: after.script - before.script, work: after.work - before.work };
}

async function spent(session: CDPSession): Promise<Cost> {
  const { metrics } = await session.send('Performance.getMetrics');
  const ms = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  return { script: ms('ScriptDuration'), work: ms('TaskDuration') };
}

function report(what: string, costs: readonly Cost[]): void {
  const of = (kind: keyof Cost) => {
    const sorted = costs.map((cost) => cost[kind]).sort((one, other) => one - other);
    const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(1);
    return `${at(0.5)} ms (${at(0)} to ${at(1)})`;
  };
  say(`${what}: script ${of('script')}, work ${of('work')}; median of ${costs.length}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
