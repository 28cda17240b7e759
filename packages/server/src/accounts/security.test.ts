import { Writable } from 'node:stream';
import { createOTP } from '@better-auth/utils/otp';
import * as api from '@folkmoot/contract/accounts/api.ts';
import { refusals } from '@folkmoot/contract/accounts/schema.ts';
import { deleteCommunity, handOverCommunity } from '@folkmoot/contract/communities/api.ts';
import type { Endpoint, Input } from '@folkmoot/contract/core/endpoint.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, type Mailbox, openMailbox } from '../../test/mail.ts';
import { openWorld, type World } from '../../test/world.ts';
import { makeCommunity } from '../seed/builders.ts';
import { passwordRefusal } from './passwords-actions.ts';
import { liveSessions } from './store.ts';

let mailbox: Mailbox;
let world: World;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  mailbox = await openMailbox();
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  world = await openWorld({ SMTP_URL: mailbox.url, RATE_LIMITS: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'info' }, log);
  await world.app.jobs.start();
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const PASSWORD = 'three quiet kilns';
let number = 0;

/** A browser: it keeps its cookies and calls from an address of its own. */
function openBrowser(address = `10.1.${Math.floor(number / 250)}.${(number % 250) + 1}`) {
  number += 1;
  const jar = new Map<string, string>();
  const call = async <E extends Endpoint>(endpoint: E, input: Input<E>, headers: Record<string, string> = {}) => {
    const answer = await world.call(endpoint, input, undefined, {
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-forwarded-for': address,
      origin: 'http://localhost',
      ...headers,
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? [];
      if (value === '' || /max-age=0/i.test(String(line))) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  /** Calls with an access token of the session in its cookie. */
  const callAs = async <E extends Endpoint>(endpoint: E, input: Input<E>) => {
    const { data } = await call(api.accessToken, {});
    return call(endpoint, input, { authorization: `Bearer ${data.token}` });
  };
  return { address, jar, call, callAs };
}

type Browser = ReturnType<typeof openBrowser>;

async function newcomer(browser: Browser = openBrowser()) {
  number += 1;
  const email = `person${number}@alderwick.example`;
  const person = { firstName: 'Ines', lastName: 'Carvalho', email, username: `person-${number}`, password: PASSWORD };
  await browser.call(api.signUp, { ...person, timeZone: 'Europe/Lisbon' });
  const otp = codeIn(await mailbox.next(email));
  expect((await browser.call(api.verifyEmail, { email, otp })).status).toBe(200);
  return { ...person, browser };
}

/** Turns two-step sign-in on; answers how to make codes, and the recovery codes. */
async function turnOn({ browser }: { browser: Browser }) {
  const { data } = await browser.call(api.beginTwoStep, { password: PASSWORD });
  const secret = fromBase32(new URL(data.totpURI).searchParams.get('secret') ?? '');
  const codeAt = (steps: number) => createOTP(secret).hotp(Math.floor(Date.now() / 30_000) + steps);
  expect((await browser.call(api.checkAppCode, { code: await codeAt(-1) })).status).toBe(200);
  return { codeAt, recovery: data.backupCodes };
}

function fromBase32(text: string): string {
  const bits = [...text.replace(/=+$/, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString();
}

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

describe('limits', () => {
  test('wrong tries from one address keep its owner out neither elsewhere nor in a browser that is known', async () => {
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

  test('a stranger’s wrong codes and new codes leave the owner’s code good', async () => {
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
    // Even with the right digits: they were not mailed to that browser.
    expect((await stranger.call(api.signInByCode, { email: owner.email, otp })).status).toBe(422);
    expect((await browser.call(api.signInByCode, { email: owner.email, otp })).status).toBe(200);
  });

  test('strangers cannot flood an address with codes, and what they use up is not its owner’s', async () => {
    const owner = await newcomer();
    const answers: number[] = [];
    for (let n = 0; n < 12; n += 1)
      answers.push((await openBrowser().call(api.sendCode, { email: owner.email, type: 'sign-in' })).status);
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    expect(answers.at(-1)).toBe(429);
    expect((await openBrowser().call(api.signIn, { email: owner.email, password: PASSWORD })).status).toBe(200);
    expect((await owner.browser.call(api.sendCode, { email: owner.email, type: 'sign-in' })).status).toBe(200);
  });
});

describe('whether an address has an account', () => {
  test('shows neither in the words nor in the work of codes', async () => {
    const known = await newcomer();
    const work = { known: new Set<string>(), unknown: new Set<string>() };
    for (let n = 0; n < 4; n += 1) {
      for (const who of ['known', 'unknown'] as const) {
        const email = who === 'known' ? known.email : `nobody${n}@alderwick.example`;
        const browser = openBrowser();
        const counting = world.countQueries();
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
        counting.stop();
        work[who].add(answers.map(({ status, problem }) => `${status} ${problem.code}`).join(', '));
      }
    }
    expect(work.known).toEqual(work.unknown);
    expect([...work.known][0]).toContain(refusals.tooManyTries.code);
  });

  test('shows not in how often a password is hashed, or how long the database is asked for a code', async () => {
    const known = await newcomer();
    const { password } = await world.app.signIn.$context;
    const [hash, verify] = [password.hash, password.verify];
    let hashes = 0;
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
          expect((await openBrowser().call(api.signIn, { email, password: 'guess guess' })).status).toBe(401);
          expect(hashes, email).toBe(1);
        }
    } finally {
      Object.assign(password, { hash, verify });
    }
  });

  test('shows not in whether a username stays free after a sign-up with it', async () => {
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

describe('two-step sign-in', () => {
  test('asks after the password for a code, which is good once; a wrong one is refused', async () => {
    const person = await newcomer();
    const { codeAt } = await turnOn(person);
    const browser = openBrowser();
    const half = await browser.call(api.signIn, { email: person.email, password: PASSWORD });
    expect(half.data).toEqual({ twoFactorRedirect: true });
    expect((await browser.call(api.accessToken, {})).status).toBe(401);
    const code = await codeAt(0);
    expect((await browser.call(api.checkAppCode, { code: wrongOf(code) })).problem.code).toBe(
      refusals.wrongAppCode.code,
    );
    expect((await browser.call(api.checkAppCode, { code })).status).toBe(200);
    expect((await browser.call(api.accessToken, {})).status).toBe(200);

    const again = openBrowser();
    await again.call(api.signIn, { email: person.email, password: PASSWORD });
    expect((await again.call(api.checkAppCode, { code })).problem.code).toBe(refusals.wrongAppCode.code);
    expect((await again.call(api.accessToken, {})).status).toBe(401);
  });

  test('is not passed by a code from a mail, nor by confirming the address once more', async () => {
    const person = await newcomer();
    await turnOn(person);
    for (const [type, endpoint] of [
      ['sign-in', api.signInByCode],
      ['email-verification', api.verifyEmail],
    ] as const) {
      const browser = openBrowser();
      await browser.call(api.sendCode, { email: person.email, type });
      const otp = codeIn(await mailbox.next(person.email));
      expect((await browser.call(endpoint, { email: person.email, otp })).data).toEqual({ twoFactorRedirect: true });
      expect((await browser.call(api.accessToken, {})).status).toBe(401);
    }
  });

  test('takes each recovery code once, in any case and without its hyphen; new ones void the old', async () => {
    const person = await newcomer();
    const { recovery } = await turnOn(person);
    const [first = '', second = ''] = recovery;
    const useCode = async (code: string) => {
      const browser = openBrowser();
      await browser.call(api.signIn, { email: person.email, password: PASSWORD });
      return (await browser.call(api.checkRecoveryCode, { code })).status;
    };
    expect(await useCode(first.replace('-', ' ').toUpperCase())).toBe(200);
    expect(await useCode(first)).toBe(422);
    const renewed = await person.browser.call(api.renewRecoveryCodes, { password: PASSWORD });
    expect(renewed.data.backupCodes).toHaveLength(10);
    expect(await useCode(second)).toBe(422);
    expect(await useCode(renewed.data.backupCodes[0] ?? '')).toBe(200);
  });

  test('ends a sign-in after five wrong codes, and all of them after ten', async () => {
    const person = await newcomer();
    const { codeAt } = await turnOn(person);
    const answers: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const browser = openBrowser();
      await browser.call(api.signIn, { email: person.email, password: PASSWORD });
      for (let n = 0; n < 6; n += 1) {
        const code = String(100_000 + round * 10 + n);
        answers.push((await browser.call(api.checkAppCode, { code })).problem.code);
      }
    }
    expect(answers[5]).toBe(refusals.secondStepOver.code);
    const late = openBrowser();
    await late.call(api.signIn, { email: person.email, password: PASSWORD });
    expect((await late.call(api.checkAppCode, { code: await codeAt(0) })).problem.code).toBe(
      refusals.secondStepLocked.code,
    );
  });

  test('needs the password to be turned on and off, and the right code to be on', async () => {
    const person = await newcomer();
    const { browser } = person;
    expect((await browser.call(api.beginTwoStep, { password: 'not mine at all' })).problem.code).toBe(
      refusals.wrongOwnPassword.code,
    );
    await browser.call(api.beginTwoStep, { password: PASSWORD });
    expect((await browser.callAs(api.getSecurity, {})).data.twoStep).toBe(false);
    await turnOn(person);
    expect((await browser.callAs(api.getSecurity, {})).data.twoStep).toBe(true);
    expect((await browser.call(api.endTwoStep, { password: 'not mine at all' })).status).toBe(422);
    expect((await browser.call(api.endTwoStep, { password: PASSWORD })).status).toBe(200);
    expect((await openBrowser().call(api.signIn, { email: person.email, password: PASSWORD })).data).toEqual({});
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
  )('%s is one of the first to be tried', (password) =>
    expect(passwordRefusal(password, own)).toBe(refusals.commonPassword),
  );

  test.each([
    'ines.carvalho@alderwick.example',
    'ines.carvalho1',
    'kiln-keeper-99',
    'Folkmoot-of-Ines',
    'carvalhoines',
  ])('%s is made of what everybody knows of the person', (password) =>
    expect(passwordRefusal(password, own)).toBe(refusals.knownPassword),
  );

  test.each(['three quiet kilns', 'the dragon admires welcome mats', 'Ines fires clay at midnight', 'xK9#vv2pLqT!'])(
    '%s is accepted',
    (password) => expect(passwordRefusal(password, own)).toBeUndefined(),
  );

  test('are judged by the same rules when one signs up, changes and resets', async () => {
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

describe('sessions', () => {
  test('end ninety days after they began, however often they are used; also an open socket’s', async () => {
    const { browser } = await newcomer();
    const mine = (await browser.callAs(api.getMe, {})).data;
    const day = 86_400_000;
    const in91Days = new Date(world.clock.now().getTime() + 91 * day);
    // As if it had been used every day.
    await world.db
      .updateTable('sessions')
      .set({ expires_at: new Date(in91Days.getTime() + day) })
      .where('id', '=', mine.sessionId)
      .execute();
    expect(await liveSessions(world.db, [mine.sessionId], world.clock.now())).toEqual(new Set([mine.sessionId]));
    expect(await liveSessions(world.db, [mine.sessionId], in91Days)).toEqual(new Set());
    world.clock.moveBy(91 * day);
    try {
      expect((await browser.call(api.accessToken, {})).status).toBe(401);
    } finally {
      world.clock.moveBy(-91 * day);
    }
  });

  test('do what is final only within ten minutes of proving a factor: password, mailed code or app', async () => {
    const person = await newcomer();
    const { browser } = person;
    const { codeAt } = await turnOn(person);
    const me = (await browser.callAs(api.getMe, {})).data;
    const { id: serverId } = await makeCommunity(world.db, me.user.id);
    const later = async (proof: () => Promise<Input<typeof api.confirmItIsMe>>) => {
      await world.db
        .updateTable('sessions')
        .set({ proved_at: new Date(world.clock.now().getTime() - 11 * 60_000) })
        .where('user_id', '=', me.user.id)
        .execute();
      const refused = await browser.callAs(api.endSession, { sessionId: me.sessionId });
      expect(refused.problem).toMatchObject({ statusCode: 403, code: core.confirmItIsYou.code });
      expect((await browser.callAs(deleteCommunity, { serverId, name: 'x' })).problem.code).toBe(
        core.confirmItIsYou.code,
      );
      expect((await browser.callAs(handOverCommunity, { serverId, memberId: me.user.id })).problem.code).toBe(
        core.confirmItIsYou.code,
      );
      expect((await browser.call(api.removePasskey, { id: me.user.id })).problem.code).toBe(core.confirmItIsYou.code);
      expect((await browser.call(api.endTwoStep, {})).problem.code).toBe(core.confirmItIsYou.code);
      expect((await browser.callAs(api.confirmItIsMe, await proof())).status).toBe(200);
      expect((await browser.callAs(api.endSession, { sessionId: serverId })).status).toBe(404);
    };
    expect((await browser.callAs(api.confirmItIsMe, { by: 'password', password: 'not mine' })).status).toBe(422);
    await later(async () => ({ by: 'password', password: PASSWORD }));
    await later(async () => ({ by: 'app', code: await codeAt(0) }));
    await later(async () => {
      await browser.callAs(api.sendProofCode, {});
      return { by: 'mail', code: codeIn(await mailbox.next(person.email)) };
    });
  });
});

describe('the log', () => {
  test('holds one line for each event, with person and address, and no secret', async () => {
    const person = await newcomer();
    const { browser } = person;
    const { data: me } = await browser.callAs(api.getMe, {});
    lines.length = 0;
    const stranger = openBrowser();
    for (let n = 0; n < 7; n += 1) await stranger.call(api.signIn, { email: person.email, password: 'secret guess' });
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
  test('are named for https where the product is reached by it, and plainly where it is not', async () => {
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

  test('signing out clears the browser’s cache of private pictures', async () => {
    const { browser } = await newcomer();
    expect((await browser.call(api.signOut, {})).headers['clear-site-data']).toBe('"cache"');
  });
});

test('names that speak for the installation are nobody’s', async () => {
  for (const username of ['administrator', 'official', 'postmaster'])
    expect((await openBrowser().call(api.isUsernameFree, { username })).data.available).toBe(false);
});
