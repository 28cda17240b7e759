import * as channelsApi from '@folkmoot/contract/channels/api.ts';
import * as api from '@folkmoot/contract/communities/api.ts';
import { refusals } from '@folkmoot/contract/communities/schema.ts';
import { addMembers as addToConversation } from '@folkmoot/contract/conversations/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

let world: World;
let creator: Signed;
let admin: Signed;
let member: Signed;
let stranger: Signed;
let serverId: string;
let members: Map<string, string>;

beforeAll(async () => {
  world = await openWorld();
  [creator, admin, member, stranger] = await Promise.all([
    world.person(),
    world.person(),
    world.person({ firstName: 'Zsófia', lastName: 'Łukasiewicz' }),
    world.person(),
  ]);
  serverId = (await makeCommunity(world.db, creator.id, { name: 'Alderwick' })).id;
  members = new Map([
    ...(await addMembers(world.db, serverId, [admin.id], 'ADMIN')),
    ...(await addMembers(world.db, serverId, [member.id])),
  ]);
});
afterAll(() => world.close());

const fields = (more: object = {}) => ({
  name: 'Makers',
  slug: `makers-${Math.random().toString(36).slice(2, 10)}`,
  description: '',
  logo: null,
  visibility: 'public' as const,
  ...more,
});

describe('communities', () => {
  test('a community is created with its creator holding every permission', async () => {
    const made = await world.call(api.createCommunity, fields({ name: '  Growers  ' }), stranger);
    expect(made.data.data).toMatchObject({ name: 'Growers', memberCount: 1, viewer: { roleType: 'CREATOR' } });
    const held = await world.call(api.getMemberPermissions, { serverId: made.data.data.id }, stranger);
    expect(held.data.data).toHaveLength(17);
  });

  test('a community has a unique address, in any case, and never one of our own paths', async () => {
    const { slug } = fields();
    expect((await world.call(api.createCommunity, fields({ slug: slug.toUpperCase() }), creator)).data.data.slug).toBe(
      slug,
    );
    const race = await Promise.all(
      Array.from({ length: 5 }, () => world.call(api.createCommunity, fields({ slug: `${slug}-2` }), creator)),
    );
    expect(race.map((one) => one.status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await world.call(api.createCommunity, fields({ slug }), creator)).problem.fields).toEqual({
      slug: refusals.slugTaken.message,
    });
    expect((await world.call(api.createCommunity, fields({ slug: 'settings' }), creator)).problem.code).toBe(
      refusals.slugReserved.code,
    );
    expect((await world.call(api.isSlugFree, { alias: slug })).data).toEqual({
      available: false,
      reason: refusals.slugTaken.message,
    });
    expect((await world.call(api.isSlugFree, { alias: `${slug}-3` })).data).toEqual({ available: true, reason: null });
  });

  test('a renamed community is forwarded from its old address for ever, and another community cannot take it', async () => {
    const first = fields();
    const made = (await world.call(api.createCommunity, first, creator)).data.data;
    const renamed = await world.call(api.updateCommunity, { serverId: made.id, slug: `${first.slug}-new` }, creator);
    expect(renamed.data.data.slug).toBe(`${first.slug}-new`);
    expect((await world.call(api.resolveAlias, { alias: first.slug })).data.data).toEqual({
      resource_type: 'community',
      resource_id: made.id,
      alias: `${first.slug}-new`,
      visibility: 'public',
    });
    expect((await world.call(api.createCommunity, fields({ slug: first.slug }), stranger)).status).toBe(409);
    expect(
      (await world.call(api.updateCommunity, { serverId: made.id, slug: first.slug }, creator)).data.data.slug,
    ).toBe(first.slug);
  });

  test('a secret community is a 404 to everyone but members, and a private one shows its name', async () => {
    const secret = (await world.call(api.createCommunity, fields({ visibility: 'secret' }), creator)).data.data;
    for (const as of [stranger, undefined]) {
      expect((await world.call(api.getCommunity, { serverId: secret.id }, as)).status).toBe(404);
      expect((await world.call(api.resolveAlias, { alias: secret.slug }, as)).status).toBe(404);
    }
    expect((await world.call(api.joinCommunity, { serverId: secret.id }, stranger)).status).toBe(404);
    const closed = (await world.call(api.createCommunity, fields({ visibility: 'private' }), creator)).data.data;
    expect((await world.call(api.getCommunity, { serverId: closed.id })).data).toMatchObject({
      name: 'Makers',
      viewer: null,
    });
    expect((await world.call(api.joinCommunity, { serverId: closed.id }, stranger)).problem.code).toBe(
      refusals.byInvitation.code,
    );
    const found = await world.call(api.discoverCommunities, { search: 'MAKERS' });
    expect(found.data.data.map((one) => one.visibility)).not.toContain('secret');
    expect(found.data.data.map((one) => one.visibility)).not.toContain('private');
  });

  test('a community is deleted by its creator alone, who types its name, and everything goes with it', async () => {
    const made = (await world.call(api.createCommunity, fields(), creator)).data.data;
    await makeChannel(world.db, made.id, creator.id);
    await addMembers(world.db, made.id, [admin.id], 'ADMIN');
    expect((await world.call(api.deleteCommunity, { serverId: made.id, name: 'Makers' }, admin)).problem.code).toBe(
      refusals.onlyCreatorDeletes.code,
    );
    expect(
      (await world.call(api.deleteCommunity, { serverId: made.id, name: 'makers' }, creator)).problem.fields,
    ).toEqual({ name: refusals.nameDiffers.message });
    expect((await world.call(api.deleteCommunity, { serverId: made.id, name: 'Makers' }, creator)).status).toBe(200);
    expect((await world.call(api.getCommunity, { serverId: made.id }, creator)).status).toBe(404);
    expect((await world.call(api.listMembers, { serverId: made.id }, admin)).status).toBe(404);
    expect(await world.db.selectFrom('conversations').selectAll().where('server_id', '=', made.id).execute()).toEqual(
      [],
    );
    expect((await world.call(api.createCommunity, fields({ slug: made.slug }), stranger)).status).toBe(200);
  });
});

describe('joining and leaving', () => {
  test('joining a public community joins its default channels, and leaving it ends every membership in it', async () => {
    const own = (await world.call(api.createCommunity, fields({ general: false }), creator)).data.data;
    const noticeboard = await makeChannel(world.db, own.id, creator.id, { isDefault: true });
    await makeChannel(world.db, own.id, creator.id);
    const joined = await Promise.all(
      Array.from({ length: 4 }, () => world.call(api.joinCommunity, { serverId: own.id }, stranger)),
    );
    expect(joined.map((one) => one.status)).toEqual([200, 200, 200, 200]);
    expect((await world.call(api.getCommunity, { serverId: own.id })).data.memberCount).toBe(2);
    const sidebar = await world.call(channelsApi.listSidebar, { serverId: own.id }, stranger);
    expect(sidebar.data.channels.map((channel) => channel.id)).toEqual([noticeboard.id]);
    await world.call(api.leaveCommunity, { serverId: own.id }, stranger);
    expect((await world.call(channelsApi.listSidebar, { serverId: own.id }, stranger)).status).toBe(404);
    const channel = await world.call(channelsApi.getChannel, { serverId: own.id, channelId: noticeboard.id }, creator);
    expect(channel.data.memberCount).toBe(1);
    expect((await world.call(api.leaveCommunity, { serverId: own.id }, creator)).problem.code).toBe(
      refusals.creatorCannotLeave.code,
    );
  });
});

describe('members', () => {
  test('members are found by name without regard to accents, and listed page by page without gaps', async () => {
    const found = await world.call(api.listMembers, { serverId, search: 'zsofia lukas' }, creator);
    expect(found.data).toMatchObject({ count: 1 });
    expect((await world.call(api.listMembers, { serverId, search: 'ZSOFIA' }, creator)).data.data[0]?.id).toBe(
      member.id,
    );
    const own = (await world.call(api.createCommunity, fields(), creator)).data.data;
    const many = await Promise.all(
      Array.from({ length: 45 }, (_, n) => world.person({ firstName: `Twin${n % 3}`, lastName: 'Same' })),
    );
    await addMembers(
      world.db,
      own.id,
      many.map((one) => one.id),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const answer = await world.call(api.listMembers, { serverId: own.id, ...(cursor ? { cursor } : {}) }, creator);
      seen.push(...answer.data.data.map((one) => one.id));
      cursor = answer.data.nextCursor ?? undefined;
    }
    expect([seen.length, new Set(seen).size, cursor]).toEqual([46, 46, undefined]);
    expect((await world.call(api.listMembers, { serverId, cursor: 'made-up' }, creator)).status).toBe(400);
  });

  test('members can be promoted and demoted by higher ranks, never sideways or upwards', async () => {
    const change = (memberId: string, roleType: 'ADMIN' | 'MODERATOR' | 'MEMBER' | 'CREATOR', as: Signed) =>
      world.call(api.changeMemberRole, { serverId, memberId, roleType }, as);
    const id = (person: Signed) => members.get(person.id) ?? '';
    expect((await change(id(member), 'MODERATOR', admin)).data.data).toMatchObject({
      roleType: 'MODERATOR',
      roleName: 'Moderator',
    });
    expect((await world.call(api.getMemberPermissions, { serverId }, member)).data.data).toContain('MANAGE_MESSAGES');
    expect((await change(id(member), 'ADMIN', admin)).problem.code).toBe(refusals.roleTooHigh.code);
    expect((await change(id(member), 'CREATOR', creator)).problem.code).toBe(refusals.roleTooHigh.code);
    expect((await change(id(admin), 'MEMBER', admin)).problem.code).toBe(refusals.yourself.code);
    expect((await change(id(admin), 'MEMBER', member)).status).toBe(403);
    await change(id(member), 'MEMBER', creator);
    expect((await world.call(api.getMemberPermissions, { serverId }, member)).data.data).not.toContain(
      'MANAGE_MESSAGES',
    );
    const log = await world.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('server_id', '=', serverId)
      .where('action', '=', 'member.role')
      .orderBy('id')
      .execute();
    expect(log).toEqual([
      { before: { roleType: 'MEMBER' }, after: { roleType: 'MODERATOR' } },
      { before: { roleType: 'MODERATOR' }, after: { roleType: 'MEMBER' } },
    ]);
  });

  test('members who have left cannot come back with an invitation of their own', async () => {
    const gone = await world.person();
    const ids = await addMembers(world.db, serverId, [gone.id]);
    const { inviteCode } = (await world.call(api.getInviteCode, { serverId }, gone)).data;
    await world.call(api.removeMember, { serverId, memberId: ids.get(gone.id) ?? '' }, admin);
    expect((await world.call(api.acceptInvite, { inviteCode }, gone)).problem.code).toBe(refusals.inviteRevoked.code);
  });

  test('members who are removed lose access at once', async () => {
    const gone = await world.person();
    const ids = await addMembers(world.db, serverId, [gone.id]);
    expect((await world.call(api.listMembers, { serverId }, gone)).status).toBe(200);
    await world.call(api.removeMember, { serverId, memberId: ids.get(gone.id) ?? '' }, admin);
    expect((await world.call(api.listMembers, { serverId }, gone)).status).toBe(404);
  });
});

describe('members who come and go at the same moment', () => {
  test('a member who is removed while somebody adds them keeps no membership', async () => {
    for (let round = 0; round < 8; round += 1) {
      const channel = await makeChannel(world.db, serverId, creator.id, { mode: 'private', members: [creator.id] });
      const gone = await world.person();
      const ids = await addMembers(world.db, serverId, [gone.id]);
      const add = () =>
        world.call(addToConversation, { conversationId: channel.conversationId, users: [gone.id] }, creator);
      await Promise.all([
        add(),
        world.call(api.removeMember, { serverId, memberId: ids.get(gone.id) ?? '' }, admin),
        add(),
      ]);
      const left = await world.db
        .selectFrom('conversation_members')
        .selectAll()
        .where('user_id', '=', gone.id)
        .execute();
      expect(left).toEqual([]);
    }
  });

  test('many members who join and leave at once never deadlock', async () => {
    const own = (await world.call(api.createCommunity, fields(), creator)).data.data;
    await makeChannel(world.db, own.id, creator.id, { isDefault: true });
    await makeChannel(world.db, own.id, creator.id, { isDefault: true });
    const people = await Promise.all(Array.from({ length: 8 }, () => world.person()));
    const answers = await Promise.all(
      people.flatMap((person) =>
        [api.joinCommunity, api.leaveCommunity, api.joinCommunity, api.leaveCommunity].map((endpoint) =>
          world.call(endpoint, { serverId: own.id }, person),
        ),
      ),
    );
    expect(answers.map((answer) => answer.status).filter((status) => status !== 200 && status !== 404)).toEqual([]);
    const { count } = (await world.call(api.listMembers, { serverId: own.id }, creator)).data;
    expect((await world.call(api.getCommunity, { serverId: own.id }, creator)).data.memberCount).toBe(count);
  });
});

describe('people', () => {
  test('people are found by members of a shared community, or by their exact username', async () => {
    const [one, other] = [
      await world.person({ firstName: 'Quentin', username: 'quentin-alone' }),
      await world.person({ firstName: 'Quentina' }),
    ];
    await addMembers(world.db, serverId, [other.id]);
    const names = async (search: string) =>
      (await world.call(api.findPeople, { search }, member)).data.data.map((person) => person.id);
    expect(await names('quent')).toEqual([other.id]);
    expect(await names('Quentin-Alone')).toEqual([one.id]);
    expect(await names(member.username)).toEqual([]);
  });
});

describe('invitations', () => {
  const accept = (inviteCode: string, as: Signed) => world.call(api.acceptInvite, { inviteCode }, as);

  test('each member has one permanent invitation code, which opens a secret community to anybody who has it', async () => {
    const secret = (await world.call(api.createCommunity, fields({ visibility: 'secret' }), creator)).data.data;
    const codes = await Promise.all(
      Array.from({ length: 4 }, () => world.call(api.getInviteCode, { serverId: secret.id }, creator)),
    );
    expect(new Set(codes.map((one) => one.data.inviteCode)).size).toBe(1);
    const inviteCode = codes[0]?.data.inviteCode ?? '';
    const shown = await world.call(api.getInvite, { inviteCode });
    expect(shown.data).toMatchObject({
      community: { name: 'Makers', joined: false, slug: '', memberCount: 0, faces: [] },
      invitedBy: { id: creator.id },
    });
    const guest = await world.person();
    expect((await accept(inviteCode, guest)).data.data.viewer?.roleType).toBe('MEMBER');
    expect((await accept(inviteCode, guest)).data.message).toBe('You are already in Makers.');
    expect(
      await world.db.selectFrom('invite_codes').select('uses').where('code', '=', inviteCode).executeTakeFirst(),
    ).toEqual({ uses: 1 });
  });

  test('an invitation that is wrong, used up, expired or revoked says so', async () => {
    const make = async (more: { expiresInDays?: number; maxUses?: number }) =>
      (await world.call(api.createInviteCode, { serverId, ...more }, creator)).data.data;
    const [once, short, taken] = [await make({ maxUses: 1 }), await make({ expiresInDays: 1 }), await make({})];
    await accept(once.inviteCode, await world.person());
    await world.call(api.revokeInviteCode, { serverId, inviteCodeId: taken.id }, creator);
    world.clock.moveBy(86_400_000);
    const guest = await world.person();
    for (const [code, refusal] of [
      ['nonsense', refusals.inviteWrong],
      [once.inviteCode, refusals.inviteUsedUp],
      [short.inviteCode, refusals.inviteExpired],
      [taken.inviteCode, refusals.inviteRevoked],
    ] as const) {
      expect((await world.call(api.getInvite, { inviteCode: code })).problem).toMatchObject({
        statusCode: refusal.status,
        message: refusal.message,
      });
      expect((await accept(code, guest)).problem.code).toBe(refusal.code);
    }
    world.clock.moveBy(-86_400_000);
  });

  test('an invitation for three uses accepts exactly three people of ten at once', async () => {
    const code = (await world.call(api.createInviteCode, { serverId, maxUses: 3 }, creator)).data.data.inviteCode;
    const guests = await Promise.all(Array.from({ length: 10 }, () => world.person()));
    const answers = await Promise.all(guests.map((guest) => accept(code, guest)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
    expect(answers.filter((answer) => answer.problem.code === refusals.inviteUsedUp.code)).toHaveLength(7);
  });

  test('invitations are withdrawn by their creator or a manager, are listed for managers, and have checked limits', async () => {
    const own = (await world.call(api.createInviteCode, { serverId }, member)).data.data;
    const others = (await world.call(api.createInviteCode, { serverId }, creator)).data.data;
    expect((await world.call(api.revokeInviteCode, { serverId, inviteCodeId: others.id }, member)).status).toBe(403);
    expect((await world.call(api.revokeInviteCode, { serverId, inviteCodeId: own.id }, member)).status).toBe(200);
    expect((await world.call(api.listInviteCodes, { serverId }, member)).status).toBe(403);
    expect((await world.call(api.listInviteCodes, { serverId }, admin)).data.data.map((one) => one.id)).toEqual(
      expect.arrayContaining([own.id, others.id]),
    );
    expect((await world.call(api.createInviteCode, { serverId, maxUses: 0 }, creator)).problem.fields).toEqual({
      maxUses: 'Enter at least one use.',
    });
  });
});
