import { type StripeService, startStripe } from '@folkmoot/sandbox/src/stripe/start.ts';
import { act, clientOf } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { paymentFixtures, stripeSettings } from '../../../test/fixtures/payment-fixtures.ts';
import { until } from '../../../test/fixtures/until.ts';
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { systemClock } from '../../core/clock.ts';
import { newId } from '../../core/id.ts';
import { RECONCILIATION_QUEUE } from './jobs.ts';
import { compareMovements } from './reconciliation-store.ts';

/* What Stripe did not tell us is found, and the ledger is compared with what has moved at Stripe. */

let stripe: StripeService;
let mailbox: Mailbox;
let world: World;
let host: Signed;
let gatherings: EventFixtures;
let money: ReturnType<typeof paymentFixtures>;
let account: string;
/** How far the clocks of both, ours and Stripe's, are ahead. */
let ahead = 0;

beforeAll(async () => {
  stripe = await startStripe({ clock: () => systemClock.now().getTime() + ahead });
  mailbox = await openMailbox();
  world = await openWorld({ ...stripeSettings(stripe), SMTP_URL: mailbox.url });
  await world.app.listen();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  await sql`delete from installation`.execute(world.db);
  await world.db.insertInto('installation').values({ owner_id: host.id }).execute();
  gatherings = eventFixtures(world, host);
  money = paymentFixtures(world, stripe, host, gatherings);
  account = await money.account();
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
  await stripe.stop();
});

const HOUR = 3_600_000;
const pass = (milliseconds: number) => {
  ahead += milliseconds;
  world.clock.moveBy(milliseconds);
};

const on = () => ({ stripeAccount: account });

/** Somebody holds a seat and has paid for it at Stripe, who has told nobody. */
async function paidAtStripe() {
  const { id: eventId } = await gatherings.published({ name: 'Moot' });
  const ticketId = await money.ticket(eventId);
  const wren = await world.person({ firstName: 'Wren' });
  await gatherings.register(eventId, wren, { ticketId });
  const { id: intentId } = await money.payAtStripe(eventId, wren);
  return { eventId, wren, intentId };
}

/** The same, and we know of it. */
async function paid() {
  const sold = await paidAtStripe();
  expect((await money.record(sold.eventId, sold.wren, sold.intentId)).data.status).toBe('going');
  const { rows } = await sql<{
    id: string;
    stripeId: string;
    kind: string;
    orderId: string;
  }>`select l.id, l.stripe_id as "stripeId", l.kind, l.order_id as "orderId"
    from ledger l join orders o on o.id = l.order_id where o.event_id = ${sold.eventId}`.execute(world.db);
  const of = (kind: string) => rows.find((row) => row.kind === kind) ?? expect.fail(`There is no ${kind}.`);
  return { ...sold, of };
}

const kindsOf = async (eventId: string) =>
  (
    await sql<{
      kind: string;
    }>`select l.kind from ledger l join orders o on o.id = l.order_id where o.event_id = ${eventId}`.execute(world.db)
  ).rows.map(({ kind }) => kind);

const roundOf = async (what: string, of = account) =>
  (
    await sql<{
      mark: Date;
      until: Date | null;
      after: string | null;
      due: Date;
    }>`select mark_at as mark, until_at as until, after_id as after, due_at as due
      from reconciliations where account = ${of} and what = ${what}`.execute(world.db)
  ).rows[0];

/** A payment that the host takes without us. */
const ownPayment = () =>
  clientOf(stripe).paymentIntents.create(
    {
      ...{ amount: 500, currency: 'gbp', confirm: true, payment_method: 'pm_card_visa', metadata: { payment: 'mine' } },
      return_url: 'http://127.0.0.1/',
    },
    on(),
  );

/** All rounds are due now, and have been made. */
async function reconcile(what: 'events' | 'ledger') {
  // What is younger may still be on its way to us.
  pass(what === 'events' ? 2 * 60_000 : 2 * HOUR);
  const begun = world.clock.now();
  world.app.jobs.wake(RECONCILIATION_QUEUE);
  await until(async () => expect(await roundOf(what)).toBeDefined());
  await sql`update reconciliations set due_at = ${begun} where what = ${what}`.execute(world.db);
  world.app.jobs.wake(RECONCILIATION_QUEUE);
  await until(async () => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from reconciliations where what = ${what} and due_at <= ${begun}::timestamptz + interval '40 minutes'`.execute(
      world.db,
    );
    expect(rows[0]?.n).toBe(0);
  });
}

/** The next email about differences: as time passes, the host also hears of registrations. */
async function letterToHost() {
  for (;;) {
    const letter = await mailbox.next(host.email);
    if (letter.subject?.startsWith('Payments: ')) return letter;
  }
}

const letters = () => mailbox.taken.filter(({ mail }) => mail.subject?.startsWith('Payments: ')).length;

type Found = {
  account: string;
  what: string;
  kind: string;
  stripeId: string;
  ours: number | null;
  theirs: number | null;
  isResolved: boolean;
};
const differences = async () =>
  (
    await sql<Found>`select account, what, kind, stripe_id as "stripeId", ours, theirs, resolved_at is not null as "isResolved"
      from ledger_differences order by found_at, kind`.execute(world.db)
  ).rows;
const metric = async () =>
  (await world.app.http.inject({ url: '/metrics' })).body.match(/^ledger_differences (\d+)$/m)?.[1];

/** The ledger cannot be changed, by anybody. */
async function tamper(change: Parameters<typeof sql>[0], ...values: unknown[]) {
  await sql`alter table ledger disable trigger ledger_is_final`.execute(world.db);
  await sql(change, ...values).execute(world.db);
  await sql`alter table ledger enable trigger ledger_is_final`.execute(world.db);
}

beforeEach(async () => {
  // Earlier tests leave things that this one does not count.
  await sql`delete from ledger_differences`.execute(world.db);
});

describe('every hour', () => {
  test('a payment of which nobody was told is found, and seated; once', async () => {
    const { eventId, wren, intentId } = await paidAtStripe();
    await reconcile('events');
    await money.settled();
    expect((await gatherings.own(eventId, wren))?.status).toBe('going');
    const ofIntent = async () =>
      (await sql<{ tries: number }>`select tries from stripe_events where object_id = ${intentId}`.execute(world.db))
        .rows;
    const before = await ofIntent();
    expect(before.length).toBeGreaterThan(0);
    await reconcile('events');
    await money.settled();
    expect(await ofIntent()).toEqual(before);
  });

  test('many events are read by pages, and what concerns nobody is not kept', async () => {
    const { eventId, wren } = await paidAtStripe();
    for (let n = 0; n < 40; n += 1) await ownPayment();
    await reconcile('events');
    await money.settled();
    expect((await gatherings.own(eventId, wren))?.status).toBe('going');
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from stripe_events where type = 'charge.succeeded'`.execute(world.db);
    expect(rows[0]?.n).toBe(0);
  });

  test('where it was interrupted it goes on: Stripe is away, and asked again from the page that was missing', async () => {
    await paidAtStripe();
    await reconcile('events');
    const { eventId, wren } = await paidAtStripe();
    const before = await roundOf('events');
    stripe.failNext({ status: 503, path: '/v1/events' });
    stripe.failNext({ status: 503, path: '/v1/events' });
    stripe.failNext({ status: 503, path: '/v1/events' });
    const begun = world.clock.now();
    await sql`update reconciliations set due_at = ${begun} where what = 'events'`.execute(world.db);
    world.app.jobs.wake(RECONCILIATION_QUEUE);
    await vi.waitFor(
      async () => expect((await roundOf('events'))?.due.getTime()).toBeGreaterThan(begun.getTime() + 9 * 60_000),
      { timeout: 10_000 },
    );
    // Nothing counts as read that was not.
    expect((await roundOf('events'))?.mark).toEqual(before?.mark);
    await reconcile('events');
    await money.settled();
    expect((await gatherings.own(eventId, wren))?.status).toBe('going');
  });
});

describe('every day', () => {
  /** First what earlier tests have left is settled. */
  beforeEach(async () => {
    await reconcile('events');
    await money.settled();
  });
  const compare = async () => {
    // Only the comparison finds what there is.
    const due = new Date(world.clock.now().getTime() + 24 * HOUR);
    await sql`update reconciliations set due_at = ${due} where what = 'events'`.execute(world.db);
    await reconcile('ledger');
  };

  test('what agrees is checked off, row by row, and is no difference', async () => {
    const { eventId, wren, of } = await paid();
    await gatherings.changeGuest(eventId, wren, { type: 'decline', reason: '' });
    money.wake();
    await until(async () => expect(await kindsOf(eventId)).toContain('fee_refund'));
    await compare();
    expect(await differences()).toEqual([]);
    const { rows } = await sql<{
      id: string;
    }>`select ledger_id as id from ledger_checks where ledger_id in (${of('charge').id}, ${of('fee').id}, ${of('stripe_fee').id})`.execute(
      world.db,
    );
    expect(rows).toHaveLength(3);
    expect(await metric()).toBe('0');
  });

  test('payments that hosts take themselves are theirs', async () => {
    await paid();
    await ownPayment();
    await compare();
    expect(await differences()).toEqual([]);
  });

  test('also those that are larger than the ledger can hold', async () => {
    const { intentId, of } = await paid();
    const row = { kind: 'charge' as const, currency: 'HUF' };
    const movements = [
      { id: 'txn_1', rows: [{ ...row, stripeId: 'ch_1nobody', amount: 2_500_000_000 }], of: {}, told: null },
      { id: 'txn_2', rows: [{ ...row, stripeId: of('charge').stripeId, amount: 1 }], of: { intentId }, told: null },
    ];
    const compared = await compareMovements(world.db, movements);
    expect(compared.map(({ transactionId, isOurs }) => [transactionId, isOurs])).toEqual([['txn_2', true]]);
  });

  test('what the ledger lacks is written down, counted, mailed once, read again, and marked when it agrees', async () => {
    const { eventId, wren, intentId } = await paidAtStripe();
    await compare();
    const found = await differences();
    expect(found.map(({ what, kind, ours, theirs }) => [what, kind, ours, theirs])).toEqual(
      expect.arrayContaining([['not_in_ledger', 'charge', null, 1890]]),
    );
    expect(Number(await metric())).toBe(found.length);
    const letter = await letterToHost();
    expect(letter.subject).toMatch(/^Payments: \d differences? between the ledger and Stripe$/);
    expect(letter.text).toContain('Stripe has £18.90, the ledger has nothing.');
    // It was read again by the queue of deliveries.
    await money.settled();
    expect((await gatherings.own(eventId, wren))?.status).toBe('going');
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from stripe_events where object_id = ${intentId}`.execute(world.db);
    expect(rows[0]?.n).toBe(1);
    const told = letters();
    await compare();
    expect((await differences()).every(({ isResolved }) => isResolved)).toBe(true);
    expect(await metric()).toBe('0');
    expect(letters()).toBe(told);
  });

  test('a row that Stripe knows nothing of is a difference until Stripe has it', async () => {
    const { of } = await paid();
    const { orderId } = of('charge');
    await sql`insert into ledger (id, order_id, account, currency, kind, amount, stripe_id, at)
      values (${newId()}, ${orderId}, ${account}, 'GBP', 'refund', -500, 're_3nobody', ${world.clock.now()})`.execute(
      world.db,
    );
    await compare();
    const open = [{ account, what: 'not_at_stripe', kind: 'refund', stripeId: 're_3nobody', ours: -500, theirs: null }];
    expect(await differences()).toEqual(open.map((one) => ({ ...one, isResolved: false })));
    await letterToHost();
    const told = letters();
    await compare();
    expect(await differences()).toHaveLength(1);
    expect(letters()).toBe(told);
    await tamper`delete from ledger where stripe_id = 're_3nobody'`;
  });

  test('a sum that is another is a difference', async () => {
    const { of } = await paid();
    await tamper`update ledger set amount = amount + 1 where id = ${of('charge').id}`;
    await compare();
    expect(await differences()).toMatchObject([{ what: 'amount', kind: 'charge', ours: 1891, theirs: 1890 }]);
    await letterToHost();
    await tamper`update ledger set amount = amount - 1 where id = ${of('charge').id}`;
    await compare();
    expect(await differences()).toMatchObject([{ isResolved: true }]);
  });

  test('a share of the operator that was not written down is found on the operator’s own account', async () => {
    const { of } = await paid();
    await tamper`delete from ledger where id = ${of('fee').id}`;
    await compare();
    expect(await differences()).toMatchObject([
      { account: '', what: 'not_in_ledger', kind: 'fee', ours: null, theirs: -90 },
    ]);
    await letterToHost();
  });

  test('refunds that fail, and disputes, agree too', async () => {
    const failing = await paid();
    const refund = await clientOf(stripe).refunds.create({ payment_intent: failing.intentId }, on());
    await money.deliver(account, 'refund.created', refund.id);
    await money.settled();
    await act(stripe, `refunds/${refund.id}/fail`);
    await money.deliver(account, 'refund.failed', refund.id);
    const disputed = await paid();
    const intent = await clientOf(stripe).paymentIntents.retrieve(disputed.intentId, {}, on());
    const dispute = await act<{ id: string }>(stripe, `charges/${String(intent.latest_charge)}/dispute`);
    await act(stripe, `disputes/${dispute.id}/decide`, { status: 'won' });
    await money.deliver(account, 'charge.dispute.closed', dispute.id);
    await money.settled();
    await compare();
    expect(await differences()).toEqual([]);
    const { rows } = await sql<{
      kind: string;
    }>`select distinct l.kind from ledger l join ledger_checks c on c.ledger_id = l.id where l.account = ${account}`.execute(
      world.db,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['charge', 'refund', 'dispute', 'dispute_won']),
    );
  });
});
