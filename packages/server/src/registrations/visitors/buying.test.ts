import { refusals as accounts, CODE } from '@folkmoot/contract/accounts/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { VISITOR_MAILS } from '@folkmoot/contract/events/invitations-schema.ts';
import { refusals as sales } from '@folkmoot/contract/payments/schema.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import * as payments from '@folkmoot/contract/registrations/payment-api.ts';
import { refusals } from '@folkmoot/contract/registrations/schema.ts';
import { type StripeService, startStripe } from '@folkmoot/sandbox/src/stripe/start.ts';
import { clientOf } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../../../test/database.ts';
import { type EventFixtures, eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { paymentFixtures, stripeSettings } from '../../../test/fixtures/payment-fixtures.ts';
import { until } from '../../../test/fixtures/until.ts';
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import { CI } from '../../../test/scope.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { touchEvent } from '../../events/editing/write-store.ts';
import { lockEvent } from '../../participations/store.ts';

/* People without an account buy a ticket: they prove their address first. */

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

/** The code of the newest email to an address. */
const codeFor = (email: string) =>
  mailbox.next(email).then(({ subject }) => {
    expect(subject).toMatch(/^\d{6} is your code to buy a ticket$/);
    return subject?.slice(0, 6) ?? '';
  });

test('a visitor proves their address by a code, holds a seat, and pays with the token that they get', async () => {
  const { eventId, ticketId } = await selling();
  const email = 'vi@visitor.example';
  const asked = await gatherings.register(eventId, undefined, { ticketId, ...visitor(email) });
  expect([asked.status, asked.problem.code]).toEqual([409, refusals.proveAddress.code]);
  // Nothing is held for an address that nobody has proved.
  expect(await gatherings.taken(eventId)).toBe(0);
  const wrong = await gatherings.register(eventId, undefined, { ticketId, ...visitor(email), otp: '12345' });
  expect(wrong.problem).toMatchObject({ code: accounts.wrongCode.code, fields: { otp: accounts.wrongCode.message } });
  const otp = await codeFor(email);
  const { status, data } = await gatherings.register(eventId, undefined, { ticketId, ...visitor(email), otp });
  expect([status, data.status]).toEqual([200, 'payment_pending']);
  expect(await gatherings.taken(eventId)).toBe(1);
  const participationId = data.data?.participationId ?? '';
  const whose = { userId: participationId, eventId, participation_id: participationId, token: data.token };
  const { data: begun } = await world.call(payments.createPaymentIntent, { ...whose, ticket_id: ticketId });
  const { id, stripe_account: stripeAccount } = begun.data;
  const card = { payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/' };
  await clientOf(stripe).paymentIntents.confirm(id, card, { stripeAccount });
  const recorded = await world.call(payments.recordPayment, { ...whose, paymentIntentId: id });
  expect(recorded.data.status).toBe('going');
  // A code counts once.
  const again = await gatherings.register(eventId, undefined, { ticketId, ...visitor(email), otp });
  expect(again.problem.code).toBe(accounts.wrongCode.code);
});

test('a code that meets a refusal can be entered again, as often as there are tries', async () => {
  const { eventId, ticketId } = await selling();
  const email = 'again@visitor.example';
  await gatherings.register(eventId, undefined, { ticketId, ...visitor(email) });
  const otp = await codeFor(email);
  const enter = () => gatherings.register(eventId, undefined, { ticketId, ...visitor(email), otp });
  const sell = (state: string) => sql`update stripe_accounts set state = ${state}`.execute(world.db);
  await sell('paused');
  for (let n = 1; n < CODE.tries; n += 1) expect((await enter()).problem.code).toBe(sales.salesPaused.code);
  await sell('ready');
  expect((await enter()).data.status).toBe('payment_pending');
  // It has been used now, and its tries too.
  expect((await enter()).problem.code).toBe(accounts.wrongCode.code);
});

// PGlite serves one transaction at a time.
test.runIf(testServer)(
  'a ticket that gets a price while it is taken for nothing is not held for an address that nobody has proved',
  async () => {
    const { eventId } = await selling();
    const ticketId = await money.ticket(eventId, { type: 'free', price: 0 });
    const [locked, isWaiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const changed = world.db.transaction().execute(async (tx) => {
      await lockEvent(tx, eventId);
      locked.resolve();
      await isWaiting.promise;
      await sql`update tickets set type = 'paid', price = 1800, currency = 'GBP' where event_id = ${eventId} and id = ${ticketId}`.execute(
        tx,
      );
      await touchEvent(tx, eventId, world.clock.now());
    });
    await locked.promise;
    const asked = gatherings.register(eventId, undefined, { ticketId, ...visitor('free@visitor.example') });
    await until(async () => {
      const { rows } =
        await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          world.db,
        );
      expect(rows).toHaveLength(1);
    });
    isWaiting.resolve();
    await changed;
    expect((await asked).problem.code).toBe(core.conflict.code);
    expect(await gatherings.taken(eventId)).toBe(0);
  },
);

test('a visitor’s token shows them their own place', async () => {
  const { eventId, ticketId } = await selling(1);
  const email = 'back@visitor.example';
  await gatherings.register(eventId, undefined, { ticketId, ...visitor(email) });
  const first = await gatherings.register(eventId, undefined, {
    ...{ ticketId, otp: await codeFor(email) },
    ...visitor(email),
  });
  // The seat is theirs, so for anybody new the event is full: they follow the link in their email.
  const own = await world.call(api.getOwnParticipation, { eventId, token: first.data.token });
  expect(own.data.data?.status).toBe('payment_pending');
  expect((await gatherings.register(eventId, undefined, { ticketId, ...visitor('new@visitor.example') })).status).toBe(
    409,
  );
});

test('no answer before the code tells whose address it is', async () => {
  const { eventId, ticketId } = await selling();
  const known = await world.person({ email: 'known@visitor.example' });
  for (const email of [known.email, 'unknown@visitor.example']) {
    const { problem } = await gatherings.register(eventId, undefined, { ticketId, ...visitor(email) });
    expect(problem.code).toBe(refusals.proveAddress.code);
  }
  const otp = await codeFor(known.email);
  const { problem } = await gatherings.register(eventId, undefined, { ticketId, ...visitor(known.email), otp });
  expect(problem).toMatchObject({ code: refusals.haveAccount.code });
  expect(await gatherings.taken(eventId)).toBe(0);
});

test.runIf(CI)('codes count towards the daily limit of registration emails from a network', async () => {
  const { eventId, ticketId } = await selling();
  const answers = [];
  for (let n = 0; n <= VISITOR_MAILS.caller; n += 1)
    answers.push(await gatherings.register(eventId, undefined, { ticketId, ...visitor(`v${n}@many.example`) }));
  expect(answers.at(-1)?.problem.code).toBe('core.slow-down');
});
