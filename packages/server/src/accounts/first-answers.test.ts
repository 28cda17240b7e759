import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as api from '@folkmoot/contract/accounts/api.ts';
import { createChannel } from '@folkmoot/contract/channels/api.ts';
import { createCommunity } from '@folkmoot/contract/communities/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowsers } from '../../test/browsers.ts';
import { type Mailbox, openMailbox } from '../../test/mail.ts';
import { openWorld, type World } from '../../test/world.ts';
import { NETWORK } from './limits/limits-routes.ts';

let mailbox: Mailbox;
let world: World;
let folder: string;
const { openBrowser, newcomer } = openBrowsers(() => ({ world, mailbox }));
type Browser = ReturnType<typeof openBrowser>;

const ME = '/api/v1/auth/me';
const SCREENS = [
  { path: '/channel/$channelId', frame: 'public', asks: ['/api/v1/servers'] },
  {
    path: '/channel/$channelId',
    frame: 'shell',
    asks: [ME, 'channel = /api/v1/channels/$channelId', '/api/v1/$channel.serverId/channels', '/api/v1/$channel.gone'],
  },
  { path: '/$alias', frame: 'shell', asks: ['/api/v1/public/alias/$alias'] },
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'folkmoot-first-'));
  writeFileSync(join(folder, 'parts.json'), JSON.stringify(SCREENS));
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url, TRUST_PROXY: '1', WEB_DIST: folder, RATE_LIMITS: 'on' });
  await world.app.jobs.start();
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
  rmSync(folder, { recursive: true, force: true });
});

type Started = { token: string; answers: Record<string, unknown> };

/** What a page at this path is sent with. */
async function start({ jar, address }: Browser, path: string) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await world.app.http.inject({
    method: 'GET',
    url: `/auth/start?path=${encodeURIComponent(path)}`,
    headers: { cookie, 'x-forwarded-for': address, 'accept-encoding': 'gzip' },
  });
  const { statusCode: status, headers, rawPayload } = response;
  const body = headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload;
  return { status, headers, read: () => JSON.parse(body.toString()) as Started };
}

/** Somebody with a community and a closed channel in it. */
async function owner() {
  const { browser, username } = await newcomer();
  const fields = { name: 'Potters’ Guild', slug: username, description: 'Clay.', logo: null, visibility: 'public' };
  const { data: community } = (await browser.callAs(createCommunity, fields as never)).data as { data: { id: string } };
  const channel = { serverId: community.id, name: 'kiln', mode: 'private', type: 'text' };
  const { data } = (await browser.callAs(createChannel, channel as never)).data as { data: { id: string } };
  return { browser, community, path: `/channel/${data.id}`, own: `/api/v1/channels/${data.id}` };
}

test('a member’s page is sent a token and the first answers of its screen, as the API gives them', async () => {
  const { browser, community, path, own } = await owner();
  const { status, headers, read } = await start(browser, path);
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  const { token, answers } = read();
  const list = `/api/v1/${community.id}/channels`;
  expect(Object.keys(answers).toSorted()).toEqual([ME, own, list].toSorted());
  for (const url of [ME, own, list]) {
    const asked = await world.app.http.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(answers[url]).toEqual(asked.json());
  }
  // With the cookies that a token comes with.
  expect(String(headers['set-cookie'])).toContain('folkmoot.files=');
});

test('a channel that somebody may not see is not among their first answers', async () => {
  const { path } = await owner();
  const { browser } = await newcomer();
  expect(Object.keys((await start(browser, path)).read().answers)).toEqual([ME]);
});

test('without a session there is neither a token nor an answer, and no cookie changes: another tab may be replacing it', async () => {
  const { path } = await owner();
  const nobody = openBrowser();
  nobody.jar.set('folkmoot.member', '1');
  const { status, headers, read } = await start(nobody, path);
  expect(status).toBe(401);
  expect(read()).not.toHaveProperty('answers');
  expect(headers['set-cookie']).toBeUndefined();
  const asked = await nobody.call(api.accessToken, {});
  expect(String(asked.headers['set-cookie'])).toMatch(/folkmoot\.member=; Max-Age=0/);
});

test('a visitor is no failure: there is no token and no cookie, and nothing that a browser writes into its console', async () => {
  const visitor = openBrowser();
  const { status, headers } = await start(visitor, '/discover');
  expect([status, headers['set-cookie'], headers['content-type']]).toEqual([204, undefined, undefined]);
  const token = await visitor.call(api.accessToken, {});
  expect([token.status, token.headers['set-cookie']]).toEqual([204, undefined]);
  // A browser that was signed in learns that it is not any more.
  visitor.jar.set('folkmoot.session_token', 'ended.long-ago');
  expect((await visitor.call(api.accessToken, {})).status).toBe(401);
});

test('a path cannot make the server ask for anything else', async () => {
  const { browser } = await newcomer();
  const answersAt = async (path: string) => (await start(browser, path)).read().answers;
  for (const path of ['/channel/..', '/channel/a?b=c', '/channel/%2e%2e%2fme', '/channel/a#b', '/channel/', 'x', ''])
    expect(await answersAt(path)).toEqual({});
});

test('each call of the first answers counts towards the limits of its person', async () => {
  const { browser } = await newcomer();
  const { perMinute } = NETWORK;
  const statuses = new Set<number>();
  for (let n = 0; n <= perMinute; n += 1) statuses.add((await start(browser, '/channel/a')).status);
  expect([...statuses]).toEqual([200, 429]);
});
