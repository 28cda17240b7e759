import * as api from '@folkmoot/contract/payments/api.ts';
import { act } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSales, type Sales } from '../../../test/fixtures/sales-fixture.ts';
import type { Signed } from '../../../test/world.ts';
import { runCommand } from '../../core/command.ts';
import { MONEY_TEXTS } from '../../events/mails/money-mail.ts';
import type { MailParts } from '../../events/mails/texts-mail.ts';
import { tellOfStops } from './accounts-actions.ts';

/* What hosts hear when nothing is sold with an account any more. */

let sales: Sales;
let cohost: Signed;
let eventId: string;

beforeAll(async () => {
  // Without its jobs: what they would do is done here, and the emails stay in the queue.
  sales = await openSales({}, { jobs: false });
  const { world, gatherings, money } = sales;
  cohost = await world.person({ firstName: 'Cleo', lastName: 'Cohost' });
  ({ id: eventId } = await gatherings.published({ name: 'Moot' }));
  await money.ticket(eventId);
  await gatherings.host(eventId, cohost);
  // Of these nobody needs to hear: one without paid tickets, a draft, and one that is over.
  await gatherings.published({ name: 'Free' });
  const { id: draft } = await gatherings.draft({ name: 'Draft', ...gatherings.times() });
  await money.ticket(draft);
  const { id: past } = await gatherings.published({ name: 'Past' });
  await money.ticket(past);
  const ago = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000);
  await sql`update events set start_at = ${ago(3)}, end_at = ${ago(2)} where id = ${past}`.execute(world.db);
});
afterAll(() => sales.close());

/** Runs the job, and takes what it has written: to whom, of which event, and why. */
async function told() {
  const { world } = sales;
  const services = { ...world.app.services, clock: world.clock };
  while (await runCommand(world.db, services, true, tellOfStops));
  const { rows } = await sql<{
    event: string;
    note: { userId: string; why: string; mine: boolean; name: string };
  }>`delete from event_mails where kind = 'sales_stopped' returning event_id as event, note`.execute(world.db);
  return rows.map(({ event, note }) => ({ event, ...note }));
}

const accountNow = async () =>
  (await sales.world.call(api.getAccount, {}, sales.host)).data.data?.state ?? 'disconnected';

describe('hosts of coming events with paid tickets are told once that sales have stopped', () => {
  test('when Stripe pauses the account, and again the next time', async () => {
    const { stripe, account, host } = sales;
    expect(await told()).toEqual([]);
    for (let times = 0; times < 2; times += 1) {
      await act(stripe, `accounts/${account}/pause`);
      expect(await accountNow()).toBe('paused');
      const seen = await told();
      expect(seen.toSorted((one, other) => Number(other.mine) - Number(one.mine))).toEqual([
        { event: eventId, userId: host.id, why: 'paused', mine: true, name: 'Hedda Host' },
        { event: eventId, userId: cohost.id, why: 'paused', mine: false, name: 'Hedda Host' },
      ]);
      expect(await told()).toEqual([]);
      await act(stripe, `accounts/${account}/finish`, { country: 'GB', currency: 'GBP' });
      expect(await accountNow()).toBe('ready');
      expect(await told()).toEqual([]);
    }
  });

  test('when the account is lost', async () => {
    const { stripe, account } = sales;
    await act(stripe, `accounts/${account}/leave`);
    expect(await accountNow()).toBe('lost');
    expect((await told()).map(({ why }) => why)).toEqual(['lost', 'lost']);
    await act(stripe, `accounts/${account}/return`);
    expect(await accountNow()).toBe('ready');
  });

  test('when it is disconnected, except those who did that', async () => {
    const { world, host } = sales;
    expect((await world.call(api.disconnectAccount, {}, host)).status).toBe(200);
    expect(await told()).toEqual([
      { event: eventId, userId: cohost.id, why: 'disconnected', mine: false, name: 'Hedda Host' },
    ]);
    await world.call(api.createAccount, {}, host);
    expect(await accountNow()).toBe('ready');
    expect(await told()).toEqual([]);
  });
});

test.each([
  ['paused', true, 'Stripe has paused payments to your Stripe account. Nobody can buy a ticket for Moot until that is'],
  ['lost', false, 'Folkmoot can no longer use the Stripe account of Hedda Host. Nobody'],
  ['disconnected', false, 'Hedda Host has disconnected the Stripe account that the event is paid to. Nobody'],
] as const)('the email about sales that have stopped says why: %s', (why, mine, said) => {
  const parts = { event: { name: 'Moot' }, product: 'Folkmoot', note: { why, mine, name: 'Hedda Host' } };
  expect(MONEY_TEXTS.sales_stopped?.(parts as unknown as MailParts).paragraphs[0]).toContain(said);
});
