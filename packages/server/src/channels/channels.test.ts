import * as api from '@folkmoot/contract/channels/api.ts';
import { refusals } from '@folkmoot/contract/channels/schema.ts';
import { leaveCommunity } from '@folkmoot/contract/communities/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { listInside } from '../conversations/members-store.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

let world: World;
let creator: Signed;
let moderator: Signed;
let member: Signed;
let outsider: Signed;
let serverId: string;

beforeAll(async () => {
  world = await openWorld();
  [creator, moderator, member, outsider] = await Promise.all([
    world.person(),
    world.person(),
    world.person(),
    world.person(),
  ]);
  serverId = (await makeCommunity(world.db, creator.id)).id;
  await addMembers(world.db, serverId, [moderator.id], 'MODERATOR');
  await addMembers(world.db, serverId, [member.id]);
});
afterAll(() => world.close());

const create = (as: Signed, fields: object) =>
  world.call(api.createChannel, { serverId, name: 'x', mode: 'public', type: 'text', ...fields } as never, as);
const browse = (as: Signed, query: object = {}) => world.call(api.browseChannels, { serverId, ...query } as never, as);

describe('new channels', () => {
  test('creating a channel tidies the name, joins its creator and shows the channel in browse', async () => {
    const made = await create(creator, { name: 'Glaze Lab 🏺', description: 'Recipes', avatar: '🏺' });
    expect(made.status).toBe(200);
    expect(made.data).toMatchObject({
      message: 'Channel created.',
      data: { name: 'glaze-lab-🏺', memberCount: 1, joined: true },
    });
    const seen = await browse(member, { search: 'GLAZE' });
    expect(seen.data.channels.map((channel) => channel.name)).toContain('glaze-lab-🏺');
  });

  test.each([
    [{ name: '' }, { name: 'Channel name is required.' }],
    [{ name: '   ' }, { name: 'Channel name cannot be only spaces.' }],
    [{ name: 'a'.repeat(81) }, { name: 'Channel name cannot exceed 80 characters.' }],
    [{ name: 'ok', mode: 'secret' }, { mode: 'This field is required.' }],
    [{ name: 'ok', type: undefined }, { type: 'This field is required.' }],
    [{ name: 'ok', type: 'voice' }, { type: 'This field is required.' }],
    [{ name: 'ok', mode: 'private', isDefault: true }, { isDefault: 'Default channel can only be public' }],
    [
      { name: '', mode: undefined },
      { name: 'Channel name is required.', mode: 'This field is required.' },
    ],
  ])('creating a channel with %j is refused with the right sentence at the field', async (fields, sentences) => {
    const refused = await create(creator, fields);
    expect(refused.status).toBe(422);
    expect(refused.problem.fields).toEqual(sentences);
  });

  test('a channel name takes 80 code points, however many bytes they have', async () => {
    expect((await create(creator, { name: '🏺'.repeat(80) })).status).toBe(200);
  });

  test('a channel name that is taken in any case is refused with a 409 at the field', async () => {
    await create(creator, { name: 'twice' });
    const again = await create(creator, { name: 'TWICE' });
    expect(again.problem).toMatchObject({
      statusCode: 409,
      code: refusals.nameTaken.code,
      fields: { name: refusals.nameTaken.message },
    });
  });

  test('creating a channel with one name ten times at once succeeds once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(creator, { name: 'race' })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  test('creating a channel needs CREATE_CHANNEL, and is a 404 to strangers', async () => {
    expect((await create(member, { name: 'mine' })).status).toBe(403);
    expect((await create(outsider, { name: 'mine' })).status).toBe(404);
  });
});

describe('private channels', () => {
  test('a private channel does not exist for people outside, in browse, counts, search, details or joining', async () => {
    const category = await world.call(api.createCategory, { serverId, name: 'Stewards' }, creator);
    const made = await makeChannel(world.db, serverId, creator.id, {
      name: 'keyholders',
      mode: 'private',
      categoryId: category.data.data.categoryId,
    });
    const seen = await browse(member, { search: 'keyholders' });
    expect([...seen.data.channels, ...seen.data.categories.flatMap((one) => one.channels)]).toEqual([]);
    expect((await browse(member)).data.categories.map((one) => one.name)).not.toContain('Stewards');
    for (const endpoint of [api.getChannel, api.resolveChannel])
      expect((await world.call(endpoint, { serverId, channelId: made.id } as never, member)).status).toBe(404);
    expect((await world.call(api.joinChannel, { serverId, channelId: made.id }, member)).status).toBe(404);
    expect((await world.call(api.listCategories, { serverId }, member)).data.data).toEqual([]);
  });

  test('a private channel is shown to holders of EDIT_CHANNEL, who have to join on record before they can read', async () => {
    const made = await makeChannel(world.db, serverId, creator.id, { name: 'midsummer-crew', mode: 'private' });
    const detail = await world.call(api.getChannel, { serverId, channelId: made.id }, moderator);
    expect(detail.data).toMatchObject({ joined: false, facts: { joined: false, openTo: 'members' } });
    const joined = await world.call(api.joinChannel, { serverId, channelId: made.id }, moderator);
    expect(joined.data).toMatchObject({ joined: true, memberCount: 2 });
    const logged = await world.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'channel.joined-private')
      .where('subject_id', '=', made.id)
      .execute();
    expect(logged).toEqual([{ actor_id: moderator.id }]);
  });
});

describe('joining and leaving', () => {
  test('joining and leaving a channel counts exactly, and repeating either changes nothing', async () => {
    const made = await makeChannel(world.db, serverId, creator.id);
    const join = () => world.call(api.joinChannel, { serverId, channelId: made.id }, member);
    const leave = () => world.call(api.leaveChannel, { serverId, channelId: made.id }, member);
    expect((await join()).data).toMatchObject({ joined: true, memberCount: 2 });
    expect((await join()).data).toMatchObject({ joined: true, memberCount: 2 });
    expect((await leave()).data).toMatchObject({ joined: false, memberCount: 1 });
    expect((await leave()).data).toMatchObject({ joined: false, memberCount: 1 });
    await Promise.all(Array.from({ length: 8 }, join));
    expect((await world.call(api.getChannel, { serverId, channelId: made.id }, member)).data.memberCount).toBe(2);
  });

  test('people who join and leave a channel at the same moment are written together, and one who is just being removed does not get in', async () => {
    const made = await makeChannel(world.db, serverId, creator.id);
    const people = await Promise.all(Array.from({ length: 8 }, () => world.person()));
    const [gone, ...others] = people as [Signed, ...Signed[]];
    await addMembers(
      world.db,
      serverId,
      people.map(({ id }) => id),
    );
    const move = (endpoint: typeof api.joinChannel | typeof api.leaveChannel, as: Signed) =>
      world.call(endpoint, { serverId, channelId: made.id }, as);
    const inside = async () =>
      (await listInside(world.db, made.conversationId)).filter((id) => id !== creator.id).sort();
    await Promise.all(people.map((one) => browse(one)));
    const count = world.countQueries();
    const [left, ...joined] = await Promise.all([
      world.call(leaveCommunity, { serverId }, gone),
      ...people.map((one) => move(api.joinChannel, one)),
    ]);
    const writes = count.queries.filter(({ sql: text }) => text.includes('insert into conversation_members')).length;
    count.stop();
    expect(writes).toBeLessThan(people.length);
    expect(left.status).toBe(200);
    expect(joined.slice(1).map(({ status, data }) => [status, data.joined])).toEqual(others.map(() => [200, true]));
    expect(await inside()).toEqual(others.map(({ id }) => id).sort());
    const [one, two, ...rest] = others as [Signed, Signed, ...Signed[]];
    const answers = await Promise.all([
      ...[one, one, two].map((as) => move(api.leaveChannel, as)),
      ...rest.map((as) => move(api.joinChannel, as)),
    ]);
    expect(answers.map(({ status, data }) => [status, data.joined])).toEqual([
      ...[one, one, two].map(() => [200, false]),
      ...rest.map(() => [200, true]),
    ]);
    expect(await inside()).toEqual(rest.map(({ id }) => id).sort());
    const { data } = await world.call(api.getChannel, { serverId, channelId: made.id }, creator);
    expect(data.memberCount).toBe(rest.length + 1);
  });

  test('leaving a channel is refused to the community’s creator, with the reason', async () => {
    const made = await makeChannel(world.db, serverId, creator.id);
    const refused = await world.call(api.leaveChannel, { serverId, channelId: made.id }, creator);
    expect(refused.problem).toMatchObject({ statusCode: 403, message: 'Admins and creators cannot leave a channel.' });
  });
});

describe('browsing', () => {
  test('browsing channels filters by view and mode, and sorts as requested', async () => {
    const own = await makeCommunity(world.db, creator.id);
    await addMembers(world.db, own.id, [member.id, moderator.id]);
    await makeChannel(world.db, own.id, creator.id, { name: 'big', members: [creator.id, member.id, moderator.id] });
    await makeChannel(world.db, own.id, creator.id, { name: 'alone' });
    await makeChannel(world.db, own.id, creator.id, {
      name: 'secret',
      mode: 'private',
      members: [creator.id, member.id],
    });
    const names = async (query: object) =>
      (await world.call(api.browseChannels, { serverId: own.id, ...query } as never, member)).data.channels.map(
        (channel) => channel.name,
      );
    expect(await names({})).toEqual(['big', 'secret', 'alone']);
    expect(await names({ sort: 'alphabetical' })).toEqual(['alone', 'big', 'secret']);
    expect(await names({ sort: 'newest' })).toEqual(['secret', 'alone', 'big']);
    expect(await names({ view: 'mine' })).toEqual(['big', 'secret']);
    expect(await names({ view: 'other' })).toEqual(['alone']);
    expect(await names({ mode: 'private' })).toEqual(['secret']);
  });

  test('channel search ignores case and accents in name and description, and takes special characters literally', async () => {
    const own = await makeCommunity(world.db, creator.id);
    await makeChannel(world.db, own.id, creator.id, { name: 'café-münchen', description: '100% wool' });
    const count = async (search: string) =>
      (await world.call(api.browseChannels, { serverId: own.id, search }, creator)).data.channels.length;
    expect(await count('CAFE munchen'.replace(' ', '-'))).toBe(1);
    expect(await count('100%')).toBe(1);
    expect(await count('1%0')).toBe(0);
    expect(await count('_')).toBe(0);
  });
});

describe('changes to a channel', () => {
  test('a channel is moved into a category and out again with the specified sentences', async () => {
    const made = await makeChannel(world.db, serverId, creator.id);
    const { categoryId } = (await world.call(api.createCategory, { serverId, name: 'Workshops' }, creator)).data.data;
    const moved = await world.call(api.moveChannel, { serverId, channelId: made.id, categoryId }, moderator);
    expect(moved.data).toMatchObject({ message: 'Channel moved successfully!', data: { categoryId } });
    expect(
      (await world.call(api.moveChannel, { serverId, channelId: made.id, categoryId: null }, moderator)).data.message,
    ).toBe('Channel removed successfully!');
  });

  test('a channel cannot be moved into a category of another community', async () => {
    const own = await makeCommunity(world.db, outsider.id);
    const foreign = (await world.call(api.createCategory, { serverId: own.id, name: 'Elsewhere' }, outsider)).data.data
      .categoryId;
    const made = await makeChannel(world.db, serverId, creator.id);
    expect(
      (await world.call(api.moveChannel, { serverId, channelId: made.id, categoryId: foreign }, creator)).problem.code,
    ).toBe(refusals.noSuchCategory.code);
  });

  test('a default channel stays public, and marking one joins nobody', async () => {
    const hidden = await makeChannel(world.db, serverId, creator.id, { mode: 'private' });
    const refused = await world.call(api.markDefault, { serverId, channelId: hidden.id, isDefault: true }, creator);
    expect(refused.problem).toMatchObject({
      statusCode: 422,
      fields: { isDefault: 'Default channel can only be public' },
    });
    const open = await makeChannel(world.db, serverId, creator.id);
    const marked = await world.call(api.markDefault, { serverId, channelId: open.id, isDefault: true }, creator);
    expect(marked.data.data).toMatchObject({ isDefault: true, memberCount: 1 });
    const made = await world.call(api.updateChannel, { serverId, channelId: open.id, mode: 'private' }, creator);
    expect(made.problem.code).toBe(refusals.defaultOnlyPublic.code);
  });

  test('an archived channel is kept for 30 days, and its name is free for that time', async () => {
    const made = await makeChannel(world.db, serverId, creator.id, { name: 'old-kiln' });
    await world.call(api.archiveChannel, { serverId, channelId: made.id }, creator);
    expect((await browse(creator, { search: 'old-kiln' })).data.channels).toEqual([]);
    expect(
      (await world.call(api.listArchivedChannels, { serverId }, creator)).data.data.map((one) => one.id),
    ).toContain(made.id);
    expect((await world.call(api.restoreChannel, { serverId, channelId: made.id }, creator)).status).toBe(200);
    await world.call(api.archiveChannel, { serverId, channelId: made.id }, creator);
    expect((await create(creator, { name: 'old-kiln' })).status).toBe(200);
    expect((await world.call(api.restoreChannel, { serverId, channelId: made.id }, creator)).problem.code).toBe(
      refusals.nameTaken.code,
    );
    world.clock.moveBy(31 * 86_400_000);
    expect((await world.call(api.restoreChannel, { serverId, channelId: made.id }, creator)).problem.code).toBe(
      refusals.tooLate.code,
    );
    world.clock.moveBy(-31 * 86_400_000);
  });
});

test('for somebody who has been here for a while, their channels are those of all their communities, and a community shows its own', async () => {
  const me = await world.livedIn();
  const mine = async () => (await world.call(api.listMyChannels, {}, me)).data.data;
  const before = await mine();
  expect([before.length, new Set(before.map((one) => one.serverId)).size]).toEqual([4, 3]);
  const { id } = await makeCommunity(world.db, creator.id);
  await addMembers(world.db, id, [me.id]);
  const channel = await makeChannel(world.db, id, creator.id, { name: 'one-more', members: [me.id] });
  expect((await mine()).filter((one) => !before.some((other) => other.id === one.id))).toMatchObject([
    { id: channel.id, name: 'one-more', serverId: id },
  ]);
  const seen = await world.call(api.browseChannels, { serverId: id }, me);
  expect(seen.data.channels.map(({ name }) => name)).toEqual(['one-more']);
  expect((await world.call(api.leaveChannel, { serverId: id, channelId: channel.id }, me)).status).toBe(200);
  expect(await mine()).toEqual(before);
});
