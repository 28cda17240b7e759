import * as blocks from '@folkmoot/contract/blocks/api.ts';
import * as api from '@folkmoot/contract/groups/api.ts';
import { LIMITS } from '@folkmoot/contract/groups/schema.ts';
import { listInviteUsers, previewInvite } from '@folkmoot/contract/invitations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';

let world: World;
let owner: Signed;
let serverId: string;

beforeAll(async () => {
  world = await openWorld();
  owner = await world.person();
  serverId = (await makeCommunity(world.db, owner.id)).id;
});
afterAll(() => world.close());

const create = async (name = 'Stallholders', as = owner) =>
  (await world.call(api.createGroup, { name, description: 'Who had a table' }, as)).data.data;
const add = (groupId: string, guests: object[], as = owner) =>
  world.call(api.addGroupGuests, { groupId, guests } as never, as);
const guests = async (groupId: string, query: object = {}, as = owner) =>
  (await world.call(api.listGroupGuests, { groupId, ...query }, as)).data;
const neighbour = async (fields: Parameters<World['person']>[0] = {}) => {
  const person = await world.person(fields);
  await addMembers(world.db, serverId, [person.id]);
  return person;
};

describe('groups', () => {
  test('groups are listed by name, found, changed and deleted, by their owner alone', async () => {
    const me = await world.person();
    const [press, choir] = [await create('Press', me), await create('  common   Choir ', me)];
    expect(choir).toMatchObject({ name: 'common Choir', numberOfGuests: 0, image: null });
    const names = async (query: object = {}) =>
      (await world.call(api.listGroups, query, me)).data.data.map(({ name }) => name);
    expect(await names()).toEqual(['common Choir', 'Press']);
    expect(await names({ search: 'PRE' })).toEqual(['Press']);
    expect(await names({ page: 2, limit: 1 })).toEqual(['Press']);
    const changed = await world.call(api.updateGroup, { groupId: press.id, name: 'Parish and press' }, me);
    expect(changed.data.data).toMatchObject({ name: 'Parish and press', description: 'Who had a table' });
    for (const endpoint of [api.getGroup, api.listGroupGuests, api.updateGroup])
      expect((await world.call(endpoint as typeof api.getGroup, { groupId: press.id }, owner)).status).toBe(404);
    expect((await add(press.id, [{ email: 'a@post.example' }], owner)).status).toBe(404);
    await world.call(api.deleteGroups, { groupIds: [press.id, choir.id] }, owner);
    expect(await names()).toHaveLength(2);
    for (const message of ['Group deleted successfully', 'Group deleted successfully'])
      expect((await world.call(api.deleteGroups, { groupIds: [press.id] }, me)).data.message).toBe(message);
    expect(await names()).toEqual(['common Choir']);
  });

  test('a name and a description are required, and both have an end', async () => {
    const fields = async (body: object) =>
      (await world.call(api.createGroup, body as never, owner)).problem.fields ?? {};
    expect(await fields({ name: ' ', description: '' })).toEqual({
      name: 'Name is required',
      description: 'Description is required',
    });
    expect(Object.keys(await fields({ name: 'n', description: 'x'.repeat(251) }))).toEqual(['description']);
  });

  test('one person has at most so many groups, also if two are made at once', async () => {
    const me = await world.person();
    await sql`insert into guest_groups (owner_id, id, name, description, created_at)
      select ${me.id}::uuid, gen_random_uuid(), 'g' || n, 'd', ${world.clock.now()}::timestamptz from generate_series(1, ${LIMITS.groups - 1}) n`.execute(
      world.db,
    );
    const made = await Promise.all(
      [1, 2, 3].map(() => world.call(api.createGroup, { name: 'last', description: 'd' }, me)),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('people in groups', () => {
  test('addresses are added once, with their names, and what is no address is said', async () => {
    const { id } = await create();
    const people = [
      { email: 'Ines@post.example', firstName: 'Ines', lastName: 'Carvalho' },
      { email: 'kofi@post.example' },
      { email: 'nobody@' },
      { email: 'ines@POST.example', firstName: 'Other' },
    ];
    expect((await add(id, people)).data).toEqual({
      message: '2 people added.',
      data: { added: 2, skipped: ['nobody@'], numberOfGuests: 2 },
    });
    expect((await add(id, people)).data).toMatchObject({
      message: 'Nobody was added. They may be in the group already.',
      data: { added: 0, numberOfGuests: 2 },
    });
    const { data, count } = await guests(id);
    expect([data.map(({ name, email }) => [name, email]), count]).toEqual([
      [
        ['Ines Carvalho', 'Ines@post.example'],
        ['', 'kofi@post.example'],
      ],
      2,
    ]);
    expect((await guests(id, { search: 'KOFI' })).data).toHaveLength(1);
    const removed = await world.call(
      api.deleteGroupGuests,
      { groupId: id, guestIds: data.map((one) => one.id).slice(0, 1) },
      owner,
    );
    expect(removed.data).toEqual({ message: 'User removed from group successfully.', data: { numberOfGuests: 1 } });
    expect((await world.call(api.getGroup, { groupId: id }, owner)).data.numberOfGuests).toBe(1);
    expect((await add(id, [{ email: 'nobody' }])).problem.fields).toHaveProperty('guests');
  });

  test('people of your communities are added by name, and neither their address nor anybody else is told', async () => {
    const { id } = await create();
    const [near, far] = [await neighbour({ firstName: 'Nea', lastName: 'Rby' }), await world.person()];
    const blocker = await neighbour();
    await world.call(blocks.blockUser, { userId: owner.id }, blocker);
    const added = await add(id, [{ id: near.id }, { id: far.id }, { id: blocker.id }, { id: owner.id }]);
    expect(added.data.data).toMatchObject({ added: 1, numberOfGuests: 1 });
    expect((await guests(id)).data).toMatchObject([{ name: 'Nea Rby', email: null }]);
    await add(id, [{ email: near.email }]);
    // An address says nothing of the account behind it.
    expect((await guests(id)).data.map(({ name, email }) => [name, email])).toEqual([
      ['Nea Rby', null],
      ['', near.email],
    ]);
    await world.call(blocks.blockUser, { userId: owner.id }, near);
    expect((await guests(id)).data.map(({ name }) => name)).toEqual(['']);
  });

  test('a group is full at its limit, and nothing of what is too much is added', async () => {
    const { id } = await create();
    await sql`update guest_groups set guest_count = ${LIMITS.guests - 1} where id = ${id}`.execute(world.db);
    expect((await add(id, [{ email: 'a@full.example' }, { email: 'b@full.example' }])).problem.code).toBe(
      'groups.too-many-guests',
    );
    expect((await guests(id)).count).toBe(0);
    expect((await add(id, [{ email: 'a@full.example' }])).status).toBe(200);
  });

  test('all groups of a person together have a limit', async () => {
    const me = await world.person();
    const [first, second] = [await create('First', me), await create('Second', me)];
    await sql`update guest_groups set guest_count = ${LIMITS.all - 1} where id = ${first.id}`.execute(world.db);
    const two = [{ email: 'a@all.example' }, { email: 'b@all.example' }];
    expect((await add(second.id, two, me)).problem.code).toBe('groups.too-many-in-all');
    expect((await add(second.id, two.slice(1), me)).status).toBe(200);
  });

  test('two who add the same people at once count them once', async () => {
    const { id } = await create();
    const people = Array.from({ length: 50 }, (_, n) => ({ email: `p${n}@twice.example` }));
    await Promise.all([add(id, people), add(id, [...people].reverse())]);
    expect((await world.call(api.getGroup, { groupId: id }, owner)).data.numberOfGuests).toBe(50);
    expect((await guests(id)).count).toBe(50);
  });

  test('inviting a group reaches each person once, all but some or some, and nobody of a group of others', async () => {
    const { id } = await create();
    const near = await neighbour({ email: 'near@invited.example' });
    await add(id, [{ email: 'a@invited.example' }, { email: 'b@invited.example' }, { id: near.id }]);
    const other = await create('Overlapping');
    await add(other.id, [{ email: 'b@invited.example' }, { email: near.email }, { email: 'c@invited.example' }]);
    const { id: eventId } = await eventFixtures(world, owner).published();
    const preview = async (resourceData: object[], as = owner, event = eventId) =>
      (
        await world.call(
          previewInvite,
          { eventId: event, data: [{ resourceType: 'Group', resourceData }] } as never,
          as,
        )
      ).data;
    const all = { resourceId: id, selectAll: true };
    expect(await preview([all])).toMatchObject({ count: 3, sources: [{ resourceType: 'Group', count: 3 }] });
    expect(await preview([all, { resourceId: other.id, selectAll: true }])).toMatchObject({ count: 4 });
    const [first] = (await guests(id)).data;
    expect(await preview([{ ...all, deselected: [first?.id] }])).toMatchObject({ count: 2 });
    expect(await preview([{ resourceId: id, selected: [first?.id] }])).toMatchObject({ count: 1 });
    // A person who is in it twice is left out with either entry, and a person who blocks the owner is no longer in it.
    await add(id, [{ email: near.email }]);
    const people = (await guests(id)).data;
    expect(await preview([all])).toMatchObject({ count: 3 });
    for (const one of people.filter(
      ({ name, email }) => email === near.email || name === `${near.firstName} ${near.lastName}`.trim(),
    ))
      expect(await preview([{ ...all, deselected: [one.id] }])).toMatchObject({ count: 2 });
    await world.call(blocks.blockUser, { userId: owner.id }, near);
    const data = [{ resourceType: 'Group' as const, resourceData: [{ resourceId: id, selectAll: true }] }];
    const shown = (await world.call(listInviteUsers, { eventId, data }, owner)).data.data;
    expect(shown.map(({ email }) => email).sort()).toEqual(['a@invited.example', 'b@invited.example', near.email]);
    const stranger = await world.person();
    const { id: theirs } = await eventFixtures(world, stranger).published();
    expect(await preview([all], stranger, theirs)).toMatchObject({ count: 0 });
  });
});

test('for somebody who has been here for a while, a new group stands among the earlier ones, and what is added to one is in no other', async () => {
  const me = await world.livedIn();
  const lines = async () =>
    (await world.call(api.listGroups, {}, me)).data.data.map(({ name, numberOfGuests }) => [name, numberOfGuests]);
  expect(await lines()).toEqual([['Thursday regulars', 1]]);
  const { id } = await create('Press', me);
  expect((await add(id, [{ email: 'a@post.example' }, { email: 'b@post.example' }], me)).data.data.added).toBe(2);
  expect(await lines()).toEqual([
    ['Press', 2],
    ['Thursday regulars', 1],
  ]);
});
