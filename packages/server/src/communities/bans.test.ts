import * as api from '@folkmoot/contract/communities/api.ts';
import { refusals } from '@folkmoot/contract/communities/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';

let world: World;
let creator: Signed;
let admin: Signed;
let moderator: Signed;

beforeAll(async () => {
  world = await openWorld();
  [creator, admin, moderator] = await Promise.all([world.person(), world.person(), world.person()]);
});
afterAll(() => world.close());

async function setUp(visibility: 'public' | 'private' | 'secret' = 'public') {
  const { id } = await makeCommunity(world.db, creator.id, { visibility });
  const ids = new Map([
    ...(await addMembers(world.db, id, [admin.id], 'ADMIN')),
    ...(await addMembers(world.db, id, [moderator.id], 'MODERATOR')),
  ]);
  const subject = await world.person();
  const memberId = (await addMembers(world.db, id, [subject.id])).get(subject.id) ?? '';
  return { serverId: id, ids, subject, memberId };
}

const ban = (serverId: string, memberId: string, as: Signed, reason = '') =>
  world.call(api.banMember, { serverId, memberId, reason }, as);

describe('bans', () => {
  test('a ban removes a person at once and closes every way back', async () => {
    const { serverId, subject, memberId } = await setUp();
    expect((await world.call(api.listMembers, { serverId }, subject)).status).toBe(200);
    expect((await ban(serverId, memberId, moderator, 'Spam.')).data.message).toBe('Member banned.');
    expect((await world.call(api.listMembers, { serverId }, subject)).status).toBe(404);
    const { inviteCode } = (await world.call(api.getInviteCode, { serverId }, admin)).data;
    for (const visibility of ['public', 'private'] as const) {
      await world.call(api.updateCommunity, { serverId, visibility }, admin);
      for (const answer of [
        await world.call(api.joinCommunity, { serverId }, subject),
        await world.call(api.acceptInvite, { inviteCode }, subject),
        await world.call(api.askToJoin, { serverId, note: '' }, subject),
      ])
        expect(answer.problem).toMatchObject({
          statusCode: 403,
          code: refusals.banned.code,
          message: refusals.banned.message,
        });
    }
    expect((await world.call(api.getCommunity, { serverId }, subject)).data).toMatchObject({
      banned: true,
      viewer: null,
      request: null,
    });
    expect((await world.call(api.getCommunity, { serverId }, admin)).data.banned).toBe(false);
  });

  test('a ban from a secret community reveals no more than its invitation does', async () => {
    const { serverId, subject, memberId } = await setUp('secret');
    const { inviteCode } = (await world.call(api.getInviteCode, { serverId }, admin)).data;
    await ban(serverId, memberId, moderator);
    expect((await world.call(api.getCommunity, { serverId }, subject)).status).toBe(404);
    expect((await world.call(api.joinCommunity, { serverId }, subject)).status).toBe(404);
    expect((await world.call(api.acceptInvite, { inviteCode }, subject)).problem.code).toBe(refusals.banned.code);
  });

  test('a ban needs a higher rank, and a member of this community', async () => {
    const { serverId, ids, memberId } = await setUp();
    const creatorMember = (await world.call(api.getMemberPermissions, { serverId }, creator)).data.member.memberId;
    const code = async (target: string, as: Signed) => (await ban(serverId, target, as)).problem.code;
    expect(await code(ids.get(admin.id) ?? '', moderator)).toBe(refusals.outranked.code);
    expect(await code(creatorMember, admin)).toBe(refusals.outranked.code);
    expect(await code(ids.get(moderator.id) ?? '', moderator)).toBe(refusals.yourself.code);
    const elsewhere = await setUp();
    expect((await ban(elsewhere.serverId, memberId, admin)).status).toBe(404);
    expect((await ban(serverId, memberId, admin, 'x'.repeat(251))).problem.fields).toEqual({
      reason: 'A reason cannot exceed 250 characters.',
    });
  });

  test('a ban can be listed and lifted, after which the person can come back but is not added', async () => {
    const { serverId, subject, memberId } = await setUp();
    await ban(serverId, memberId, moderator, 'Spam.');
    const { data } = (await world.call(api.listBans, { serverId }, moderator)).data;
    expect(data).toMatchObject([{ person: { id: subject.id }, reason: 'Spam.', bannedBy: { id: moderator.id } }]);
    const other = await setUp();
    await world.call(api.liftBan, { serverId: other.serverId, userId: subject.id }, admin);
    expect((await world.call(api.joinCommunity, { serverId }, subject)).status).toBe(403);
    for (let time = 0; time < 2; time += 1)
      expect((await world.call(api.liftBan, { serverId, userId: subject.id }, moderator)).status).toBe(200);
    expect((await world.call(api.listBans, { serverId }, moderator)).data.data).toEqual([]);
    expect((await world.call(api.getCommunity, { serverId }, subject)).data.viewer).toBeNull();
    expect((await world.call(api.joinCommunity, { serverId }, subject)).status).toBe(200);
    const log = (await world.call(api.listAuditLog, { serverId, group: 'member', actorId: moderator.id }, admin)).data;
    expect(log.data.map(({ action }) => action)).toEqual(['member.unbanned', 'member.banned']);
  });

  test('bans are listed page by page, newest first', async () => {
    const { serverId } = await setUp();
    const people = await Promise.all(Array.from({ length: 21 }, () => world.person()));
    const ids = await addMembers(
      world.db,
      serverId,
      people.map(({ id }) => id),
    );
    for (const person of people) await ban(serverId, ids.get(person.id) ?? '', admin);
    const first = (await world.call(api.listBans, { serverId }, moderator)).data;
    expect([first.data.length, first.data[0]?.person.id]).toEqual([20, people[20]?.id]);
    const rest = (await world.call(api.listBans, { serverId, cursor: first.nextCursor ?? '' }, moderator)).data;
    expect([rest.data.map(({ person }) => person.id), rest.nextCursor]).toEqual([[people[0]?.id], null]);
  });

  test('a ban at the same moment as an accepted invitation leaves the person banned', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { serverId, subject, memberId } = await setUp('private');
      const { inviteCode } = (await world.call(api.getInviteCode, { serverId }, admin)).data;
      const comesBack = async () => {
        await world.call(api.leaveCommunity, { serverId }, subject);
        return world.call(api.acceptInvite, { inviteCode }, subject);
      };
      const [banned] = await Promise.all([ban(serverId, memberId, moderator), comesBack()]);
      // Gone before the ban began: there was nobody to ban. Otherwise they are out, whatever they did.
      expect([200, 404]).toContain(banned.status);
      if (banned.status === 404) continue;
      const after = (await world.call(api.getCommunity, { serverId }, subject)).data;
      expect([after.viewer, after.banned]).toEqual([null, true]);
      expect((await world.call(api.getCommunity, { serverId }, admin)).data.memberCount).toBe(3);
    }
  });

  test('a ban by two people at once is one ban', async () => {
    const { serverId, memberId } = await setUp();
    const answers = await Promise.all([ban(serverId, memberId, moderator), ban(serverId, memberId, admin)]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await world.call(api.listBans, { serverId }, admin)).data.data).toHaveLength(1);
    expect((await world.call(api.getCommunity, { serverId }, admin)).data.memberCount).toBe(3);
  });
});

describe('communities that are handed over', () => {
  test('handing over a community makes the other person creator and yourself an admin', async () => {
    const { serverId, subject, memberId } = await setUp();
    const done = await world.call(api.handOverCommunity, { serverId, memberId }, creator);
    expect(done.data.data.viewer?.roleType).toBe('ADMIN');
    expect((await world.call(api.getMemberPermissions, { serverId }, subject)).data.member.roleType).toBe('CREATOR');
    expect((await world.call(api.leaveCommunity, { serverId }, subject)).problem.code).toBe(
      refusals.creatorCannotLeave.code,
    );
    expect((await world.call(api.leaveCommunity, { serverId }, creator)).status).toBe(200);
    const [line] = (await world.call(api.listAuditLog, { serverId, group: 'server' }, subject)).data.data;
    expect(line).toMatchObject({ action: 'server.handed-over', actor: { id: creator.id } });
  });

  test('handing over a community is for the creator alone, and never to yourself or a stranger', async () => {
    const { serverId, ids, memberId } = await setUp();
    const give = (to: string, as: Signed) => world.call(api.handOverCommunity, { serverId, memberId: to }, as);
    for (const as of [admin, moderator])
      expect((await give(memberId, as)).problem.code).toBe(refusals.onlyCreatorHandsOver.code);
    const own = (await world.call(api.getMemberPermissions, { serverId }, creator)).data.member.memberId;
    expect((await give(own, creator)).problem.code).toBe(refusals.yourself.code);
    const elsewhere = await setUp();
    expect((await give(elsewhere.memberId, creator)).status).toBe(404);
    expect(ids.size).toBe(2);
  });

  test('handing over a community to two people at once ends with one creator', async () => {
    const { serverId, ids, memberId } = await setUp();
    const answers = await Promise.all(
      [memberId, ids.get(admin.id) ?? ''].map((to) =>
        world.call(api.handOverCommunity, { serverId, memberId: to }, creator),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const creators = await world.call(api.listMembers, { serverId, role: 'CREATOR' }, moderator);
    expect(creators.data.count).toBe(1);
  });

  test('a community handed to a person who leaves at the same moment is never without a creator', async () => {
    const { serverId, memberId, subject } = await setUp();
    await Promise.all([
      world.call(api.handOverCommunity, { serverId, memberId }, creator),
      world.call(api.leaveCommunity, { serverId }, subject),
    ]);
    expect((await world.call(api.listMembers, { serverId, role: 'CREATOR' }, moderator)).data.count).toBe(1);
  });
});

test('a community’s address can be changed five times in 30 days, but not a sixth', async () => {
  const { serverId } = await setUp();
  const rename = (slug: string) => world.call(api.updateCommunity, { serverId, slug }, creator);
  const base = `moves-${Math.random().toString(36).slice(2, 9)}`;
  for (let time = 1; time <= 5; time += 1) expect((await rename(`${base}-${time}`)).status).toBe(200);
  expect((await rename(`${base}-5`)).status).toBe(200);
  const sixth = await rename(`${base}-6`);
  expect(sixth.problem).toMatchObject({ statusCode: 422, fields: { slug: refusals.addressTooOften.message } });
  expect((await world.call(api.isSlugFree, { alias: `${base}-6` })).data.available).toBe(true);
  world.clock.moveBy(31 * 86_400_000);
  expect((await rename(`${base}-6`)).status).toBe(200);
});
