import { createHmac, randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { readyAccount } from '../packages/sandbox/src/stripe/testing.ts';
import type { Db } from '../packages/server/src/core/db/db.ts';
import { type EventsWorld, makeEventsWorld } from './events-world.ts';
import { CONNECTIONS, type Compared, compare, ratioWithSpread } from './http.ts';
import { openServer } from './postgres.ts';
import { type Running, run } from './processes.ts';
import { keepResults, runBench, say, today, writePage } from './write-up.ts';

/* `npm run bench:payments`: selling tickets, beside floors taken in the same run. `BENCH_ONLY=orders` takes part of it. */

const SHARE = Number(process.env.BENCH_SHARE ?? 1);
const ORDERS = Math.round(50_000 * SHARE);
const ROUNDS = 3;
/** People who buy in each round. */
const BUYERS = Math.round(600 * SHARE);
/** Minutes after which something that waits is given up. */
const PATIENCE = 5 * 60_000;
const SECRET = 'whsec_onlythebenchusesthissecret';

type Keys = { secretKey: string; publishableKey: string };
type Pair = {
  work: string;
  unit: string;
  goal: number;
  ours: number;
  floor: number;
  ratio: number;
  spread: [number, number];
};
type Person = EventsWorld['registrants'][number];
type Paying = { account: string; accountId: string; keys: Keys };
type Parts = { ours: Running; floor: Running; stripe: Running; world: EventsWorld; client: pg.Client; paying: Paying };

/** The middle of several ratios, with the figures of its round, the worst and the best. */
function middleOf(work: string, unit: string, goal: number, rounds: { ours: number; floor: number }[]): Pair {
  const sorted = rounds.map((one) => ({ ...one, ratio: one.ours / one.floor })).sort((a, b) => a.ratio - b.ratio);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? { ours: 0, floor: 0, ratio: 0 };
  const pair: Pair = { work, unit, goal, ...middle, spread: [sorted[0]?.ratio ?? 0, sorted.at(-1)?.ratio ?? 0] };
  say(
    `${work}: ${pair.ours.toFixed(0)} of the floor's ${pair.floor.toFixed(0)} ${unit}, ${ratioWithSpread(pair)} (goal ${goal})`,
  );
  return pair;
}

async function call<Answer>(url: string, method: string, token: string | undefined, body?: object): Promise<Answer> {
  const reply = await fetch(url, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Answer;
}

/** Does something for each of them, sixteen at a time. @returns how many a second, and the answers. */
async function each<One, Result>(
  all: readonly One[],
  work: (one: One) => Promise<Result>,
): Promise<{ perSecond: number; results: Result[] }> {
  const waiting = [...all.entries()];
  const results: Result[] = [];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) results[next[0]] = await work(next[1]);
    }),
  );
  return { perSecond: (all.length * 1000) / (performance.now() - began), results };
}

/** Waits until a statement counts none. */
async function untilNone({ client }: Parts, text: string, values: unknown[] = []): Promise<void> {
  const until = performance.now() + PATIENCE;
  for (;;) {
    const { rows } = await client.query<{ n: number }>(text, values);
    if (rows[0]?.n === 0) return;
    if (performance.now() > until) throw new Error(`Still ${rows[0]?.n}: ${text}`);
    await setTimeout(20);
  }
}

/** An event of fifty thousand orders, each with its payment and its rows of the ledger. */
async function fillOrders(db: Db, eventId: string, accountId: string, account: string): Promise<void> {
  const now = new Date();
  await sql`insert into orders (id, event_id, participation_id, event_name, buyer_name, buyer_email, ticket_id, ticket_name, currency, price, fee, fee_bearer, total,
      is_refundable, refund_seconds, account_id, state, created_at, paid_at)
    select gen_random_uuid(), p.event_id, p.id, 'Event', 'Buyer ' || row_number() over (), '', gen_random_uuid(), 'Pass', 'GBP', 1800, 90, 'buyer', 1890, true, 0, ${accountId}, 'paid',
      p.registered_at, p.registered_at from participations p where p.event_id = ${eventId} and p.role = 'guest' limit ${ORDERS}`.execute(
    db,
  );
  await sql`insert into payments (id, order_id, intent_id, state, created_at, settled_at, look_at)
    select gen_random_uuid(), id, 'pi_' || id, 'succeeded', ${now}, ${now}, ${now} from orders where event_id = ${eventId}`.execute(
    db,
  );
  await sql`insert into ledger (id, order_id, account, currency, kind, amount, stripe_id, at)
    select gen_random_uuid(), o.id, ${account}, 'GBP', k.kind, k.amount, k.kind || o.id, ${now} from orders o,
      (values ('charge', 1890), ('fee', -90), ('stripe_fee', -48)) k (kind, amount) where o.event_id = ${eventId}`.execute(
    db,
  );
}

const ticket = (parts: Parts, eventId: string, paid: boolean) =>
  call<{ data: { id: string } }>(`${parts.ours.url}/api/v1/events/${eventId}/tickets`, 'POST', parts.world.host.token, {
    ...{ name: 'Pass', description: '', capacity: null },
    ...(paid && { type: 'paid', price: 1800, currency: 'GBP' }),
  }).then(({ data }) => data.id);

const register = ({ url }: Running, eventId: string, { token }: Person, body: object) =>
  call<{ data: { participationId: string } }>(`${url}/api/v1/events/${eventId}/register`, 'PUT', token, body);

type Held = { eventId: string; ticketId: string; person: Person; participationId: string };

/** People register for a paid ticket. @returns the seats that are held for them with us. */
async function measureHolds(parts: Parts, events: readonly string[]): Promise<{ pair: Pair; held: Held[] }> {
  const { ours, floor, world } = parts;
  const people = world.registrants.slice(0, BUYERS);
  const rounds: { ours: number; floor: number }[] = [];
  const held: Held[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [eventId = '', other = ''] = events.slice(2 * round);
    const [ticketId, otherTicket] = [await ticket(parts, eventId, true), await ticket(parts, other, true)];
    const own = await each(people, async (person) => {
      const { data } = await register(ours, eventId, person, { ticketId });
      return { eventId, ticketId, person, participationId: data.participationId };
    });
    await world.settled();
    const bare = await each(people, ({ userId }) =>
      call(`${floor.url}/hold?event=${other}&user=${userId}&ticket=${otherTicket}`, 'POST', undefined),
    );
    rounds.push({ ours: own.perSecond, floor: bare.perSecond });
    held.push(...own.results);
  }
  return { pair: middleOf('register for a paid ticket: a seat is held', 'a second', 0.5, rounds), held };
}

/** Begins the payments of seats and pays them at Stripe, who tells nobody. @returns the payments. */
async function payAll({ ours, stripe, paying }: Parts, held: readonly Held[]): Promise<string[]> {
  const { results } = await each(held, async ({ eventId, ticketId, person, participationId }) => {
    const path = `/payments/api/v1/users/${person.userId}/events/${eventId}/payment-intents`;
    const { data } = await call<{ data: { id: string } }>(`${ours.url}${path}`, 'POST', person.token, {
      ...{ ticket_id: ticketId, participation_id: participationId },
    });
    const reply = await fetch(`${stripe.url}/v1/payment_intents/${data.id}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${paying.keys.secretKey}`, 'stripe-account': paying.account },
      body: new URLSearchParams({ payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/' }),
    });
    if (!reply.ok) throw new Error(`Stripe: ${reply.status} ${await reply.text()}`);
    return data.id;
  });
  return results;
}

/** A delivery of Stripe's, signed. */
function delivery(account: string, object: string) {
  const body = JSON.stringify({
    ...{ id: `evt_${randomUUID()}`, object: 'event', livemode: false, type: 'payment_intent.succeeded', account },
    data: { object: { id: object } },
  });
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex');
  return { body, headers: { 'stripe-signature': `t=${at},v1=${signature}` } };
}

async function deliver(url: string, account: string, object: string): Promise<void> {
  const { body, headers } = delivery(account, object);
  const reply = await fetch(url, { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } });
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`A delivery was answered with ${reply.status}.`);
}

const OPEN = `select count(*)::int as n from payments where state <> 'succeeded' and intent_id = any($1)`;

/** From the first delivery until everybody is seated: half of the payments by us, half by the floor. */
async function measureSettling(parts: Parts, intents: readonly string[]): Promise<Pair> {
  const { ours, floor, paying, world } = parts;
  const size = Math.floor(intents.length / (2 * ROUNDS));
  const rate = async (some: readonly string[], url: string) => {
    const began = performance.now();
    await each(some, (intent) => deliver(url, paying.account, intent));
    await untilNone(parts, OPEN, [some]);
    return (some.length * 1000) / (performance.now() - began);
  };
  const rounds: { ours: number; floor: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const some = intents.slice(2 * round * size, (2 * round + 2) * size);
    const own = await rate(some.slice(0, size), `${ours.url}/payments/webhooks/stripe`);
    await world.settled();
    rounds.push({ ours: own, floor: await rate(some.slice(size), `${floor.url}/settle`) });
  }
  return middleOf('settled by deliveries: from the first one until everybody is seated', 'a second', 0.5, rounds);
}

/** An event is cancelled: from the first to the last refund. There is no floor, since Stripe sets the pace. */
async function measureRefunds(parts: Parts, eventId: string): Promise<number> {
  const { rows } = await parts.client.query<{ n: number }>(
    `select count(*)::int as n from orders o where event_id = $1 and state = 'paid'`,
    [eventId],
  );
  const began = performance.now();
  await call(`${parts.ours.url}/api/v1/events/${eventId}/cancel`, 'POST', parts.world.host.token, { message: '' });
  await untilNone(
    parts,
    `select count(*)::int as n from orders o where event_id = $1 and paid_at is not null and not exists (select from refunds r where r.order_id = o.id and r.state = 'succeeded')`,
    [eventId],
  );
  const seconds = (performance.now() - began) / 1000;
  const moved = await parts.client.query<{ seconds: number }>(
    `select extract(epoch from max(r.settled_at) - min(r.settled_at))::float8 as seconds from refunds r join orders o on o.id = r.order_id where o.event_id = $1`,
    [eventId],
  );
  // The job begins within half a minute.
  const perSecond = (rows[0]?.n ?? 0) / (moved.rows[0]?.seconds || seconds);
  say(`refunds of a cancelled event: ${rows[0]?.n ?? 0} of them, ${perSecond.toFixed(0)} a second`);
  return perSecond;
}

/** A free registration, beside the same program without payments on the same database. */
async function measureFree(parts: Parts, bare: Running, events: readonly string[]): Promise<Pair> {
  const people = parts.world.registrants;
  const rounds: { ours: number; floor: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [eventId = '', other = ''] = events.slice(2 * round);
    const one = async (server: Running, event: string) => {
      const { perSecond } = await each(people, (person) => register(server, event, person, {}));
      await parts.world.settled();
      return perSecond;
    };
    // In turn the one and the other first.
    const first = await one(round % 2 === 0 ? parts.ours : bare, eventId);
    const second = await one(round % 2 === 0 ? bare : parts.ours, other);
    rounds.push(round % 2 === 0 ? { ours: first, floor: second } : { ours: second, floor: first });
  }
  return middleOf('register for a free event, beside a server without payments', 'a second', 0.95, rounds);
}

function pageOf(at: string, http: readonly Compared[], pairs: readonly Pair[], refunds: number | undefined): string {
  const met = (yes: boolean) => (yes ? 'yes' : 'no');
  const row = (work: string, ours: number, floor: number, one: Pick<Compared, 'ratio' | 'spread' | 'goal'>) =>
    `| ${work} | ${ours.toFixed(ours < 100 ? 1 : 0)}/s | ${floor.toFixed(floor < 100 ? 1 : 0)}/s | ${ratioWithSpread(one)} | ≥ ${one.goal} | ${met(one.ratio >= one.goal)} |`;
  const rows = [
    ...pairs.map((one) => row(one.work, one.ours, one.floor, one)),
    ...http.map((one) => row(one.work, one.ours.perSecond, one.floor.perSecond, one)),
  ];
  const missed = [...pairs, ...http].filter(({ ratio, goal }) => ratio < goal).map(({ work }) => work);
  return `# Benchmarks: payments

Measured by \`npm run bench:payments\` on ${at}: ${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, PostgreSQL and the stand-in of Stripe on the same machine, one
server process. Data: ${ORDERS.toLocaleString('en')} orders of one event with ${(3 * ORDERS).toLocaleString('en')} rows of the ledger; ${BUYERS.toLocaleString('en')} people who buy in each of ${ROUNDS} rounds.

The **floor**, our baseline, is a bare \`node:http\` server that runs the one best statement for the same work. For deliveries it checks the signature too; where it settles
it also reads the payment at Stripe, once, as nothing else may be believed. It asks nobody who they are, sends no emails and has no rules. Ours and the floor run in
alternation over ${CONNECTIONS} connections; the ratio is that of the middle round, with the worst and the best in brackets.

| Work | Ours | Floor | Ratio | Goal | Met |
|---|---:|---:|---:|---:|---|
${rows.join('\n')}
${refunds === undefined ? '' : `\nRefunds of a cancelled event: ${refunds.toFixed(0)} a second, each asked of Stripe and written down; there is no floor, since Stripe sets the pace.\n`}
${missed.length === 0 ? 'All goals are met.' : `Goals that are missed: ${missed.join('; ')}.`}
`;
}

const keysOf = ({ child }: Running) =>
  new Promise<Keys>((resolve) => {
    child.once('message', (keys: Keys) => resolve(keys));
    child.send({});
  });

async function bench(): Promise<void> {
  const wants = (part: string) => part.includes(process.env.BENCH_ONLY ?? '');
  const postgres = await openServer();
  const stripe = await run('stripe.ts', {});
  const keys = await keysOf(stripe);
  const account = await readyAccount({ ...keys, url: stripe.url } as Parameters<typeof readyAccount>[0]);
  const accountId = randomUUID();
  say(`Making ${ORDERS} orders …`);
  const world = await makeEventsWorld(postgres.url, {
    async prepare(db, { creatorId, eventId }) {
      await sql`insert into stripe_accounts (id, user_id, stripe_id, live, state, was_ready, currency, country, created_at)
        values (${accountId}, ${creatorId}, ${account}, false, 'ready', true, 'GBP', 'GB', ${new Date()})`.execute(db);
      await fillOrders(db, eventId, accountId, account);
    },
  });
  const settings = {
    ...{ STRIPE_API_URL: stripe.url, STRIPE_SECRET_KEY: keys.secretKey, STRIPE_PUBLISHABLE_KEY: keys.publishableKey },
    STRIPE_WEBHOOK_SECRET: SECRET,
  };
  const ours = await run('../packages/server/src/main.ts', { ...world.env, ...settings });
  const floor = await run('payments-floor.ts', {
    ...{ DATABASE_URL: world.databaseUrl, SECRET, STRIPE_URL: stripe.url, STRIPE_KEY: keys.secretKey },
    ...{ ACCOUNT: account, ACCOUNT_ID: accountId },
  });
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  const parts: Parts = { ours, floor, stripe, world, client, paying: { account, accountId, keys } };
  let bare: Running | undefined;
  try {
    const pairs: Pair[] = [];
    let refunds: number | undefined;
    if (wants('hold settle refund')) {
      const { pair, held } = await measureHolds(parts, world.open.slice(0, 2 * ROUNDS));
      pairs.push(pair);
      pairs.push(await measureSettling(parts, await payAll(parts, held)));
      refunds = await measureRefunds(parts, world.open[0] ?? '');
    }
    const path = `/api/v1/events/${world.eventId}/orders`;
    let turn = 0;
    const hosts = () => world.hosts[turn++ % world.hosts.length]?.token ?? '';
    const http = await compare(
      ours.url,
      floor.url,
      [
        {
          work: 'a delivery is checked, kept and answered',
          goal: 0.5,
          // Of a payment that nobody knows: what comes of it is not measured here.
          ours: {
            method: 'POST' as const,
            next: () => ({ path: '/payments/webhooks/stripe', ...delivery(account, 'pi_1') }),
          },
          floor: { method: 'POST' as const, next: () => ({ path: '/accept', ...delivery(account, 'pi_1') }) },
        },
        {
          work: `orders and what they come to, ${ORDERS.toLocaleString('en')} of them`,
          goal: 0.7,
          ours: { method: 'GET' as const, next: () => ({ path, token: hosts() }) },
          floor: { method: 'GET' as const, next: () => ({ path: `/orders?event=${world.eventId}` }) },
        },
      ].filter(({ work }) => wants(work)),
      say,
    );
    if (wants('free')) {
      // Deliveries of the measurement before are not looked at meanwhile.
      await client.query('delete from stripe_events');
      bare = await run('../packages/server/src/main.ts', world.env);
      pairs.push(await measureFree(parts, bare, world.open.slice(2 * ROUNDS)));
    }
    const at = today();
    const page = pageOf(at, http, pairs, refunds);
    keepResults({ at, http, pairs, refunds }, 'payments');
    writePage('payments', page);
    say(page);
  } finally {
    await client.end();
    await ours.stop();
    await bare?.stop();
    await floor.stop();
    await stripe.stop();
    await world.drop();
    await postgres.stop();
  }
}

await runBench(bench);
