import { createCommunity, getCommunity } from '@folkmoot/contract/communities/api.ts';
import type { Problem } from '@folkmoot/contract/core/problem-schema.ts';
import { getTelemetry, reportUsage } from '@folkmoot/contract/telemetry/api.ts';
import { LIMITS, type UsageReport } from '@folkmoot/contract/telemetry/schema.ts';
import { startWatchers, type Watchers } from '@folkmoot/sandbox/src/watching/start.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';
import { systemClock } from '../core/clock.ts';
import { readConfig } from '../core/config.ts';
import { makeCommunity } from '../seed/builders.ts';
import { createUsage } from './usage-actions.ts';

let watchers: Watchers;
beforeAll(async () => {
  watchers = await startWatchers();
});
afterAll(() => watchers.stop());
afterEach(() => {
  watchers.fail(undefined);
  watchers.hang(false);
  for (const kept of [watchers.errors, watchers.posthog, watchers.umami, watchers.asked]) kept.length = 0;
});

const posthog = () => ({ POSTHOG_URL: watchers.url, POSTHOG_KEY: watchers.posthogKey });
const umami = () => ({ UMAMI_URL: watchers.url, UMAMI_WEBSITE_ID: watchers.umamiWebsite });

/** A world that ends, and with that sends what it has noted. */
async function within(settings: Record<string, string>, work: (world: World) => Promise<unknown>): Promise<void> {
  const world = await openWorld(settings);
  try {
    await work(world);
  } finally {
    await world.close();
  }
}
const report = (world: World, reports: UsageReport[], headers = {}) =>
  world.call(reportUsage, { reports }, undefined, headers);
/** Answers 500 to whatever reads communities, meanwhile. */
async function withoutCommunities(world: World, work: () => Promise<unknown>): Promise<void> {
  await sql`alter table servers rename to kilns`.execute(world.db);
  try {
    await work();
  } finally {
    await sql`alter table kilns rename to servers`.execute(world.db);
  }
}
const visitorsOf = (uses: Record<string, unknown>[]) =>
  uses.map(({ properties }) => (properties as { distinct_id: string }).distinct_id);

describe('usage', () => {
  test('pages and acts reach PostHog in one call, with a visitor who is no person', async () => {
    await within(posthog(), async (world) => {
      const ines = await world.person();
      const { status } = await report(world, [{ page: '/invite/$inviteCode' }, { act: 'support_opened' }]);
      expect(status).toBe(200);
      const community = { name: 'Secret kilns', slug: 'secret-kilns', description: '', logo: null, general: true };
      expect((await world.call(createCommunity, { ...community, visibility: 'public' }, ines)).status).toBe(200);
    });
    expect(watchers.posthog.map(({ event }) => event)).toEqual(['$pageview', 'support_opened', 'community_created']);
    expect(watchers.asked).toHaveLength(1);
    expect(watchers.posthog[0]?.properties).toMatchObject({
      $pathname: '/invite/$inviteCode',
      $process_person_profile: false,
      $geoip_disable: true,
    });
    const [{ text = '', headers = {} } = {}] = watchers.asked;
    expect(text).not.toMatch(/127\.0\.0\.1|kilns|light/i);
    expect(headers['x-forwarded-for']).toBeUndefined();
  });

  test('Umami takes them as a browser’s, each with its route', async () => {
    await within(umami(), (world) => report(world, [{ page: '/channel/$channelId' }, { act: 'app_installed' }]));
    expect(watchers.umami).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ url: '/channel/$channelId', hostname: 'localhost' }),
        expect.objectContaining({ name: 'app_installed' }),
      ]),
    );
    expect(watchers.umami).toHaveLength(2);
  });

  test.each(['dnt', 'sec-gpc'])('a browser that sends %s is not counted, whatever it does', async (header) => {
    await within(posthog(), async (world) => {
      const ines = await world.person();
      await report(world, [{ page: '/' }], { [header]: '1' });
      const community = { name: 'Kilns', slug: `kilns-${header}`, description: '', logo: null, general: true };
      await world.call(createCommunity, { ...community, visibility: 'public' }, ines, { [header]: '1' });
    });
    expect(watchers.asked).toEqual([]);
  });

  test('a visitor is another one in another browser, and the next day', async () => {
    await within(posthog(), async (world) => {
      const seen = (browser: string) => report(world, [{ page: '/' }], { 'user-agent': browser });
      await seen('Firefox');
      await seen('Firefox');
      await seen('Safari');
      world.clock.moveBy(24 * 3600_000);
      await seen('Firefox');
    });
    const [first, again, other, tomorrow] = visitorsOf(watchers.posthog);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(new Set([first, other, tomorrow]).size).toBe(3);
  });

  test.each([
    ['another path', [{ page: '/secret-kilns' }]],
    ['a made-up act', [{ act: 'my own words' }]],
    ['an act of the server', [{ act: 'event_registered' }]],
    ['words beside a page', [{ page: '/', title: 'Secret kilns' }]],
    ['nothing', []],
    ['too much', Array.from({ length: LIMITS.reports + 1 }, () => ({ page: '/' }))],
  ])('%s is refused', async (_, reports) => {
    await within(posthog(), async (world) => {
      expect((await report(world, reports as UsageReport[])).status).toBe(422);
    });
    expect(watchers.asked).toEqual([]);
  });

  test('a call that was refused is no act', async () => {
    await within(posthog(), async (world) => {
      const community = { name: 'x', slug: 'x', description: '', logo: null, general: true, visibility: 'public' };
      expect((await world.call(createCommunity, community as never, await world.person())).status).toBe(422);
    });
    expect(watchers.asked).toEqual([]);
  });

  test('what the service does not take is lost, and the next is sent', async () => {
    await within({ ...posthog(), LOG_LEVEL: 'warn' }, async (world) => {
      watchers.fail(503);
      await report(world, [{ page: '/' }]);
      await expect
        .poll(() => world.logged.map(({ msg }) => msg), { timeout: 20_000 })
        .toContain('usage could not be sent');
      watchers.fail(undefined);
      await report(world, [{ page: '/inbox' }]);
    });
    expect(watchers.posthog.map(({ properties }) => (properties as { $pathname: string }).$pathname)).toEqual([
      '/inbox',
    ]);
  });

  test('at most a thousand uses are kept for a batch, and a service that never answers loses its batch', async () => {
    const warn = vi.fn();
    const service = { kind: 'posthog', url: watchers.url, key: watchers.posthogKey } as const;
    const parts = { secret: 'hush', clock: systemClock, log: { warn } as never, appUrl: () => 'https://moot.example' };
    const usage = createUsage(service, parts);
    for (let n = 0; n < 1200; n += 1) usage.note({ page: '/', visitor: 'somebody', at: new Date() });
    await usage.flush();
    expect(watchers.posthog).toHaveLength(1000);
    watchers.hang(true);
    usage.note({ page: '/', visitor: 'somebody', at: new Date() });
    await usage.flush();
    expect(warn).toHaveBeenCalledTimes(1);
    watchers.hang(false);
    await usage.stop();
    expect(watchers.posthog).toHaveLength(1000);
  });

  test('without a service nothing is counted, and the call still answers', async () => {
    await within({}, async (world) => {
      expect((await world.call(getTelemetry, {})).data).toEqual({ errors: null, usage: false });
      expect((await report(world, [{ page: '/' }])).status).toBe(200);
    });
    expect(watchers.asked).toEqual([]);
  });
});

describe('errors', () => {
  test('an error of the server reaches Sentry with the reference that the person sees, and nothing of anybody', async () => {
    let problem: Problem | undefined;
    await within({ SENTRY_DSN: watchers.dsn }, async (world) => {
      const ines = await world.person({ firstName: 'Ines', lastName: 'Quell' });
      const { id: serverId } = await makeCommunity(world.db, ines.id, { name: 'Secret kilns' });
      await withoutCommunities(world, async () => {
        ({ problem } = await world.call(getCommunity, { serverId }, ines));
      });
    });
    expect(problem?.statusCode).toBe(500);
    expect(watchers.errors.map(({ type }) => type)).toEqual(['event']);
    const [{ content } = {}] = watchers.errors;
    expect(content).toMatchObject({
      release: expect.stringMatching(/^folkmoot@/),
      environment: 'production',
      tags: { reference: problem?.reference },
      exception: { values: [{ type: expect.any(String) }] },
    });
    const text = watchers.asked.map((one) => one.text).join('\n');
    expect(text).toContain('packages/server/src');
    expect(text).not.toMatch(
      /Ines|Quell|Secret kilns|127\.0\.0\.1[^:]|authorization|Bearer|\/home|\/root|\/work|\/tmp/,
    );
  });

  test('a refusal is no error, and a storm of errors is cut', async () => {
    await within({ SENTRY_DSN: watchers.dsn }, async (world) => {
      const ines = await world.person();
      expect((await world.call(getCommunity, { serverId: ines.id }, ines)).status).toBe(404);
      await withoutCommunities(world, async () => {
        for (let n = 0; n < 40; n += 1) await world.call(getCommunity, { serverId: ines.id }, ines);
      });
    });
    expect(watchers.errors).toHaveLength(30);
  });

  test('a browser learns where to send errors, and stands for its person without saying who', async () => {
    await within({ SENTRY_DSN: watchers.dsn }, async (world) => {
      const [ines, ada] = [await world.person(), await world.person()];
      const asked = async (as?: typeof ines) => (await world.call(getTelemetry, {}, as)).data.errors;
      expect(await asked()).toMatchObject({ dsn: watchers.dsn, environment: 'production', person: null });
      const [mine, again, hers] = [await asked(ines), await asked(ines), await asked(ada)];
      expect(mine?.person).toMatch(/^[0-9a-f]{32}$/);
      expect(again).toEqual(mine);
      expect(hers?.person).not.toBe(mine?.person);
      const { headers } = await world.app.http.inject({ method: 'GET', url: '/healthz' });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain(new URL(watchers.dsn).origin);
      expect(policy).not.toContain('0f6b2c4d');
    });
  });
});

describe('settings', () => {
  const base = { DATA_DIR: '/tmp/x', AUTH_SECRET: 'a secret that only tests use, 32 long' };
  const dsn = 'https://abc@sentry.example/7';

  test.each(['development', 'stage'])('nothing is watched in %s', (environment) => {
    const config = readConfig({ ...base, APP_ENV: environment, SENTRY_DSN: dsn, ...posthog() });
    expect([config.errors, config.usage]).toEqual([undefined, undefined]);
  });

  test.each([
    [{ SENTRY_DSN: 'https://sentry.example/7' }, /SENTRY_DSN: must look like/],
    [{ SENTRY_DSN: 'https://abc@sentry.example/' }, /SENTRY_DSN: must look like/],
    [{ SENTRY_DSN: 'ftp://abc@sentry.example/7' }, /SENTRY_DSN/],
    [{ SENTRY_DSN: 'http://abc@localhost:9/7', HOST: '0.0.0.0' }, /SENTRY_DSN must be an address/],
    [{ POSTHOG_KEY: 'phc' }, /POSTHOG_URL/],
    [{ UMAMI_URL: 'https://umami.example' }, /UMAMI_WEBSITE_ID/],
    [{ APP_ENV: 'prod' }, /APP_ENV/],
  ])('%j is refused by name', (settings, sentence) => {
    expect(() => readConfig({ ...base, ...settings })).toThrow(sentence);
  });

  test('two services for usage are refused', () => {
    expect(() => readConfig({ ...base, ...posthog(), ...umami() })).toThrow(/not to both/);
  });
});
