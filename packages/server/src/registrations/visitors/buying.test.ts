import { getAdmission } from '@folkmoot/contract/admission/api.ts';
import { refusals as sales } from '@folkmoot/contract/payments/schema.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import * as payments from '@folkmoot/contract/registrations/payment-api.ts';
import { type StripeService, startStripe } from '@folkmoot/sandbox/src/stripe/start.ts';
import { clientOf } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { paymentFixtures, stripeSettings } from '../../../test/fixtures/payment-fixtures.ts';
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { findParticipation } from '../../participations/store.ts';

/* People without an account buy a ticket; that the address is theirs is proved by the link in their email. */

let stripe: StripeService;
let mailbox: Mailbox;
let world: World;
let host: Signed;
let gatherings: EventFixtures;
let money: ReturnType<typeof paymentFixtures>;

beforeAll(async () => {
  stripe = await startStripe();
  mailbox = await openMailbox();
  world = await openWorld({ ...stripeSettings(stripe), SMTP_URL: mailbox.url });
  await world.app.jobs.start();
  host = await world.person();
  gatherings = eventFixtures(world, host);
  money = paymentFixtures(world, stripe, host, gatherings);
  await money.account();
});
afterAll(async () => {
  await world.close();
  await stripe.stop();
  await mailbox.close();
});

const visitor = (email: string) => ({ visitor: { firstName: 'Vi', lastName: 'Sitor', email } });

async function selling(capacity = 5) {
  const { id: eventId } = await gatherings.published({ name: 'Moot', capacity, waitlist: false });
  return { eventId, ticketId: await money.ticket(eventId) };
}

/** Registers a visitor, and pays for the seat that is held. */
async function buy(eventId: string, ticketId: string, email: string) {
  const { status, data } = await gatherings.register(eventId, undefined, { ticketId, ...visitor(email) });
  expect([status, data.status]).toEqual([200, 'payment_pending']);
  const { participationId } = data.data;
  const whose = { userId: participationId, eventId, participation_id: participationId, token: data.token };
  const { data: begun } = await world.call(payments.createPaymentIntent, { ...whose, ticket_id: ticketId });
  const { id, stripe_account: stripeAccount } = begun.data;
  const card = { payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/' };
  await clientOf(stripe).paymentIntents.confirm(id, card, { stripeAccount });
  const recorded = await world.call(payments.recordPayment, { ...whose, paymentIntentId: id });
  expect(recorded.data.status).toBe('going');
  return { participationId, token: data.token };
}

test('a visitor pays without a code, has the ticket at once, and gets it by email with its code and a link', async () => {
  const { eventId, ticketId } = await selling();
  const email = 'vi@visitor.example';
  const { participationId, token } = await buy(eventId, ticketId, email);
  expect(await gatherings.taken(eventId)).toBe(1);
  const ticket = () => world.call(getAdmission, { eventId, participationId, token });
  const { data } = await ticket();
  expect(data).toMatchObject({ state: 'valid', name: 'Vi Sitor', canPassOn: false });
  const isProved = async () => (await findParticipation(world.db, eventId, participationId))?.ownAct;
  expect(await isProved()).toBe(false);
  const letter = await mailbox.next(email);
  expect(letter.subject).toBe('Paid: Moot');
  expect(letter.text).toContain(data.code);
  expect(letter.text).toMatch(/token=\S+#ticket/);
  const link = new URL(/http\S+token=[^\s#]+/.exec(letter.text ?? '')?.[0] ?? '').searchParams.get('token') ?? '';
  expect(link).not.toBe(token);
  await world.call(api.getOwnParticipation, { eventId, token: link });
  expect(await isProved()).toBe(true);
  expect((await ticket()).data).toMatchObject({ canPassOn: true });
});

test('a visitor who types the address of somebody who has paid gets nothing of theirs', async () => {
  const { eventId, ticketId } = await selling();
  const email = 'paid@visitor.example';
  const { participationId } = await buy(eventId, ticketId, email);
  const { data } = await gatherings.register(eventId, undefined, { ticketId, ...visitor(email) });
  expect(data).toMatchObject({ status: 'payment_pending' });
  expect(data.data.participationId).not.toBe(participationId);
  const seen = await world.call(getAdmission, { eventId, participationId, token: data.token });
  expect(seen.status).toBe(410);
});

test('a visitor who buys nothing while sales are paused can try again', async () => {
  const { eventId, ticketId } = await selling();
  const enter = () => gatherings.register(eventId, undefined, { ticketId, ...visitor('again@visitor.example') });
  const sell = (state: string) => sql`update stripe_accounts set state = ${state}`.execute(world.db);
  await sell('paused');
  expect((await enter()).problem.code).toBe(sales.salesPaused.code);
  expect(await gatherings.taken(eventId)).toBe(0);
  await sell('ready');
  expect((await enter()).data.status).toBe('payment_pending');
});

test('a visitor’s token shows them their own place', async () => {
  const { eventId, ticketId } = await selling(1);
  const first = await gatherings.register(eventId, undefined, { ticketId, ...visitor('back@visitor.example') });
  // The seat is theirs, so for anybody new the event is full.
  const own = await world.call(api.getOwnParticipation, { eventId, token: first.data.token });
  expect(own.data.data?.status).toBe('payment_pending');
  expect((await gatherings.register(eventId, undefined, { ticketId, ...visitor('new@visitor.example') })).status).toBe(
    409,
  );
});
