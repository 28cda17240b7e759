import { startWatchers, type Watchers } from '@folkmoot/sandbox/src/watching/start.ts';
import { expect, test } from '../fixtures.ts';
import { arrive, startChannel, startCommunity } from '../people.ts';
import { type Product, startProduct } from '../product.ts';
import { CI } from '../viewports.ts';

let watchers: Watchers;
let product: Product;

test.beforeAll(async () => {
  watchers = await startWatchers();
  product = await startProduct({
    empty: true,
    env: { SENTRY_DSN: watchers.dsn, POSTHOG_URL: watchers.url, POSTHOG_KEY: watchers.posthogKey },
  });
});
test.afterAll(async () => {
  await product.stop();
  await watchers.stop();
});

test(
  'what an operator watches: errors, a replay and the pages of a visit arrive, and nothing of anybody is in them',
  CI,
  async ({ browser, watch }) => {
    watch.expectError(/^(Too early for|Cannot show)/);
    const { url: baseURL, mailboxUrl } = product;
    const maren = await arrive(browser, { baseURL, mailboxUrl, firstName: 'Marenka', lastName: 'Holmgren' });
    const { page } = maren;
    const community = await startCommunity(maren, 'Kilnfolk');
    const channel = await startChannel(maren, community, { name: 'glazes-and-ash' });
    // One session in five is replayed: this one is.
    await page.addInitScript(() => {
      Math.random = () => 0.1;
    });
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });

    await page.goto(`${baseURL}/channel/${channel.id}`);
    // Before anything that watches is there.
    await page.evaluate(() =>
      setTimeout(() => {
        throw new TypeError('Too early for marenka@alderwick.example');
      }),
    );
    const box = page.getByRole('textbox', { name: /Message/ });
    await box.fill('The celadon came out grey');
    await box.press('Enter');
    await expect(page.getByText('The celadon came out grey')).toBeVisible();
    await expect.poll(() => watchers.errors.map(({ type }) => type), { timeout: 30_000 }).toContain('replay_recording');
    await page.getByLabel('Events', { exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
    await page.evaluate(() =>
      setTimeout(() => {
        throw new RangeError('Cannot show "The celadon" of https://x.example/?token=s3cr3t');
      }),
    );

    const thrown = () =>
      watchers.errors
        .filter(({ type }) => type === 'event')
        .map(
          ({ content }) =>
            content as {
              transaction: string;
              exception: { values: { type: string; value: string }[] };
              user?: { id: string };
            },
        );
    await expect
      .poll(() => thrown().map(({ exception }) => exception.values[0]?.type), { timeout: 20_000 })
      .toEqual(['TypeError', 'RangeError']);
    expect(thrown().map(({ exception }) => exception.values[0]?.value)).toEqual([
      'Too early for [email]',
      'Cannot show "…" of [address]',
    ]);
    expect(thrown().map(({ transaction }) => transaction)).toEqual(['/channel/$channelId', '/events']);
    expect(thrown()[1]?.user?.id).toMatch(/^[0-9a-f]{32}$/);

    await page.goto('about:blank');
    const pages = () =>
      watchers.posthog.map(({ event, properties }) => (properties as { $pathname?: string }).$pathname ?? event);
    await expect
      .poll(pages, { timeout: 20_000 })
      .toEqual(expect.arrayContaining(['/channel/$channelId', '/events', 'message_sent', 'signed_up']));

    const all = watchers.asked
      .map(
        ({ path, headers, text }) =>
          `${path} ${JSON.stringify({ ...headers, origin: '', referer: '', host: '' })} ${text}`,
      )
      .join('\n');
    for (const secret of [
      ...[
        'Marenka',
        'Holmgren',
        maren.email,
        maren.username,
        'Kilnfolk',
        'kilnfolk',
        'glazes',
        'celadon',
        's3cr3t',
        'alderwick',
      ],
      ...[community.id, channel.id, channel.conversation.id, 'cookie', 'Bearer', 'eyJ'],
    ])
      expect(all.includes(secret), `${secret} has left`).toBe(false);
    expect(violations).toEqual([]);
    await maren.context.close();
  },
);
