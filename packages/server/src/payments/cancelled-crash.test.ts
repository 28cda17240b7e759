import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type StripeService, startStripe } from '@folkmoot/sandbox/src/stripe/start.ts';
import { clientOf, pay, readyAccount } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stripeSettings } from '../../test/fixtures/payment-fixtures.ts';
import { ALL } from '../../test/scope.ts';
import { type ServerProcess, startServerProcess, stop, tokenOf } from '../../test/server-process.ts';
import { newId } from '../core/id.ts';
import { makePerson } from '../seed/builders.ts';

/* An event with a thousand paid orders is cancelled, and the process is killed while money goes back. */

const ORDERS = 1000;
const AT_ONCE = 10;

let stripe: StripeService;
let product: ServerProcess;
let account: string;

beforeEach(async () => {
  stripe = await startStripe();
  product = await startServerProcess(stripeSettings(stripe));
  account = await readyAccount(stripe);
});
afterEach(async () => {
  await product.close();
  await stripe.stop();
});

async function call<Answer>(url: string, method: string, path: string, token: string, body: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const reply = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Answer;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Payments at Stripe, as many as there are orders. */
async function payAll(): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < ORDERS) {
    const some = await Promise.all(Array.from({ length: AT_ONCE }, () => pay(clientOf(stripe), account)));
    ids.push(...some.map(({ id }) => id));
  }
  return ids;
}

/** How often each payment was given back, and how much of it. */
async function atStripe(): Promise<Map<string, number[]>> {
  const back = new Map<string, number[]>();
  for await (const { payment_intent, amount } of clientOf(stripe).refunds.list(
    { limit: 100 },
    { stripeAccount: account },
  ))
    back.set(String(payment_intent), [...(back.get(String(payment_intent)) ?? []), amount]);
  return back;
}

test.runIf(ALL)(
  'each of a thousand refunds is made once, although the server is killed midway',
  async () => {
    const intents = await payAll();
    const host = await product.inside(async (db, app) => {
      const person = await makePerson(db);
      await sql`insert into stripe_accounts (id, user_id, stripe_id, live, state, was_ready, currency, country, created_at)
      values (${newId()}, ${person.id}, ${account}, false, 'ready', true, 'GBP', 'GB', ${new Date()})`.execute(db);
      return { id: person.id, token: await tokenOf(db, app, person.id) };
    });
    const first = await product.start();
    const start_epoc = Math.floor(Date.now() / 1000) + 30 * 86_400;
    const fields = { name: 'Moot', start_epoc, end_epoc: start_epoc + 7200 };
    const made = await call<{ data: { id: string } }>(first.url, 'POST', '/api/v1/events', host.token, fields);
    const eventId = made.data.id;
    await call(first.url, 'POST', `/api/v1/events/${eventId}/publish`, host.token, {});
    const ticket = await call<{ data: { id: string } }>(
      first.url,
      'POST',
      `/api/v1/events/${eventId}/tickets`,
      host.token,
      {
        ...{ name: 'Pass', description: '', capacity: null, type: 'paid', price: 1800, currency: 'GBP' },
      },
    );
    expect(await stop(first.child)).toBe(0);
    await product.inside(async (db) => {
      const rows = intents.map((intent, n) => ({ n, intent, order: newId(), payment: newId(), place: newId() }));
      const now = new Date();
      const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) g(n int, intent text, "order" uuid, payment uuid, place uuid)`;
      await sql`insert into participations (event_id, id, email, first_name, last_name, role, status, ticket_id, payment_intent_id, registered_at, changed_at, typed, search_text)
      select ${eventId}, g.place, 'buyer-' || g.n || '@post.example', 'Buyer', g.n::text, 'guest', 'going', ${ticket.data.id}, g.intent, ${now}, ${now}, true, '' from ${given}`.execute(
        db,
      );
      await sql`insert into orders (id, event_id, participation_id, event_name, buyer_name, buyer_email, ticket_id, ticket_name, currency, price, fee, fee_bearer, total,
        is_refundable, refund_seconds, account_id, state, created_at, paid_at)
      select g."order", ${eventId}, g.place, 'Moot', 'Buyer', '', ${ticket.data.id}, 'Pass', 'GBP', 1800, 90, 'buyer', 1890, true, 0,
        (select id from stripe_accounts where stripe_id = ${account}), 'paid', ${now}, ${now} from ${given}`.execute(
        db,
      );
      await sql`insert into payments (id, order_id, intent_id, state, created_at, settled_at, look_at)
      select g.payment, g."order", g.intent, 'succeeded', ${now}, ${now}, ${now} from ${given}`.execute(db);
    });
    const second = await product.start();
    await call(second.url, 'POST', `/api/v1/events/${eventId}/cancel`, host.token, { message: '' });
    await vi.waitFor(
      async () => {
        const { size } = await atStripe();
        expect(size).toBeGreaterThan(100);
      },
      { timeout: 60_000, interval: 20 },
    );
    await kill(second.child);
    const midway = (await atStripe()).size;
    expect(midway).toBeLessThan(ORDERS);
    // The minutes pass after which another process takes up what one had begun that died.
    await product.inside((db) => sql`update refunds set due_at = ${new Date(0)}`.execute(db));
    const third = await product.start();
    await vi.waitFor(async () => expect((await atStripe()).size).toBe(ORDERS), { timeout: 240_000, interval: 500 });
    expect(await stop(third.child)).toBe(0);
    const back = await atStripe();
    expect([...back.keys()].toSorted()).toEqual(intents.toSorted());
    expect([...back.values()].every((amounts) => amounts.length === 1 && amounts[0] === 1890)).toBe(true);
    // The last answers may have come while it stopped: the next start reads them.
    await product.inside((db) =>
      sql`update refunds set due_at = ${new Date(0)} where state <> 'succeeded'`.execute(db),
    );
    const fourth = await product.start();
    expect(await stop(fourth.child)).toBe(0);
    const { rows } = await product.inside((db) =>
      sql<{
        state: string;
        n: number;
        ledger: number;
        sum: number;
      }>`select r.state, count(*)::int as n, count(l.id)::int as ledger, sum(l.amount)::int as sum
      from refunds r left join ledger l on l.kind = 'refund' and l.stripe_id = r.stripe_id group by 1`.execute(db),
    );
    expect(rows).toEqual([{ state: 'succeeded', n: ORDERS, ledger: ORDERS, sum: -ORDERS * 1890 }]);
  },
  600_000,
);
