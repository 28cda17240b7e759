import * as api from '@folkmoot/contract/accounts/api.ts';
import { refusals } from '@folkmoot/contract/accounts/schema.ts';
import { HEADERS } from '@folkmoot/contract/core/client.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, type Mailbox, openMailbox } from '../../test/mail.ts';
import { openWorld, type World } from '../../test/world.ts';
import { STRONG } from '../core/security/password-hash.ts';
import { searchTextOf, signInOptions } from './actions.ts';

let mailbox: Mailbox;
let world: World;

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url });
  await world.app.jobs.start();
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const PASSWORD = 'three quiet kilns';
let number = 0;
const newcomer = (fields: object = {}) => {
  number += 1;
  return {
    firstName: 'Ínes',
    lastName: 'Carvalho',
    email: `ines${number}@alderwick.example`,
    username: `ines-${number}`,
    password: PASSWORD,
    timeZone: 'Europe/Lisbon',
    ...fields,
  };
};

/** The session cookie that an answer sets, as a browser sends it back. */
function cookieOf(headers: Record<string, unknown>): string {
  return [headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ');
}

/** Confirms as the browser that signed up does: with its ticket. */
async function confirm(email: string, made: { headers: Record<string, unknown> }) {
  const otp = codeIn(await mailbox.next(email));
  return world.call(api.verifyEmail, { email, otp }, undefined, { cookie: cookieOf(made.headers) });
}

/** Asks for a code from a browser of its own; returns the code, and what that browser sends along. */
async function askFor(email: string, type: 'sign-in' | 'forget-password') {
  const asked = await world.call(api.sendCode, { email, type });
  return { otp: codeIn(await mailbox.next(email)), here: { cookie: cookieOf(asked.headers) } };
}

async function signedUp(fields: object = {}) {
  const person = newcomer(fields);
  const verified = await confirm(person.email, await world.call(api.signUp, person));
  expect(verified.status).toBe(200);
  return { ...person, cookie: cookieOf(verified.headers) };
}

async function tokenOf(cookie: string) {
  return world.call(api.accessToken, {}, undefined, { cookie });
}

async function me(cookie: string) {
  const { data } = await tokenOf(cookie);
  return world.call(api.getMe, {}, undefined, { authorization: `Bearer ${data.token}` });
}

describe('signing up', () => {
  test('signing up sends a code that confirms the address and signs in, and the first person owns the installation', async () => {
    expect((await world.call(api.getInstallation, {})).data.owned).toBe(false);
    const person = await signedUp();
    const mine = await me(person.cookie);
    expect(mine.data).toMatchObject({
      isInstallationOwner: true,
      user: { firstName: 'Ínes', email: person.email, username: person.username },
    });
    const second = await signedUp();
    expect((await me(second.cookie)).data.isInstallationOwner).toBe(false);
  });

  test('the session token stays in the cookie alone, which is httpOnly, SameSite and only for /auth', async () => {
    const person = newcomer();
    const made = await world.call(api.signUp, person);
    expect(made.data).toEqual({});
    const verified = await confirm(person.email, made);
    expect(verified.data).toEqual({});
    expect(String(verified.headers['set-cookie'])).toMatch(
      /folkmoot\.session_token=.*Path=\/auth.*HttpOnly.*SameSite=Lax/i,
    );
  });

  test('signing up reports every wrong field at once', async () => {
    const refused = await world.call(
      api.signUp,
      newcomer({ email: 'nowhere', username: 'a', password: 'short', firstName: ' ' }),
    );
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.problem.fields ?? {}).sort()).toEqual(['email', 'firstName', 'password', 'username']);
  });

  test('signing up refuses a taken username and a common password', async () => {
    const person = await signedUp();
    expect((await world.call(api.signUp, newcomer({ username: person.username.toUpperCase() }))).problem).toMatchObject(
      { code: refusals.usernameTaken.code, fields: { username: refusals.usernameTaken.message } },
    );
    for (const password of ['password123', '1234567890', 'aaaaaaaaaaaa'])
      expect((await world.call(api.signUp, newcomer({ password }))).problem.code).toBe(refusals.commonPassword.code);
  });

  test('signing up with a known address gets the same answer, and only its owner is told', async () => {
    const person = await signedUp();
    const again = await world.call(api.signUp, newcomer({ email: person.email }));
    expect([again.status, again.data]).toEqual([200, {}]);
    expect((await mailbox.next(person.email)).subject).toContain('already have an account');
    expect((await world.call(api.signIn, { email: person.email, password: PASSWORD })).status).toBe(200);
  });

  test('an address that somebody else entered first still works for its owner, with their own password', async () => {
    const squatter = newcomer({ password: 'the squatter knows' });
    await world.call(api.signUp, squatter);
    await mailbox.next(squatter.email);
    const owner = newcomer({ email: squatter.email });
    const made = await world.call(api.signUp, owner);
    await confirm(owner.email, made);
    expect((await world.call(api.signIn, { email: owner.email, password: 'the squatter knows' })).status).toBe(401);
    expect((await world.call(api.signIn, { email: owner.email, password: PASSWORD })).status).toBe(200);
  });

  test('signing up with an address that somebody else is confirming gains nothing', async () => {
    const owner = newcomer();
    const made = await world.call(api.signUp, owner);
    const first = codeIn(await mailbox.next(owner.email));
    await world.call(api.signUp, newcomer({ email: owner.email, password: 'the squatter knows' }));
    const newest = codeIn(await mailbox.next(owner.email));
    const browser = { cookie: cookieOf(made.headers) };
    // Each code only works in the browser that asked for it: the squatter's code is no use to anyone else.
    const wrong = await world.call(api.verifyEmail, { email: owner.email, otp: newest }, undefined, browser);
    expect(wrong.status).toBe(first === newest ? 200 : 422);
    const confirmed = await world.call(api.verifyEmail, { email: owner.email, otp: first }, undefined, browser);
    expect(confirmed.status).toBe(200);
    expect((await world.call(api.signIn, { email: owner.email, password: 'the squatter knows' })).status).toBe(401);
    const { otp, here } = await askFor(owner.email, 'forget-password');
    await world.call(api.resetPassword, { email: owner.email, otp, password: PASSWORD }, undefined, here);
    expect((await world.call(api.signIn, { email: owner.email, password: PASSWORD })).status).toBe(200);
  });

  test('a sign-up can be completed by signing in before the address is confirmed', async () => {
    const person = newcomer();
    await world.call(api.signUp, person);
    await mailbox.next(person.email);
    const elsewhere = await world.call(api.signIn, { email: person.email, password: PASSWORD });
    expect(elsewhere.status).toBe(403);
    expect((await confirm(person.email, elsewhere)).status).toBe(200);
    expect((await world.call(api.signIn, { email: person.email, password: PASSWORD })).status).toBe(200);
  });

  test('a sign-up can be confirmed with an emailed sign-in code too', async () => {
    const person = newcomer();
    await world.call(api.signUp, person);
    await mailbox.next(person.email);
    const { otp, here } = await askFor(person.email, 'sign-in');
    expect((await world.call(api.signInByCode, { email: person.email, otp }, undefined, here)).status).toBe(200);
  });

  test('a sign-up has to be confirmed before signing in, which sends a new code', async () => {
    const person = newcomer();
    await world.call(api.signUp, person);
    await mailbox.next(person.email);
    expect((await world.call(api.signIn, { email: person.email, password: PASSWORD })).problem.code).toBe(
      refusals.unverified.code,
    );
    expect(codeIn(await mailbox.next(person.email))).toMatch(/^\d{6}$/);
  });
});

describe('sign-in codes', () => {
  test('a sign-in code works once; a wrong one does not, and five wrong ones use it up', async () => {
    const person = await signedUp();
    const { email } = person;
    const { otp, here } = await askFor(email, 'sign-in');
    const wrong = otp === '000000' ? '000001' : '000000';
    expect((await world.call(api.signInByCode, { email, otp: wrong }, undefined, here)).problem).toMatchObject({
      statusCode: 422,
      fields: { otp: refusals.wrongCode.message },
    });
    expect((await world.call(api.signInByCode, { email, otp }, undefined, here)).status).toBe(200);
    expect((await world.call(api.signInByCode, { email, otp }, undefined, here)).status).toBe(422);

    const second = await askFor(email, 'sign-in');
    const guess = second.otp === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n += 1) await world.call(api.signInByCode, { email, otp: guess }, undefined, second.here);
    const spent = await world.call(api.signInByCode, { email, otp: second.otp }, undefined, second.here);
    expect(spent.problem.code).toBe(refusals.tooManyTries.code);
  });

  test('sign-in codes are hashed in the database, and waiting emails are sealed', async () => {
    const person = await signedUp();
    await world.call(api.sendCode, { email: person.email, type: 'sign-in' });
    const otp = codeIn(await mailbox.next(person.email));
    const rows = await world.db.selectFrom('mailed_codes').selectAll().where('email', '=', person.email).execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.code_hash).not.toContain(otp);
  });

  test('sign-in codes are not sent to an unknown address, and the answer does not tell', async () => {
    const answer = await world.call(api.sendCode, { email: 'nobody@alderwick.example', type: 'sign-in' });
    expect([answer.status, answer.data]).toEqual([200, {}]);
    expect(mailbox.has('nobody@alderwick.example')).toBe(false);
  });

  test('a sign-in code can set a new password, which ends every session', async () => {
    const person = await signedUp();
    const { otp, here } = await askFor(person.email, 'forget-password');
    const reset = { email: person.email, otp, password: 'four calm anvils' };
    expect((await world.call(api.resetPassword, reset, undefined, here)).status).toBe(200);
    expect((await tokenOf(person.cookie)).status).toBe(401);
    expect((await world.call(api.signIn, { email: person.email, password: PASSWORD })).status).toBe(401);
    expect((await world.call(api.signIn, { email: person.email, password: 'four calm anvils' })).status).toBe(200);
  });
});

describe('sessions', () => {
  test('sessions are listed with device and last use, and can be ended one by one or all at once', async () => {
    const person = await signedUp();
    const other = await world.call(api.signIn, { email: person.email, password: PASSWORD }, undefined, {
      'user-agent':
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    });
    const bearer = async (cookie: string) => ({ authorization: `Bearer ${(await tokenOf(cookie)).data.token}` });
    const [here, there] = [await bearer(person.cookie), await bearer(cookieOf(other.headers))];
    const list = await world.call(api.listSessions, {}, undefined, here);
    expect(list.data.data.map((session) => session.device)).toContain('Chrome on Linux');
    const elsewhere = list.data.data.find((session) => !session.current);
    expect((await world.call(api.getMe, {}, undefined, there)).status).toBe(200);
    await world.call(api.endSession, { sessionId: elsewhere?.id ?? '' }, undefined, here);
    expect((await world.call(api.getMe, {}, undefined, there)).status).toBe(401);
    await world.call(api.endAllSessions, {}, undefined, here);
    expect((await world.call(api.getMe, {}, undefined, here)).status).toBe(401);
    expect((await tokenOf(person.cookie)).status).toBe(401);
  });

  test('another person’s session cannot be ended', async () => {
    const [one, two] = [await world.person(), await world.person()];
    expect((await world.call(api.endSession, { sessionId: two.sessionId }, one)).status).toBe(404);
  });

  test('a session ends with its access tokens on signing out', async () => {
    const person = await signedUp();
    const { data } = await tokenOf(person.cookie);
    expect((await world.call(api.signOut, {}, undefined, { cookie: person.cookie })).status).toBe(200);
    expect((await world.call(api.getMe, {}, undefined, { authorization: `Bearer ${data.token}` })).status).toBe(401);
  });

  test('a session is required: a forged, expired or foreign token is 401, and so is a contradicting id', async () => {
    const [one, two] = [await world.person(), await world.person()];
    const [header, body] = one.token.split('.');
    expect(
      (await world.call(api.getMe, {}, undefined, { authorization: `Bearer ${header}.${body}.AAAA` })).status,
    ).toBe(401);
    expect((await world.call(api.getMe, {}, one, { [HEADERS.user]: two.id })).problem.code).toBe(
      core.contradiction.code,
    );
  });

  test('a client version that is sent must be a number and new enough, on sign-in calls too', async () => {
    const one = await world.person();
    for (const [version, status] of [
      ['0', 426],
      ['abc', 400],
      ['', 400],
      ['1.5', 400],
      ['1', 200],
    ] as const) {
      expect((await world.call(api.getMe, {}, one, { [HEADERS.version]: version })).status, version).toBe(status);
      const signed = await world.call(api.signOut, {}, undefined, { [HEADERS.version]: version });
      expect(signed.status, version).toBe(status);
    }
    expect((await world.call(api.getMe, {}, one)).status).toBe(200);
  });
});

describe('profiles', () => {
  test('a profile can be changed in every field, and only its owner sees the address and phone', async () => {
    const [one, two] = [await world.person(), await world.person()];
    const saved = await world.call(
      api.updateProfile,
      {
        firstName: 'Zoë',
        username: 'zoe-of-test',
        phoneNumber: '+44 20 7946 0000',
        profile_photo: '/art/avatars/ines.svg',
        timeZone: 'Asia/Tokyo',
      },
      one,
    );
    expect(saved.data.data).toMatchObject({
      firstName: 'Zoë',
      username: 'zoe-of-test',
      timeZone: 'Asia/Tokyo',
      email: one.email,
    });
    const seen = await world.call(api.getProfile, { userId: one.id }, two);
    expect(seen.data).toMatchObject({ firstName: 'Zoë' });
    expect(seen.data).not.toHaveProperty('email');
    expect(seen.data).not.toHaveProperty('phoneNumber');
    expect((await world.call(api.updateProfile, { username: 'ZOE-of-test' }, two)).problem.code).toBe(
      refusals.usernameTaken.code,
    );
    expect(
      (await world.call(api.updateProfile, { profile_photo: 'https://elsewhere.example/x.png' }, two)).problem.fields,
    ).toHaveProperty('profile_photo');
    expect((await world.call(api.updateProfile, { profile_photo: '/art/../api/x' }, two)).status).toBe(422);
  });

  test('avatars are offered twelve per page, or eight', async () => {
    const one = await world.person();
    expect((await world.call(api.listAvatars, { type: 'user', page: 3 }, one)).data).toMatchObject({
      count: 28,
      data: { length: 4 },
    });
    expect((await world.call(api.listAvatars, { type: 'community', limit: 8 }, one)).data.data).toHaveLength(7);
  });
});

test('two changes of a profile at the same moment leave the name and what it is found by in agreement', async () => {
  const ines = await world.person({ firstName: 'Ines', lastName: 'Carvalho' });
  for (let n = 0; n < 5; n += 1) {
    await Promise.all([
      world.call(api.updateProfile, { firstName: `Inês${n}` }, ines),
      world.call(api.updateProfile, { lastName: `Sousa${n}` }, ines),
      world.call(api.updateProfile, { username: `ines-sousa-${n}` }, ines),
    ]);
    const saved = await world.db.selectFrom('users').selectAll().where('id', '=', ines.id).executeTakeFirstOrThrow();
    const names = { firstName: `Inês${n}`, lastName: `Sousa${n}`, username: `ines-sousa-${n}` };
    expect(saved).toMatchObject({
      first_name: names.firstName,
      last_name: names.lastName,
      username: names.username,
      name: `Inês${n} Sousa${n}`,
      search_text: searchTextOf(names),
    });
  }
});

test('the sign-in library has nothing to migrate', async () => {
  const { services } = world.app;
  const options = signInOptions({
    config: world.config,
    db: world.db,
    services,
    hashing: STRONG,
    log: { debug: () => undefined } as never,
    appUrl: () => 'http://localhost',
    signedIn: async () => undefined,
  });
  const { toBeCreated, toBeAdded } = await getMigrations(options as never);
  expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
});

test('signing in sets a cookie that is valid for files alone, and signing out removes it', async () => {
  const { cookie } = await signedUp();
  const [given] = [(await tokenOf(cookie)).headers['set-cookie']]
    .flat()
    .map(String)
    .filter((one) => one.startsWith('folkmoot.files='));
  expect(given).toMatch(
    /^folkmoot\.files=[0-9a-f-]{36}\.[\w-]{43}; Max-Age=2592000; Path=\/files; HttpOnly; SameSite=Lax$/,
  );
  const files = given?.split(';')[0] ?? '';
  expect((await tokenOf(files)).status).toBe(204);
  expect((await world.call(api.getMe, {}, undefined, { cookie: files })).status).toBe(401);
  const out = await world.call(api.signOut, {}, undefined, { cookie });
  expect([out.headers['set-cookie']].flat().join()).toMatch(/folkmoot\.files=; Max-Age=0; Path=\/files/);
});
