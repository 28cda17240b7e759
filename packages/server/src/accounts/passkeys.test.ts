import * as api from '@folkmoot/contract/accounts/api.ts';
import { refusals } from '@folkmoot/contract/accounts/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAuthenticator } from '../../test/authenticators.ts';
import { openBrowsers, PASSWORD } from '../../test/browsers.ts';
import { type Mailbox, openMailbox } from '../../test/mail.ts';
import { openWorld, type World } from '../../test/world.ts';

const HOME = 'http://localhost';
/** Another website under the same name, as far as passkeys know it. */
const ELSEWHERE = 'http://localhost:8080';

let mailbox: Mailbox;
let world: World;
const { openBrowser, newcomer, turnOn } = openBrowsers(() => ({ world, mailbox }));
type Browser = ReturnType<typeof openBrowser>;
type Device = ReturnType<typeof makeAuthenticator>;

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url, APP_URL: HOME, TRUST_PROXY: '1' });
  await world.app.jobs.start();
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const ask = async (browser: Browser) => (await browser.call(api.newPasskeyQuestion, {})).data;
async function add(browser: Browser, device: Device, name = 'Phone') {
  const response = device.create(await ask(browser));
  const { status, problem } = await browser.call(api.addPasskey, { response, name });
  expect(status, JSON.stringify(problem)).toBe(200);
}
const question = async (browser: Browser) => (await browser.call(api.passkeyQuestion, {})).data;
const passkeysOf = async (browser: Browser) => (await browser.callAs(api.getSecurity, {})).data.passkeys;
const signedIn = async (browser: Browser) => (await browser.call(api.accessToken, {})).status === 200;

describe('passkeys', () => {
  test('a passkey signs in without a second step, and answers each challenge once', async () => {
    const person = await newcomer();
    const device = makeAuthenticator(HOME);
    await add(person.browser, device);
    await turnOn(person);
    const browser = openBrowser();
    const response = device.get(await question(browser));
    expect((await browser.call(api.signInByPasskey, { response })).status).toBe(200);
    const me = (await browser.callAs(api.getMe, {})).data;
    expect(me.user.username).toBe(person.username);
    const again = openBrowser();
    for (const [name, value] of browser.jar) if (name.includes('passkey')) again.jar.set(name, value);
    expect((await again.call(api.signInByPasskey, { response })).problem.code).toBe(refusals.passkeyRefused.code);
    // An answer to another browser's challenge is not accepted from this one either.
    const other = openBrowser();
    await question(other);
    const stolen = device.get(await question(openBrowser()));
    expect((await other.call(api.signInByPasskey, { response: stolen })).problem.code).toBe(
      refusals.passkeyRefused.code,
    );
    expect([await signedIn(again), await signedIn(other)]).toEqual([false, false]);
  });

  test('a passkey of another website is refused on creation and on use', async () => {
    const { browser } = await newcomer();
    const device = makeAuthenticator(HOME);
    const made = device.create(await ask(browser), { origin: ELSEWHERE });
    expect((await browser.call(api.addPasskey, { response: made, name: 'Phone' })).problem.code).toBe(
      refusals.passkeyRefused.code,
    );
    // Also where the website itself calls.
    const there = { response: device.create(await ask(browser), { origin: ELSEWHERE }), name: 'Phone' };
    expect((await browser.call(api.addPasskey, there, { origin: ELSEWHERE })).status).toBe(403);
    expect(await passkeysOf(browser)).toEqual([]);
    await add(browser, device);
    for (const [headers, status] of [
      [{}, 422],
      [{ origin: ELSEWHERE }, 403],
    ] as const) {
      const visitor = openBrowser();
      const response = device.get(await question(visitor), { origin: ELSEWHERE });
      expect((await visitor.call(api.signInByPasskey, { response }, headers)).status).toBe(status);
      expect(await signedIn(visitor)).toBe(false);
    }
  });

  test('a passkey must verify the person by finger, face or PIN, on creation and on use', async () => {
    const { browser } = await newcomer();
    const device = makeAuthenticator(HOME);
    const made = device.create(await ask(browser), { verified: false });
    expect((await browser.call(api.addPasskey, { response: made, name: 'Key' })).problem.code).toBe(
      refusals.passkeyRefused.code,
    );
    expect(await passkeysOf(browser)).toEqual([]);
    await add(browser, device);
    const visitor = openBrowser();
    const response = device.get(await question(visitor), { verified: false });
    expect((await visitor.call(api.signInByPasskey, { response })).problem.code).toBe(refusals.passkeyRefused.code);
    expect(await signedIn(visitor)).toBe(false);
  });

  test('a passkey signed with another key is refused', async () => {
    const { browser } = await newcomer();
    const [device, forged] = [makeAuthenticator(HOME), makeAuthenticator(HOME)];
    await add(browser, device);
    const visitor = openBrowser();
    const asked = await question(visitor);
    const { id, rawId } = device.get(asked);
    const response = { ...forged.get(asked), id, rawId };
    expect((await visitor.call(api.signInByPasskey, { response })).problem.code).toBe(refusals.passkeyRefused.code);
    expect(await signedIn(visitor)).toBe(false);
  });

  test('a passkey can be added and removed in a recent session only, and no longer signs in once removed', async () => {
    const person = await newcomer();
    const { browser } = person;
    const [device, second] = [makeAuthenticator(HOME), makeAuthenticator(HOME)];
    await add(browser, device);
    const [passkey] = await passkeysOf(browser);
    expect(passkey?.name).toBe('Phone');
    const id = passkey?.id ?? '';
    const asked = await ask(browser);
    const grows = async () =>
      world.db
        .updateTable('sessions')
        .set({ proved_at: new Date(world.clock.now().getTime() - 11 * 60_000) })
        .execute();
    await grows();
    const added = { response: second.create(asked), name: 'Second' };
    for (const { problem } of [
      await browser.call(api.newPasskeyQuestion, {}),
      await browser.call(api.addPasskey, added),
      await browser.call(api.removePasskey, { id }),
    ])
      expect(problem.code).toBe(core.confirmItIsYou.code);
    expect((await passkeysOf(browser)).map(({ name }) => name)).toEqual(['Phone']);
    // Another person's fresh session can neither remove nor rename it.
    const other = await newcomer();
    expect((await other.browser.call(api.removePasskey, { id })).status).toBe(404);
    expect((await other.browser.call(api.renamePasskey, { id, name: 'Mine' })).status).toBe(404);
    // The passkey itself proves that it is still them.
    const response = device.get(await question(browser));
    expect((await browser.call(api.signInByPasskey, { response })).status).toBe(200);
    expect((await browser.call(api.renamePasskey, { id, name: 'Old phone' })).status).toBe(200);
    expect((await passkeysOf(browser)).map(({ name }) => name)).toEqual(['Old phone']);
    expect((await browser.call(api.removePasskey, { id })).status).toBe(200);
    const visitor = openBrowser();
    const late = { response: device.get(await question(visitor)) };
    expect((await visitor.call(api.signInByPasskey, late)).problem.code).toBe(refusals.passkeyRefused.code);
    expect((await visitor.call(api.signIn, { email: person.email, password: PASSWORD })).status).toBe(200);
  });

  test('a passkey that is never completed leaves nothing behind, as unanswered challenges are deleted', async () => {
    const asked = async () => (await world.db.selectFrom('verifications').select('id').execute()).length;
    for (let n = 0; n < 3; n += 1) await question(openBrowser());
    expect(await asked()).toBeGreaterThanOrEqual(3);
    await world.db
      .updateTable('verifications')
      .set({ expires_at: new Date(world.clock.now().getTime() - 2 * 3_600_000) })
      .execute();
    await question(openBrowser());
    expect(await asked()).toBe(1);
  });

  test('a passkey must answer a challenge given to the same person', async () => {
    const [ada, eve] = [await newcomer(), await newcomer()];
    const device = makeAuthenticator(HOME);
    const asked = await ask(ada.browser);
    for (const [name, value] of ada.browser.jar) if (name.includes('passkey')) eve.browser.jar.set(name, value);
    const response = device.create(asked);
    expect((await eve.browser.call(api.addPasskey, { response, name: 'Eve' })).status).not.toBe(200);
    for (const { browser } of [ada, eve]) expect(await passkeysOf(browser)).toEqual([]);
  });
});
