import * as api from '@folkmoot/contract/accounts/api.ts';
import { refusals } from '@folkmoot/contract/accounts/schema.ts';
import { deleteCommunity, handOverCommunity } from '@folkmoot/contract/communities/api.ts';
import type { Input } from '@folkmoot/contract/core/endpoint.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowsers, PASSWORD } from '../../test/browsers.ts';
import { codeIn, type Mailbox, openMailbox } from '../../test/mail.ts';
import { openWorld, type World } from '../../test/world.ts';
import { makeCommunity } from '../seed/builders.ts';
import { createDevices } from './devices-actions.ts';
import { insertFailedProof } from './security-store.ts';
import { liveSessions } from './store.ts';

let mailbox: Mailbox;
let world: World;
const { openBrowser, newcomer, turnOn } = openBrowsers(() => ({ world, mailbox }));

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url, RATE_LIMITS: 'on', TRUST_PROXY: '1' });
  await world.app.jobs.start();
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

describe('two-step sign-in', () => {
  test('two-step sign-in asks for a code after the password, accepts it once, and refuses a wrong one', async () => {
    const person = await newcomer();
    const { codeAt } = await turnOn(person);
    const browser = openBrowser();
    const half = await browser.call(api.signIn, { email: person.email, password: PASSWORD });
    expect(half.data).toEqual({ twoFactorRedirect: true });
    expect((await browser.call(api.accessToken, {})).status).toBe(204);
    const code = await codeAt(0);
    expect((await browser.call(api.checkAppCode, { code: wrongOf(code) })).problem.code).toBe(
      refusals.wrongAppCode.code,
    );
    expect((await browser.call(api.checkAppCode, { code })).status).toBe(200);
    expect((await browser.call(api.accessToken, {})).status).toBe(200);

    const again = openBrowser();
    await again.call(api.signIn, { email: person.email, password: PASSWORD });
    expect((await again.call(api.checkAppCode, { code })).problem.code).toBe(refusals.wrongAppCode.code);
    expect((await again.call(api.accessToken, {})).status).toBe(204);
  });

  test('two-step sign-in remembers a browser for the person who signed in, not for another address in the body', async () => {
    const [attacker, victim] = [await newcomer(), await newcomer()];
    const { recovery } = await turnOn(attacker);
    const browser = openBrowser();
    await browser.call(api.signIn, { email: attacker.email, password: PASSWORD });
    const forged = { code: recovery[0] ?? '', email: victim.email };
    expect((await browser.call(api.checkRecoveryCode, forged)).status).toBe(200);
    const devices = createDevices(world.config.authSecret);
    const cookie = browser.jar.get('folkmoot.device');
    expect(devices.knownFor(cookie, attacker.email)).toBeDefined();
    expect(devices.knownFor(cookie, victim.email)).toBeUndefined();
  });

  test('twenty wrong attempts close everything that proves a person’s second step for a day', async () => {
    const person = await newcomer();
    const { data: me } = await person.browser.callAs(api.getMe, {});
    const confirm = (password: string) => person.browser.callAs(api.confirmItIsMe, { by: 'password', password });
    expect((await confirm('a wrong guess')).problem.code).toBe(refusals.wrongOwnPassword.code);
    expect((await confirm(PASSWORD)).status).toBe(200);
    for (let n = 0; n < 19; n += 1) await insertFailedProof(world.db, me.user.id, world.clock.now());
    expect((await confirm(PASSWORD)).status).toBe(429);
    expect((await person.browser.call(api.beginTwoStep, { password: PASSWORD })).status).toBe(429);
  });

  test('two-step sign-in cannot be passed with an emailed code, or by confirming the address again', async () => {
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
      expect((await browser.call(api.accessToken, {})).status).toBe(204);
    }
  });

  test('each recovery code is accepted once, in any case and without its hyphen, and new codes replace the old', async () => {
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

  test('five wrong codes end a sign-in, and ten end all sign-ins', async () => {
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

  test('two-step sign-in needs the password to be turned on or off, and a correct code to take effect', async () => {
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

describe('two-step sessions', () => {
  test('a two-step session ends ninety days after it began, however much it is used, including an open socket', async () => {
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

  test('irreversible actions need a password, emailed code or app code from the last ten minutes', async () => {
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
