import * as api from '@folkmoot/contract/events/api.ts';
import * as personalApi from '@folkmoot/contract/personal/api.ts';
import * as registrations from '@folkmoot/contract/registrations/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';

let world: World;
let host: Signed;
let stranger: Signed;
let gatherings: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  stranger = await world.person({ firstName: 'Stan', lastName: 'Stranger' });
  gatherings = eventFixtures(world, host);
});
afterAll(() => world.close());

describe('groups of events', () => {
  const open = (eventId: string, as: Signed | undefined, users: string[] = []) =>
    world.call(personalApi.createPrivate, { users, eventId }, as);
  const inside = async (conversationId: string, as: Signed) =>
    (await world.call(personalApi.listPeopleInside, { conversationId }, as)).data.data.map(({ id }) => id).sort();
  const goes = async (eventId: string) => {
    const person = await world.person();
    expect((await world.call(registrations.register, { eventId }, person)).status).toBe(200);
    return person;
  };

  test('an event has one group, with everyone who is going and all hosts', async () => {
    const { id } = await gatherings.published();
    const [early, late, second] = [await goes(id), await world.person(), await world.person()];
    await gatherings.host(id, second);
    const opened = await open(id, host);
    expect(opened.status).toBe(200);
    const group = opened.data.data.id;
    expect(await inside(group, host)).toEqual([host.id, early.id, second.id].sort());
    expect((await open(id, second)).data.data.id).toBe(group);

    await world.call(registrations.register, { eventId: id }, late);
    expect(await inside(group, late)).toContain(late.id);
    const own = (await world.call(registrations.getOwnParticipation, { eventId: id }, early)).data.data;
    await world.call(
      registrations.declineParticipation,
      { eventId: id, participationId: own?.participationId ?? '' },
      early,
    );
    expect(await inside(group, host)).toEqual([host.id, late.id, second.id].sort());
    await world.call(api.removeHost, { eventId: id, userId: second.id }, host);
    expect(await inside(group, host)).not.toContain(second.id);
    const listed = await world.call(personalApi.listEventGroups, { eventId: id }, late);
    expect(listed.data.data.map((one) => [one.id, one.type])).toEqual([[group, 'event-group']]);
  });

  test('an event’s group can be opened by hosts alone, even with nobody else in it', async () => {
    const { id } = await gatherings.published();
    const guest = await goes(id);
    for (const as of [guest, stranger]) expect((await open(id, as)).status).toBe(404);
    expect((await open(id, undefined)).status).toBe(401);
    expect((await open(newId(), host)).status).toBe(404);
    const alone = await gatherings.draft();
    const group = (await open(alone.id, host)).data.data.id;
    expect(await inside(group, host)).toEqual([host.id]);
    // A conversation without an event still needs somebody.
    expect((await world.call(personalApi.createPrivate, { users: [] }, host)).status).toBe(422);
  });

  test('an event’s group has the event’s name and cover, which follow the event and nothing else', async () => {
    const { id } = await gatherings.published({ name: 'Kiln night', cover: '/art/covers/kiln.webp' });
    const guest = await goes(id);
    const group = (await open(id, host)).data.data.id;
    const seen = async (as: Signed) => {
      const { name, coverUrl, eventId } = (await world.call(personalApi.getPersonal, { conversationId: group }, as))
        .data;
      return { name, coverUrl, eventId };
    };
    const small = '/art/covers/500x250/kiln.webp';
    expect(await seen(guest)).toEqual({ name: 'Kiln night', coverUrl: small, eventId: id });
    await gatherings.change(id, { name: 'Kiln morning' });
    expect(await seen(guest)).toEqual({ name: 'Kiln morning', coverUrl: small, eventId: id });
    await gatherings.change(id, { cover: '/art/covers/dye.webp' });
    expect((await seen(host)).coverUrl).toBe('/art/covers/500x250/dye.webp');
    const renamed = { conversationId: group, name: 'Ours' };
    expect((await world.call(personalApi.updatePersonal, renamed, guest)).problem.code).toBe('personal.named-by-event');
    const search = { search: 'kiln morn', searchTokens: [], searchFilter: 'all' as const, limit: 10 };
    expect((await world.call(personalApi.searchPersonal, search, guest)).data.data.map((one) => one.id)).toEqual([
      group,
    ]);
  });

  test('an event’s group opened again takes back nobody who left, and is one group if two people open it at once', async () => {
    const { id } = await gatherings.published();
    const guest = await goes(id);
    const second = await world.person();
    await gatherings.host(id, second);
    const [one, two] = await Promise.all([open(id, host), open(id, second)]);
    expect(one?.data.data.id).toBe(two?.data.data.id);
    const group = one?.data.data.id ?? '';
    await world.call(personalApi.leavePersonal, { conversationId: group }, guest);
    await world.call(personalApi.leavePersonal, { conversationId: group }, host);
    expect((await open(id, host)).data.data.id).toBe(group);
    expect(await inside(group, host)).toEqual([host.id, second.id].sort());
  });
});
