import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openSocketClients, type SocketClient, type SocketClients } from '../../test/socket-client.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { runCommand } from '../core/command.ts';
import type { Effect } from '../core/live/live.ts';
import { mailAll, tellEvent } from './actions.ts';
import { claimByAddress } from './claims-actions.ts';

let world: World;
let host: Signed;
let at: EventFixtures;
let clients: SocketClients;
let eventId: string;
let alias: string;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person();
  at = eventFixtures(world, host);
  clients = openSocketClients((await world.app.listen()).replace('http', 'ws'));
});
afterAll(async () => {
  clients.close();
  await world.close();
});
beforeEach(async () => {
  ({ id: eventId, alias } = await at.published());
});

/** What one socket has heard about the event since the last time. */
async function heard(client: SocketClient): Promise<unknown[]> {
  await client.settle();
  return client.heard.splice(0).filter(({ name }) => name === 'event.changed');
}

const change = (name: string) => at.change(eventId, { name });

describe('announcements of an event', () => {
  test('announcements reach people who registered before and after they connected, and nobody who left', async () => {
    const [early, late, stranger] = [await world.person(), await world.person(), await world.person()];
    await at.register(eventId, early);
    const [one, other, third] = [
      await clients.listen(early),
      await clients.listen(late),
      await clients.listen(stranger),
    ];
    await at.register(eventId, late);
    for (const client of [one, other, third]) await heard(client);
    await change('Kiln reopening');
    expect([await heard(one), await heard(other), await heard(third)].map((all) => all.length)).toEqual([1, 1, 0]);
    await at.leave(eventId, late);
    for (const client of [one, other]) await heard(client);
    await change('Kiln closing');
    expect([await heard(one), await heard(other)].map((all) => all.length)).toEqual([1, 0]);
  });

  test('announcements reach a person whose address was registered before they had an account', async () => {
    const email = `claimed-${eventId}@post.example`;
    await at.register(eventId, undefined, { visitor: { firstName: 'Dee', lastName: 'Ash', email } });
    const owner = await world.person({ email });
    const client = await clients.listen(owner);
    const none = async () => undefined;
    const hooks = { moveAnswers: none, moveOrders: none, moveQuestions: none, claimOrders: none };
    await runCommand(world.db, world.app.services, true, (command) => claimByAddress(command, hooks, owner.id));
    await heard(client);
    await change('Kiln reopening');
    expect(await heard(client)).toHaveLength(1);
  });

  test('an announcement is one, and mails to everybody take one statement, however many people take part', async () => {
    const deliver = vi.spyOn(world.app.services, 'deliver');
    const measure = async (guests: number) => {
      const { id } = await at.published();
      await sql`insert into participations (id, event_id, user_id, email, first_name, last_name, role, status, registered_at, changed_at, search_text)
        select gen_random_uuid(), ${id}, null, 'guest-' || n || '@post.example', '', '', 'guest', 'going', ${new Date(0)}::timestamptz, ${new Date(0)}::timestamptz, ''
        from generate_series(1, ${guests}::int) n`.execute(world.db);
      deliver.mockClear();
      const counting = world.countQueries();
      await runCommand(world.db, world.app.services, true, async (command) => {
        await tellEvent(command, { id, alias, status: 'published' });
        await mailAll(command, [id], { of: 'going', since: command.now }, 'reminder_day');
        await mailAll(command, [id], { of: 'guests' }, 'changed');
        await mailAll(command, [id], { of: 'everybody', except: host.id }, 'event_cancelled');
        // Before the job that sends them takes them.
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from event_mails
          where event_id = ${id} group by kind order by kind`.execute(command.tx);
        // The host is reminded too.
        expect(rows.map(({ count }) => count)).toEqual([guests, guests, guests + 1]);
      });
      const statements = counting.stop();
      const told = deliver.mock.calls.flatMap(([effects]) =>
        effects.map((effect: Effect) => ('rooms' in effect ? effect.rooms : [])),
      );
      return { statements, told: told.map((rooms) => rooms.length) };
    };
    expect(await measure(200)).toEqual(await measure(2));
    expect((await measure(2)).told).toEqual([2]);
  });
});
