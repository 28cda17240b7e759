import { blockUser, unblockUser } from '@folkmoot/contract/blocks/api.ts';
import * as api from '@folkmoot/contract/calendars/api.ts';
import { refusals } from '@folkmoot/contract/calendars/schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('nobody is made an admin by a person who is hidden from them, and the answer is that for people who are not there', async () => {
  const maren = await world.person();
  const kofi = await world.person();
  const calendar = (await world.call(api.createCalendar, { name: 'Hidden' } as never, maren)).data.data;
  const add = (userId: string) => world.call(api.addCalendarAdmin, { calendarId: calendar.id, userId }, maren);
  const kept = async () => (await world.call(api.listCalendars, {}, kofi)).data.mine;
  expect((await world.call(blockUser, { userId: maren.id }, kofi)).status).toBe(200);
  const [refused, nobody] = [await add(kofi.id), await add(newId())];
  expect([refused.status, refused.problem.code]).toEqual([422, refusals.nobodyThere.code]);
  expect(refused.problem).toEqual(nobody.problem);
  expect(await kept()).toEqual([]);
  await world.call(unblockUser, { userId: maren.id }, kofi);
  expect((await add(kofi.id)).status).toBe(200);
  expect((await kept()).map(({ id }) => id)).toEqual([calendar.id]);
});
