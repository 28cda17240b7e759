import { listInvitations } from '@folkmoot/contract/invitations/api.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { plansOf } from '../../test/plan.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { markAccepted, settleInvitations } from './store.ts';

/* How many invitations an event has in each state is kept, not counted. */

let world: World;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person();
  at = eventFixtures(world, host);
});
afterAll(() => world.close());

/** Invitations in all stored states, each with the participation that it made, if its letter has left. */
async function invite(eventId: string, count: number): Promise<void> {
  const now = world.clock.now();
  await sql`insert into invitations (event_id, id, address, address_key, address_known, role, state, inviter_id, created_at, sent_at)
    select ${eventId}::uuid, gen_random_uuid(), n || '@count.example', n || '@count.example', true, 'guest',
      (array['sent', 'queued', 'sent', 'failed', 'sent'])[n % 5 + 1], ${host.id}::uuid, ${now}::timestamptz + n * interval '1 second', ${now}::timestamptz
    from generate_series(1, ${count}::int) n`.execute(world.db);
  await sql`insert into participations (event_id, id, email, first_name, last_name, role, status, registered_at, changed_at, search_text)
    select event_id, id, address_key, 'A', 'B', 'guest', 'invited', ${now}::timestamptz, ${now}::timestamptz, '' from invitations
    where event_id = ${eventId} and state <> 'queued'`.execute(world.db);
}

const KEPT = (eventId: string) =>
  sql`select state, count from invitation_counts where event_id = ${eventId} and count <> 0 order by state`;
const COUNTED = (eventId: string) => sql`select state, count(*)::int as count from (
    select case when i.accepted_at is not null or (i.state = 'sent' and p.status not in ('invited', 'not_going')) then 'accepted'
      when i.state = 'sent' and p.status = 'not_going' then 'declined'
      when i.state = 'sent' and i.opened_at is not null then 'opened' else i.state end as state
    from invitations i left join participations p on p.event_id = i.event_id and p.id = i.id where i.event_id = ${eventId}) s
  group by 1 order by 1`;

async function expectKept(...eventIds: string[]): Promise<void> {
  for (const id of eventIds)
    expect((await KEPT(id).execute(world.db)).rows).toEqual((await COUNTED(id).execute(world.db)).rows);
}

/** What statements do to invitations and to their participations. */
const CHANGES = {
  leaves: sql`update invitations set state = 'sent' where state = 'queued'`,
  fails: sql`update invitations set state = 'failed' where state = 'sent'`,
  waits: sql`update invitations set state = 'queued', was = state where state = 'sent'`,
  revoked: sql`update invitations set state = 'revoked' where accepted_at is null`,
  opened: sql`update invitations set opened_at = created_at where opened_at is null`,
  used: sql`update invitations set accepted_at = created_at where state = 'sent'`,
  reminded: sql`update invitations set reminded_at = created_at where true`,
  renamed: sql`update invitations set id = gen_random_uuid() where state = 'queued'`,
  gone: sql`delete from invitations where true`,
  comes: sql`update participations set status = 'going' where true`,
  declines: sql`update participations set status = 'not_going' where true`,
  asked: sql`update participations set status = 'invited' where true`,
  merged: sql`delete from participations where role = 'guest'`,
};

test('the kept counts are what counting would give, whatever statements change', async () => {
  const one = await at.published();
  const other = await at.published();
  await invite(one.id, 40);
  await invite(other.id, 15);
  await expectKept(one.id, other.id);
  const change = fc.record({
    what: fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])),
    which: fc.integer({ min: 0, max: 15 }),
    both: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      for (const { what, which, both } of changes) {
        const events = both ? [one.id, other.id] : [one.id];
        const some = sql`and event_id = any(${events}::uuid[]) and get_byte(decode(substr(md5(id::text), 1, 2), 'hex'), 0) % 16 = ${which}::int`;
        await sql`${CHANGES[what]} ${some}`.execute(world.db);
        await expectKept(one.id, other.id);
      }
    }),
    { numRuns: 40 },
  );
  await sql`delete from events where id = ${other.id}`.execute(world.db);
  expect((await KEPT(other.id).execute(world.db)).rows).toEqual([]);
});

test('answers and letters that leave at the same moment are counted one after the other', async () => {
  const { id } = await at.published();
  await invite(id, 30);
  const each = Array.from({ length: 30 }, (_, n) => `${n + 1}@count.example`);
  // Both of one person at once, and of many people.
  await Promise.all(
    each.flatMap((address) => [
      sql`update invitations set state = 'revoked' where event_id = ${id} and address_key = ${address}`.execute(
        world.db,
      ),
      sql`update participations set status = 'going' where event_id = ${id} and email = ${address}`.execute(world.db),
    ]),
  );
  await expectKept(id);
});

test('letters that leave and fail together do not wait for somebody who accepts one of them with another account', async () => {
  const { id } = await at.published();
  await invite(id, 5);
  await sql`update invitations set state = 'queued', was = 'sent' where event_id = ${id}`.execute(world.db);
  const { rows } = await sql<{ id: string }>`select id from invitations where event_id = ${id} order by id`.execute(
    world.db,
  );
  const [sent = '', failed = ''] = rows.map((row) => row.id);
  const now = world.clock.now();
  const accepting = await world.db.transaction().execute(async (tx) => {
    await settleInvitations(tx, id, { sent: [sent], failed: [failed] }, now);
    const asked = markAccepted(world.db, id, failed, host.id, now);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await sql`update invitations set sent_at = sent_at where event_id = ${id} and id = ${failed}`.execute(tx);
    return { asked };
  });
  await accepting.asked;
  await expectKept(id);
});

test('a page of thousands of invitations reads the rows that it shows', async () => {
  const { id } = await at.published();
  await invite(id, 3000);
  await sql`vacuum analyze`.execute(world.db);
  const counting = world.countQueries();
  const { data } = await world.call(listInvitations, { eventId: id }, host);
  counting.stop();
  expect(data.data).toHaveLength(50);
  expect(data.counts).toMatchObject({ queued: 600, failed: 600, sent: 1800 });
  for (const plan of await plansOf(world.db, counting.queries)) {
    expect(plan.read('invitations')).toBeLessThan(60);
    expect(plan.read('participations')).toBeLessThan(120);
  }
});
