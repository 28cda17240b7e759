import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type StripeService, startStripe } from '@folkmoot/sandbox/src/stripe/start.ts';
import { clientOf, readyAccount } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stripeSettings } from '../../test/fixtures/payment-fixtures.ts';
import { until } from '../../test/fixtures/until.ts';
import { ALL } from '../../test/scope.ts';
import { type ServerProcess, startServerProcess, stop, tokenOf } from '../../test/server-process.ts';
import { newId } from '../core/id.ts';
import { makePerson } from '../seed/builders.ts';

/* The server as its own process, killed with SIGKILL between Stripe and our database. */

let stripe: StripeService;
let product: ServerProcess;
let account: string;
let buyer: { id: string; token: string };
let host: { id: string; token: string };
let eventId: string;
let ticketId: string;

beforeEach(async () => {
  stripe = await startStripe();
  product = await startServerProcess(stripeSettings(stripe));
  account = await readyAccount(stripe);
  await product.inside(async (db, app) => {
    const [one, other] = [await makePerson(db), await makePerson(db)];
    host = { id: one.id, token: await tokenOf(db, app, one.id) };
    buyer = { id: other.id, token: await tokenOf(db, app, other.id) };
    await sql`insert into stripe_accounts (id, user_id, stripe_id, live, state, was_ready, currency, country, created_at)
      values (${newId()}, ${host.id}, ${account}, false, 'ready', true, 'GBP', 'GB', ${new Date()})`.execute(db);
  });
});
afterEach(async () => {
  await product.close();
  await stripe.stop();
});

async function call<Answer>(
  url: string,
  method: string,
  path: string,
  as: { token: string },
  body?: object,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${as.token}`, ...(body && { 'content-type': 'application/json' }) };
  const reply = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Answer;
}

/** A published event with a paid ticket, and a seat that is held for the buyer. @returns their participation. */
async function hold(url: string): Promise<string> {
  const start_epoc = Math.floor(Date.now() / 1000) + 30 * 86_400;
  const fields = { name: 'Moot', start_epoc, end_epoc: start_epoc + 7200 };
  const made = await call<{ data: { id: string } }>(url, 'POST', '/api/v1/events', host, fields);
  eventId = made.data.id;
  await call(url, 'POST', `/api/v1/events/${eventId}/publish`, host, {});
  const price = { type: 'paid', price: 1800, currency: 'GBP' };
  const ticket = await call<{ data: { id: string } }>(url, 'POST', `/api/v1/events/${eventId}/tickets`, host, {
    ...{ name: 'Pass', description: '', capacity: null, ...price },
  });
  ticketId = ticket.data.id;
  const held = await call<{ data: { participationId: string } }>(
    url,
    'PUT',
    `/api/v1/events/${eventId}/register`,
    buyer,
    { ticketId },
  );
  return held.data.participationId;
}

const intentOf = (url: string, participation: string) =>
  call<{ data: { id: string } }>(
    url,
    'POST',
    `/payments/api/v1/users/${buyer.id}/events/${eventId}/payment-intents`,
    buyer,
    {
      ...{ ticket_id: ticketId, participation_id: participation },
    },
  );

const payAtStripe = (intent: string) =>
  clientOf(stripe).paymentIntents.confirm(
    intent,
    { payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/' },
    { stripeAccount: account },
  );

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** The minutes pass after which another process takes up what one had begun that died. */
const passTime = () =>
  product.inside(async (db) => {
    await sql`update payments set look_at = ${new Date(0)}`.execute(db);
    await sql`update refunds set due_at = ${new Date(0)}`.execute(db);
  });

const statusOf = async (url: string) =>
  (await call<{ data: { status: string } }>(url, 'GET', `/api/v1/events/${eventId}/participations/me`, buyer)).data
    .status;

/** How often something has happened at Stripe. */
const happened = async (type: string) =>
  (await clientOf(stripe).events.list({ type, limit: 100 }, { stripeAccount: account })).data.length;

const intents = async () =>
  (await clientOf(stripe).paymentIntents.list({ limit: 100 }, { stripeAccount: account })).data;

test('a server that is killed after Stripe made a payment, and before that is written down, goes on with the same payment', async () => {
  const first = await product.start();
  const participation = await hold(first.url);
  // Stripe makes it, and its answer is lost: the library waits before it tries again.
  stripe.failNext({ status: 0, when: 'after', path: '/v1/payment_intents' });
  const lost = intentOf(first.url, participation).catch(() => undefined);
  await until(async () => expect(await happened('payment_intent.created')).toBe(1));
  await kill(first.child);
  expect(await lost).toBeUndefined();
  const second = await product.start();
  const { data } = await intentOf(second.url, participation);
  expect((await intents()).map(({ id }) => id)).toEqual([data.id]);
  expect(await stop(second.child)).toBe(0);
}, 60_000);

test.runIf(ALL)(
  'a payment that is made while the server is down seats its buyer once the server is back',
  async () => {
    const first = await product.start();
    const participation = await hold(first.url);
    const { data } = await intentOf(first.url, participation);
    await kill(first.child);
    await payAtStripe(data.id);
    await passTime();
    const second = await product.start();
    await vi.waitFor(async () => expect(await statusOf(second.url)).toBe('going'), { timeout: 20_000, interval: 50 });
    expect(await stop(second.child)).toBe(0);
  },
  90_000,
);

test.runIf(ALL)(
  'a server that is killed after Stripe gave money back, and before that is written down, gives it back once',
  async () => {
    const first = await product.start();
    const participation = await hold(first.url);
    const { data } = await intentOf(first.url, participation);
    await payAtStripe(data.id);
    const path = `/payments/api/v1/users/${buyer.id}/events/${eventId}/payment-intents/${data.id}`;
    await call(first.url, 'PATCH', path, buyer, { participation_id: participation });
    stripe.failNext({ status: 0, when: 'after', path: '/v1/refunds' });
    await call(first.url, 'DELETE', `/api/v1/events/${eventId}/participations/${participation}`, buyer);
    await vi.waitFor(async () => expect(await happened('refund.created')).toBe(1), { timeout: 20_000, interval: 5 });
    await kill(first.child);
    await passTime();
    const second = await product.start();
    // Stopping lets the work that has begun be done.
    expect(await stop(second.child)).toBe(0);
    await vi.waitFor(
      async () => {
        const third = await product.start();
        expect(await stop(third.child)).toBe(0);
        const { rows } = await product.inside((db) =>
          sql<{
            state: string;
            amount: number;
          }>`select r.state, l.amount from refunds r join ledger l on l.kind = 'refund' and l.stripe_id = r.stripe_id`.execute(
            db,
          ),
        );
        expect(rows).toEqual([{ state: 'succeeded', amount: -1890 }]);
      },
      { timeout: 60_000 },
    );
    const { data: list } = await clientOf(stripe).refunds.list({ limit: 100 }, { stripeAccount: account });
    expect(list.map(({ amount }) => amount)).toEqual([1890]);
  },
  120_000,
);
