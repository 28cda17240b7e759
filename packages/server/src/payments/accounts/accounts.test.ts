import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as api from '@folkmoot/contract/payments/api.ts';
import { getSellerDetails, setSellerDetails } from '@folkmoot/contract/payments/papers-api.ts';
import { refusals } from '@folkmoot/contract/payments/schema.ts';
import { type StripeService, startStripe } from '@folkmoot/sandbox/src/stripe/start.ts';
import { act } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../test/fixtures/until.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { systemClock } from '../../core/clock.ts';
import { readConfig } from '../../core/config.ts';
import { ConfigError } from '../../core/config-checks.ts';
import { MONEY_QUEUE } from '../orders/orders-actions.ts';
import { isLost } from '../stripe-actions.ts';
import { WEBHOOK } from '../webhooks/routes.ts';

/* Connecting an account at Stripe, spoken by its own library to the sandbox's stand-in. */

/** Where the product is. */
const ORIGIN = 'http://localhost:3999';

const SECRET = 'whsec_thisisthesecretofourendpoint';

let stripe: StripeService;
let folder: string;
let world: World;
let maren: Signed;

const settingsOf = ({ url, secretKey, publishableKey }: StripeService) => ({
  ...{ STRIPE_API_URL: url, STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey },
  ...{ STRIPE_WEBHOOK_SECRET: SECRET, APP_URL: ORIGIN },
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'folkmoot-stripe-'));
  stripe = await startStripe({ folder });
  world = await openWorld(settingsOf(stripe));
  await world.app.jobs.start();
});
afterAll(async () => {
  await world.close();
  await stripe.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  maren = await world.person();
});

const accountOf = async (person: Signed) => (await world.call(api.getAccount, {}, person)).data.data;
const connect = async (person: Signed) => (await world.call(api.createAccount, {}, person)).data.data.id;
const rowOf = (id: string) =>
  world.db
    .selectFrom('stripe_accounts')
    .select(['user_id', 'state', 'lost_at'])
    .where('stripe_id', '=', id)
    .executeTakeFirst();
const finish = (account: string) => act(stripe, `accounts/${account}/finish`, { country: 'GB', currency: 'GBP' });

/** Delivers an event as Stripe does, with a signature of this time and secret. */
async function deliver(event: object, { secret = SECRET, age = 0 } = {}): Promise<number> {
  const payload = JSON.stringify({ object: 'event', livemode: false, ...event });
  const timestamp = Math.floor(systemClock.now().getTime() / 1000) - age;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
  return (await world.app.http.inject({ method: 'POST', url: WEBHOOK, payload, headers })).statusCode;
}

describe('an account at Stripe', () => {
  test('is made once, is unfinished until Stripe has what it needs, and is ready then', async () => {
    expect(await accountOf(maren)).toBeNull();
    const [one, again] = await Promise.all([connect(maren), connect(maren)]);
    expect(again).toBe(one);
    expect(one).toMatch(/^acct_/);
    const account = await accountOf(maren);
    expect(account).toMatchObject({ id: one, state: 'unfinished' });
    const due = ['Kind of business', 'First name', 'Date of birth', 'Address', 'Agreement to Stripe’s terms'];
    expect(account?.due).toEqual(due);
    await finish(one);
    expect(await accountOf(maren)).toEqual({ id: one, state: 'ready', due: [], currency: 'GBP', country: 'GB' });
  });

  test('is finished on pages of Stripe, which come back to our site and to no other', async () => {
    const back = `${ORIGIN}/settings/payments`;
    const link = (more: object, person = maren) =>
      world.call(api.createAccountLink, { refresh_url: back, return_url: back, ...more }, person);
    expect((await link({})).problem.code).toBe(refusals.noAccount.code);
    await connect(maren);
    const { data } = await link({});
    expect(data.data.url.startsWith(stripe.url)).toBe(true);
    for (const elsewhere of ['https://evil.example/', `${ORIGIN}.evil.example/`, 'javascript:alert(1)']) {
      const { status, problem } = await link({ return_url: elsewhere });
      expect([elsewhere, status]).toEqual([elsewhere, 422]);
      expect(problem.fields?.return_url ?? problem.code).toBeTruthy();
    }
    expect((await link({ refresh_url: 'https://evil.example/' })).problem.fields).toHaveProperty('refresh_url');
  });

  test('that is disconnected is gone for its person, and is the same one when it is connected again', async () => {
    const id = await connect(maren);
    await finish(id);
    for (let time = 0; time < 2; time += 1)
      expect((await world.call(api.disconnectAccount, {}, maren)).status).toBe(200);
    expect(await accountOf(maren)).toBeNull();
    expect(await connect(maren)).toBe(id);
    expect(await accountOf(maren)).toMatchObject({ id, state: 'ready' });
  });

  test('that Stripe is away for is answered with a sentence, and nothing is half done', async () => {
    await stripe.stop();
    const { status, problem } = await world.call(api.createAccount, {}, maren);
    expect([status, problem.code]).toEqual([503, refusals.away.code]);
    expect(JSON.stringify(problem)).not.toContain('sk_test');
    const port = Number(new URL(stripe.url).port);
    stripe = await startStripe({ folder, port });
  });
});

describe('an account that is no longer connected to this platform', () => {
  const sellerName = 'Kiln & Co';

  test('is lost, and connecting again makes another one, which goes on with the details on invoices', async () => {
    const id = await connect(maren);
    await finish(id);
    expect((await accountOf(maren))?.state).toBe('ready');
    await world.call(setSellerDetails, { name: sellerName, address: 'Kiln Lane', taxNumber: '' }, maren);
    await sql`update sellers set invoices = 7, credit_notes = 2 where account_id = (select id from stripe_accounts where stripe_id = ${id})`.execute(
      world.db,
    );
    await act(stripe, `accounts/${id}/leave`);
    expect(await accountOf(maren)).toMatchObject({ id, state: 'lost', due: [] });
    const [one, again] = await Promise.all([connect(maren), connect(maren)]);
    expect(again).toBe(one);
    expect(one).not.toBe(id);
    expect(await accountOf(maren)).toMatchObject({ id: one, state: 'unfinished' });
    await finish(one);
    expect(await accountOf(maren)).toMatchObject({ id: one, state: 'ready' });
    expect((await world.call(getSellerDetails, {}, maren)).data.data?.name).toBe(sellerName);
    const { rows } =
      await sql`select s.invoices, s.credit_notes from sellers s join stripe_accounts a on a.id = s.account_id where a.stripe_id = ${one}`.execute(
        world.db,
      );
    expect(rows).toEqual([{ invoices: 7, credit_notes: 2 }]);
    expect((await rowOf(id))?.user_id).toBeNull();
  });

  test('is the same one if Stripe lets us read it again before another is connected', async () => {
    const id = await connect(maren);
    await finish(id);
    await act(stripe, `accounts/${id}/leave`);
    expect((await accountOf(maren))?.state).toBe('lost');
    await act(stripe, `accounts/${id}/return`);
    expect(await connect(maren)).toBe(id);
    expect(await accountOf(maren)).toMatchObject({ id, state: 'ready' });
    expect((await rowOf(id))?.lost_at).toBeNull();
  });

  test('is asked about every hour, for a key that is put right', async () => {
    const id = await connect(maren);
    await finish(id);
    await act(stripe, `accounts/${id}/leave`);
    expect((await accountOf(maren))?.state).toBe('lost');
    await act(stripe, `accounts/${id}/return`);
    world.clock.moveBy(61 * 60_000);
    world.app.jobs.wake(MONEY_QUEUE);
    await until(async () => expect(await rowOf(id)).toMatchObject({ state: 'ready', lost_at: null }));
  });

  test('is not one that a key lacks the permission to read', () => {
    const said = (statusCode: number, code?: string) =>
      Stripe.errors.StripeError.generate({
        type: 'invalid_request_error',
        statusCode,
        message: '',
        ...(code && { code }),
      });
    expect(isLost(said(403, 'account_invalid'))).toBe(true);
    expect(isLost(said(404, 'not_found'))).toBe(true);
    expect(isLost(said(403))).toBe(false);
    expect(isLost(said(401))).toBe(false);
    expect(isLost(new Error('another'))).toBe(false);
  });
});

describe('what Stripe delivers', () => {
  test('about several accounts that leave at once is about each of them', async () => {
    const owen = await world.person();
    const left = await Promise.all([maren, owen].map(connect));
    for (const id of left) {
      await finish(id);
      await act(stripe, `accounts/${id}/leave`);
    }
    // Such an event carries the platform's application, which is the same in each.
    const told = { type: 'account.application.deauthorized', data: { object: { id: 'ca_1', object: 'application' } } };
    await Promise.all(left.map((account) => deliver({ id: `evt_${account}_left`, ...told, account })));
    for (const id of left) await until(async () => expect((await rowOf(id))?.lost_at).not.toBeNull());
  });

  test('makes us read the account again: once ready and then stopped, it is paused', async () => {
    const id = await connect(maren);
    await finish(id);
    expect(
      await deliver({ id: `evt_${id}_1`, type: 'v2.core.account[requirements].updated', related_object: { id } }),
    ).toBe(200);
    const stateOf = async () =>
      (await world.db.selectFrom('stripe_accounts').select('state').where('stripe_id', '=', id).executeTakeFirst())
        ?.state;
    await until(async () => expect(await stateOf()).toBe('ready'));
    await act(stripe, `accounts/${id}/pause`);
    // The same delivery again says nothing new.
    expect(
      await deliver({ id: `evt_${id}_1`, type: 'v2.core.account[requirements].updated', related_object: { id } }),
    ).toBe(200);
    expect(await deliver({ id: `evt_${id}_2`, type: 'account.updated', account: id, data: { object: { id } } })).toBe(
      200,
    );
    await until(async () => expect(await stateOf()).toBe('paused'));
    const { count } = await world.db
      .selectFrom('stripe_events')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('account', '=', id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(2);
  });

  test.each([
    ['another secret', { secret: 'whsec_somebodyelseswholesecret' }],
    ['a time of more than five minutes ago', { age: 301 }],
  ])('is refused with %s, and kept nowhere', async (_, how) => {
    expect(await deliver({ id: 'evt_forged', type: 'account.updated', account: 'acct_1' }, how)).toBe(400);
    expect(await world.db.selectFrom('stripe_events').select('id').where('id', '=', 'evt_forged').execute()).toEqual(
      [],
    );
  });

  test('is refused without a signature, and ignored if it is of the other mode', async () => {
    const bare = await world.app.http.inject({ method: 'POST', url: WEBHOOK, payload: { id: 'evt_bare' } });
    expect(bare.statusCode).toBe(400);
    expect(await deliver({ id: 'evt_live', type: 'account.updated', account: 'acct_1', livemode: true })).toBe(200);
    expect(await world.db.selectFrom('stripe_events').select('id').where('id', '=', 'evt_live').execute()).toEqual([]);
  });
});

describe('the settings of payments', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_aa', STRIPE_PUBLISHABLE_KEY: 'pk_test_aa' };
  const live = { STRIPE_SECRET_KEY: 'sk_live_aa', STRIPE_PUBLISHABLE_KEY: 'pk_live_aa', STRIPE_WEBHOOK_SECRET: SECRET };
  const read = (more: Record<string, string>) => readConfig({ AUTH_SECRET: 'x'.repeat(32), ...more }).stripe;

  test.each([
    ['a key without the others', { STRIPE_SECRET_KEY: 'sk_test_aa' }, 'STRIPE_PUBLISHABLE_KEY'],
    ['keys without the secret of the webhook', keys, 'STRIPE_WEBHOOK_SECRET'],
    [
      'keys of two modes',
      { ...keys, STRIPE_SECRET_KEY: 'sk_live_aa', STRIPE_WEBHOOK_SECRET: SECRET },
      'different modes',
    ],
    ['live keys without https', live, 'https://'],
    [
      'live keys with a stand-in',
      { ...live, APP_URL: 'https://moot.example', STRIPE_API_URL: 'http://127.0.0.1:1' },
      'STRIPE_API_URL',
    ],
    ['a stand-in that is no address', { ...keys, STRIPE_API_URL: 'localhost' }, 'STRIPE_API_URL'],
    ['a stand-in elsewhere', { ...keys, STRIPE_API_URL: 'http://stripe.example' }, 'STRIPE_API_URL'],
  ])('with %s the start ends with its name', (_, set, name) => {
    expect(() => read(set)).toThrow(ConfigError);
    expect(() => read(set)).toThrow(name);
  });

  test('a server that others reach has no stand-in, and takes several secrets of webhooks', () => {
    const sandbox = { ...keys, STRIPE_API_URL: 'http://127.0.0.1:4242' };
    expect(read(sandbox)).toMatchObject({ live: false, url: 'http://127.0.0.1:4242' });
    expect(read({ ...sandbox, HOST: '0.0.0.0' })).toBeUndefined();
    const two = `${SECRET}, whsec_thesecretthatisbeingrotated`;
    expect(read({ ...live, APP_URL: 'https://moot.example', STRIPE_WEBHOOK_SECRET: two })).toMatchObject({
      ...{ live: true, url: undefined },
      webhookSecrets: [SECRET, 'whsec_thesecretthatisbeingrotated'],
    });
    expect(read({})).toBeUndefined();
  });
});
