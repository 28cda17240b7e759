import * as api from '@folkmoot/contract/accounts/api.ts';
import { connectProvider, disconnectProvider } from '@folkmoot/contract/accounts/providers-api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowsers } from '../../../test/browsers.ts';
import {
  answerAt,
  type Issuer,
  openIssuer,
  pressButton,
  problemIn,
  settingsFor,
  signInWith,
  stranger,
} from '../../../test/fixtures/issuer-fixture.ts';
import { codeIn, type Mailbox, openMailbox } from '../../../test/mail.ts';
import { openWorld, type World } from '../../../test/world.ts';

let mailbox: Mailbox;
let issuer: Issuer;
let world: World;
const { openBrowser, newcomer } = openBrowsers(() => ({ world, mailbox }));

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

describe('connected accounts', () => {
  const connect = async (browser: ReturnType<typeof openBrowser>) => {
    const { data } = await browser.callAs(connectProvider, { provider: 'oidc' });
    return (await browser.visit(data.url, { 'sec-fetch-site': 'same-origin' })).location;
  };

  test('a person connects an account with another address, signs in with it, and disconnects it', async () => {
    const { browser, email } = await newcomer();
    const there = stranger(issuer, { email_verified: false });
    issuer.says({ ...there, email_verified: false });
    const end = await browser.visit(await answerAt(await connect(browser)));
    expect(end.location).toBe('/settings/security?result=oidc.connected');
    const other = openBrowser();
    expect(await signInWith(other)).toBe('/sign-in');
    expect((await other.callAs(api.getMe, {})).data.user.email).toBe(email);

    stranger(issuer);
    expect((await browser.visit(await answerAt(await connect(browser)))).location).toBe(
      '/settings/security?result=oidc.other',
    );
    expect((await browser.callAs(disconnectProvider, { provider: 'oidc' })).data.message).toBe(
      'Guild ID is disconnected.',
    );
    expect((await browser.callAs(disconnectProvider, { provider: 'oidc' })).status).toBe(404);
    expect((await browser.callAs(api.getSecurity, {})).data.providers).toEqual([
      { id: 'oidc', name: 'Guild ID', connectedAt: null },
    ]);
    expect((await browser.callAs(api.getSecurity, {})).data.hasPassword).toBe(true);
  });

  test('nobody can connect their account to somebody else’s, or take one that is connected', async () => {
    const [maren, mallory] = [await newcomer(), await newcomer()];
    stranger(issuer);
    // Mallory lures Maren into finishing what Mallory has begun.
    const { data } = await mallory.browser.callAs(connectProvider, { provider: 'oidc' });
    const begun = await maren.browser.visit(data.url, { 'sec-fetch-site': 'same-origin' });
    expect(begun.location).toBe('/settings/security?result=oidc.expired');
    const back = await answerAt(await connect(mallory.browser));
    expect(problemIn((await maren.browser.visit(back)).location)).toBe('expired');
    maren.browser.jar.set('folkmoot.provider', mallory.browser.jar.get('folkmoot.provider') ?? '');
    expect((await maren.browser.visit(back)).location).toBe('/settings/security?result=oidc.expired');

    expect((await mallory.browser.visit(await answerAt(await connect(mallory.browser)))).location).toContain(
      'connected',
    );
    expect(problemIn((await maren.browser.visit(await answerAt(await connect(maren.browser)))).location)).toBe('taken');
  });

  test('somebody is told what was connected, and a new password disconnects it', async () => {
    const { browser, email } = await newcomer();
    const { data } = await browser.callAs(connectProvider, { provider: 'oidc' });
    stranger(issuer, { email_verified: false });
    const begun = await browser.visit(data.url, { 'sec-fetch-site': 'same-origin' });
    await browser.visit(await answerAt(begun.location));
    const { subject, text } = await mailbox.next(email);
    expect(subject).toMatch(/^You can now sign in to .* with Guild ID$/);
    expect(text).toContain('/settings/security');

    await browser.call(api.sendCode, { email, type: 'forget-password' });
    const otp = codeIn(await mailbox.next(email));
    expect((await browser.call(api.resetPassword, { email, otp, password: 'four quiet kilns' })).status).toBe(200);
    // The service still vouches for an address that it has not confirmed: nobody here has it connected any more.
    expect(await signInWith(openBrowser())).toContain('oidc.unconfirmed');
  });

  test('signing in by a service proves nothing to what needs a proof', async () => {
    const { browser, email } = await newcomer();
    stranger(issuer, { email });
    const other = openBrowser();
    expect(await signInWith(other)).toBe('/sign-in');
    expect((await browser.callAs(connectProvider, { provider: 'oidc' })).status).toBe(200);
    expect((await other.callAs(connectProvider, { provider: 'oidc' })).problem.code).toBe('core.confirm-it-is-you');
  });

  test('a long way back is left out, however few letters it has', async () => {
    const browser = openBrowser();
    const next = `/${'€'.repeat(900)}`;
    stranger(issuer);
    expect(await signInWith(browser, next)).toBe('/sign-up?result=oidc.new');
  });

  test('connecting and disconnecting need a session that proved a factor lately', async () => {
    const person = await newcomer();
    world.clock.moveBy(11 * 60_000);
    for (const endpoint of [connectProvider, disconnectProvider])
      expect((await person.browser.callAs(endpoint, { provider: 'oidc' })).problem.code).toBe('core.confirm-it-is-you');
  });
});

test('a service that is away at the start signs people in once it is back, and one that goes away in between is named as away', async () => {
  const late = await openIssuer();
  await late.stop();
  const own = await openWorld({ ...settingsFor(late.url), TRUST_PROXY: '1' });
  const { openBrowser: open } = openBrowsers(() => ({ world: own, mailbox }));
  expect(await pressButton(open(), '/x')).toBe('/sign-in?result=oidc.away&next=%2Fx');
  await late.startAgain();
  late.says({ sub: 'late', email: 'late@guild.example', given_name: 'Late', family_name: 'Comer' });
  expect(await signInWith(open())).toBe('/sign-up?result=oidc.new');

  const browser = open();
  const back = await answerAt(await pressButton(browser));
  await late.stop();
  expect(problemIn((await browser.visit(back)).location)).toBe('away');
  await own.close();
});
