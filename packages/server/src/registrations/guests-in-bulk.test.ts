import * as personal from '@folkmoot/contract/personal/api.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { runCommand } from '../core/command.ts';
import { offerSeats } from '../participations/actions.ts';
import { lockEvent } from '../participations/store.ts';

let world: World;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  at = eventFixtures(world, host);
});
afterAll(() => world.close());

/** An event with a group conversation and so many people who ask for one of two seats, in order. */
async function asked(count: number): Promise<{ eventId: string; group: string; ids: string[] }> {
  const { id: eventId } = await at.published({ capacity: 2, require_approval: true });
  const group = (await world.call(personal.createPrivate, { users: [], eventId }, host)).data.data.id;
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { data } = await world.call(api.register, { eventId }, await world.person());
    ids.push(data.data?.participationId ?? '');
  }
  return { eventId, group, ids };
}

const states = async (eventId: string) =>
  Object.fromEntries(
    (await world.call(api.listGuests, { eventId, sort: 'oldest', limit: 100 } as never, host)).data.data.map(
      ({ participationId, status }) => [participationId, status],
    ),
  );

const inside = async (conversationId: string) =>
  (await world.call(personal.listPeopleInside, { conversationId }, host)).data.data.length;

/** What each step does with the guests, and how many statements it takes. */
async function countSteps(count: number): Promise<number[]> {
  const { eventId, group, ids } = await asked(count);
  const change = async (action: 'approve' | 'decline', participationIds: string[]) => {
    const counting = world.countQueries();
    const { data } = await world.call(api.changeGuests, { eventId, action, participationIds, reason: '' }, host);
    return { statements: counting.stop(), said: data.message };
  };

  const approved = await change('approve', ids);
  expect(approved.said).toBe(`${count} guests approved.`);
  const [first = '', second = '', ...rest] = ids;
  expect(await states(eventId)).toMatchObject({
    [first]: 'going',
    [second]: 'going',
    ...Object.fromEntries(rest.map((id) => [id, 'waitlisted'])),
  });
  expect(await inside(group)).toBe(3);

  await world.db.updateTable('events').set({ capacity: count }).where('id', '=', eventId).execute();
  const counting = world.countQueries();
  await runCommand(world.db, world.app.services, true, async (command) => {
    await lockEvent(command.tx, eventId);
    await offerSeats(command, eventId);
  });
  const offered = counting.stop();
  expect(Object.values(await states(eventId)).filter((status) => status === 'offered')).toHaveLength(count - 2);

  const declined = await change('decline', ids);
  expect(declined.said).toBe(`${count} guests declined.`);
  expect(new Set(Object.values(await states(eventId)).slice(1))).toEqual(new Set(['not_going']));
  expect(await inside(group)).toBe(1);
  const event = await world.db.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirstOrThrow();
  expect([event.taken_count, event.going_count, event.waiting_count]).toEqual([0, 0, 0]);
  const history = await world.db
    .selectFrom('participation_history')
    .select('to_status')
    .where('participation_id', '=', rest.at(-1) ?? '')
    .orderBy('id')
    .execute();
  expect(history.map((row) => row.to_status)).toEqual(['requested', 'waitlisted', 'offered', 'not_going']);
  return [approved.statements, offered, declined.statements];
}

test('guests: approving, offering and declining take as many statements for 30 people as for 4', async () => {
  expect(await countSteps(30)).toEqual(await countSteps(4));
});
