import * as api from '@folkmoot/contract/codes/api.ts';
import { type CodeFields, refusals } from '@folkmoot/contract/codes/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { PASSCODE_TRIES } from '@folkmoot/contract/events/passcode-rules.ts';
import { refusals as registrations } from '@folkmoot/contract/registrations/schema.ts';
import { listTickets, updateTicket } from '@folkmoot/contract/tickets/api.ts';
import { refusals as tickets } from '@folkmoot/contract/tickets/schema.ts';
import { type StripeService, startStripe } from '@folkmoot/sandbox/src/stripe/start.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { paymentFixtures, stripeSettings } from '../../test/fixtures/payment-fixtures.ts';
import { until } from '../../test/fixtures/until.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';

const MINUTE = 60_000;

let stripe: StripeService;
let world: World;
let host: Signed;
let gatherings: EventFixtures;
let money: ReturnType<typeof paymentFixtures>;

beforeAll(async () => {
  stripe = await startStripe();
  world = await openWorld(stripeSettings(stripe));
  await world.app.jobs.start();
  host = await world.person();
  gatherings = eventFixtures(world, host);
  money = paymentFixtures(world, stripe, host, gatherings);
  await money.account();
});
afterAll(async () => {
  await world.close();
  await stripe.stop();
});

const NOTHING = {
  ...{ kind: 'percent', percent: null, amount: null, ticket_ids: null },
  ...{ max_uses: null, starts_epoc: null, ends_epoc: null, is_active: true },
} satisfies Omit<CodeFields, 'code'>;
const tenPercent = { ...NOTHING, code: 'EARLY', percent: 10 };
const free = { ...NOTHING, code: 'GUEST-2026', percent: 100 };

const make = (eventId: string, fields: Partial<CodeFields>, as = host) =>
  world.call(api.createCode, { eventId, ...tenPercent, ...fields }, as);
const check = (eventId: string, code: string, as?: Signed) => world.call(api.checkCode, { eventId, code }, as);
const list = async (eventId: string) => (await world.call(api.listCodes, { eventId }, host)).data.data;
const usesOf = async (eventId: string) => (await list(eventId)).map(({ code, uses }) => [code, uses]);

/** An event with a ticket of £18, and a code. */
async function selling(fields: object = {}, code: Partial<CodeFields> = {}, ticket: object = {}) {
  const { id: eventId } = await gatherings.published({ name: 'Moot', ...fields });
  const ticketId = await money.ticket(eventId, ticket);
  const made = await make(eventId, code);
  expect(made.status).toBe(200);
  return { eventId, ticketId, codeId: made.data.data.id };
}

describe('codes', () => {
  test('make a ticket cheaper: what is left is held, charged with its fee, and kept with the order', async () => {
    const { eventId, ticketId } = await selling();
    const wren = await world.person();
    expect((await check(eventId, ' early', wren)).data.data).toMatchObject({
      ...{ code: 'EARLY', percent: 10, tickets: [] },
      prices: [{ id: ticketId, price: 1620, fee: 81 }],
    });
    const { data } = await gatherings.register(eventId, wren, { ticketId, code: 'early' });
    expect(data.status).toBe('payment_pending');
    // £16.20, and 5 % of that.
    expect((await money.intentOf(eventId, wren)).data.data).toMatchObject({ amount: 1701, fee: 81, price: 1620 });
    const { id } = await money.payAtStripe(eventId, wren);
    expect((await money.record(eventId, wren, id)).data.status).toBe('going');
    const { rows } = await sql`select price, discount, code from orders where event_id = ${eventId}`.execute(world.db);
    expect(rows).toEqual([{ price: 1620, discount: 180, code: 'EARLY' }]);
    expect(await usesOf(eventId)).toEqual([['EARLY', 1]]);
  });

  test('can make it free: then Stripe is not asked', async () => {
    const { eventId, ticketId } = await selling({}, free);
    const wren = await world.person();
    expect((await gatherings.register(eventId, wren, { ticketId, code: 'guest-2026' })).data.status).toBe('going');
    const { rows } = await sql`select id from orders where event_id = ${eventId}`.execute(world.db);
    expect(rows).toEqual([]);
    // Also for people without an account, who cannot pay.
    const visitor = { firstName: 'Vi', lastName: 'Sitor', email: 'vi@example.org' };
    const { status, data } = await gatherings.register(eventId, undefined, { ticketId, code: free.code, visitor });
    expect([status, data.status]).toEqual([200, 'going']);
    expect(await usesOf(eventId)).toEqual([['GUEST-2026', 2]]);
  });

  test('can be entered while a seat is held: it is held anew at the lower price, and its first payment ends', async () => {
    const { eventId, ticketId } = await selling({ capacity: 1, waitlist: false });
    const wren = await world.person();
    await gatherings.register(eventId, wren, { ticketId });
    const { data: before } = await money.intentOf(eventId, wren);
    const { data } = await gatherings.register(eventId, wren, { ticketId, code: 'EARLY' });
    expect(data.status).toBe('payment_pending');
    const { data: after } = await money.intentOf(eventId, wren);
    expect([after.data.amount, after.data.id === before.data.id]).toEqual([1701, false]);
    // Nothing was said of the code: it stays. An empty one takes it back.
    await gatherings.register(eventId, wren, { ticketId });
    expect((await money.intentOf(eventId, wren)).data.data.amount).toBe(1701);
    await gatherings.register(eventId, wren, { ticketId, code: '' });
    expect((await money.intentOf(eventId, wren)).data.data.amount).toBe(1890);
    expect(await usesOf(eventId)).toEqual([['EARLY', 0]]);
    expect(await gatherings.taken(eventId)).toBe(1);
  });

  test('that make a held ticket free end the payment that was begun', async () => {
    const { eventId, ticketId } = await selling({ capacity: 1, waitlist: false }, free);
    const wren = await world.person();
    await gatherings.register(eventId, wren, { ticketId });
    const { data } = await money.intentOf(eventId, wren);
    expect((await gatherings.register(eventId, wren, { ticketId, code: free.code })).data.status).toBe('going');
    await until(async () => {
      const { rows } = await sql<{
        state: string;
      }>`select state from payments where intent_id = ${data.data.id}`.execute(world.db);
      expect(rows).toEqual([{ state: 'canceled' }]);
    });
  });

  test('keep their limit when many people use them at once; a use is returned with its place', async () => {
    const { eventId, ticketId } = await selling({}, { ...free, max_uses: 3 });
    const people = await Promise.all(Array.from({ length: 12 }, () => world.person()));
    const answers = await Promise.all(
      people.map((as) => gatherings.register(eventId, as, { ticketId, code: free.code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(answers.flatMap(({ status, problem }) => (status === 200 ? [] : [problem.code])))).toEqual(
      new Set([refusals.usedUp.code]),
    );
    expect((await check(eventId, free.code)).problem.code).toBe(refusals.usedUp.code);
    const seated = people[answers.findIndex(({ status }) => status === 200)] as Signed;
    const late = people[answers.findIndex(({ status }) => status !== 200)] as Signed;
    await gatherings.leave(eventId, seated);
    expect((await gatherings.register(eventId, late, { ticketId, code: free.code })).status).toBe(200);
  });

  test('come back when a hold lapses, and are taken again with the next one', async () => {
    const { eventId, ticketId } = await selling({}, { max_uses: 1 });
    const [wren, robin] = [await world.person(), await world.person()];
    await gatherings.register(eventId, wren, { ticketId, code: 'EARLY' });
    expect((await gatherings.register(eventId, robin, { ticketId, code: 'EARLY' })).problem.code).toBe(
      refusals.usedUp.code,
    );
    world.clock.moveBy(16 * MINUTE);
    money.wake();
    await until(async () => expect(await usesOf(eventId)).toEqual([['EARLY', 0]]));
    expect((await gatherings.register(eventId, robin, { ticketId, code: 'EARLY' })).status).toBe(200);
    // Wren goes on without it, at the full price, which is shown before anything is paid.
    await gatherings.register(eventId, wren, { ticketId });
    expect((await money.intentOf(eventId, wren)).data.data.amount).toBe(1890);
  });

  test('show the hidden tickets that they name, and to nobody else', async () => {
    const { id: eventId } = await gatherings.published();
    const open = await money.ticket(eventId);
    const hidden = await money.ticket(eventId, { type: 'free', price: 0, name: 'Crew', is_hidden: true });
    await make(eventId, { ...NOTHING, code: 'CREW', kind: 'access', ticket_ids: [hidden] });
    const wren = await world.person();
    const shown = async (as: Signed, all = false) => {
      const { data } = await world.call(listTickets, { eventId, ...(all && { all: 'true' }) }, as);
      return data.data.map(({ id }) => id);
    };
    expect([await shown(wren), await shown(host)]).toEqual([[open], [open]]);
    expect(await shown(host, true)).toEqual([open, hidden]);
    expect((await world.call(listTickets, { eventId, all: 'true' }, wren)).status).toBe(403);
    const refused = await gatherings.register(eventId, wren, { ticketId: hidden });
    expect(refused.problem.code).toBe(registrations.noSuchTicket.code);
    expect((await check(eventId, 'crew', wren)).data.data.tickets.map(({ id }) => id)).toEqual([hidden]);
    expect((await gatherings.register(eventId, wren, { ticketId: open, code: 'crew' })).problem.code).toBe(
      refusals.otherTicket.code,
    );
    expect((await gatherings.register(eventId, wren, { ticketId: hidden, code: 'crew' })).data.status).toBe('going');
    // Those who have it see it.
    expect(await shown(wren)).toEqual([open, hidden]);
  });

  test('cannot be guessed: guesses are counted for the event, also those of registrations', async () => {
    const { eventId, ticketId } = await selling();
    const guesser = await world.person();
    expect((await check(eventId, 'nope', guesser)).problem.code).toBe(refusals.unknown.code);
    const answer = await gatherings.register(eventId, guesser, { ticketId, code: 'nope' });
    expect(answer.problem).toMatchObject({ code: refusals.unknown.code, fields: { code: refusals.unknown.message } });
    await sql`insert into passcode_tries (event_id, id, caller, correct, at, kind)
      select ${eventId}, gen_random_uuid(), 'many', false, ${world.clock.now()}, 'code' from generate_series(1, ${PASSCODE_TRIES.slow})`.execute(
      world.db,
    );
    // Everybody gets a few tries; then they wait.
    expect((await check(eventId, 'nope', guesser)).problem.code).toBe(refusals.unknown.code);
    expect((await check(eventId, 'early', guesser)).problem.code).toBe(core.slowDown.code);
    // Nor has anybody more guesses who has one of the codes.
    const holder = await world.person();
    expect((await check(eventId, 'early', holder)).status).toBe(200);
    for (let n = 0; n < PASSCODE_TRIES.own; n += 1) await check(eventId, `crew-${n}`, holder);
    const lately = Array.from({ length: 6 }, () => world.person());
    for (const other of await Promise.all(lately)) await check(eventId, 'nope', other);
    expect((await check(eventId, 'crew-9', holder)).problem.code).toBe(core.slowDown.code);
    // People who have it are not held up.
    expect((await check(eventId, 'early', await world.person())).status).toBe(200);
  });

  test('are the hosts’ to make, change and remove; places that were taken keep their price', async () => {
    const { eventId, ticketId, codeId } = await selling();
    const wren = await world.person();
    await gatherings.register(eventId, wren, { ticketId, code: 'early' });
    expect((await make(eventId, {}, wren)).status).toBe(403);
    expect((await make(eventId, { code: 'Early' })).problem).toMatchObject({ code: refusals.taken.code });
    expect((await make(eventId, { code: 'a b' })).problem.fields).toHaveProperty('code');
    expect((await make(eventId, { code: 'other', percent: 99 })).problem.fields).toEqual({
      percent: refusals.leavesTooLittle.message,
    });
    const change = (fields: object) => world.call(api.updateCode, { eventId, codeId, ...fields }, host);
    expect((await change({ percent: 50 })).data.data).toMatchObject({ code: 'EARLY', percent: 50, uses: 1 });
    expect((await money.intentOf(eventId, wren)).data.data.amount).toBe(1701);
    expect((await change({ is_active: false })).status).toBe(200);
    expect((await check(eventId, 'early')).problem.code).toBe(refusals.ended.code);
    expect((await world.call(api.deleteCode, { eventId, codeId }, host)).status).toBe(200);
    expect((await world.call(api.deleteCode, { eventId, codeId }, host)).status).toBe(404);
    expect((await money.intentOf(eventId, wren)).data.data.amount).toBe(1701);
  });
});

describe('tickets', () => {
  const inHours = (hours: number) => Math.floor(world.clock.now().getTime() / 1000) + hours * 3600;

  test('are on sale between two times', async () => {
    const { id: eventId } = await gatherings.published();
    const window = { sale_starts_epoc: inHours(1), sale_ends_epoc: inHours(2) };
    const ticketId = await money.ticket(eventId, { type: 'free', price: 0, ...window });
    const [wren, robin] = [await world.person(), await world.person()];
    const early = await gatherings.register(eventId, wren, { ticketId });
    expect(early.problem.code).toBe(registrations.saleNotOpen.code);
    world.clock.moveBy(61 * MINUTE);
    expect((await gatherings.register(eventId, wren, { ticketId })).data.status).toBe('going');
    world.clock.moveBy(61 * MINUTE);
    expect((await gatherings.register(eventId, robin, { ticketId })).problem.code).toBe(registrations.saleEnded.code);
    const wrong = await world.call(updateTicket, { eventId, ticketId, sale_starts_epoc: inHours(3) }, host);
    expect(wrong.problem).toMatchObject({ code: tickets.saleOrder.code });
    expect((await world.call(updateTicket, { eventId, ticketId, sale_ends_epoc: null }, host)).status).toBe(200);
    expect((await gatherings.register(eventId, robin, { ticketId })).data.status).toBe('going');
  });

  test('can ask for approval by themselves; then it is paid for', async () => {
    const { id: eventId } = await gatherings.published();
    const open = await gatherings.ticket(eventId, 'Open', null);
    const ticketId = await money.ticket(eventId, { require_approval: true });
    await make(eventId, {});
    const [wren, robin] = [await world.person(), await world.person()];
    expect((await gatherings.register(eventId, robin, { ticketId: open })).data.status).toBe('going');
    expect((await gatherings.register(eventId, wren, { ticketId, code: 'EARLY' })).data.status).toBe('requested');
    await gatherings.changeGuest(eventId, wren, { type: 'approve' });
    expect((await gatherings.own(eventId, wren))?.status).toBe('offered');
    // With the code that came with the request.
    expect((await gatherings.register(eventId, wren, { ticketId })).data.status).toBe('payment_pending');
    expect((await money.intentOf(eventId, wren)).data.data.amount).toBe(1701);
  });

  test('that are archived are given to nobody new; those who have one keep it', async () => {
    const { id: eventId } = await gatherings.published();
    const ticketId = await gatherings.ticket(eventId, 'Old', null);
    const [wren, robin] = [await world.person(), await world.person()];
    await gatherings.register(eventId, wren, { ticketId });
    expect((await world.call(updateTicket, { eventId, ticketId, is_archived: true }, host)).status).toBe(200);
    const refused = await gatherings.register(eventId, robin, { ticketId });
    expect(refused.problem.code).toBe(registrations.noSuchTicket.code);
    // Nobody gets in without a ticket because all of them are archived.
    expect((await gatherings.register(eventId, robin)).problem.code).toBe(registrations.ticketRequired.code);
    const { data } = await world.call(listTickets, { eventId }, robin);
    expect([data.data, data.needed]).toEqual([[], true]);
    expect((await gatherings.own(eventId, wren))?.ticketId).toBe(ticketId);
  });
});

describe('a payment that comes after its hold', () => {
  const pay = async (eventId: string, as: Signed) => {
    const { id } = await money.payAtStripe(eventId, as);
    world.clock.moveBy(16 * 60_000);
    return () => money.record(eventId, as, id);
  };

  test('counts as a use of the code that its order was made with, and not the one that was said since', async () => {
    const { eventId, ticketId } = await selling({}, { max_uses: 1 });
    const wren = await world.person();
    await gatherings.register(eventId, wren, { ticketId, code: 'EARLY' });
    const record = await pay(eventId, wren);
    expect((await gatherings.register(eventId, wren, { ticketId, code: '' })).data.status).toBe('payment_pending');
    expect(await usesOf(eventId)).toEqual([['EARLY', 0]]);
    expect((await record()).data.status).toBe('going');
    expect(await usesOf(eventId)).toEqual([['EARLY', 1]]);
    const late = await gatherings.register(eventId, await world.person(), { ticketId, code: 'EARLY' });
    expect(late.problem.code).toBe(refusals.usedUp.code);
  });

  test('goes back if others have used its code up since', async () => {
    const { eventId, ticketId } = await selling({}, { max_uses: 1 });
    const [wren, robin] = [await world.person(), await world.person()];
    await gatherings.register(eventId, wren, { ticketId, code: 'EARLY' });
    const record = await pay(eventId, wren);
    const next = await gatherings.register(eventId, robin, { ticketId, code: 'EARLY' });
    expect(next.data.status).toBe('payment_pending');
    const { data } = await record();
    expect(data).toMatchObject({ status: 'payment_pending' });
    expect(await usesOf(eventId)).toEqual([['EARLY', 1]]);
    const { rows } = await sql<{ reason: string; amount: number }>`select r.reason, r.amount from refunds r
      join orders o on o.id = r.order_id where o.event_id = ${eventId}`.execute(world.db);
    expect(rows).toEqual([{ reason: 'late', amount: 1701 }]);
  });
});
