import { updateProfile } from '@folkmoot/contract/accounts/api.ts';
import * as api from '@folkmoot/contract/communities/api.ts';
import { suggestMentions } from '@folkmoot/contract/conversations/api.ts';
import { PAGE } from '@folkmoot/contract/core/page.ts';
import { listPeopleInside, listPersonal } from '@folkmoot/contract/personal/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer } from '../../test/database.ts';
import { plansOf } from '../../test/plan.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { insertMemberships, renameInside } from '../conversations/members-store.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';
import { renameMember } from './members-store.ts';

/* A community that has grown: a page of any list of people must not cost more for it. */

const MEMBERS = 3000;
const INSIDE = 1500;

let world: World;
let creator: Signed;
let moderator: Signed;
let serverId: string;
let large: string;
let small: string;
let group: string;

beforeAll(async () => {
  world = await openWorld();
  creator = await world.person();
  moderator = await world.person();
  serverId = (await makeCommunity(world.db, creator.id)).id;
  await addMembers(world.db, serverId, [moderator.id]);
  const made = await fill();
  const { db } = world;
  const now = world.clock.now();
  await sql`update members set role_id = (select id from roles where server_id = ${serverId} and role_type = 'MODERATOR')
    where server_id = ${serverId} and user_id = ${moderator.id}`.execute(db);
  const channel = (members: string[]) => makeChannel(db, serverId, creator.id, { members, mode: 'private' });
  large = (await channel([creator.id])).id;
  small = (await channel([creator.id, ...made.slice(-5)])).id;
  const { rows } = await sql<{ id: string }>`select conversation_id as id from channels where id = ${large}`.execute(
    db,
  );
  await insertMemberships(db, [rows[0]?.id ?? ''], made.slice(0, INSIDE), now);
  const groups = await sql<{ id: string }>`with fresh as (select gen_random_uuid() as id)
    insert into conversations (id, home_id, type, open_to, posting, created_at) select id, id, 'event-group', 'members', 'everyone', ${now} from fresh returning id`.execute(
    db,
  );
  group = groups.rows[0]?.id ?? '';
  await insertMemberships(db, [group], [creator.id, ...made.slice(0, INSIDE)], now);
  // Autovacuum does the same.
  await sql`vacuum analyze`.execute(db);
});
afterAll(() => world.close());

/** Members, few with a picture, and for each a request to join that was answered, an invitation, a ban and a line in the log. */
async function fill(): Promise<string[]> {
  const { db } = world;
  const now = world.clock.now();
  const { rows } = await sql<{ id: string }>`
    insert into users (id, email, email_verified, name, first_name, last_name, username, time_zone, search_text, image, created_at, updated_at)
    select gen_random_uuid(), n || '@crowd.example', true, 'Crowd ' || n, 'Crowd', n::text, 'crowd-' || n, 'UTC', 'crowd ' || md5(n::text) || ' crowd-' || n,
      case when n % 1000 = 0 then '/art/avatars/one.svg' end, ${now}, ${now}
    from generate_series(1, ${MEMBERS}::int) n returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`insert into members (server_id, id, user_id, role_id, joined_at, search_text)
    select ${serverId}, gen_random_uuid(), u.id, r.id, ${now}::timestamptz + n * interval '1 second', u.search_text
    from unnest(${ids}::uuid[]) with ordinality crowd (id, n) join users u on u.id = crowd.id, roles r
    where r.server_id = ${serverId} and r.role_type = 'MEMBER'`.execute(db);
  await sql`update servers set member_count = member_count + ${MEMBERS} where id = ${serverId}`.execute(db);
  await sql`insert into join_requests (server_id, id, user_id, note, status, created_at, answered_at)
    select ${serverId}, gen_random_uuid(), id, '', 'approved', ${now}, ${now} from unnest(${ids}::uuid[]) id`.execute(
    db,
  );
  await sql`insert into bans (server_id, user_id, id, reason, banned_by, banned_at)
    select ${serverId}, id, gen_random_uuid(), '', ${creator.id}, ${now} from unnest(${ids}::uuid[]) id`.execute(db);
  await sql`insert into invite_codes (server_id, id, code, created_by, created_at)
    select ${serverId}, gen_random_uuid(), id::text, ${creator.id}, ${now} from unnest(${ids}::uuid[]) id`.execute(db);
  await sql`insert into audit_log (server_id, id, actor_id, action, created_at)
    select ${serverId}, gen_random_uuid(), ${creator.id}, 'member.joined', ${now} from unnest(${ids}::uuid[]) id`.execute(
    db,
  );
  return ids;
}

/** What a call read, all its statements together. */
async function costOf(call: () => Promise<{ status: number }>): Promise<{ rows: number; sorted: number }> {
  const counting = world.countQueries();
  expect((await call()).status).toBe(200);
  counting.stop();
  const plans = await plansOf(world.db, counting.queries);
  return {
    rows: plans.reduce((sum, plan) => sum + plan.rows, 0),
    sorted: Math.max(...plans.map((plan) => plan.sorted)),
  };
}

const members = (query: object) => () => world.call(api.listMembers, { serverId, ...query }, creator);
const lists: [string, () => Promise<{ status: number; data: unknown }>][] = [
  ['members', members({})],
  ['members with a common name', members({ search: 'crowd-1' })],
  ['members with a role that few have', members({ role: 'MODERATOR' })],
  ['members with a role that most have', members({ role: 'MEMBER' })],
  ['one member', () => members({ informationOf: moderator.id })()],
  ['people in a large channel', () => members({ channelId: large })()],
  ['people in a small channel', () => members({ channelId: small })()],
  ['people to mention in a large channel', () => members({ channelId: large, search: 'crow' })()],
  ['members with a name that one has', () => members({ search: 'crowd-2999' })()],
  ['people in a large channel with a name that few have', () => members({ channelId: large, search: 'crowd-1499' })()],
  ['people to write to with a name that one has', () => world.call(api.findPeople, { search: 'crowd-2999' }, creator)],
  ['members whom one letter suggests', () => world.call(api.suggestMembers, { serverId, search: 'c' }, creator)],
  ['members whom a name suggests', () => world.call(api.suggestMembers, { serverId, search: 'crowd-2999' }, creator)],
  [
    'people to mention in a group',
    () => world.call(suggestMentions, { conversationId: group, search: 'crow' }, creator),
  ],
  ['people in a group', () => world.call(listPeopleInside, { conversationId: group }, creator)],
  ['groups with the faces of their people', () => world.call(listPersonal, {}, creator)],
  ['people to write to', () => world.call(api.findPeople, { search: 'crow' }, creator)],
  ['people to add to a group', () => world.call(api.findPeople, { search: 'crow', conversationId: group }, creator)],
  ['communities with the faces of their members', () => world.call(api.discoverCommunities, {}, creator)],
  ['a community', () => world.call(api.getCommunity, { serverId }, creator)],
  ['requests to join', () => world.call(api.listJoinRequests, { serverId }, creator)],
  ['bans', () => world.call(api.listBans, { serverId }, creator)],
  ['invitations', () => world.call(api.listInviteCodes, { serverId }, creator)],
  ['the audit log', () => world.call(api.listAuditLog, { serverId }, creator)],
  ['the audit log of what happens rarely', () => world.call(api.listAuditLog, { serverId, group: 'server' }, creator)],
  ['the audit log of one person', () => world.call(api.listAuditLog, { serverId, actorId: moderator.id }, creator)],
];

/** A search counts up to a thousand; nothing else counts. */
const COUNTED = new Set([
  'members with a common name',
  'members with a role that most have',
  'people to mention in a large channel',
]);

// On PGlite, whose costs are set otherwise, it is cheaper to read so small a table as a whole than to look up a page.
describe.runIf(testServer)('lists of a large community', () => {
  test.each(lists)('A page of the list “%s” reads what it shows, however many rows there are.', async (name, call) => {
    const { rows, sorted } = await costOf(call);
    expect(rows).toBeLessThanOrEqual((COUNTED.has(name) ? 2 * 1000 : 0) + 12 * (PAGE + 1));
    expect(sorted).toBeLessThanOrEqual(2 * (PAGE + 1));
  });
});

test('Every member comes once and by name, page after page, and so do the people in a channel.', async () => {
  for (const [query, count] of [
    [{}, MEMBERS + 2],
    [{ channelId: large }, INSIDE + 1],
  ] as const) {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = (await world.call(api.listMembers, { serverId, ...query, ...(cursor ? { cursor } : {}) }, creator))
        .data;
      expect(page.count).toBe(count);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(new Set(seen).size).toBe(count);
    const { rows } = await sql<{ id: string }>`select id from users where id = any(${seen}::uuid[])
      order by search_text, id`.execute(world.db);
    expect(seen).toEqual(rows.map(({ id }) => id));
  }
});

test('A person with another name has another place in every list they are in, also if they join at that moment.', async () => {
  const joiner = await world.person();
  await addMembers(world.db, serverId, [joiner.id]);
  const { rows } = await sql<{
    id: string;
  }>`select conversation_id as id from channels where server_id = ${serverId}`.execute(world.db);
  const rename = (firstName: string) => world.call(updateProfile, { firstName }, joiner);
  const join = (id: string) =>
    world.db.transaction().execute((tx) => insertMemberships(tx, [id], [joiner.id], world.clock.now()));
  for (const [n, { id }] of [...rows, { id: group }].entries())
    expect((await Promise.all([rename(`Aaron ${n}`), join(id), rename(`Aardvark ${n}`), join(group)]))[0].status).toBe(
      200,
    );
  await rename('Aaaron');
  for (const query of [{}, { channelId: large }, { channelId: small }])
    expect((await world.call(api.listMembers, { serverId, ...query }, creator)).data.data[0]?.id).toBe(joiner.id);
  expect((await world.call(listPeopleInside, { conversationId: group }, creator)).data.data[0]?.id).toBe(joiner.id);
  const stale = await sql`select 1 from conversation_members p join users u on u.id = p.user_id
    where p.home_id = p.conversation_id and p.search_text <> u.search_text
    union all select 1 from members m join users u on u.id = m.user_id where m.search_text <> u.search_text`.execute(
    world.db,
  );
  expect(stale.rows).toEqual([]);
});

test.skipIf(!testServer)(
  'A person who joins while they are being renamed waits, and is listed by the new name.',
  async () => {
    const joiner = await world.person();
    await addMembers(world.db, serverId, [joiner.id]);
    const { rows } = await sql<{ id: string }>`select conversation_id as id from channels where id = ${small}`.execute(
      world.db,
    );
    const conversations = [group, rows[0]?.id ?? ''];
    const joining: Promise<unknown>[] = [];
    await world.db.transaction().execute(async (tx) => {
      await sql`update users set search_text = 'aaaaaron' where id = ${joiner.id}`.execute(tx);
      await renameMember(tx, joiner.id, 'aaaaaron');
      let done = 0;
      for (const id of conversations)
        joining.push(insertMemberships(world.db, [id], [joiner.id], world.clock.now()).then(() => (done += 1)));
      const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
      await expect
        .poll(async () => ((await waiting.execute(world.db)).rows[0]?.count ?? 0) + done)
        .toBe(conversations.length);
      expect(done).toBe(0);
      await renameInside(tx, joiner.id, 'aaaaaron');
    });
    await Promise.all(joining);
    const names = await sql<{
      name: string;
    }>`select search_text as name from conversation_members where user_id = ${joiner.id}`.execute(world.db);
    expect(names.rows).toEqual(conversations.map(() => ({ name: 'aaaaaron' })));
  },
);
