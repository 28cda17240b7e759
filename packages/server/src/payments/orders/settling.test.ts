import { passOn } from '@folkmoot/contract/admission/api.ts';
import { cancelEvent, getEvent, listAttention } from '@folkmoot/contract/events/api.ts';
import { refusals } from '@folkmoot/contract/payments/schema.ts';
import { PAYING } from '@folkmoot/contract/registrations/schema.ts';
import { act, clientOf } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentFixtures } from '../../../test/fixtures/payment-fixtures.ts';
import { openSales, type Sales } from '../../../test/fixtures/sales-fixture.ts';
import { until } from '../../../test/fixtures/until.ts';
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import { openSocketClients } from '../../../test/socket-client.ts';
import type { Signed } from '../../../test/world.ts';
import { runCommand } from '../../core/command.ts';
import { newId } from '../../core/id.ts';
import { createLog } from '../../core/log.ts';
import { makePerson } from '../../seed/builders.ts';
import { createStripe } from '../stripe-actions.ts';
import { settle } from './settle-actions.ts';
import { setPayments } from './settle-store.ts';

/* Money that comes when, whence and for what nobody expected it. */

const MINUTE = 60_000;

let sales: Sales;
let mailbox: Mailbox;
let stripe: Sales['stripe'];
let world: Sales['world'];
let host: Sales['host'];
let gatherings: Sales['gatherings'];
let money: Sales['money'];
let account: Sales['account'];

beforeAll(async () => {
  mailbox = await openMailbox();
  sales = await openSales({ SMTP_URL: mailbox.url });
  ({ stripe, world, host, gatherings, money, account } = sales);
});
afterAll(async () => {
  await sales.close();
  await mailbox.close();
});

async function held(fields: object = {}, ticket: object = {}) {
  const { id: eventId } = await gatherings.published({ name: 'Moot', waitlist: false, ...fields });
  const ticketId = await money.ticket(eventId, ticket);
  const wren = await world.person({ firstName: 'Wren' });
  expect((await gatherings.register(eventId, wren, { ticketId })).data.status).toBe('payment_pending');
  return { eventId, ticketId, wren };
}
async function paid(fields: object = {}, ticket: object = {}) {
  const all = await held(fields, ticket);
  const { id } = await money.payAtStripe(all.eventId, all.wren);
  expect((await money.record(all.eventId, all.wren, id)).data.status).toBe('going');
  return { ...all, intentId: id };
}
const statusOf = async (eventId: string, as: Signed) => (await gatherings.own(eventId, as))?.status;
const orderStates = async (eventId: string) =>
  (
    await sql<{ state: string }>`select state from orders where event_id = ${eventId} order by created_at, id`.execute(
      world.db,
    )
  ).rows.map(({ state }) => state);
const refundsOf = async (eventId: string) =>
  (
    await sql<{ amount: number; reason: string; state: string }>`select r.amount, r.reason, r.state
      from refunds r join orders o on o.id = r.order_id where o.event_id = ${eventId} order by r.created_at`.execute(
      world.db,
    )
  ).rows;
const paymentOf = async (eventId: string) =>
  (
    await sql<{ id: string }>`select p.id from payments p join orders o on o.id = p.order_id
      where o.event_id = ${eventId} order by p.created_at`.execute(world.db)
  ).rows[0]?.id ?? '';
const wholeBack = (reason: string) => [{ amount: 1890, reason, state: 'succeeded' }];

describe('a payment that we had given up, and that was made all the same', () => {
  const giveUp = async (eventId: string) =>
    sql`update payments p set state = 'canceled', intent_id = null from orders o where o.id = p.order_id and o.event_id = ${eventId}`.execute(
      world.db,
    );

  test('seats its buyer if a seat is free', async () => {
    const { eventId, wren } = await held();
    const { id } = await money.payAtStripe(eventId, wren);
    await giveUp(eventId);
    await money.deliver(account, 'payment_intent.succeeded', id);
    await until(async () => expect(await statusOf(eventId, wren)).toBe('going'));
  });

  test('goes back whole if none is, and the letter says how much', async () => {
    const { eventId, ticketId, wren } = await held({ capacity: 1 });
    const { id } = await money.payAtStripe(eventId, wren);
    await giveUp(eventId);
    world.clock.moveBy(16 * MINUTE);
    expect((await gatherings.register(eventId, await world.person(), { ticketId })).status).toBe(200);
    await money.deliver(account, 'payment_intent.succeeded', id);
    await until(async () => expect(await refundsOf(eventId)).toEqual(wholeBack('late')));
    expect((await mailbox.next(wren.email)).subject).toBe('Your ticket isn’t paid for yet: Moot');
    const letter = await mailbox.next(wren.email);
    expect(letter.text).toContain('You will get all of £18.90 back');
  });

  test('stays made, also if giving it up comes a moment later', async () => {
    const { eventId, wren, intentId } = await paid();
    await setPayments(world.db, [{ id: await paymentOf(eventId), state: 'canceled' }], world.clock.now());
    await money.deliver(account, 'payment_intent.succeeded', intentId);
    await money.settled();
    expect([await refundsOf(eventId), await statusOf(eventId, wren)]).toEqual([[], 'going']);
  });

  test('cannot be made at all if the seat went to others while Stripe was asked', async () => {
    const { eventId, wren } = await held();
    stripe.failNext({ delayMs: 2000, path: '/v1/payment_intents' });
    const asked = money.intentOf(eventId, wren);
    await until(async () => expect(await paymentOf(eventId)).not.toBe(''));
    await sql`update payments set state = 'canceled' where id = ${await paymentOf(eventId)}`.execute(world.db);
    expect((await asked).problem.code).toBe(refusals.holdLapsed.code);
    const { data } = await clientOf(stripe).paymentIntents.list({ limit: 100 }, { stripeAccount: account });
    expect(data.find(({ metadata }) => metadata.event === eventId)?.status).toBe('canceled');
  });

  test('ends the order that was begun since, which is paid by it', async () => {
    const { eventId, ticketId, wren } = await held();
    const { id } = await money.payAtStripe(eventId, wren);
    world.clock.moveBy(16 * MINUTE);
    // They do not know that it went through, and begin again.
    expect((await gatherings.register(eventId, wren, { ticketId })).data.status).toBe('payment_pending');
    await money.deliver(account, 'payment_intent.succeeded', id);
    await until(async () => expect(await statusOf(eventId, wren)).toBe('going'));
    expect(await orderStates(eventId)).toEqual(['paid', 'ended']);
  });
});

describe('a payment that is not ours', () => {
  test('but says so counts for nothing, and the real one still does', async () => {
    const { eventId, wren } = await held();
    const { data } = await money.intentOf(eventId, wren);
    const metadata = { payment: await paymentOf(eventId) };
    const always = { confirm: true, payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/' };
    const fake = { amount: 100, currency: 'gbp', metadata, ...always };
    const here = await clientOf(stripe).paymentIntents.create(fake, { stripeAccount: account });
    const other = await world.person();
    const elsewhere = await paymentFixtures(world, stripe, other, gatherings).account();
    const there = await clientOf(stripe).paymentIntents.create(fake, { stripeAccount: elsewhere });
    await money.deliver(account, 'payment_intent.succeeded', here.id);
    await money.deliver(elsewhere, 'payment_intent.succeeded', there.id);
    await money.settled();
    expect([await statusOf(eventId, wren), await refundsOf(eventId)]).toEqual(['payment_pending', []]);
    await money.payAtStripe(eventId, wren);
    expect((await money.record(eventId, wren, data.data.id)).data.status).toBe('going');
  });
});

describe('money that comes too late', () => {
  test.each([
    ['the event was cancelled', 'Moot was cancelled before your payment arrived.'],
    ['its buyer has given up', 'Your registration for Moot had ended before your payment arrived.'],
    ['the place is somebody else’s', 'Your place at Moot was no longer held, and no other was free.'],
  ])('goes back, and its buyer is told why, on the page and by email: %s', async (what, why) => {
    const { eventId, ticketId, wren } = await held({ capacity: 1 });
    const { id } = await money.payAtStripe(eventId, wren);
    if (what.includes('cancelled')) await world.call(cancelEvent, { eventId, message: '' }, host);
    else if (what.includes('given up')) await gatherings.leave(eventId, wren);
    else {
      world.clock.moveBy(16 * MINUTE);
      await gatherings.register(eventId, await world.person(), { ticketId });
    }
    expect((await money.record(eventId, wren, id)).data.message).toBe(PAYING.late);
    let letter = await mailbox.next(wren.email);
    while (letter.subject !== 'Your payment will be refunded: Moot') letter = await mailbox.next(wren.email);
    expect(letter.text).toContain(`${why} You will get all of £18.90 back`);
  });

  test('is never promised to somebody who has not paid', async () => {
    const { eventId, wren } = await held();
    const { data } = await money.intentOf(eventId, wren);
    world.clock.moveBy(16 * MINUTE);
    money.wake();
    await until(async () => expect(await orderStates(eventId)).toEqual(['ended']));
    expect((await money.record(eventId, wren, data.data.id)).data.message).toBe(PAYING.lapsed);
  });
});

describe('a bank that takes its time and says no', () => {
  test('tells its buyer, and leaves the seat for half a day to pay otherwise, not as long as the bank had', async () => {
    const { eventId, ticketId, wren } = await held({ capacity: 1 }, { currency: 'EUR' });
    const { id } = await money.payAtStripe(eventId, wren, 'pm_sepaDebit_successDelayed_de');
    await money.record(eventId, wren, id);
    await act(stripe, `payment_intents/${id}/fail`);
    await money.record(eventId, wren, id);
    const letter = await mailbox.next(wren.email);
    expect(letter.subject).toBe('Your bank didn’t pay: Moot');
    expect(letter.text).toMatch(/We’re holding your place until /);
    expect(letter.text).toMatch(/Your bank has refused the payment of €[\d.]+, so you have not been charged\./);
    // The hosts counted on it: they are told by its name, and see it until it is paid otherwise or the place is given up.
    let told = await mailbox.next(host.email);
    while (told.subject !== 'A payment has failed: Moot') told = await mailbox.next(host.email);
    expect(told.text).toMatch(/Their place is held until /);
    expect(told.text).toContain('tab=guests');
    const debits = async () => {
      const { data } = await world.call(listAttention, {}, host);
      return data.data.find((row) => row.eventId === eventId)?.debits ?? 0;
    };
    expect(await debits()).toBe(1);
    world.clock.moveBy(11 * 60 * MINUTE);
    expect((await gatherings.register(eventId, await world.person(), { ticketId })).status).toBe(409);
    world.clock.moveBy(2 * 60 * MINUTE);
    expect((await gatherings.register(eventId, await world.person(), { ticketId })).data.status).toBe(
      'payment_pending',
    );
    expect(await debits()).toBe(0);
  });
});

describe('seats that were not paid for in time', () => {
  /** Two seats are held, both lapse, and somebody waits; then the next one comes before the job has. */
  async function lapsed() {
    const { eventId, ticketId, wren } = await held({ capacity: 2, waitlist: true });
    const kofi = await world.person();
    await gatherings.register(eventId, kofi, { ticketId });
    const robin = await world.person();
    expect((await gatherings.register(eventId, robin, { ticketId })).data.status).toBe('waitlisted');
    return { eventId, ticketId, wren, kofi, robin };
  }

  test('are offered to those who wait, also if it is a registration that finds them', async () => {
    const { eventId, ticketId, kofi, robin } = await lapsed();
    world.clock.moveBy(16 * MINUTE);
    const zoe = await world.person();
    expect((await gatherings.register(eventId, zoe, { ticketId })).data.status).toBe('payment_pending');
    expect(await statusOf(eventId, robin)).toBe('offered');
    expect((await mailbox.next(kofi.email)).subject).toBe('Your ticket isn’t paid for yet: Moot');
  });

  test('or a payment', async () => {
    const { eventId, wren, robin } = await lapsed();
    const { id } = await money.payAtStripe(eventId, wren);
    world.clock.moveBy(16 * MINUTE);
    await money.record(eventId, wren, id);
    expect([await statusOf(eventId, robin), await statusOf(eventId, wren)]).toEqual(['offered', 'going']);
  });
});

describe('an order whose place is no longer paid for', () => {
  test('ends when somebody is let in without paying', async () => {
    const { eventId, wren } = await held();
    const free = await gatherings.ticket(eventId, 'Open day', null);
    expect((await gatherings.register(eventId, wren, { ticketId: free })).data.status).toBe('going');
    expect(await orderStates(eventId)).toEqual(['ended']);
  });

  test('ends when a host gives them another ticket: they pay for that one', async () => {
    const { eventId, wren } = await held();
    const other = await money.ticket(eventId, { name: 'Supper', price: 3000 });
    expect((await gatherings.changeGuest(eventId, wren, { type: 'ticket', ticketId: other })).status).toBe(200);
    expect([await orderStates(eventId), await gatherings.taken(eventId)]).toEqual([['ended'], 0]);
    expect((await money.intentOf(eventId, wren)).problem.code).toBe(refusals.holdLapsed.code);
    await gatherings.register(eventId, wren, { ticketId: other });
    expect((await money.intentOf(eventId, wren)).data.data.amount).toBe(3150);
  });

  test.each([
    ['its person', (_eventId: string, wren: Signed) => sql`delete from users where id = ${wren.id}`],
    ['its event', (eventId: string, _wren: Signed) => sql`delete from events where id = ${eventId}`],
  ])('is given back whole when %s is deleted', async (_, remove) => {
    const { eventId, wren } = await paid({}, { is_refundable: false });
    // As commands are: done again if a job was in the way.
    await runCommand(world.db, world.app.services, true, ({ tx }) => remove(eventId, wren).execute(tx));
    money.wake();
    await until(async () => expect(await refundsOf(eventId)).toEqual(wholeBack('place_ended')));
  });

  test('is given back whole too if the money comes after its event is gone', async () => {
    const { eventId, wren } = await held();
    const { id } = await money.payAtStripe(eventId, wren);
    await sql`delete from events where id = ${eventId}`.execute(world.db);
    await money.deliver(account, 'payment_intent.succeeded', id);
    await until(async () => expect(await refundsOf(eventId)).toEqual(wholeBack('late')));
  });
});

describe('a payment that several processes look at', () => {
  test('goes back once, even if there is no event any more that they could lock', async () => {
    const { eventId, wren } = await held();
    const { id } = await money.payAtStripe(eventId, wren);
    await sql`delete from events where id = ${eventId}`.execute(world.db);
    const settings = world.config.stripe ?? expect.fail('Payments are not set up.');
    const parts = {
      ...{ db: world.db, services: world.app.services, log: createLog(world.config, { write: () => undefined }) },
      ...{ stripe: createStripe(settings), hasSeat: async () => false, findCodeOf: async () => null },
    };
    await Promise.all(Array.from({ length: 6 }, () => settle(parts, { account, intentId: id })));
    expect((await refundsOf(eventId)).map(({ amount }) => amount)).toEqual([1890]);
  });
});

describe('a place that was paid for and passed on', () => {
  test('stays its new holder’s when they sign up, also if a host had once invited their address', async () => {
    const { eventId, wren } = await paid();
    const email = `kofi-${newId()}@post.example`;
    await sql`insert into participations (event_id, id, email, first_name, last_name, role, status, registered_at, changed_at, search_text, asked_by)
      values (${eventId}, ${newId()}, ${email}, 'Kofi', 'Mensah', 'guest', 'invited', ${new Date()}, ${new Date()}, '', ${host.id})`.execute(
      world.db,
    );
    const participationId = await gatherings.idOf(eventId, wren);
    const passed = await world.call(
      passOn,
      { eventId, participationId, email, firstName: 'Kofi', lastName: 'Mensah' },
      wren,
    );
    expect(passed.status).toBe(200);
    const kofi = await world.signIn(await makePerson(world.db, { email }));
    await (await world.app.signIn.$context).internalAdapter.createSession(kofi.id);
    expect([await statusOf(eventId, kofi), await orderStates(eventId)]).toEqual(['going', ['paid']]);
  });
});

describe('money that was promised and has not gone back', () => {
  test('is told to the guest and to the hosts', async () => {
    const { eventId, wren } = await held({}, { refund_policy: [{ valid_before: 86_400 }] });
    const { id } = await money.payAtStripe(eventId, wren, 'pm_card_refundFail');
    await money.record(eventId, wren, id);
    expect((await mailbox.next(wren.email)).subject).toBe('Paid: Moot');
    await gatherings.leave(eventId, wren);
    await until(async () => expect((await refundsOf(eventId))[0]?.state).toBe('succeeded'));
    stripe.hurry();
    const { rows } = await sql<{ stripe: string }>`select r.stripe_id as stripe from refunds r
      join orders o on o.id = r.order_id where o.event_id = ${eventId}`.execute(world.db);
    const made = rows[0]?.stripe ?? '';
    const ears = openSocketClients((await world.app.listen()).replace('http', 'ws'));
    const page = await ears.listen(wren);
    await until(async () => {
      await money.deliver(account, 'refund.failed', made);
      expect((await refundsOf(eventId))[0]?.state).toBe('failed');
    });
    // Their page follows without a reload.
    await page.hear('event.changed');
    ears.close();
    const { viewer } = (await world.call(getEvent, { eventId }, wren)).data;
    expect(viewer.refund).toEqual({ amount: 1890, currency: 'GBP', state: 'failed' });
    for (const subject of ['You are not going any more: Moot', 'Your refund has not gone through: Moot'])
      expect((await mailbox.next(wren.email)).subject).toBe(subject);
    let toHost = await mailbox.next(host.email);
    while (toHost.subject !== 'A refund has failed: Moot') toHost = await mailbox.next(host.email);
    expect(toHost.text).toContain('£18.90');
    const { data } = await world.call(listAttention, {}, host);
    expect(data.data.find((row) => row.eventId === eventId)).toMatchObject({ refunds: 1, debits: 0 });
  });
});
