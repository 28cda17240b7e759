import * as api from '@folkmoot/contract/accounts/api.ts';
import { SignJWT } from 'jose';
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
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import { openWorld, type World } from '../../../test/world.ts';

let mailbox: Mailbox;
let issuer: Issuer;
let world: World;
const { openBrowser } = openBrowsers(() => ({ world, mailbox }));

beforeAll(async () => {
  [mailbox, issuer] = await Promise.all([openMailbox(), openIssuer()]);
  world = await openWorld({
    ...settingsFor(issuer.url),
    ...{ SMTP_URL: mailbox.url, RATE_LIMITS: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'info' },
  });
  await world.app.jobs.start();
});
afterAll(async () => {
  await world.close();
  await Promise.all([mailbox.close(), issuer.stop()]);
});

const rowOf = (email: string) => world.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
const isSignedIn = async (browser: ReturnType<typeof openBrowser>) =>
  (await browser.call(api.accessToken, {})).status === 200;

describe('a sign-in with a service that is refused', () => {
  const seconds = Math.floor(Date.now() / 1000);
  const forged = (key: Uint8Array, alg: string) => async (idToken: string) => {
    const payload = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
    return new SignJWT(payload).setProtectedHeader({ alg }).sign(key);
  };

  test.each([
    ['another nonce', { nonce: 'of another sign-in' }, 'failed'],
    ['no nonce', { nonce: undefined }, 'failed'],
    ['another audience', { aud: 'another program' }, 'failed'],
    ['more audiences', { aud: [CLIENT.id, 'another program'], azp: 'another program' }, 'failed'],
    ['another issuer', { iss: 'https://elsewhere.example' }, 'failed'],
    ['a token that has ended', { exp: seconds - 120, iat: seconds - 3600 }, 'failed'],
    ['an address that is not confirmed', { email_verified: false }, 'unconfirmed'],
    ['an address that is confirmed in words only', { email_verified: 'true' }, 'unconfirmed'],
    ['no word about the address', { email_verified: undefined }, 'unconfirmed'],
    ['no address', { email: undefined }, 'no-email'],
    ['no address that mail can be sent to', { email: 'not an address' }, 'no-email'],
    ['an address of somebody who has left', { email: 'a@deleted.invalid' }, 'no-email'],
  ])('%s', async (_, claims, problem) => {
    const person = stranger(issuer);
    issuer.says({ ...person, ...claims });
    const browser = openBrowser();
    const location = await signInWith(browser, '/x');
    expect(location).toBe(`/sign-in?result=oidc.${problem}&next=%2Fx`);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await rowOf(person.email)).toBeUndefined();
  });

  test.each([
    ['no ID token', () => ''],
    [
      'an ID token without a signature',
      (token: string) => {
        const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
        return `${header}.${token.split('.')[1]}.`;
      },
    ],
    ['another’s signature', (token: string) => `${token.slice(0, -12)}${'A'.repeat(12)}`],
    [
      'other claims than were signed',
      (token: string) => {
        const [header, payload = '', signature] = token.split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
        const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody else' })).toString('base64url');
        return `${header}.${changed}.${signature}`;
      },
    ],
  ])('%s', async (_, change) => {
    const person = stranger(issuer);
    issuer.changes(change);
    const browser = openBrowser();
    expect(problemIn(await signInWith(browser))).toBe('failed');
    expect(await rowOf(person.email)).toBeUndefined();
  });

  test('a signature under our own secret instead of the service’s key', async () => {
    const person = stranger(issuer);
    let token = '';
    issuer.changes((idToken) => {
      token = idToken;
      return idToken;
    });
    await signInWith(openBrowser());
    const made = await forged(new TextEncoder().encode(CLIENT.secret.padEnd(32)), 'HS256')(token);
    const other = stranger(issuer, { email: 'forged@guild.example' });
    issuer.changes(() => made);
    expect(problemIn(await signInWith(openBrowser()))).toBe('failed');
    expect(await rowOf(other.email)).toBeUndefined();
    expect(await rowOf(person.email)).toBeDefined();
  });

  test('a callback in another browser, with another state, twice, or too late', async () => {
    stranger(issuer);
    const [browser, victim] = [openBrowser(), openBrowser()];
    // The attacker’s own answer, opened by somebody else.
    const back = await answerAt(await pressButton(browser));
    expect(problemIn((await victim.visit(back)).location)).toBe('expired');
    await pressButton(victim);
    expect(problemIn((await victim.visit(back)).location)).toBe('expired');
    expect(await isSignedIn(victim)).toBe(false);
    expect(problemIn((await browser.visit(back.replace(/state=[^&]+/, 'state=guessed'))).location)).toBe('expired');
    // That has ended the attempt.
    expect(problemIn((await browser.visit(back)).location)).toBe('expired');

    const again = await answerAt(await pressButton(browser));
    const held = browser.jar.get('folkmoot.provider') ?? '';
    expect((await browser.visit(again)).location).toBe('/sign-up?result=oidc.new');
    expect(problemIn((await browser.visit(again)).location)).toBe('expired');
    // A copy of the cookie does not help: the service gives each code once.
    const thief = openBrowser();
    thief.jar.set('folkmoot.provider', held);
    expect(problemIn((await thief.visit(again)).location)).toBe('failed');

    const late = await answerAt(await pressButton(thief));
    world.clock.moveBy(601_000);
    expect(problemIn((await thief.visit(late)).location)).toBe('expired');
    world.clock.moveBy(-601_000);
  });

  test('a person who cancels, a service that is busy, and words of the service in the address', async () => {
    stranger(issuer);
    const backWith = async (error: string) => {
      const browser = openBrowser();
      const state = new URL(await pressButton(browser)).searchParams.get('state') ?? '';
      const said = new URLSearchParams({ error, error_description: 'Call 0800 1234', state });
      return (await browser.visit(`/auth/with/oidc/callback?${said}`)).location;
    };
    expect(await backWith('access_denied')).toBe('/sign-in?result=oidc.cancelled');
    expect(await backWith('temporarily_unavailable')).toBe('/sign-in?result=oidc.away');
    expect(await backWith('<script>')).toBe('/sign-in?result=oidc.failed');
    expect(problemIn((await openBrowser().visit('/auth/with/oidc/callback?error=access_denied')).location)).toBe(
      'expired',
    );
  });

  test('another site cannot begin it, and what it wants to return to is never followed by the server', async () => {
    const browser = openBrowser();
    const begun = await browser.visit('/auth/with/oidc?next=//evil.example', { 'sec-fetch-site': 'cross-site' });
    expect(begun.location).toBe('/sign-in?next=%2F%2Fevil.example');
    expect(browser.jar.size).toBe(0);
    stranger(issuer);
    expect(await signInWith(browser, 'https://evil.example')).toBe(
      '/sign-up?result=oidc.new&next=https%3A%2F%2Fevil.example',
    );
    expect(await pressButton(browser, `/${'x'.repeat(5000)}`)).toContain(issuer.url);
    expect((browser.jar.get('folkmoot.provider') ?? '').length).toBeLessThan(3500);
  });

  test('a service that nobody has set up is not found', async () => {
    for (const path of ['google', 'google/callback', 'constructor', 'oidc/other'])
      expect((await openBrowser().visit(`/auth/with/${path}`)).status, path).toBe(404);
    expect((await openBrowser().visit('/auth/sign-in/provider')).status).toBe(404);
  });

  test('the log names what was refused, and has no code, token or address of it', async () => {
    const person = stranger(issuer, { email_verified: false });
    issuer.says({ ...person, email_verified: false });
    const browser = openBrowser();
    const back = await answerAt(await pressButton(browser));
    const before = world.logged.length;
    await browser.visit(back);
    const lines = world.logged.slice(before);
    expect(lines).toContainEqual(
      expect.objectContaining({ security: 'sign-in.failed', refusal: 'provider.unconfirmed' }),
    );
    const text = JSON.stringify(lines);
    const secrets = [new URLSearchParams(back.split('?')[1]).get('code') ?? '?', person.email, 'eyJ', CLIENT.secret];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});
