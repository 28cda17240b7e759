import { Writable } from 'node:stream';
import * as api from '@folkmoot/contract/accounts/api.ts';
import { refusals } from '@folkmoot/contract/accounts/schema.ts';
import { deleteCommunity } from '@folkmoot/contract/communities/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowsers, PASSWORD } from '../../test/browsers.ts';
import { codeIn, type Mailbox, openMailbox } from '../../test/mail.ts';
import { openWorld, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { makeCommunity } from '../seed/builders.ts';
import { NETWORK } from './limits/limits-routes.ts';
import { passwordRefusal } from './passwords-actions.ts';

let mailbox: Mailbox;
let world: World;
const { openBrowser, newcomer, turnOn } = openBrowsers(() => ({ world, mailbox }));
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  mailbox = await openMailbox();
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  world = await openWorld(
    { SMTP_URL: mailbox.url, RATE_LIMITS: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'info' },
    { logTo: log },
  );
  await world.app.jobs.start();
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

describe('sign-in limits', () => {
  test('sign-in limits on wrong attempts from one address never lock out the owner elsewhere or in a known browser', async () => {
    const owner = await newcomer();
    const stranger = openBrowser();
    const tries = [];
    for (let n = 0; n < 8; n += 1)
      tries.push((await stranger.call(api.signIn, { email: owner.email, password: 'guess' })).status);
    expect(tries).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    const elsewhere = openBrowser();
    expect((await elsewhere.call(api.signIn, { email: owner.email, password: PASSWORD })).status).toBe(200);
    // Behind the very address of the stranger, whose minute is used up.
    const known = openBrowser(stranger.address);
    for (const [name, value] of owner.browser.jar) known.jar.set(name, value);
    expect((await known.call(api.signIn, { email: owner.email, password: PASSWORD })).status).toBe(200);
    expect((await known.call(api.sendCode, { email: owner.email, type: 'sign-in' })).status).toBe(200);
    await mailbox.next(owner.email);
  });

  test('sign-in limits keep the owner’s code valid while a stranger tries wrong codes or requests new ones', async () => {
    const owner = await newcomer();
    const browser = openBrowser();
    await browser.call(api.sendCode, { email: owner.email, type: 'sign-in' });
    const otp = codeIn(await mailbox.next(owner.email));
    const stranger = openBrowser();
    await stranger.call(api.sendCode, { email: owner.email, type: 'sign-in' });
    await mailbox.next(owner.email);
    for (let n = 0; n < 6; n += 1) {
      const guess = await openBrowser().call(api.signInByCode, { email: owner.email, otp: wrongOf(otp) });
      expect(guess.problem.code).toBe(refusals.wrongCode.code);
    }
    // Even with the right digits: they were not emailed to that browser.
    expect((await stranger.call(api.signInByCode, { email: owner.email, otp })).status).toBe(422);
    expect((await browser.call(api.signInByCode, { email: owner.email, otp })).status).toBe(200);
  });

  test('sign-in limits stop strangers from flooding an address with codes, without using up the owner’s limit', async () => {
    const owner = await newcomer();
    const answers: number[] = [];
    const strangers = Array.from({ length: 6 }, () => openBrowser());
    for (let round = 0; round < 4; round += 1)
      for (const stranger of strangers)
        answers.push((await stranger.call(api.sendCode, { email: owner.email, type: 'sign-in' })).status);
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    expect(answers.at(-1)).toBe(429);
    // However much strangers used up, the first code for a person who asks from elsewhere is sent.
    expect((await openBrowser().call(api.sendCode, { email: owner.email, type: 'sign-in' })).status).toBe(200);
    expect((await openBrowser().call(api.signIn, { email: owner.email, password: PASSWORD })).status).toBe(200);
    expect((await owner.browser.call(api.sendCode, { email: owner.email, type: 'sign-in' })).status).toBe(200);
  });
});

describe('a hall behind one address', () => {
  test('sign-in limits let sixty people sign in and sign up from one network within a minute', async () => {
    const { address } = openBrowser();
    const people = [];
    for (let n = 0; n < 6; n += 1) people.push(await newcomer());
    const answers = [];
    for (let n = 0; n < 60; n += 1) {
      const { email } = people[n % people.length] as (typeof people)[number];
      answers.push((await openBrowser(address).call(api.signIn, { email, password: PASSWORD })).status);
      const fresh = `hall-${newId()}@alderwick.example`;
      answers.push((await openBrowser(address).call(api.sendCode, { email: fresh, type: 'sign-in' })).status);
    }
    // Ten times the same account is one caller's; sixty people are sixty.
    expect(answers.filter((status) => status === 429).length).toBe(24);
    expect(answers.filter((status) => status === 200).length).toBe(96);
  }, 120_000);

  test('sign-in limits slow a network down that has guessed a hundred times, whatever accounts it tries', async () => {
    const { address } = openBrowser();
    const guess = async () => {
      const email = `guessed-${newId()}@alderwick.example`;
      return (await openBrowser(address).call(api.signIn, { email, password: 'a wrong guess' })).status;
    };
    const tries = [];
    for (let n = 0; n < NETWORK.wrong + 5; n += 1) tries.push(await guess());
    expect(tries.slice(0, NETWORK.wrong)).not.toContain(429);
    expect(tries.slice(NETWORK.wrong)).toEqual([429, 429, 429, 429, 429]);
    // Elsewhere nothing has changed.
    const owner = await newcomer();
    expect((await openBrowser().call(api.signIn, { email: owner.email, password: PASSWORD })).status).toBe(200);
  }, 120_000);
});

describe('addresses with an account', () => {
  test('whether an address has an account is not revealed by another sign-up, which keeps the username either way', async () => {
    const known = await newcomer();
    for (const first of [known.email, `nobody-${newId()}@alderwick.example`]) {
      const browser = openBrowser();
      const username = `fixed-${newId().slice(-8)}`;
      const signUp = (email: string, from = browser) =>
        from.call(api.signUp, {
          ...{ email, username, password: PASSWORD },
          ...{ firstName: 'Ana', lastName: 'Moss', timeZone: 'UTC' },
        });
      expect((await signUp(first)).status).toBe(200);
      expect((await signUp(`stranger-${newId()}@alderwick.example`, openBrowser())).problem.code).toBe(
        refusals.usernameTaken.code,
      );
      expect((await signUp(`right-${newId()}@alderwick.example`)).status).toBe(200);
    }
  });

  test('whether an address has an account is not revealed by sentences or by attempts at codes', async () => {
    const known = await newcomer();
    const work = { known: new Set<string>(), unknown: new Set<string>() };
    for (let n = 0; n < 4; n += 1) {
      for (const who of ['known', 'unknown'] as const) {
        const email = who === 'known' ? known.email : `nobody${n}@alderwick.example`;
        const browser = openBrowser();
        const answers: { status: number; problem: { code: string } }[] = [
          await browser.call(api.sendCode, { email, type: 'sign-in' }),
        ];
        for (let wrong = 0; wrong < 5; wrong += 1) {
          // Limits count the address: a new one for each try.
          const other = openBrowser();
          for (const [name, value] of browser.jar) other.jar.set(name, value);
          answers.push(await other.call(api.signInByCode, { email, otp: '000000' }));
        }
        const last = openBrowser();
        for (const [name, value] of browser.jar) last.jar.set(name, value);
        answers.push(await last.call(api.signInByCode, { email, otp: '000000' }));
        work[who].add(answers.map(({ status, problem }) => `${status} ${problem.code}`).join(', '));
      }
    }
    expect(work.known).toEqual(work.unknown);
    expect([...work.known][0]).toContain(refusals.tooManyTries.code);
  });

  test('whether an address has an account is not revealed by the number of password hashes and database queries', async () => {
    const known = await newcomer();
    const { password } = await world.app.signIn.$context;
    const [hash, verify] = [password.hash, password.verify];
    let hashes = 0;
    // The minimum of several: queues poll in the background.
    const least = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    password.hash = (text) => {
      hashes += 1;
      return hash(text);
    };
    password.verify = (given) => {
      hashes += 1;
      return verify(given);
    };
    try {
      for (let n = 0; n < 5; n += 1)
        for (const email of [known.email, `nobody${n}@alderwick.example`]) {
          hashes = 0;
          const counting = world.countQueries();
          expect((await openBrowser().call(api.signIn, { email, password: 'guess guess' })).status).toBe(401);
          const who = email === known.email ? 'known' : 'unknown';
          least[who] = Math.min(least[who], counting.stop());
          expect(hashes, email).toBe(1);
        }
    } finally {
      Object.assign(password, { hash, verify });
    }
    expect(least.known).toBe(least.unknown);
  });

  test('whether an address has an account is not revealed by whether a username stays free after a sign-up', async () => {
    const known = await newcomer();
    const free = async (username: string) =>
      (await openBrowser().call(api.isUsernameFree, { username })).data.available;
    for (const [email, username] of [
      [known.email, 'asked-for-one'],
      ['nobody-yet@alderwick.example', 'asked-for-two'],
    ] as const) {
      const person = { firstName: 'A', lastName: 'B', email, username, password: PASSWORD, timeZone: 'UTC' };
      expect((await openBrowser().call(api.signUp, person)).status).toBe(200);
      expect(await free(username)).toBe(false);
    }
  });
});

describe('passwords', () => {
  const own = {
    email: 'ines.carvalho@alderwick.example',
    names: ['Ines', 'Carvalho', 'kiln-keeper'],
    product: 'Folkmoot',
  };

  test.each(
    `qwertyuiop administrator 1q2w3e4r5t 123456789a 1qaz2wsx3edc qwerty12345 iloveyou12 password12 password1234
    1234567890 0987654321 qwerty123456 passw0rd123 P@ssw0rd2024 letmein1234 welcome2024 monkey12345 football123
    baseball123 superman123 princess123 sunshine123 trustno1234 starwars123 whatever123 charlie1234 michael1234
    jennifer123 basketball liverpool1 chelsea123 computer123 internet123 samsung123 asdfghjkl1 asdfghjkl;' zxcvbnm123
    qazwsxedc1 1111111111 aaaaaaaaaa abcdefghij abc1234567 12345678910 123123123123 q1w2e3r4t5 qwertyqwerty
    Administrator1 dragondragon shadow12345 master12345`.split(/\s+/),
  )('passwords like %s are refused as common', (password) =>
    expect(passwordRefusal(password, own)).toBe(refusals.commonPassword),
  );

  test.each([
    'ines.carvalho@alderwick.example',
    'ines.carvalho1',
    'kiln-keeper-99',
    'Folkmoot-of-Ines',
    'carvalhoines',
  ])('passwords like %s are refused as guessable from the person', (password) =>
    expect(passwordRefusal(password, own)).toBe(refusals.knownPassword),
  );

  test.each(['three quiet kilns', 'the dragon admires welcome mats', 'Ines fires clay at midnight', 'xK9#vv2pLqT!'])(
    'passwords like %s are accepted',
    (password) => expect(passwordRefusal(password, own)).toBeUndefined(),
  );

  test('passwords follow the same rules when you sign up, change and reset', async () => {
    const person = await newcomer();
    const change = { currentPassword: PASSWORD, revokeOtherSessions: true } as const;
    for (const [newPassword, refusal] of [
      ['1q2w3e4r5t', refusals.commonPassword],
      [`${person.username}-2026!`, refusals.knownPassword],
    ] as const)
      expect((await person.browser.call(api.changePassword, { ...change, newPassword })).problem).toMatchObject({
        code: refusal.code,
        fields: { newPassword: refusal.message },
      });
    await person.browser.call(api.sendCode, { email: person.email, type: 'forget-password' });
    const otp = codeIn(await mailbox.next(person.email));
    const reset = { email: person.email, otp, password: `${person.username}-2026!` };
    expect((await person.browser.call(api.resetPassword, reset)).problem.code).toBe(refusals.knownPassword.code);
  });
});

describe('the log', () => {
  test('the log has one line per event, with person and address, and no secret', async () => {
    const person = await newcomer();
    const { browser } = person;
    const { data: me } = await browser.callAs(api.getMe, {});
    lines.length = 0;
    const stranger = openBrowser();
    for (let n = 0; n < 20; n += 1) await stranger.call(api.signIn, { email: person.email, password: 'secret guess' });
    await browser.call(api.signIn, { email: person.email, password: PASSWORD });
    await turnOn(person);
    await browser.call(api.endTwoStep, { password: PASSWORD });
    await browser.call(api.changePassword, {
      currentPassword: PASSWORD,
      newPassword: 'four calm anvils',
      revokeOtherSessions: true,
    });
    const { id: serverId } = await makeCommunity(world.db, (await world.person()).id);
    expect((await browser.callAs(deleteCommunity, { serverId, name: 'x' })).status).toBe(404);
    await browser.callAs(api.endAllSessions, {});
    const told = lines.filter((line) => 'security' in line);
    expect(told.map((line) => line.security)).toEqual([
      ...Array(6).fill('sign-in.failed'),
      'limit.hit',
      'sign-in.succeeded',
      'confirmed',
      'two-step.on',
      'two-step.off',
      'password.changed',
      'session.ended',
    ]);
    const [failed] = told;
    expect(failed).toMatchObject({ level: 40, address: stranger.address, refusal: refusals.wrongPassword.code });
    expect(failed?.reqId).toMatch(/^[0-9a-f-]{36}$/);
    expect(told.slice(7).every((line) => line.personId === me.user.id && line.address === browser.address)).toBe(true);
    const text = JSON.stringify(lines);
    for (const secret of [PASSWORD, 'secret guess', 'four calm anvils', person.email])
      expect(text).not.toContain(secret);
  });
});

describe('cookies', () => {
  test('cookies have secure names on https, and plain names elsewhere', async () => {
    const secure = await openWorld({ APP_URL: 'https://moot.example', RATE_LIMITS: 'off' });
    await secure.app.jobs.start();
    const names = async (one: World) => {
      const asked = await one.call(api.sendCode, { email: 'nobody@alderwick.example', type: 'sign-in' });
      return [asked.headers['set-cookie']].flat().map((line) => String(line));
    };
    try {
      for (const line of await names(secure)) expect(line).toMatch(/^__Secure-folkmoot\.asker=.*; Secure/);
    } finally {
      await secure.close();
    }
    for (const line of await names(world)) expect(line).toMatch(/^folkmoot\.asker=/);
  });

  test('cookies are cleared with the browser’s cache of private pictures on signing out', async () => {
    const { browser } = await newcomer();
    expect((await browser.call(api.signOut, {})).headers['clear-site-data']).toBe('"cache"');
  });
});

test('nobody can take a name that speaks for the installation', async () => {
  for (const username of ['administrator', 'official', 'postmaster'])
    expect((await openBrowser().call(api.isUsernameFree, { username })).data.available).toBe(false);
});
