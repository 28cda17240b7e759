import * as events from '@folkmoot/contract/events/api.ts';
import { getBoughtOrder } from '@folkmoot/contract/payments/papers-api.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaverFixtures } from '../../../test/fixtures/leaving-fixtures.ts';
import { openSales, type Sales } from '../../../test/fixtures/sales-fixture.ts';
import { until } from '../../../test/fixtures/until.ts';
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import type { Signed } from '../../../test/world.ts';
import { EVENT_MAIL_QUEUE } from '../../participations/actions.ts';
import { insertMails } from '../../participations/mails-store.ts';
import { LEAVING_QUEUE } from './jobs.ts';
import { emptyAccount, eraseReturned } from './leaving-store.ts';

/* What somebody has under their address alone: it was given or bought there, and they have not signed in since. */

let mailbox: Mailbox;
let sales: Sales;
let world: Sales['world'];

beforeAll(async () => {
  mailbox = await openMailbox();
  sales = await openSales({ SMTP_URL: mailbox.url });
  ({ world } = sales);
});
afterAll(async () => {
  await sales.close();
  await mailbox.close();
});

const counts = async (eventId: string) =>
  (
    await sql<object>`select going_count as going, taken_count as taken,
      (select count(*)::int from participations p where p.event_id = e.id and p.status in ('going', 'offered') and p.role = 'guest') as places
      from events e where id = ${eventId}`.execute(world.db)
  ).rows[0];
const erased = async ({ id }: Signed) => {
  world.app.jobs.wake(LEAVING_QUEUE);
  await until(async () => expect((await sql`select from users where id = ${id}`.execute(world.db)).rows).toEqual([]));
};
const leave = (person: Signed) => leaverFixtures(() => ({ world, mailbox })).leave(person);

test.each(['by a host', 'as a visitor'])(
  'a seat that their address was given %s goes to who waits for it',
  async (how) => {
    const at = sales.gatherings;
    const waits = await world.person();
    const { id: eventId } = await at.published({ capacity: 1 });
    const email = `zeb-${how.length}@folk.example`;
    const name = { firstName: 'Zeb', lastName: 'Ash' };
    const given =
      how === 'as a visitor'
        ? await at.register(eventId, undefined, { visitor: { ...name, email } })
        : await world.call(api.addGuest, { eventId, notifyUser: false, email, ...name } as never, sales.host);
    // This sign-in is not one that looks for places.
    const zeb = await world.person({ email });
    expect(given.status).toBe(200);
    expect((await at.register(eventId, waits)).data.status).toBe('waitlisted');
    expect(await counts(eventId)).toEqual({ going: 1, taken: 1, places: 1 });
    await leave(zeb);
    expect((await at.own(eventId, waits))?.status).toBe('offered');
    expect(await counts(eventId)).toEqual({ going: 0, taken: 1, places: 1 });
  },
);

test('a seat that a restored backup has under the address of somebody who has left since goes to who waits for it', async () => {
  const at = sales.gatherings;
  const waits = await world.person();
  const { id: eventId } = await at.published({ capacity: 1 });
  const email = 'zeb-restored@folk.example';
  await at.register(eventId, undefined, { visitor: { firstName: 'Zeb', lastName: 'Ash', email } });
  expect((await at.register(eventId, waits)).data.status).toBe('waitlisted');
  const zeb = await world.person({ email });
  await world.db.transaction().execute((tx) => eraseReturned(tx, [zeb.id], world.clock.now()));
  world.clock.moveBy(1000);
  // Somebody who had the address afterwards has left as well.
  const second = await world.person({ email });
  await world.db
    .transaction()
    .execute((tx) => emptyAccount(tx, second, { reason: 'Other', ownReason: '' }, world.clock.now()));
  // What is younger is of somebody else who has the address by now.
  world.clock.moveBy(1000);
  const { id: later } = await at.published();
  await at.register(later, undefined, { visitor: { firstName: 'Zoe', lastName: 'Ash', email } });
  await erased(zeb);
  expect((await at.own(eventId, waits))?.status).toBe('offered');
  expect([await counts(eventId), await counts(later)]).toEqual([
    { going: 0, taken: 1, places: 1 },
    { going: 1, taken: 1, places: 1 },
  ]);
});

test('a host who asks an address again, of which somebody had a place twice, asks who has it by now', async () => {
  const at = sales.gatherings;
  const email = 'zeb-twice@folk.example';
  const { id: eventId } = await at.published();
  await at.register(eventId, undefined, { visitor: { firstName: 'Zeb', lastName: 'Ash', email } });
  const zeb = await world.person({ email });
  await at.register(eventId, zeb);
  await (await world.app.signIn.$context).internalAdapter.createSession(zeb.id);
  // Nothing more is erased until the host has asked.
  await sql`create function wait_for_host() returns trigger language plpgsql as $$ begin raise exception 'later'; end $$`.execute(
    world.db,
  );
  await sql`create trigger waiting before insert on users for each row when (new.username like '~%') execute function wait_for_host()`.execute(
    world.db,
  );
  await leave(zeb);
  world.clock.moveBy(1000);
  const asked = await world.call(events.addHost, { eventId, email, role: 'featured_guest' }, sales.host);
  // Without a name, it is listed by the address: not by the name of who is gone.
  expect(asked.data.data.map(({ firstName }) => firstName)).toContain(email);
  await sql`drop trigger waiting on users`.execute(world.db);
  await erased(zeb);
  const next = await world.person({ email });
  await (await world.app.signIn.$context).internalAdapter.createSession(next.id);
  expect((await at.own(eventId, next))?.status).toBe('invited');
});

test('what they bought under their address is theirs with the next sign-in', async () => {
  const { id: eventId } = await sales.gatherings.published();
  const [guest, other] = [await world.person(), await world.person()];
  for (const one of [guest, other])
    await sales.gatherings.register(eventId, one, { ticketId: await sales.money.ticket(eventId) });
  // As if they had bought without an account.
  await sql`update participations p set user_id = null, email = u.email, own_act = true from users u
    where u.id = p.user_id and p.event_id = ${eventId} and p.role = 'guest'`.execute(world.db);
  await sql`update orders set user_id = null, buyer_email = upper(buyer_email) where event_id = ${eventId}`.execute(
    world.db,
  );
  const context = await world.app.signIn.$context;
  await context.internalAdapter.createSession(guest.id);
  const { rows } = await sql<{
    user_id: string | null;
  }>`select user_id from orders where event_id = ${eventId} order by user_id`.execute(world.db);
  expect(rows.map((row) => row.user_id)).toEqual([guest.id, null]);
});

test('what somebody bought under an address is not for the next person who has it, also before it is erased', async () => {
  const at = sales.gatherings;
  const { id: eventId } = await at.published();
  const email = 'zeb-buyer@folk.example';
  const zeb = await world.person({ email });
  await at.register(eventId, zeb, { ticketId: await sales.money.ticket(eventId) });
  // As of a place that was bought before they had an account.
  await sql`update orders set user_id = null, state = 'paid', paid_at = created_at where event_id = ${eventId}`.execute(
    world.db,
  );
  const order = async () =>
    (
      await sql<{ id: string; user_id: string | null; buyer_name: string }>`select id, user_id, buyer_name from orders
        where event_id = ${eventId}`.execute(world.db)
    ).rows[0];
  const { id: orderId = '' } = (await order()) ?? {};
  expect((await world.call(getBoughtOrder, { orderId }, zeb)).status).toBe(200);
  await world.db
    .transaction()
    .execute((tx) => emptyAccount(tx, zeb, { reason: 'Other', ownReason: '' }, world.clock.now()));
  world.clock.moveBy(1000);
  await at.prove(eventId, email, { ticketId: await at.ticket(eventId, 'Free', null) });
  const next = await world.person({ email });
  expect((await world.call(getBoughtOrder, { orderId }, next)).status).toBe(404);
  await (await world.app.signIn.$context).internalAdapter.createSession(next.id);
  expect((await at.own(eventId, next))?.status).toBe('going');
  await erased(zeb);
  expect(await order()).toMatchObject({ user_id: null, buyer_name: 'Deleted member' });
});

test('an email about an event that was due when they left is not sent', async () => {
  const at = sales.gatherings;
  const [zeb, other] = [await world.person(), await world.person()];
  const { id: eventId } = await at.published();
  for (const one of [zeb, other]) await at.register(eventId, one);
  for (const { email } of [zeb, other]) await mailbox.next(email);
  const refs = [
    { eventId, id: await at.idOf(eventId, zeb) },
    { eventId, id: await at.idOf(eventId, other) },
  ];
  // As between the deletion and the job that erases the rest, which nobody wakes here.
  await world.db.transaction().execute(async (tx) => {
    await emptyAccount(tx, zeb, { reason: 'Other', ownReason: '' }, world.clock.now());
    for (const ref of refs) await insertMails(tx, [ref], 'new_ticket', {}, world.clock.now());
  });
  world.app.jobs.wake(EVENT_MAIL_QUEUE);
  await mailbox.next(other.email);
  expect(mailbox.taken.filter(({ to }) => to.endsWith('@deleted.invalid'))).toEqual([]);
});
