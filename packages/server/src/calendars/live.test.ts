import * as api from '@folkmoot/contract/calendars/api.ts';
import { cancelEvent } from '@folkmoot/contract/events/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openSocketClients, type SocketClient, type SocketClients } from '../../test/socket-client.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';

let world: World;
let clients: SocketClients;
let gatherings: EventFixtures;
let owner: Signed;

beforeAll(async () => {
  world = await openWorld();
  clients = openSocketClients((await world.app.listen()).replace('http', 'ws'));
  owner = await world.person();
  gatherings = eventFixtures(world, owner);
});
afterAll(async () => {
  clients.close();
  await world.close();
});

/** Of which calendars one socket has heard since the last time. */
async function changed({ heard, settle }: SocketClient): Promise<string[]> {
  await settle();
  return heard
    .splice(0)
    .filter(({ name }) => name === 'calendar.changed')
    .map(({ data }) => (data as { calendarId: string }).calendarId);
}

test('a personal calendar: its admins and subscribers hear of what changes, and nobody else', async () => {
  const [admin, subscriber, stranger] = [await world.person(), await world.person(), await world.person()];
  const { id } = (await world.call(api.createCalendar, { name: 'Walks' }, owner)).data.data;
  await world.call(api.subscribeToCalendar, { calendarId: id, mail: false }, subscriber);
  const sockets = await Promise.all([owner, admin, subscriber, stranger].map((one) => clients.listen(one)));
  const hear = () => Promise.all(sockets.map(changed));
  const everybody = [[id], [id], [id], []];
  await world.call(api.addCalendarAdmin, { calendarId: id, userId: admin.id }, owner);
  expect(await hear()).toEqual(everybody);
  const event = await gatherings.published();
  await hear();
  await world.call(api.addToCalendar, { calendarId: id, type: 'internal', event_id: event.id }, admin);
  expect(await hear()).toEqual(everybody);
  await gatherings.change(event.id, { name: 'Another name' });
  expect(await hear()).toEqual(everybody);
  await world.call(cancelEvent, { eventId: event.id, message: '' }, owner);
  expect(await hear()).toEqual(everybody);
  await world.call(api.updateCalendar, { calendarId: id, name: 'Longer walks' }, admin);
  expect(await hear()).toEqual(everybody);
  await world.call(api.removeCalendarAdmin, { calendarId: id, userId: admin.id }, admin);
  expect(await hear()).toEqual(everybody);
  expect((await world.call(api.removeCalendarAdmin, { calendarId: id, userId: admin.id }, admin)).status).toBe(200);
  await hear();
  await world.call(api.deleteCalendar, { calendarId: id }, owner);
  expect(await hear()).toEqual([[id], [], [id], []]);
});

test('a community’s calendar: its members hear', async () => {
  const { id: serverId } = await makeCommunity(world.db, owner.id);
  const [member, stranger] = [await world.person(), await world.person()];
  await addMembers(world.db, serverId, [member.id]);
  const { id } = (await world.call(api.getMainCalendar, { serverId }, owner)).data;
  const sockets = await Promise.all([member, stranger].map((one) => clients.listen(one)));
  const event = await gatherings.published({ serverId });
  expect((await changed(sockets[0] as SocketClient)).includes(id)).toBe(true);
  expect(await changed(sockets[1] as SocketClient)).toEqual([]);
  await world.call(api.removeFromCalendar, { calendarId: id, eventId: event.id }, owner);
  expect(await changed(sockets[0] as SocketClient)).toEqual([id]);
});
