import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusals } from '@folkmoot/contract/payments/schema.ts';
import { type StripeService, startStripe } from '@folkmoot/sandbox/src/stripe/start.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { paymentFixtures, stripeSettings } from '../../../test/fixtures/payment-fixtures.ts';
import { ALL } from '../../../test/scope.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';

/* Stripe is away or slow while people register and pay: they are told, no seat is lost, and nobody else waits for it. */

let folder: string;
let stripe: StripeService;
let world: World;
let gatherings: EventFixtures;
let money: ReturnType<typeof paymentFixtures>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'folkmoot-outage-'));
  stripe = await startStripe({ folder });
  world = await openWorld(stripeSettings(stripe));
  await world.app.jobs.start();
  const host = await world.person();
  gatherings = eventFixtures(world, host);
  money = paymentFixtures(world, stripe, host, gatherings);
  await money.account();
});
afterAll(async () => {
  await world.close();
  await stripe.stop();
  rmSync(folder, { recursive: true });
});

async function soldBy(capacity: number) {
  const { id: eventId } = await gatherings.published();
  return { eventId, ticketId: await money.ticket(eventId, { capacity }) };
}
const statusOf = async (eventId: string, as: Signed) => (await gatherings.own(eventId, as))?.status;

/** Stripe cannot be reached while this is done. */
async function withoutStripe(work: () => Promise<void>) {
  const { port } = new URL(stripe.url);
  await stripe.stop();
  try {
    await work();
  } finally {
    stripe = await startStripe({ folder, port: Number(port) });
  }
}

describe('while Stripe cannot be reached', () => {
  test('a seat is held, paying is refused with a sentence, and goes on when Stripe is back', async () => {
    const { eventId, ticketId } = await soldBy(1);
    const wren = await world.person();
    await withoutStripe(async () => {
      expect((await gatherings.register(eventId, wren, { ticketId })).data.status).toBe('payment_pending');
      const { status, problem } = await money.intentOf(eventId, wren);
      expect([status, problem.code]).toEqual([503, refusals.intentFailed.code]);
      expect(await statusOf(eventId, wren)).toBe('payment_pending');
      expect(await gatherings.taken(eventId)).toBe(1);
      // Others see what is left, which is nothing.
      expect((await gatherings.register(eventId, await world.person(), { ticketId })).data.status).toBe('waitlisted');
    });
    const { id } = await money.payAtStripe(eventId, wren);
    expect((await money.record(eventId, wren, id)).data.status).toBe('going');
  }, 30_000);

  test('what was paid is not lost if it cannot be recorded', async () => {
    const { eventId, ticketId } = await soldBy(1);
    const wren = await world.person();
    await gatherings.register(eventId, wren, { ticketId });
    const { id } = await money.payAtStripe(eventId, wren);
    await withoutStripe(async () => {
      const { status, problem } = await money.record(eventId, wren, id);
      expect([status, problem.code]).toEqual([503, refusals.recordFailed.code]);
      expect(await statusOf(eventId, wren)).toBe('payment_pending');
      expect(await gatherings.taken(eventId)).toBe(1);
    });
    // Stripe is asked about every payment of which it has said nothing.
    world.clock.moveBy(6 * 60_000);
    money.wake();
    await vi.waitFor(async () => expect(await statusOf(eventId, wren)).toBe('going'), { timeout: 10_000 });
  }, 30_000);
});

describe('while Stripe takes several seconds', () => {
  const SLOW = { delayMs: 3000 };
  /** Whether something was done before the slow call was answered. */
  async function isDoneMeanwhile(slow: Promise<unknown>, work: () => Promise<unknown>) {
    let isAnswered = false;
    void slow.then(() => {
      isAnswered = true;
    });
    await work();
    const before = !isAnswered;
    await slow;
    return before;
  }

  test('nobody waits for those who begin to pay: no transaction is held open meanwhile', async () => {
    const { eventId, ticketId } = await soldBy(3);
    const [wren, kofi, ada] = [await world.person(), await world.person(), await world.person()];
    await gatherings.register(eventId, wren, { ticketId });
    stripe.failNext({ ...SLOW, path: '/v1/payment_intents' });
    const beginning = money.intentOf(eventId, wren);
    const others = () =>
      Promise.all([kofi, ada].map((one) => gatherings.register(eventId, one, { ticketId }))).then((answers) =>
        expect(answers.map(({ data }) => data.status)).toEqual(['payment_pending', 'payment_pending']),
      );
    expect(await isDoneMeanwhile(beginning, others)).toBe(true);
    expect((await beginning).status).toBe(200);
  }, 30_000);

  test('nor for those whose payment is recorded', async () => {
    const { eventId, ticketId } = await soldBy(2);
    const [wren, kofi] = [await world.person(), await world.person()];
    await gatherings.register(eventId, wren, { ticketId });
    const { id } = await money.payAtStripe(eventId, wren);
    stripe.failNext({ ...SLOW, path: `/v1/payment_intents/${id}` });
    const recording = money.record(eventId, wren, id);
    expect(await isDoneMeanwhile(recording, () => gatherings.register(eventId, kofi, { ticketId }))).toBe(true);
    expect((await recording).data.status).toBe('going');
    expect(await gatherings.taken(eventId)).toBe(2);
  }, 30_000);

  test.runIf(ALL)(
    'longer than anybody waits: it is refused with a sentence, and the seat stays',
    async () => {
      const { eventId, ticketId } = await soldBy(1);
      const wren = await world.person();
      await gatherings.register(eventId, wren, { ticketId });
      // Each try is given up after eight seconds; the next ones hear that the first is still being worked on.
      stripe.failNext({ delayMs: 40_000, path: '/v1/payment_intents' });
      const { status, problem } = await money.intentOf(eventId, wren);
      expect([status, problem.code]).toEqual([503, refusals.intentFailed.code]);
      expect(await statusOf(eventId, wren)).toBe('payment_pending');
      expect(await gatherings.taken(eventId)).toBe(1);
    },
    60_000,
  );
});
