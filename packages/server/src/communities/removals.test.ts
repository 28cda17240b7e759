import { archiveChannel, updateChannel } from '@folkmoot/contract/channels/api.ts';
import * as api from '@folkmoot/contract/communities/api.ts';
import { addMembers as addMembersCall } from '@folkmoot/contract/conversations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plansOf } from '../../test/plan.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { insertMemberships } from '../conversations/members-store.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

/* Leaving, being removed and deleting: as many statements for a large community as for a small one. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Members = { serverId: string; creator: Signed; people: Signed[] };
type Place = Members & { channelId: string; name: string };

/** Everyone is in every channel, half of which are closed, and follows the thread in each. */
async function place(channels: number, crowd: number): Promise<Place> {
  const creator = await world.person();
  const people: Signed[] = [];
  for (let n = 0; n < 5; n += 1) people.push(await world.person());
  const { id: serverId, name } = await makeCommunity(world.db, creator.id);
  const { db } = world;
  const now = world.clock.now();
  const { rows } = await sql<{ id: string }>`
    insert into users (id, email, email_verified, name, first_name, last_name, username, time_zone, search_text, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid()::text, true, 'Crowd', 'Crowd', '', 'c' || left(md5(random()::text), 20), 'UTC', 'crowd', ${now}, ${now}
    from generate_series(1, ${crowd}::int) returning id`.execute(db);
  const others = rows.map(({ id }) => id);
  await addMembers(
    db,
    serverId,
    people.map(({ id }) => id),
  );
  await addMembers(db, serverId, others);
  let last = { id: '', conversationId: '' };
  for (let n = 0; n < channels; n += 1) {
    last = await makeChannel(db, serverId, creator.id, {
      members: [creator.id],
      mode: n % 2 === 1 ? 'private' : 'public',
    });
    await insertMemberships(db, [last.conversationId], [...people.map(({ id }) => id), ...others], now);
  }
  await sql`insert into messages (home_id, conversation_id, seq, id, version, author_id, client_id, text, created_at)
    select id, id, 1, gen_random_uuid(), 1, ${creator.id}, gen_random_uuid(), 'root', ${now} from conversations where server_id = ${serverId}`.execute(
    db,
  );
  await sql`insert into conversations (id, home_id, parent_id, root_seq, server_id, type, open_to, version, last_seq, created_at)
    select x.id, c.id, c.id, 1, c.server_id, 'thread', c.open_to, 1, 1, ${now} from messages x join conversations c on c.id = x.conversation_id
    where c.server_id = ${serverId}`.execute(db);
  await sql`insert into conversation_members (home_id, conversation_id, user_id, server_id, joined_at)
    select t.home_id, t.id, p.user_id, t.server_id, ${now} from conversations t join conversation_members p on p.conversation_id = t.home_id
    where t.parent_id is not null and t.server_id = ${serverId}`.execute(db);
  return { serverId, creator, people, channelId: last.id, name };
}

const memberIdOf = async ({ serverId, creator, people }: Members, nth: number) =>
  (await world.call(api.listMembers, { serverId, informationOf: people[nth]?.id ?? '' }, creator)).data.data[0]
    ?.memberId ?? '';

/** Each with how it is done; the person is a fresh one each time. */
const commands: [string, (place: Place) => Promise<() => Promise<{ status: number }>>][] = [
  [
    'leaving',
    async ({ serverId, people }) =>
      () =>
        world.call(api.leaveCommunity, { serverId }, people[0]),
  ],
  [
    'being removed',
    async (place) => {
      const memberId = await memberIdOf(place, 1);
      return () => world.call(api.removeMember, { serverId: place.serverId, memberId }, place.creator);
    },
  ],
  [
    'being banned',
    async (place) => {
      const memberId = await memberIdOf(place, 2);
      return () => world.call(api.banMember, { serverId: place.serverId, memberId, reason: '' }, place.creator);
    },
  ],
  [
    'opening a channel',
    async ({ serverId, channelId, creator }) =>
      () =>
        world.call(updateChannel, { serverId, channelId, mode: 'public' }, creator),
  ],
  [
    'closing a channel',
    async ({ serverId, channelId, creator }) =>
      () =>
        world.call(updateChannel, { serverId, channelId, mode: 'private' }, creator),
  ],
  [
    'archiving a channel',
    async ({ serverId, channelId, creator }) =>
      () =>
        world.call(archiveChannel, { serverId, channelId }, creator),
  ],
  [
    'deleting the community',
    async ({ serverId, name, creator }) =>
      () =>
        world.call(api.deleteCommunity, { serverId, name }, creator),
  ],
];

describe('removals', () => {
  let small: Place;
  let large: Place;
  beforeAll(async () => {
    small = await place(2, 2);
    large = await place(30, 150);
  });

  test.each(commands)(
    'The number of statements for %s does not grow with the channels, threads and members.',
    async (_, prepare) => {
      const count = async (where: Place) => {
        const run = await prepare(where);
        // Sessions and roles are cached for a while: both find the same.
        await world.call(api.getMemberPermissions, { serverId: where.serverId }, where.people[4]);
        const counting = world.countQueries();
        expect((await run()).status).toBe(200);
        return counting.stop();
      };
      expect(await count(large)).toBe(await count(small));
    },
  );
});

test('A channel is closed and opened without reading who is inside.', async () => {
  const { serverId, creator, channelId } = await place(1, 200);
  for (const mode of ['private', 'public'] as const) {
    const counting = world.countQueries();
    expect((await world.call(updateChannel, { serverId, channelId, mode }, creator)).status).toBe(200);
    counting.stop();
    const read = (await plansOf(world.db, counting.queries)).map((plan) => plan.read('conversation_members'));
    expect(Math.max(...read)).toBeLessThanOrEqual(2);
  }
});

test('The number of statements for adding people to a channel does not grow with them.', async () => {
  const { serverId, creator, people } = await place(1, 1);
  const count = async (users: Signed[]) => {
    const { conversationId } = await makeChannel(world.db, serverId, creator.id, {
      mode: 'private',
      members: [creator.id],
    });
    const counting = world.countQueries();
    expect(
      (await world.call(addMembersCall, { conversationId, users: users.map(({ id }) => id) }, creator)).status,
    ).toBe(200);
    return counting.stop();
  };
  // The first call finds nothing in the caches.
  await count(people);
  expect(await count(people)).toBe(await count(people.slice(0, 1)));
});

test('A person who leaves is out of every channel and thread, each counted once, and closed channels get another key.', async () => {
  const { serverId, people, creator } = await place(4, 3);
  const [leaver] = people;
  const state = async () =>
    (
      await sql<{ open: boolean; members: number; key: number; inside: number }>`
        select open_to = 'community' as open, member_count as members, key_version as key,
          (select count(*)::int from conversation_members p where p.conversation_id = c.id) as inside
        from conversations c where server_id = ${serverId} and parent_id is null order by id`.execute(world.db)
    ).rows;
  const before = await state();
  await world.call(api.leaveCommunity, { serverId }, leaver);
  const after = await state();
  expect(after).toEqual(
    before.map(({ open, members, key, inside }) => ({
      open,
      members: members - 1,
      key: key + (open ? 0 : 1),
      inside: inside - 1,
    })),
  );
  expect(after.every(({ members, inside }) => members === inside)).toBe(true);
  const left =
    await sql`select 1 from conversation_members where server_id = ${serverId} and user_id = ${leaver?.id}`.execute(
      world.db,
    );
  expect(left.rows).toEqual([]);
  const threads =
    await sql`select 1 from conversations where server_id = ${serverId} and parent_id is not null and member_count <> 0`.execute(
      world.db,
    );
  expect(threads.rows).toEqual([]);
  expect((await world.call(api.getCommunity, { serverId }, creator)).data.memberCount).toBe(8);
});

test('People who leave and are removed at the same moment neither fail nor are miscounted.', async () => {
  const { serverId, creator, people } = await place(6, 5);
  const memberIds: string[] = [];
  for (const nth of [0, 1, 2, 3]) memberIds.push(await memberIdOf({ serverId, creator, people }, nth));
  const removing = memberIds.map((memberId) => world.call(api.removeMember, { serverId, memberId }, creator));
  const answers = await Promise.all([
    world.call(api.leaveCommunity, { serverId }, people[0]),
    world.call(api.banMember, { serverId, memberId: memberIds[2] ?? '', reason: '' }, creator),
    world.call(api.leaveCommunity, { serverId }, people[3]),
    ...removing,
  ]);
  expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
  const { rows } = await sql`select c.id from conversations c where server_id = ${serverId} and parent_id is null
    and member_count <> (select count(*) from conversation_members p where p.conversation_id = c.id)`.execute(world.db);
  expect(rows).toEqual([]);
});
