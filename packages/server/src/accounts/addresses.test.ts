import * as api from '@folkmoot/contract/accounts/api.ts';
import { canonicalAddress } from '@folkmoot/contract/core/email.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIn, type Mailbox, openMailbox } from '../../test/mail.ts';
import { openWorld, type World } from '../../test/world.ts';

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

/** What a browser sends back of the cookies that an answer sets. */
const cookieOf = (headers: Record<string, unknown>) =>
  [headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ');

test.each([
  ['a&b@alderwick.example', 'ampersand'],
  ['Müller@Bücher.example', 'umlaut'],
  ['почта@пример.рф', 'cyrillic'],
])('people sign up, sign in and reset their password with the address %s', async (typed, username) => {
  const [email, password] = [canonicalAddress(typed) ?? '', 'three quiet kilns'];
  const person = { firstName: 'Ines', lastName: 'Carvalho', username, password, timeZone: 'UTC' };
  const made = await world.call(api.signUp, { ...person, email: typed });
  const otp = codeIn(await mailbox.next(email));
  const browser = { cookie: cookieOf(made.headers) };
  expect((await world.call(api.verifyEmail, { email: typed, otp }, undefined, browser)).status).toBe(200);
  expect((await world.call(api.signIn, { email: typed, password })).status).toBe(200);
  const asked = await world.call(api.sendCode, { email: typed, type: 'forget-password' });
  const reset = { email: typed, otp: codeIn(await mailbox.next(email)), password: 'four calm anvils' };
  const here = { cookie: cookieOf(asked.headers) };
  expect((await world.call(api.resetPassword, reset, undefined, here)).status).toBe(200);
  expect((await world.call(api.signIn, { email: typed, password: reset.password })).status).toBe(200);
});
