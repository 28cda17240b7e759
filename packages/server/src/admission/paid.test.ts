import * as api from '@folkmoot/contract/admission/api.ts';
import * as orders from '@folkmoot/contract/payments/orders-api.ts';
import { type StripeService, startStripe } from '@folkmoot/sandbox/src/stripe/start.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { paymentFixtures, stripeSettings } from '../../test/fixtures/payment-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { ticketPaper } from './paper-actions.ts';

let stripe: StripeService;
let world: World;
let host: Signed;
let gatherings: EventFixtures;
let money: ReturnType<typeof paymentFixtures>;

beforeAll(async () => {
  stripe = await startStripe();
  world = await openWorld(stripeSettings(stripe));
  await world.app.jobs.start();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  gatherings = eventFixtures(world, host);
  money = paymentFixtures(world, stripe, host, gatherings);
  await money.account();
});
afterAll(async () => {
  await world.close();
  await stripe.stop();
});

const ticketOf = async (eventId: string, as: Signed) => {
  const participationId = await gatherings.idOf(eventId, as);
  return (await world.call(api.getAdmission, { eventId, participationId }, as)).data;
};

/** Somebody buys a ticket of £18, and £0.90 for the operator. */
async function sold() {
  const { id: eventId } = await gatherings.published({ name: 'Moot' });
  const ticketId = await money.ticket(eventId);
  const wren = await world.person({ firstName: 'Wren', lastName: 'Halloran' });
  await gatherings.register(eventId, wren, { ticketId });
  const { id } = await money.payAtStripe(eventId, wren);
  expect((await money.record(eventId, wren, id)).data.status).toBe('going');
  return { eventId, wren };
}

describe('a paid ticket', () => {
  test('says what was paid, on the screen and on paper', async () => {
    const { eventId, wren } = await sold();
    const { paid, ticketName, event } = await ticketOf(eventId, wren);
    expect([ticketName, paid]).toEqual(['Workshop pass', { amount: 1890, currency: 'GBP' }]);
    const ticket = { own: wren, admission: { code: 'QRTW4867' }, event, ticketName, paid };
    const paper = ticketPaper(ticket as never, null, { name: 'Moot', origin: 'https://moot.example' });
    const texts = paper.parts.flatMap((part) => (part.is === 'flow' ? part.texts.map(({ text }) => text) : []));
    expect(texts).toContain('Workshop pass, £18.90 paid');
  });

  test('says what is left when a part has gone back, and nothing when all has', async () => {
    const { eventId, wren } = await sold();
    const [order] = (await world.call(orders.listOrders, { eventId }, host)).data.data;
    const refund = (amount: number | null) =>
      world.call(
        orders.refundOrder,
        { orderId: order?.id ?? '', amount, reason: '', endRegistration: false, clientId: newId() },
        host,
      );
    expect((await refund(500)).status).toBe(200);
    expect((await ticketOf(eventId, wren)).paid).toEqual({ amount: 1390, currency: 'GBP' });
    expect((await refund(null)).status).toBe(200);
    expect((await ticketOf(eventId, wren)).paid).toBeNull();
  });

  test('says it to the person to whom it was passed on', async () => {
    const { eventId, wren } = await sold();
    const kofi = await world.person({ firstName: 'Kofi', lastName: 'Mensah' });
    const to = { email: kofi.email, firstName: 'Kofi', lastName: 'Mensah' };
    const participationId = await gatherings.idOf(eventId, wren);
    expect((await world.call(api.passOn, { eventId, participationId, ...to }, wren)).status).toBe(200);
    expect(await ticketOf(eventId, kofi)).toMatchObject({
      name: 'Kofi Mensah',
      paid: { amount: 1890, currency: 'GBP' },
    });
  });
});

test('a free ticket says nothing of money', async () => {
  const { id } = await gatherings.published();
  const kind = await gatherings.ticket(id, 'Day pass', null);
  const wren = await world.person();
  await gatherings.register(id, wren, { ticketId: kind });
  expect(await ticketOf(id, wren)).toMatchObject({ ticketName: 'Day pass', paid: null });
});
