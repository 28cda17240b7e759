import * as api from '@folkmoot/contract/accounts/api.ts';
import { refusals } from '@folkmoot/contract/accounts/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowsers, PASSWORD } from '../../../test/browsers.ts';
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
import { codeIn, type Mailbox, openMailbox } from '../../../test/mail.ts';
import { openWorld, type World } from '../../../test/world.ts';
import { makePerson } from '../../seed/builders.ts';

let mailbox: Mailbox;
let issuer: Issuer;
let world: World;
const { openBrowser, newcomer, turnOn } = openBrowsers(() => ({ world, mailbox }));

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
const linksOf = (userId: string) =>
  world.db.selectFrom('accounts').selectAll().where('user_id', '=', userId).orderBy('provider_id').execute();
const isSignedIn = async (browser: ReturnType<typeof openBrowser>) =>
  (await browser.call(api.accessToken, {})).status === 200;

describe('signing in with a service', () => {
  test('somebody new has an account with a confirmed address, no password and no tokens, and the first owns the installation', async () => {
    expect((await world.call(api.getInstallation, {})).data).toMatchObject({
      owned: false,
      providers: [{ id: 'oidc', name: 'Guild ID' }],
    });
    const { email, sub } = stranger(issuer, { email: 'Soren.Odegard@Guild.example' });
    const browser = openBrowser();
    const address = new URL(await pressButton(browser, '/invite/abc?x=1#y'));
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      ...{ client_id: CLIENT.id, response_type: 'code', scope: 'openid email profile', prompt: 'select_account' },
      ...{ code_challenge_method: 'S256', redirect_uri: expect.stringMatching(/\/auth\/with\/oidc\/callback$/) },
    });
    const { status, location, headers } = await browser.visit(await answerAt(address.href));
    expect([status, location]).toEqual([303, '/sign-up?result=oidc.new&next=%2Finvite%2Fabc%3Fx%3D1%23y']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const { data: me } = await browser.callAs(api.getMe, {});
    expect(me).toMatchObject({
      isInstallationOwner: true,
      user: {
        ...{ email: email.toLowerCase(), firstName: 'Søren', lastName: 'Ødegård', username: 'soren-odegard' },
        profile_photo: null,
      },
    });
    const [row, ...others] = await linksOf(me.user.id);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      ...{ provider_id: issuer.url, account_id: sub, password: null, scope: null },
      ...{ access_token: null, refresh_token: null, id_token: null },
      ...{ access_token_expires_at: null, refresh_token_expires_at: null },
    });
    expect((await browser.callAs(api.getSecurity, {})).data).toMatchObject({
      ...{ hasPassword: false, twoStep: false },
      providers: [{ id: 'oidc', name: 'Guild ID', connectedAt: expect.any(String) }],
    });
    expect(browser.jar.has('folkmoot.member')).toBe(true);
    expect(browser.jar.has('folkmoot.device')).toBe(true);
    expect(browser.jar.has('folkmoot.provider')).toBe(false);
  });

  test('somebody known is signed in by the service’s id, also when their address has changed there', async () => {
    const person = stranger(issuer);
    expect(await signInWith(openBrowser())).toBe('/sign-up?result=oidc.new');
    issuer.says({ ...person, email: 'moved@guild.example', email_verified: true });
    const again = openBrowser();
    expect(await signInWith(again, '/channel/x')).toBe('/sign-in?next=%2Fchannel%2Fx');
    expect((await again.callAs(api.getMe, {})).data.user.email).toBe(person.email);
    expect(await rowOf('moved@guild.example')).toBeUndefined();
  });

  test('somebody with a password and the same address keeps their account, and both ways sign in', async () => {
    const ines = await newcomer();
    stranger(issuer, { email: ines.email.toUpperCase(), given_name: 'Not', family_name: 'Ines' });
    const browser = openBrowser();
    expect(await signInWith(browser)).toBe('/sign-in');
    const { data: me } = await browser.callAs(api.getMe, {});
    expect([me.user.firstName, me.user.username]).toEqual(['Ines', ines.username]);
    expect((await linksOf(me.user.id)).map((row) => row.provider_id)).toEqual(['credential', issuer.url]);
    expect((await openBrowser().call(api.signIn, { email: ines.email, password: PASSWORD })).status).toBe(200);

    // The address was given to somebody else at the service.
    stranger(issuer, { email: ines.email });
    const other = openBrowser();
    expect(problemIn(await signInWith(other))).toBe('other');
    expect(await isSignedIn(other)).toBe(false);
  });

  test('an account that somebody else made with the address and never confirmed goes first, with its password', async () => {
    const person = stranger(issuer);
    await openBrowser().call(api.signUp, {
      ...{ email: person.email, firstName: 'Mallory', lastName: 'Wood', username: 'mallory-wood' },
      ...{ password: PASSWORD, timeZone: 'UTC' },
    });
    const before = await rowOf(person.email);
    expect(before?.email_verified).toBe(false);
    expect(await signInWith(openBrowser())).toBe('/sign-up?result=oidc.new');
    const after = await rowOf(person.email);
    expect(after).toMatchObject({ first_name: 'Søren', email_verified: true });
    expect(after?.id).not.toBe(before?.id);
    const guess = await openBrowser().call(api.signIn, { email: person.email, password: PASSWORD });
    expect(guess.problem.code).toBe(refusals.wrongPassword.code);
  });

  test('two-step sign-in is asked for here too, and nothing is connected before it is passed', async () => {
    const person = await newcomer();
    const { codeAt } = await turnOn(person);
    stranger(issuer, { email: person.email });
    const browser = openBrowser();
    expect(await signInWith(browser, '/x')).toBe('/second-step?next=%2Fx');
    expect(await isSignedIn(browser)).toBe(false);
    expect(browser.jar.has('folkmoot.member')).toBe(false);
    const { id = '' } = (await rowOf(person.email)) ?? {};
    expect((await linksOf(id)).map((row) => row.provider_id)).toEqual(['credential']);
    expect((await browser.call(api.checkAppCode, { code: await codeAt(0) })).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('somebody without a password sets one by email, and the service still signs them in', async () => {
    const { email } = stranger(issuer);
    await signInWith(openBrowser());
    const browser = openBrowser();
    await browser.call(api.sendCode, { email, type: 'forget-password' });
    const otp = codeIn(await mailbox.next(email));
    expect((await browser.call(api.resetPassword, { email, otp, password: 'four loud looms' })).status).toBe(200);
    expect((await browser.call(api.signIn, { email, password: 'four loud looms' })).status).toBe(200);
    expect(await signInWith(openBrowser())).toBe('/sign-in');
  });

  test('sign-ins of the same new person at the same moment make one account', async () => {
    const { email, sub } = stranger(issuer);
    const browsers = Array.from({ length: 8 }, () => openBrowser());
    const backs = await Promise.all(browsers.map(async (browser) => answerAt(await pressButton(browser))));
    const ends = await Promise.all(browsers.map(async (browser, n) => (await browser.visit(backs[n] ?? '')).location));
    expect(ends.filter((end) => end !== '/sign-in' && problemIn(end) !== 'new')).toEqual([]);
    expect(ends.filter((end) => end.startsWith('/sign-up?result=oidc.new'))).toHaveLength(1);
    const people = await world.db.selectFrom('users').select('id').where('email', '=', email).execute();
    const links = await world.db.selectFrom('accounts').select('id').where('account_id', '=', sub).execute();
    expect([people.length, links.length]).toEqual([1, 1]);
  });

  test.each([
    [
      'a name that is taken',
      { given_name: 'Taken', family_name: 'Name', email: 'taken@guild.example' },
      /^taken-name-\d+$/,
      ['Taken', 'Name'],
    ],
    [
      'a reserved one',
      { given_name: 'Ad', family_name: 'min', name: 'x', email: 'admin@guild.example' },
      /^ad-min$/,
      ['Ad', 'min'],
    ],
    [
      'no names',
      { given_name: undefined, family_name: undefined, name: undefined, email: 'wren.muir@guild.example' },
      /^wren-muir$/,
      ['wren.muir', ''],
    ],
    [
      'one name',
      { given_name: undefined, family_name: undefined, name: 'Zoë Anna Muir', email: 'zoe@guild.example' },
      /^zoe-anna-muir$/,
      ['Zoë', 'Anna Muir'],
    ],
    [
      'letters of no username',
      { given_name: '美咲', family_name: '田中', email: '美@guild.example' },
      /^member-\d+$/,
      ['美咲', '田中'],
    ],
    [
      'hostile names and a picture',
      {
        ...{
          given_name: `\u202e<img src=x>\n${'Z'.repeat(500)}`,
          family_name: '\u200b\u3164',
          email: 'hostile@guild.example',
        },
        ...{ picture: 'https://track.example/me.png', zoneinfo: '../../etc', name: { not: 'text' } },
      },
      /^img-src-x-z+$/,
      [`<img src=x> ${'Z'.repeat(48)}`, ''],
    ],
  ])('%s: a free username and a name in our form', async (_, claims, username, names) => {
    await makePerson(world.db, { username: 'taken-name' }).catch(() => undefined);
    const { email } = stranger(issuer, claims);
    expect(await signInWith(openBrowser())).toBe('/sign-up?result=oidc.new');
    const row = await rowOf(email);
    expect(row?.username).toMatch(username);
    expect([row?.first_name, row?.last_name]).toEqual(names);
    expect(row?.image).toBeNull();
  });

  test('an address that only the service’s user info has counts as well', async () => {
    const { email } = stranger(issuer, { email: undefined, email_verified: undefined });
    const told = 'later@guild.example';
    expect(email).toBeUndefined();
    issuer.saysLater({ email: told, email_verified: true });
    expect(await signInWith(openBrowser())).toBe('/sign-up?result=oidc.new');
    expect((await rowOf(told))?.email_verified).toBe(true);
  });
});
