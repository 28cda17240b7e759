import * as api from '@folkmoot/contract/events/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let gatherings: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  gatherings = eventFixtures(world, await world.person());
});
afterAll(() => world.close());

test('for somebody who has been here for a while, a new event takes its place among the earlier ones in each of their lists', async () => {
  const me = await world.livedIn();
  const names = async (view: 'hosting' | 'going' | 'past' | 'drafts') =>
    (await world.call(api.listEvents, { view }, me)).data.data.map(({ name }) => name);
  const past = await names('past');
  expect([await names('hosting'), await names('drafts'), past.length]).toEqual([['Knot evening'], ['Boat jumble'], 1]);
  const mine = await gatherings.published({ name: 'Sooner' }, me);
  expect(await names('hosting')).toEqual(['Sooner', 'Knot evening']);
  await gatherings.draft({ name: 'Not yet' }, me);
  expect((await names('drafts')).sort()).toEqual(['Boat jumble', 'Not yet']);
  const going = await names('going');
  const theirs = await gatherings.published({ name: 'Of a stranger' });
  await gatherings.register(theirs.id, me);
  expect((await names('going')).sort()).toEqual([...going, 'Of a stranger'].sort());
  await world.call(api.cancelEvent, { eventId: mine.id, message: '' }, me);
  expect(await names('past')).toEqual(past);
});
