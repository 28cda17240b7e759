import { getAdmission, passOn } from '@folkmoot/contract/admission/api.ts';
import * as ordersApi from '@folkmoot/contract/payments/orders-api.ts';
import * as api from '@folkmoot/contract/payments/papers-api.ts';
import { paperPath } from '@folkmoot/contract/payments/papers-rules.ts';
import { refusals } from '@folkmoot/contract/payments/schema.ts';
import { createTicket } from '@folkmoot/contract/tickets/api.ts';
import { type StripeService, startStripe } from '@folkmoot/sandbox/src/stripe/start.ts';
import { clientOf } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { paymentFixtures, stripeSettings } from '../../../test/fixtures/payment-fixtures.ts';
import { until } from '../../../test/fixtures/until.ts';
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';
import { createEventTokens } from '../../events/access/access-actions.ts';
import { DELIVERIES_QUEUE } from '../webhooks/jobs.ts';
import { drawPaper } from './drawing-actions.ts';
import { findPaper, issueInvoices } from './papers-store.ts';

/* The papers of what is sold: what is on them, who gets them, and their numbers. Stripe is the sandbox's. */

let stripe: StripeService;
let mailbox: Mailbox;
let world: World;
let host: Signed;
let gatherings: EventFixtures;
let money: ReturnType<typeof paymentFixtures>;
let account: string;

beforeAll(async () => {
  [stripe, mailbox] = await Promise.all([startStripe(), openMailbox()]);
  world = await openWorld({ ...stripeSettings(stripe), SMTP_URL: mailbox.url });
  await world.app.jobs.start();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  gatherings = eventFixtures(world, host);
  money = paymentFixtures(world, stripe, host, gatherings);
  account = await money.account();
});
afterAll(async () => {
  await world.close();
  await Promise.all([stripe.stop(), mailbox.close()]);
});

async function buy(eventId: string, ticketId: string, firstName = 'Wren', card = 'pm_card_visa') {
  const guest = await world.person({ firstName, lastName: 'Halloran' });
  expect((await gatherings.register(eventId, guest, { ticketId })).data.status).toBe('payment_pending');
  const { id } = await money.payAtStripe(eventId, guest, card);
  expect((await money.record(eventId, guest, id)).data.status).toBe('going');
  return { guest, intentId: id };
}

/** Somebody buys a ticket of £18, with £0.90 for the operator and 20 percent VAT in both. */
async function sold(card?: string) {
  const { id: eventId, alias } = await gatherings.published({ name: 'Moot' });
  const ticketId = await money.ticket(eventId, { vat_rate: 20 });
  return { eventId, alias, ticketId, ...(await buy(eventId, ticketId, 'Wren', card)) };
}

const orderOf = async (eventId: string) => {
  const { data } = (await world.call(ordersApi.listOrders, { eventId }, host)).data;
  return data[0] ?? expect.fail('There is no order.');
};
const bought = (orderId: string, as?: Signed, token?: string) => world.call(api.getBoughtOrder, { orderId, token }, as);
const file = (url: string, as?: Signed) =>
  world.app.http.inject({ url, headers: as ? { authorization: `Bearer ${as.token}` } : {} });
const refund = async (orderId: string, amount: number | null) =>
  world.call(ordersApi.refundOrder, { orderId, amount, reason: '', endRegistration: false, clientId: newId() }, host);
const papersOf = async (eventId: string) => (await orderOf(eventId)).papers;
const creditsOf = async (eventId: string) => (await papersOf(eventId)).filter(({ kind }) => kind === 'credit_note');
/** Everything that is written on a paper. */
async function wordsOn(orderId: string, refundId: string | null, as: Signed): Promise<string[]> {
  const paper = await findPaper(world.db, { orderId, refundId }, { buyer: { userId: as.id } });
  return drawPaper(paper ?? expect.fail('There is no such paper.')).parts.flatMap((part) =>
    part.is === 'flow'
      ? part.texts.map(({ text }) => text)
      : part.is === 'rows'
        ? part.rows.map(({ left, right }) => `${left.text}: ${right.text}`)
        : [],
  );
}
/** The numbers of the host's series, in order. */
async function series(kind: 'invoice' | 'credit_note'): Promise<number[]> {
  const { rows } = await sql<{
    number: number;
  }>`select p.number from papers p join stripe_accounts a on a.id = p.account_id
    where a.stripe_id = ${account} and p.kind = ${kind} order by p.number`.execute(world.db);
  return rows.map(({ number }) => number);
}
/** Stripe has told us of something. */
async function hear(type: string, object: string) {
  const now = world.clock.now();
  await sql`insert into stripe_events (id, account, type, object_id, received_at, due_at)
    values (${`evt_${newId()}`}, ${account}, ${type}, ${object}, ${now}, ${now})`.execute(world.db);
  world.app.jobs.wake(DELIVERIES_QUEUE);
}
const oneTo = (n: number) => Array.from({ length: n }, (_, at) => at + 1);

describe('VAT', () => {
  test('is kept with the ticket, and with an order as it was', async () => {
    const { eventId, ticketId, guest } = await sold();
    const { id } = await orderOf(eventId);
    await sql`update tickets set vat_rate = 7.7 where event_id = ${eventId} and id = ${ticketId}`.execute(world.db);
    const { data } = (await bought(id, guest)).data;
    expect(data).toMatchObject({ price: 1800, fee: 90, total: 1890, vatRate: 20, vat: 315 });
    const second = await buy(eventId, ticketId, 'Kofi');
    expect((await bought((await orderOf(eventId)).id, second.guest)).data.data).toMatchObject({
      vatRate: 7.7,
      vat: 135,
    });
  });

  test.each([50.01, -1, 7.755])('of %s percent is refused at its field', async (vat_rate) => {
    const { id: eventId } = await gatherings.published();
    const fields = { eventId, name: 'Pass', description: '', capacity: null };
    const price = { type: 'paid' as const, price: 1800, currency: 'GBP', vat_rate };
    const { status, data } = await world.call(createTicket, { ...fields, ...price }, host);
    expect(status).toBe(422);
    expect(JSON.stringify(data)).toContain('Enter a percentage from 0 to 50');
  });

  test('is not shown where none was said', async () => {
    const { id: eventId } = await gatherings.published();
    const { guest } = await buy(eventId, await money.ticket(eventId));
    const { id } = await orderOf(eventId);
    expect((await bought(id, guest)).data.data).toMatchObject({ vatRate: null, vat: null });
    expect((await wordsOn(id, null, guest)).filter((text) => text.includes('VAT'))).toEqual([]);
  });
});

describe('the receipt', () => {
  test('says what was paid, and leads to the invoice', async () => {
    const { eventId, guest } = await sold();
    const [paper] = await papersOf(eventId);
    const { text, html } = await mailbox.next(guest.email);
    for (const line of ['Workshop pass: £18.00', 'Platform fee: £0.90', 'Total: £18.90', 'VAT included (20%): £3.15'])
      expect(text).toContain(line);
    expect(text).toContain(`INV-${String(paper?.number).padStart(5, '0')}`);
    expect(html).toContain(`/tickets/orders/${(await orderOf(eventId)).id}`);
  });
});

describe('an invoice', () => {
  test('has both sides, what was sold, and the VAT in it', async () => {
    const { eventId, guest } = await sold();
    const { id, papers } = await orderOf(eventId);
    const words = await wordsOn(id, null, guest);
    expect(words).toEqual(
      expect.arrayContaining([
        ...['Invoice', 'Hedda Host', 'Wren Halloran', guest.email],
        ...['Workshop pass: £18.00', 'Platform fee: £0.90', 'Total: £18.90', 'VAT included, 20%: £3.15'],
        `INV-${String(papers[0]?.number).padStart(5, '0')}`,
      ]),
    );
  });

  test('is a PDF for its buyer and for hosts, and for nobody else', async () => {
    const { eventId, guest } = await sold();
    const { id } = await orderOf(eventId);
    const url = paperPath(id, null);
    const own = await file(url, guest);
    expect(own.statusCode).toBe(200);
    expect(own.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    expect(own.headers['content-disposition']).toMatch(/INV-\d{5}\.pdf/);
    expect(own.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await file(url, host)).statusCode).toBe(200);
    const stranger = await world.person();
    for (const as of [stranger, undefined]) {
      expect((await file(url, as)).statusCode).toBe(404);
      expect((await bought(id, as)).status).toBe(404);
    }
    // Hosts have the orders of their event; the buyer's own page is the buyer's.
    expect((await bought(id, host)).status).toBe(404);
    expect((await file(paperPath(newId(), null), guest)).statusCode).toBe(404);
    expect((await file('/payments/api/v1/orders/x/invoice', guest)).statusCode).toBe(404);
    expect((await file(paperPath(id, newId()), guest)).statusCode).toBe(404);
  });

  test('stays with the person who paid when the place is passed on', async () => {
    const { eventId, guest } = await sold();
    const { id } = await orderOf(eventId);
    const tokens = createEventTokens(world.config.authSecret);
    const giver = tokens.forParticipation(await gatherings.idOf(eventId, guest));
    const kofi = await world.person({ firstName: 'Kofi' });
    const participationId = await gatherings.idOf(eventId, guest);
    const admission = async (as: Signed) =>
      (await world.call(getAdmission, { eventId, participationId: await gatherings.idOf(eventId, as) }, as)).data;
    expect((await admission(guest)).orderId).toBe(id);
    const to = { email: kofi.email, firstName: 'Kofi', lastName: 'Mensah' };
    expect((await world.call(passOn, { eventId, participationId, ...to }, guest)).status).toBe(200);
    expect((await admission(kofi)).orderId).toBeNull();
    const holder = tokens.forParticipation(await gatherings.idOf(eventId, kofi));
    expect((await file(paperPath(id, null), guest)).statusCode).toBe(200);
    expect((await file(`${paperPath(id, null)}?token=${giver}`)).statusCode).toBe(200);
    expect((await file(paperPath(id, null), kofi)).statusCode).toBe(404);
    expect((await file(`${paperPath(id, null)}?token=${holder}`)).statusCode).toBe(404);
  });

  test('is also for somebody who had no account when they paid, by their address', async () => {
    const { eventId, guest } = await sold();
    const { id } = await orderOf(eventId);
    await sql`update orders set user_id = null where id = ${id}`.execute(world.db);
    expect((await bought(id, guest)).status).toBe(200);
    const other = await world.person();
    expect((await bought(id, other)).status).toBe(404);
    await sql`update users set email_verified = false where id = ${guest.id}`.execute(world.db);
    expect((await bought(id, guest)).status).toBe(404);
  });

  test('keeps the seller’s details as they were, and shows later ones where there were none', async () => {
    const { eventId, guest } = await sold();
    const before = (await orderOf(eventId)).id;
    const details = { name: 'Kiln & Co Ltd', address: '1 Kiln Lane\n\n Alderwick ', taxNumber: 'GB123456789' };
    const set = await world.call(api.setSellerDetails, details, host);
    expect(set.data.data).toEqual({ ...details, address: '1 Kiln Lane\nAlderwick' });
    expect((await world.call(api.getSellerDetails, {}, host)).data.data).toEqual(set.data.data);
    const next = await sold();
    const after = (await orderOf(next.eventId)).id;
    await world.call(api.setSellerDetails, { ...details, name: 'Kiln Holding' }, host);
    expect(await wordsOn(before, null, guest)).toContain('Kiln Holding');
    const words = await wordsOn(after, null, next.guest);
    expect(words).toEqual(
      expect.arrayContaining(['Kiln & Co Ltd', '1 Kiln Lane', 'Alderwick', 'VAT or tax number: GB123456789']),
    );
  });

  test('takes the buyer’s company, and keeps its number', async () => {
    const { eventId, guest } = await sold();
    const { id, papers } = await orderOf(eventId);
    const company = { name: 'Halloran Ltd', address: '2 Mill Road', taxNumber: 'GB987654321' };
    expect((await world.call(api.setCompany, { orderId: id, ...company }, host)).status).toBe(404);
    const { data } = await world.call(api.setCompany, { orderId: id, ...company }, guest);
    expect(data.data).toMatchObject({ company, papers });
    expect(await wordsOn(id, null, guest)).toEqual(
      expect.arrayContaining(['Halloran Ltd', 'Wren Halloran', '2 Mill Road', 'VAT or tax number: GB987654321']),
    );
    const tooLong = { ...company, address: Array.from({ length: 7 }, (_, at) => `Line ${at}`).join('\n') };
    expect((await world.call(api.setCompany, { orderId: id, ...tooLong }, guest)).status).toBe(422);
  });

  test('needs an account whose details they are', async () => {
    const details = { name: 'Nobody', address: 'Nowhere', taxNumber: '' };
    const { status, data } = await world.call(api.setSellerDetails, details, await world.person());
    expect([status, data]).toMatchObject([409, { message: refusals.noAccount.message }]);
  });
});

describe('numbers', () => {
  test('have no gap and no double when thirty tickets are paid at once', { timeout: 120_000 }, async () => {
    const before = await series('invoice');
    const events: { eventId: string; ticketId: string }[] = [];
    for (const _ of oneTo(6)) {
      const { id: eventId } = await gatherings.published();
      events.push({ eventId, ticketId: await money.ticket(eventId) });
    }
    const paid = [];
    for (const { eventId, ticketId } of events)
      for (const n of oneTo(5)) {
        const guest = await world.person({ firstName: `Guest ${n}` });
        await gatherings.register(eventId, guest, { ticketId });
        paid.push({ eventId, guest, intent: (await money.payAtStripe(eventId, guest)).id });
      }
    const settled = await Promise.all(paid.map(({ eventId, guest, intent }) => money.record(eventId, guest, intent)));
    expect(settled.map(({ data }) => data.status)).toEqual(paid.map(() => 'going'));
    expect(await series('invoice')).toEqual(oneTo(before.length + 30));
  });

  test('are not used up by what is rolled back', async () => {
    const { eventId } = await sold();
    const { id, total } = await orderOf(eventId);
    const before = await series('invoice');
    await sql`delete from papers where order_id = ${id}`.execute(world.db);
    await sql`update sellers set invoices = invoices - 1 where account_id = (select account_id from orders where id = ${id})`.execute(
      world.db,
    );
    const order = { id, total, vatRate: null };
    const failing = world.db.transaction().execute(async (tx) => {
      expect((await issueInvoices(tx, [order], world.clock.now())).get(id)).toBe(before.length);
      throw new Error('The process has died.');
    });
    await expect(failing).rejects.toThrow('The process has died.');
    expect((await issueInvoices(world.db, [order], world.clock.now())).get(id)).toBe(before.length);
    expect((await issueInvoices(world.db, [order], world.clock.now())).size).toBe(0);
    expect(await series('invoice')).toEqual(before);
  });
});

describe('a credit note', () => {
  test('is issued for each refund that is made, and all of them have the VAT of the invoice', async () => {
    const { eventId, guest } = await sold();
    const { id } = await orderOf(eventId);
    const before = await series('credit_note');
    for (const amount of [333, 333, null]) {
      const count = (await creditsOf(eventId)).length;
      expect((await refund(id, amount)).status).toBe(200);
      await until(async () => expect(await creditsOf(eventId)).toHaveLength(count + 1));
    }
    const credits = await creditsOf(eventId);
    expect(credits.map(({ amount }) => amount)).toEqual([333, 333, 1224]);
    const { rows } = await sql<{
      vat: number;
    }>`select sum(vat)::int as vat from papers where order_id = ${id} and kind = 'credit_note'`.execute(world.db);
    expect(rows).toEqual([{ vat: 315 }]);
    expect(await series('credit_note')).toEqual(oneTo(before.length + 3));
    const url = paperPath(id, credits[0]?.refundId ?? '');
    expect((await file(url, guest)).statusCode).toBe(200);
    expect((await file(url, host)).statusCode).toBe(200);
    expect((await file(url, await world.person())).statusCode).toBe(404);
    const words = await wordsOn(id, credits[0]?.refundId ?? '', guest);
    expect(words).toEqual(expect.arrayContaining(['Credit note', 'Total credited: £3.33']));
  });

  test('is issued for what was given back at Stripe itself', async () => {
    const { eventId, intentId } = await sold();
    await clientOf(stripe).refunds.create({ payment_intent: intentId, amount: 500 }, { stripeAccount: account });
    const before = await series('credit_note');
    const made = (await clientOf(stripe).refunds.list({ payment_intent: intentId }, { stripeAccount: account }))
      .data[0];
    await hear('refund.created', made?.id ?? '');
    await until(async () => expect(await creditsOf(eventId)).toHaveLength(1));
    expect((await creditsOf(eventId))[0]).toMatchObject({ amount: 500, isVoid: false });
    expect(await series('credit_note')).toEqual(oneTo(before.length + 1));
  });

  test('is not issued for a second payment that goes back', async () => {
    const { eventId, intentId } = await sold();
    await sql`insert into refunds (id, order_id, payment_id, amount, reason, state, due_at, created_at)
      select ${newId()}, order_id, id, 1890, 'twice', 'queued', ${world.clock.now()}, ${world.clock.now()} from payments where intent_id = ${intentId}`.execute(
      world.db,
    );
    money.wake();
    await until(async () => expect((await orderOf(eventId)).refunds[0]?.state).toBe('succeeded'));
    expect(await creditsOf(eventId)).toEqual([]);
  });

  test('is void if the money did not arrive, and the next try has its own', async () => {
    const { eventId, guest } = await sold('pm_card_refundFail');
    const { id } = await orderOf(eventId);
    expect((await refund(id, null)).status).toBe(200);
    await until(async () => expect(await creditsOf(eventId)).toMatchObject([{ isVoid: false }]));
    const [made] = (await orderOf(eventId)).refunds;
    const { rows } = await sql<{
      stripe: string;
    }>`select stripe_id as stripe from refunds where order_id = ${id}`.execute(world.db);
    const atStripe = rows[0]?.stripe ?? '';
    stripe.hurry();
    await until(async () =>
      expect((await clientOf(stripe).refunds.retrieve(atStripe, {}, { stripeAccount: account })).status).toBe('failed'),
    );
    await hear('refund.failed', atStripe);
    await until(async () => expect(await creditsOf(eventId)).toMatchObject([{ isVoid: true }]));
    expect((await wordsOn(id, made?.id ?? '', guest)).join()).toContain('Void');
    const again = { orderId: id, refundId: made?.id ?? '' };
    expect((await world.call(ordersApi.retryRefund, again, host)).status).toBe(200);
    await until(async () =>
      expect(await creditsOf(eventId)).toMatchObject([
        { isVoid: true, amount: 1890 },
        { isVoid: false, amount: 1890 },
      ]),
    );
    expect((await series('credit_note')).at(-1)).toBe((await series('credit_note')).length);
  });
});

describe('orders as a file', () => {
  test('are for hosts, with the amounts as numbers', async () => {
    const { eventId, alias, guest, intentId } = await sold();
    await sql`update orders set buyer_name = '=1+1' where event_id = ${eventId}`.execute(world.db);
    const url = `/api/v1/events/${eventId}/orders/export.csv`;
    const { statusCode, headers, body } = await file(url, host);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['content-disposition']).toContain(`${alias}-orders.csv`);
    const [head, line, ...more] = body.replace('\ufeff', '').trim().split('\n');
    expect(head).toContain('"Date","Buyer","Email","Ticket","Code","Currency","Discount","Price","Fee","VAT included"');
    expect(line).toContain(`"'=1+1"`);
    expect(line).toMatch(/"Workshop pass","","GBP","0.00","18.00","0.90","3.15","18.90","0.00","INV-\d+","pi_/);
    expect(line).toContain(intentId);
    expect(more).toEqual([]);
    expect((await file(url, guest)).statusCode).toBe(403);
    expect((await file(url)).statusCode).toBe(401);
  });
});
