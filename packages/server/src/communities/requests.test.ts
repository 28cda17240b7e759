import * as api from '@folkmoot/contract/communities/api.ts';
import { REJECT_TEXTS, refusals } from '@folkmoot/contract/communities/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMailbox } from '../../test/mail.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

let world: World;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let creator: Signed;
let moderator: Signed;
let member: Signed;

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url });
  await world.app.jobs.start();
  [creator, moderator, member] = await Promise.all([world.person(), world.person(), world.person()]);
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

async function setUp(visibility: 'public' | 'private' | 'secret' = 'private') {
  const server = await makeCommunity(world.db, creator.id, { visibility });
  await addMembers(world.db, server.id, [moderator.id], 'MODERATOR');
  await addMembers(world.db, server.id, [member.id]);
  return server;
}

const ask = (serverId: string, as: Signed | undefined, note = 'I make chairs.') =>
  world.call(api.askToJoin, { serverId, note }, as);
const waiting = async (serverId: string) => (await world.call(api.listJoinRequests, { serverId }, moderator)).data;
const idOf = async (serverId: string) => (await waiting(serverId)).data[0]?.id ?? '';

describe('requests to join', () => {
  test('a request to join is seen by the applicant and by people who manage members', async () => {
    const { id } = await setUp();
    const asker = await world.person();
    const asked = await ask(id, asker, '  I make chairs. ');
    expect(asked.data.data.request).toMatchObject({ status: 'pending', note: 'I make chairs.', reason: null });
    expect((await world.call(api.getCommunity, { serverId: id }, asker)).data.request?.status).toBe('pending');
    expect((await world.call(api.getCommunity, { serverId: id }, member)).data.request).toBeNull();
    expect((await world.call(api.getCommunity, { serverId: id })).data.request).toBeNull();
    const list = await waiting(id);
    expect(list.count).toBe(1);
    expect(list.data[0]).toMatchObject({ note: 'I make chairs.', person: { id: asker.id } });
  });

  test('a request to join is refused if it makes no sense', async () => {
    const [open, closed, secret] = [await setUp('public'), await setUp(), await setUp('secret')];
    const asker = await world.person();
    expect((await ask(open.id, asker)).problem).toMatchObject({ statusCode: 422, code: refusals.joinFreely.code });
    expect((await ask(secret.id, asker)).status).toBe(404);
    expect((await world.call(api.withdrawRequest, { serverId: secret.id }, asker)).status).toBe(404);
    expect((await ask(closed.id, member)).problem.code).toBe(refusals.alreadyMember.code);
    expect((await ask(closed.id, undefined)).status).toBe(401);
    expect((await ask(closed.id, asker, 'x'.repeat(251))).problem.fields).toEqual({
      note: 'A note cannot exceed 250 characters.',
    });
    expect((await ask(closed.id, asker, '🏺'.repeat(250))).status).toBe(200);
    expect((await ask(closed.id, asker)).problem).toMatchObject({ statusCode: 409, code: refusals.alreadyAsked.code });
  });

  test('a request to join from five tabs at once is one request', async () => {
    const { id } = await setUp();
    const asker = await world.person();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(id, asker)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await waiting(id)).count).toBe(1);
  });

  test('a request to join can be withdrawn and made again, more than once', async () => {
    const { id } = await setUp();
    const asker = await world.person();
    await ask(id, asker);
    for (let time = 0; time < 2; time += 1) {
      const back = await world.call(api.withdrawRequest, { serverId: id }, asker);
      expect([back.status, back.data.data.request]).toEqual([200, null]);
    }
    expect((await waiting(id)).data).toEqual([]);
    expect((await ask(id, asker)).status).toBe(200);
  });

  test('requests to join are rate limited', async () => {
    const strict = await openWorld({ RATE_LIMITS: 'on' });
    const [owner, asker] = [await strict.person(), await strict.person()];
    const { id } = await makeCommunity(strict.db, owner.id, { visibility: 'private' });
    const answers: number[] = [];
    for (let time = 0; time < 11; time += 1)
      answers.push((await strict.call(api.askToJoin, { serverId: id, note: '' }, asker)).status);
    expect(answers.at(-1)).toBe(429);
    await strict.close();
  });

  test('requests to join are listed page by page, the oldest first', async () => {
    const { id } = await setUp();
    const askers = await Promise.all(Array.from({ length: 21 }, () => world.person()));
    for (const asker of askers) await ask(id, asker);
    const first = await waiting(id);
    expect([first.data.length, first.count, first.data[0]?.person.id]).toEqual([20, 21, askers[0]?.id]);
    const rest = await world.call(api.listJoinRequests, { serverId: id, cursor: first.nextCursor ?? '' }, moderator);
    expect(rest.data.data.map(({ person }) => person.id)).toEqual([askers[20]?.id]);
    expect(rest.data.nextCursor).toBeNull();
    expect((await world.call(api.listJoinRequests, { serverId: id, cursor: 'x' }, moderator)).status).toBe(400);
  });
});

describe('answers to requests', () => {
  test('an accepted request lets the person in like anybody who joins, with the id of the request', async () => {
    const { id, name, slug } = await setUp();
    const channel = await makeChannel(world.db, id, creator.id, { isDefault: true });
    const asker = await world.person();
    await ask(id, asker);
    const requestId = await idOf(id);
    expect((await world.call(api.approveRequest, { serverId: id, requestId }, member)).status).toBe(403);
    expect((await world.call(api.approveRequest, { serverId: id, requestId }, moderator)).status).toBe(200);
    const view = (await world.call(api.getCommunity, { serverId: id }, asker)).data;
    expect([view.viewer?.memberId, view.viewer?.roleType, view.request]).toEqual([requestId, 'MEMBER', null]);
    const inside = await world.call(api.listMembers, { serverId: id, channelId: channel.id }, creator);
    expect(inside.data.data.map((one) => one.id)).toContain(asker.id);
    const mail = await mailbox.next(asker.email);
    expect(mail.subject).toBe(`You are now a member of ${name}`);
    expect(mail.text).toContain(`/${slug}`);
  });

  test('a rejected request tells why, by email and on the page, and allows a new one after seven days', async () => {
    const { id, name } = await setUp();
    const asker = await world.person();
    await ask(id, asker);
    const memberId = await idOf(id);
    const reason = REJECT_TEXTS['Capacity Limitation'];
    const rejected = await world.call(
      api.rejectMember,
      { serverId: id, memberId, selectedReason: 'Capacity Limitation', reason },
      moderator,
    );
    expect(rejected.data.message).toBe('Request rejected.');
    const own = (await world.call(api.getCommunity, { serverId: id }, asker)).data.request;
    expect(own).toMatchObject({ status: 'rejected', reason });
    const mail = await mailbox.next(asker.email);
    expect(mail.subject).toBe(`Your request to join ${name}`);
    expect(mail.text?.replace(/\s+/g, ' ')).toContain(reason);
    expect((await ask(id, asker)).problem.code).toBe(refusals.askedRecently.code);
    world.clock.moveBy(7 * 86_400_000 - 60_000);
    expect((await ask(id, asker)).problem.code).toBe(refusals.askedRecently.code);
    world.clock.moveBy(120_000);
    expect((await ask(id, asker)).status).toBe(200);
  });

  test('rejecting a request needs a text for Other alone, and at most 250 characters', async () => {
    const { id } = await setUp();
    await ask(id, await world.person());
    const memberId = await idOf(id);
    const reject = (selectedReason: 'Other' | 'Custom', reason: string) =>
      world.call(api.rejectMember, { serverId: id, memberId, selectedReason, reason }, moderator);
    expect((await reject('Other', '  ')).problem).toMatchObject({
      statusCode: 422,
      fields: { reason: 'Write a reason.' },
    });
    expect((await reject('Custom', 'x'.repeat(251))).problem.fields).toEqual({
      reason: 'A reason cannot exceed 250 characters.',
    });
    expect((await reject('Custom', '')).status).toBe(200);
  });

  test('a request that two people answer at once is answered once', async () => {
    const { id } = await setUp();
    const asker = await world.person();
    await ask(id, asker);
    const requestId = await idOf(id);
    const [yes, no] = await Promise.all([
      world.call(api.approveRequest, { serverId: id, requestId }, moderator),
      world.call(
        api.rejectMember,
        { serverId: id, memberId: requestId, selectedReason: 'Custom', reason: '' },
        creator,
      ),
    ]);
    expect([yes.status, no.status].sort()).toEqual([200, 409]);
    const late = yes.status === 409 ? yes : no;
    expect(late.problem).toMatchObject({
      code: refusals.requestAnswered.code,
      message: refusals.requestAnswered.message,
    });
    const view = (await world.call(api.getCommunity, { serverId: id }, asker)).data;
    expect(view.viewer !== null).toBe(yes.status === 200);
  });

  test('an answer to a request comes too late if the applicant withdrew, or joined another way', async () => {
    const { id } = await setUp();
    const [withdrawn, invited] = [await world.person(), await world.person()];
    await ask(id, withdrawn);
    const first = await idOf(id);
    await world.call(api.withdrawRequest, { serverId: id }, withdrawn);
    expect((await world.call(api.approveRequest, { serverId: id, requestId: first }, moderator)).status).toBe(409);
    await ask(id, invited);
    const second = await idOf(id);
    const { inviteCode } = (await world.call(api.getInviteCode, { serverId: id }, member)).data;
    expect((await world.call(api.acceptInvite, { inviteCode }, invited)).status).toBe(200);
    expect((await waiting(id)).count).toBe(0);
    expect((await world.call(api.approveRequest, { serverId: id, requestId: second }, moderator)).status).toBe(409);
  });

  test('a request cannot be answered through another community', async () => {
    const [here, there] = [await setUp(), await setUp()];
    await ask(here.id, await world.person());
    const requestId = await idOf(here.id);
    expect((await world.call(api.approveRequest, { serverId: there.id, requestId }, moderator)).status).toBe(404);
    const refused = { memberId: requestId, selectedReason: 'Custom' as const, reason: '' };
    expect((await world.call(api.rejectMember, { serverId: there.id, ...refused }, moderator)).status).toBe(404);
    expect((await waiting(here.id)).count).toBe(1);
  });

  test('a request accepted at the same moment as an invitation makes one member', async () => {
    const { id } = await setUp();
    const asker = await world.person();
    await ask(id, asker);
    const requestId = await idOf(id);
    const { inviteCode } = (await world.call(api.getInviteCode, { serverId: id }, member)).data;
    const [approved, accepted] = await Promise.all([
      world.call(api.approveRequest, { serverId: id, requestId }, moderator),
      world.call(api.acceptInvite, { inviteCode }, asker),
    ]);
    expect(accepted.status).toBe(200);
    expect([200, 409]).toContain(approved.status);
    expect((await world.call(api.getCommunity, { serverId: id }, creator)).data.memberCount).toBe(4);
  });
});
