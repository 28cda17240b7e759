import * as api from '@folkmoot/contract/channels/api.ts';
import { refusals } from '@folkmoot/contract/channels/schema.ts';
import { updateCommunity } from '@folkmoot/contract/communities/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

let world: World;
let creator: Signed;
let moderator: Signed;
let member: Signed;

beforeAll(async () => {
  world = await openWorld();
  [creator, moderator, member] = await Promise.all([world.person(), world.person(), world.person()]);
});
afterAll(() => world.close());

/** A community with channels a to d, all joined by everybody, and two categories. */
async function setUp() {
  const { id: serverId } = await makeCommunity(world.db, creator.id);
  await addMembers(world.db, serverId, [moderator.id], 'MODERATOR');
  await addMembers(world.db, serverId, [member.id]);
  const ids: Record<string, string> = {};
  for (const name of ['a', 'b', 'c', 'd'])
    ids[name] = (
      await makeChannel(world.db, serverId, creator.id, { name, members: [creator.id, moderator.id, member.id] })
    ).id;
  const category = async (name: string) =>
    (await world.call(api.createCategory, { serverId, name }, creator)).data.data.categoryId;
  const [one, two] = [await category('One'), await category('Two')];
  const id = (name: string) => ids[name] ?? '';
  const sidebar = async (as = member) => (await world.call(api.listSidebar, { serverId }, as)).data;
  const names = async (as = member, categoryId: string | null = null) =>
    (await sidebar(as)).channels
      .filter((channel) => channel.categoryId === categoryId)
      .map(({ name }) => name)
      .join('');
  const move = (name: string, before: string | null, as = creator, categoryId: string | null = null) =>
    world.call(
      api.orderChannel,
      { serverId, channelId: id(name), categoryId, before: before === null ? null : (ids[before] ?? before) },
      as,
    );
  return { serverId, id, ids, one, two, names, move, sidebar };
}

describe('channels', () => {
  test('channels are listed by name until they are moved, then in their order', async () => {
    const { names, move } = await setUp();
    expect(await names()).toBe('abcd');
    expect((await move('d', 'b')).data.message).toBe('Channel moved successfully!');
    expect(await names()).toBe('adbc');
    await move('a', null, moderator);
    expect(await names()).toBe('dbca');
    expect((await move('a', null)).status).toBe(200);
    expect((await move('c', 'c')).status).toBe(200);
    expect(await names()).toBe('dbca');
  });

  test('new channels come after those in order, and last in another category', async () => {
    const { serverId, names, move, id, one, ids } = await setUp();
    await move('d', 'a');
    ids.aa = (
      await world.call(api.createChannel, { serverId, name: 'aa', mode: 'public', type: 'text' }, creator)
    ).data.data.id;
    expect(await names(creator)).toBe('dabcaa');
    await move('b', null, creator, one);
    await move('d', 'b', creator, one);
    await world.call(api.moveChannel, { serverId, channelId: id('a'), categoryId: one }, creator);
    expect([await names(creator), await names(creator, one)]).toEqual(['caa', 'dba']);
  });

  test('channels can be moved by holders of EDIT_CHANNEL within one community', async () => {
    const { names, move, serverId, id } = await setUp();
    const [stranger, elsewhere] = [await world.person(), await setUp()];
    expect((await move('d', 'a', member)).status).toBe(403);
    expect((await move('d', 'a', stranger)).status).toBe(404);
    const answer = await world.call(
      api.orderChannel,
      { serverId: elsewhere.serverId, channelId: id('a'), categoryId: null, before: null },
      creator,
    );
    expect(answer.status).toBe(404);
    expect((await move('d', elsewhere.id('a'))).problem.code).toBe(refusals.orderChanged.code);
    expect((await move('d', null, creator, elsewhere.one)).problem.fields).toEqual({
      categoryId: refusals.noSuchCategory.message,
    });
    expect(await names()).toBe('abcd');
    expect(serverId).not.toBe(elsewhere.serverId);
  });

  test('a channel cannot be moved if the neighbour has left the category, or the channel is archived', async () => {
    const { serverId, id, move, one } = await setUp();
    await move('b', null, creator, one);
    expect((await move('d', 'b')).problem).toMatchObject({ statusCode: 409, code: refusals.orderChanged.code });
    await world.call(api.archiveChannel, { serverId, channelId: id('a') }, creator);
    expect((await move('d', 'a')).problem.code).toBe(refusals.orderChanged.code);
    expect((await move('a', null)).problem.code).toBe(refusals.archived.code);
  });

  test('channels that a member cannot see stay where they are when others are moved', async () => {
    const { serverId, names, move } = await setUp();
    await makeChannel(world.db, serverId, creator.id, { name: 'bb', mode: 'private', members: [creator.id] });
    await move('d', 'a', moderator);
    expect([await names(creator), await names(member)]).toEqual(['dabbbc', 'dabc']);
    await move('c', 'b', moderator);
    expect(await names(creator)).toBe('dacbbb');
  });

  test('channels moved by several people at once end in one order for everybody', async () => {
    const { serverId, names, move } = await setUp();
    const answers = await Promise.all([
      move('d', 'a'),
      move('a', null),
      move('c', 'b', moderator),
      move('b', 'd', moderator),
      move('d', null, moderator),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const seen = [await names(creator), await names(moderator), await names(member)];
    expect(new Set(seen).size).toBe(1);
    expect([...(seen[0] ?? '')].sort().join('')).toBe('abcd');
    const positions = await world.db
      .selectFrom('channels')
      .select('position')
      .where('server_id', '=', serverId)
      .execute();
    expect(positions.map(({ position }) => position).sort()).toEqual([1, 2, 3, 4]);
  });
});

describe('categories', () => {
  test('categories have an order in the sidebar and the browse screen, and are listed by name in the picker', async () => {
    const { serverId, one, two, sidebar } = await setUp();
    const browse = async () =>
      (await world.call(api.browseChannels, { serverId }, creator)).data.categories.map(({ name }) => name);
    expect(await browse()).toEqual(['One', 'Two']);
    const move = (categoryId: string, before: string | null, as = creator) =>
      world.call(api.orderCategory, { serverId, categoryId, before }, as);
    expect((await move(two, one)).data.message).toBe('Category moved.');
    expect(await browse()).toEqual(['Two', 'One']);
    expect((await sidebar(creator)).categories.map(({ name }) => name)).toEqual(['Two', 'One']);
    const list = await world.call(api.listCategories, { serverId }, creator);
    expect(list.data.data.map(({ name }) => name)).toEqual(['One', 'Two']);
    for (const as of [moderator, member]) expect((await move(one, two, as)).status).toBe(403);
    const elsewhere = await setUp();
    expect((await move(elsewhere.one, null)).status).toBe(404);
    expect((await move(one, elsewhere.one)).problem.code).toBe(refusals.orderChanged.code);
    await Promise.all([move(one, two), move(two, one), move(one, null)]);
    expect((await browse()).sort()).toEqual(['One', 'Two']);
  });

  test('a category cannot be confused with the path of their order', async () => {
    const { serverId } = await setUp();
    const answer = await world.app.http.inject({
      method: 'PUT',
      url: `/api/v1/${serverId}/channels/order`,
      headers: { authorization: `Bearer ${creator.token}` },
      payload: { categoryId: null },
    });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, ['channelId', 'before']]);
    expect((await world.call(updateCommunity, { serverId, name: 'Ordered' }, creator)).status).toBe(200);
  });
});
