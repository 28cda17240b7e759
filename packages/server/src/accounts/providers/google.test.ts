import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowsers } from '../../../test/browsers.ts';
import {
  answerAt,
  CLIENT,
  type Issuer,
  openIssuer,
  pressButton,
  stranger,
} from '../../../test/fixtures/issuer-fixture.ts';
import { openWorld, type World } from '../../../test/world.ts';
import { readConfig } from '../../core/config.ts';
import { makePerson } from '../../seed/builders.ts';

const SECRET = 'a secret that only tests use, 32 long';
const google = { AUTH_SECRET: SECRET, GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret };
const oidc = {
  ...{ AUTH_SECRET: SECRET, OIDC_ISSUER: 'https://id.guild.example/realms/guild' },
  ...{ OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
};

describe('Google vouches for its own addresses and those of its customers’ domains', () => {
  let issuer: Issuer;
  let world: World;
  const { openBrowser } = openBrowsers(() => ({ world, mailbox: undefined as never }));

  beforeAll(async () => {
    issuer = await openIssuer();
    const stand = { GOOGLE_ACCOUNTS_URL: issuer.url, GOOGLE_PEOPLE_URL: issuer.url };
    world = await openWorld({ ...google, ...stand, SIGN_IN_WITH_GOOGLE: 'on' });
  });
  afterAll(async () => {
    await world.close();
    await issuer.stop();
  });

  test.each([
    ['one of its own', { email: 'ana@gmail.com' }, 'new'],
    ['one of a domain that it looks after', { email: 'ana@guild.example', hd: 'guild.example' }, 'new'],
    ['one that it has confirmed once', { email: 'ana@elsewhere.example' }, 'unconfirmed'],
    ['one that looks like its own', { email: 'ana@gmail.com.elsewhere.example' }, 'unconfirmed'],
    ['one that it has not confirmed', { email: 'bea@gmail.com', email_verified: false }, 'unconfirmed'],
  ])('%s', async (_, claims, result) => {
    stranger(issuer, claims);
    const browser = openBrowser();
    const back = await answerAt(await pressButton(browser, undefined, 'google'));
    const { location } = await browser.visit(back);
    expect(new URL(location, 'http://localhost').searchParams.get('result')).toBe(`google.${result}`);
  });

  test('the account of somebody whose address Google does not vouch for is not theirs', async () => {
    const ana = await makePerson(world.db, { email: 'ana@lapsed.example' });
    stranger(issuer, { email: ana.email });
    const browser = openBrowser();
    await browser.visit(await answerAt(await pressButton(browser, undefined, 'google')));
    expect(browser.jar.has('folkmoot.member')).toBe(false);
    const links = await world.db.selectFrom('accounts').select('id').where('user_id', '=', ana.id).execute();
    expect(links).toEqual([]);
  });
});

describe('settings for sign-in services', () => {
  test('Google is offered once it is switched on, and contacts can be switched off', () => {
    expect(readConfig(google).providers).toEqual([]);
    const on = readConfig({ ...google, SIGN_IN_WITH_GOOGLE: 'on', GOOGLE_CONTACTS: 'off' });
    expect(on.providers).toEqual([
      {
        ...{ id: 'google', name: 'Google', issuer: 'https://accounts.google.com' },
        ...{ clientId: CLIENT.id, clientSecret: CLIENT.secret },
      },
    ]);
    expect(on.googleContacts).toBeUndefined();
    expect(readConfig(google).googleContacts).toBeDefined();
    const local = { GOOGLE_ACCOUNTS_URL: 'http://127.0.0.1:8055', GOOGLE_PEOPLE_URL: 'http://127.0.0.1:8055' };
    expect(readConfig({ ...google, ...local, SIGN_IN_WITH_GOOGLE: 'on', HOST: '0.0.0.0' }).providers).toEqual([]);
    expect(() => readConfig({ AUTH_SECRET: SECRET, SIGN_IN_WITH_GOOGLE: 'on' })).toThrow('GOOGLE_CLIENT_ID');
  });

  test('an issuer has a name on its button, and what is wrong about it is named', () => {
    expect(readConfig({ ...oidc, OIDC_NAME: ' Guild ID ' }).providers[0]?.name).toBe('Guild ID');
    expect(readConfig(oidc).providers).toMatchObject([
      { id: 'oidc', name: 'id.guild.example', issuer: oidc.OIDC_ISSUER },
    ]);
    for (const [wrong, named] of [
      [{ OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET'],
      [{ OIDC_ISSUER: 'http://id.guild.example' }, 'OIDC_ISSUER'],
      [{ OIDC_ISSUER: 'https://id.guild.example/?realm=a' }, 'OIDC_ISSUER'],
      [{ OIDC_ISSUER: 'http://localhost:8080', APP_URL: 'https://moot.example' }, 'OIDC_ISSUER'],
      [{ OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '', OIDC_NAME: 'Guild ID' }, 'OIDC_NAME'],
    ] as const)
      expect(() => readConfig({ ...oidc, ...wrong }), named).toThrow(named);
  });
});
