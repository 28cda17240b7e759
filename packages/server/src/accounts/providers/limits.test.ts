import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowsers } from '../../../test/browsers.ts';
import {
  answerAt,
  CLIENT,
  type Issuer,
  openIssuer,
  pressButton,
  problemIn,
  settingsFor,
  signInWith,
  stranger,
} from '../../../test/fixtures/issuer-fixture.ts';
import { openWorld, type World } from '../../../test/world.ts';
import { systemClock } from '../../core/clock.ts';
import { createProvider } from './oidc-actions.ts';

/* What a sign-in with a service meets that takes too long, comes too often, or is signed with a new key. */

let issuer: Issuer;
let world: World;
const { openBrowser } = openBrowsers(() => ({ world, mailbox: undefined as never }));

beforeAll(async () => {
  issuer = await openIssuer();
  world = await openWorld({ ...settingsFor(issuer.url), RATE_LIMITS: 'on', TRUST_PROXY: '1' });
});
afterAll(async () => {
  await world.close();
  await issuer.stop();
});

describe('who asks for the two pages too often is led back with a sentence', () => {
  const elsewhere = { 'x-forwarded-for': '10.9.0.1' };

  test('to where they began', async () => {
    const browser = openBrowser();
    for (let n = 0; n < 30; n += 1) expect(await pressButton(browser, '/x')).toContain(issuer.url);
    expect(await pressButton(browser, '/x')).toBe('/sign-in?result=oidc.busy&next=%2Fx');
    const connecting = await browser.visit('/auth/with/oidc?ticket=of-nobody', { 'sec-fetch-site': 'same-origin' });
    expect([connecting.status, connecting.location]).toEqual([303, '/settings/security?result=oidc.busy']);
    // A service that is not there is not found, however often it is asked for.
    for (let n = 0; n < 31; n += 1) await browser.visit('/auth/with/google');
    expect((await browser.visit('/auth/with/google')).status).toBe(429);
  });

  test('and the sign-in that has begun can still be finished', async () => {
    stranger(issuer);
    const [browser, neighbour] = [openBrowser('10.9.0.2'), openBrowser('10.9.0.2')];
    const back = await answerAt(await pressButton(browser, '/x'));
    for (let n = 0; n < 30; n += 1) await neighbour.visit('/auth/with/oidc/callback?state=guessed');
    expect((await browser.visit(back)).location).toBe('/sign-in?result=oidc.busy&next=%2Fx');
    expect((await browser.visit(back, elsewhere)).location).toBe('/sign-up?result=oidc.new&next=%2Fx');
  });
});

test('a key that a service has begun to sign with since the last sign-in is asked for', async () => {
  stranger(issuer);
  expect(problemIn(await signInWith(openBrowser()))).toBe('new');
  const { keys } = issuer.server.issuer;
  const before = keys.get()?.kid ?? '';
  await keys.generate('RS256');
  // It takes them in turn: the access token gets the old one, the ID token the new one.
  stranger(issuer);
  let kid: unknown;
  issuer.changes((idToken) => {
    kid = JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString()).kid;
    return idToken;
  });
  expect(problemIn(await signInWith(openBrowser()))).toBe('new');
  expect(kid).not.toBe(before);
});

describe('a service that takes a connection and never answers', () => {
  let silent: Server;
  /** What it answers before it is silent. */
  let answers: Record<string, object>;
  let url: string;

  beforeAll(async () => {
    silent = createServer((request, reply) => {
      const answer = answers[request.url ?? ''];
      if (answer) reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    silent.closeAllConnections();
    silent.close();
  });

  const provider = () => {
    const settings = {
      id: 'oidc',
      name: 'Guild ID',
      issuer: url,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
    } as const;
    return createProvider(settings, () => 'http://localhost/auth/with/oidc/callback', systemClock, 0.2);
  };

  test('is away, whether it is asked about itself or for the person', async () => {
    answers = {};
    await expect(provider().begin()).rejects.toMatchObject({ problem: 'away' });

    answers['/.well-known/openid-configuration'] = {
      ...{ issuer: url, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` },
      ...{ jwks_uri: `${url}/jwks`, response_types_supported: ['code'] },
    };
    const asked = provider();
    const { expected } = await asked.begin();
    const query = new URLSearchParams({ code: 'abc', state: expected.state });
    await expect(asked.finish(query, expected)).rejects.toMatchObject({ problem: 'away' });
  }, 10_000);
});
