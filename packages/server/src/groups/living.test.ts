import * as blocks from '@folkmoot/contract/blocks/api.ts';
import * as api from '@folkmoot/contract/groups/api.ts';
import type { GroupRule } from '@folkmoot/contract/groups/schema.ts';
import { listInviteUsers, previewInvite } from '@folkmoot/contract/invitations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { emails, type InvitationFixtures, invitationFixtures } from '../../test/fixtures/invitation-fixtures.ts';
import { type Mailbox, openMailbox } from '../../test/mail.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';

let world: World;
let mailbox: Mailbox;
let owner: Signed;
let at: EventFixtures;
let invitations: InvitationFixtures;

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url, MAIL_PER_MINUTE: '1000000' });
  await world.app.jobs.start();
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});
beforeEach(async () => {
  owner = await world.person({ firstName: 'Olga', lastName: 'Owner' });
  at = eventFixtures(world, owner);
  invitations = invitationFixtures(world, owner);
});

const COME: GroupRule = { kind: 'came', times: 1, last: 5 };

const create = async (rule: GroupRule, as = owner) =>
  (await world.call(api.createGroup, { name: 'Regulars', description: 'Who comes', rule }, as)).data.data.id;
const peopleOf = async (groupId: string, query: object = {}, as = owner) =>
  (await world.call(api.listGroupGuests, { groupId, ...query }, as)).data;
/** The first names, or else the addresses, of the people whom a rule names. */
const named = async (rule: GroupRule) =>
  (await peopleOf(await create(rule), { limit: 50 })).data.map(({ name, email }) => name.split(' ')[0] || email);
const person = (firstName: string) => world.person({ firstName, lastName: 'Person' });

/** An event that was so many days ago. */
const letPass = (eventId: string, daysAgo = 1) =>
  sql`update events set start_at = ${world.clock.now()}::timestamptz - make_interval(days => ${daysAgo}),
    end_at = ${world.clock.now()}::timestamptz - make_interval(days => ${daysAgo}) where id = ${eventId}`.execute(
    world.db,
  );
const checkIn = async (eventId: string, ...people: Signed[]) => {
  for (const one of people)
    await sql`update participations set checked_in_at = ${world.clock.now()} where event_id = ${eventId} and user_id = ${one.id}`.execute(
      world.db,
    );
};
/** A past event with these guests. */
const past = async (daysAgo: number, ...guests: Signed[]) => {
  const { id } = await at.published();
  for (const guest of guests) await at.register(id, guest);
  await letPass(id, daysAgo);
  return id;
};

describe('people by a rule', () => {
  test('came to so many of the last events: whom the door saw, or who was going where nobody was checked in', async () => {
    const [ada, bo, cy] = [await person('Ada'), await person('Bo'), await person('Cy')];
    await past(30, ada, bo, cy);
    await past(20, ada, bo);
    const door = await past(10, ada, bo);
    await checkIn(door, ada);
    const cases: [times: number, last: number, expected: string[]][] = [
      [1, 1, ['Ada']],
      [1, 2, ['Ada', 'Bo']],
      [2, 2, ['Ada']],
      [2, 3, ['Ada', 'Bo']],
      [1, 3, ['Ada', 'Bo', 'Cy']],
      [3, 3, ['Ada']],
      [1, 20, ['Ada', 'Bo', 'Cy']],
    ];
    for (const [times, last, expected] of cases)
      expect([times, last, await named({ kind: 'came', times, last })]).toEqual([times, last, expected]);
    // Events to come, drafts, cancelled ones and those of others are none of them.
    const { id: ahead } = await at.published();
    await at.register(ahead, await person('Dee'));
    const cancelled = await past(5, cy);
    await sql`update events set status = 'cancelled' where id = ${cancelled}`.execute(world.db);
    const stranger = await person('Stranger');
    const { id: theirs } = await eventFixtures(world, stranger).published();
    await at.register(theirs, cy);
    await letPass(theirs);
    expect(await named({ kind: 'came', times: 1, last: 1 })).toEqual(['Ada']);
  });

  test('never came: people who were asked and did not answer, and people whom the door missed, unless they came to another', async () => {
    const [ada, bo, cy] = [await person('Ada'), await person('Bo'), await person('Cy')];
    const { id } = await at.published();
    for (const guest of [ada, bo, cy]) await at.register(id, guest);
    await invitations.invite(id, emails('silent@never.example', 'no@never.example'), {}, owner);
    await invitations.sent(id, 'silent@never.example', 'no@never.example');
    await sql`update participations set status = 'not_going' where event_id = ${id} and email = 'no@never.example'`.execute(
      world.db,
    );
    await checkIn(id, ada);
    await letPass(id, 9);
    await past(30, bo);
    expect(await named({ kind: 'never_came' })).toEqual(['Cy', 'silent@never.example']);
  });

  test('waiting: who is on the waitlist of an event that is to come', async () => {
    const { id } = await at.published({ capacity: 1, waitlist: true } as never);
    const [ada, bo, cy] = [await person('Ada'), await person('Bo'), await person('Cy')];
    for (const guest of [ada, bo, cy]) await at.register(id, guest);
    const rule: GroupRule = { kind: 'waiting' };
    expect(await named(rule)).toEqual(['Bo', 'Cy']);
    await at.leave(id, bo);
    expect(await named(rule)).toEqual(['Cy']);
    await letPass(id);
    expect(await named(rule)).toEqual([]);
  });

  test('members of communities where one manages events, each once, without their addresses', async () => {
    const both = await person('Both');
    const mine = await makeCommunity(world.db, owner.id);
    const second = await makeCommunity(world.db, owner.id);
    const other = await makeCommunity(world.db, (await person('Boss')).id);
    const [ada, stranger] = [await person('Ada'), await person('Stranger')];
    await addMembers(world.db, mine.id, [both.id, ada.id]);
    await addMembers(world.db, second.id, [both.id]);
    await addMembers(world.db, other.id, [stranger.id, owner.id]);
    const { data, count } = await peopleOf(await create({ kind: 'members' }));
    expect(data.map(({ name, email }) => [name.split(' ')[0], email])).toEqual([
      ['Ada', null],
      ['Both', null],
    ]);
    expect(count).toBe(2);
  });

  test('a typed address and the account behind it are one person only if that account has given it', async () => {
    const given = await world.person({ firstName: 'Gil', lastName: 'Given', email: 'gil@same.example' });
    const quiet = await world.person({ firstName: 'Quin', lastName: 'Quiet', email: 'quin@same.example' });
    const first = await at.published();
    await invitations.invite(first.id, emails('gil@same.example', 'quin@same.example'), {}, owner);
    await invitations.sent(first.id, 'gil@same.example', 'quin@same.example');
    const second = await at.published();
    await at.register(second.id, given);
    await at.host(second.id, quiet, 'featured_guest');
    await letPass(first.id, 2);
    await letPass(second.id, 1);
    // To leave out the address of Quin would tell whose it is.
    expect(await named({ kind: 'never_came' })).toEqual(['quin@same.example']);
    const { data } = await peopleOf(await create(COME));
    expect(data.map(({ name, email }) => [name, email])).toEqual([
      ['Gil Given', 'gil@same.example'],
      ['Quin Quiet', null],
    ]);
  });

  test('people who block the owner, or whom the owner blocks, are not named', async () => {
    const [ada, bo, cy] = [await person('Ada'), await person('Bo'), await person('Cy')];
    await past(3, ada, bo, cy);
    await world.call(blocks.blockUser, { userId: owner.id }, ada);
    await world.call(blocks.blockUser, { userId: bo.id }, owner);
    expect(await named(COME)).toEqual(['Cy']);
  });
});

describe('living groups', () => {
  test('they are counted when asked for, listed in pages, found by name, and seen by their owner alone', async () => {
    const [ada, bo, cy] = [await person('Ada'), await person('Bo'), await person('Cy')];
    await past(3, ada, bo, cy);
    const id = await create(COME);
    const group = (await world.call(api.getGroup, { groupId: id }, owner)).data;
    expect([group.numberOfGuests, group.rule]).toEqual([3, COME]);
    const [listed] = (await world.call(api.listGroups, {}, owner)).data.data;
    expect([listed?.numberOfGuests, listed?.rule]).toEqual([null, COME]);
    const names = async (query: object) => (await peopleOf(id, query)).data.map(({ name }) => name.split(' ')[0]);
    expect([await names({ page: 1, limit: 2 }), await names({ page: 2, limit: 2 })]).toEqual([['Ada', 'Bo'], ['Cy']]);
    expect([await names({ search: 'CY p' }), await names({ search: ada.email })]).toEqual([['Cy'], ['Ada']]);
    for (const endpoint of [api.getGroup, api.listGroupGuests])
      expect((await world.call(endpoint as typeof api.getGroup, { groupId: id }, ada)).status).toBe(404);
  });

  test('nobody is added or removed, and a rule is changed into another but not into a list', async () => {
    const id = await create(COME);
    const add = await world.call(api.addGroupGuests, { groupId: id, guests: [{ email: 'a@post.example' }] }, owner);
    const remove = await world.call(api.deleteGroupGuests, { groupId: id, guestIds: [owner.id] }, owner);
    expect([add.problem.code, remove.problem.code]).toEqual(['groups.living', 'groups.living']);
    const changed = await world.call(api.updateGroup, { groupId: id, rule: { kind: 'waiting' } }, owner);
    expect(changed.data.data.rule).toEqual({ kind: 'waiting' });
    expect((await world.call(api.getGroup, { groupId: id }, owner)).data.rule).toEqual({ kind: 'waiting' });
    const list = (await world.call(api.createGroup, { name: 'List', description: 'd' }, owner)).data.data;
    expect(list.rule).toBeNull();
    const turned = await world.call(api.updateGroup, { groupId: list.id, rule: COME }, owner);
    expect(turned.problem.fields).toHaveProperty('rule');
  });

  test.each([
    [{ kind: 'came', times: 4, last: 3 }, 'rule.times'],
    [{ kind: 'came', times: 1, last: 21 }, 'rule.last'],
    [{ kind: 'came', times: 0, last: 3 }, 'rule.times'],
    [{ kind: 'richest' }, 'rule.kind'],
  ])('%o is no rule', async (rule, field) => {
    const refused = await world.call(api.createGroup, { name: 'n', description: 'd', rule } as never, owner);
    expect([refused.status, Object.keys(refused.problem.fields ?? {})]).toEqual([422, [field]]);
  });

  test('inviting one reaches its people of this moment, all but some or some, beside other groups', async () => {
    const [ada, bo, cy] = [await person('Ada'), await person('Bo'), await person('Cy')];
    await past(9, ada, bo, cy);
    const { id: eventId } = await at.published();
    const id = await create(COME);
    const rest = await create({ kind: 'never_came' });
    const preview = async (...resourceData: object[]) =>
      (await world.call(previewInvite, { eventId, data: [{ resourceType: 'Group', resourceData }] } as never, owner))
        .data;
    const all = { resourceId: id, selectAll: true };
    expect(await preview(all, { resourceId: rest, selectAll: true })).toMatchObject({
      count: 3,
      sources: [{ resourceType: 'Group', resourceId: id, count: 3 }],
    });
    const [first] = (await peopleOf(id)).data;
    expect(await preview({ ...all, deselected: [first?.id] })).toMatchObject({ count: 2 });
    expect(await preview({ resourceId: id, selected: [first?.id] })).toMatchObject({ count: 1 });
    const data = [{ resourceType: 'Group' as const, resourceData: [all] }];
    const users = async () => (await world.call(listInviteUsers, { eventId, data }, owner)).data.data;
    expect((await users()).map((one) => [one.id, one.name.split(' ')[0], one.email])).toEqual([
      [ada.id, 'Ada', ada.email],
      [bo.id, 'Bo', bo.email],
      [cy.id, 'Cy', cy.email],
    ]);
    // Who blocks the owner is no longer in it, and who is going already is left out.
    await world.call(blocks.blockUser, { userId: owner.id }, ada);
    await at.register(eventId, bo);
    expect(await preview(all)).toMatchObject({ count: 1, skipped: { going: 1 } });
    const { digest } = await preview(all);
    const { id: later } = await at.published();
    await at.register(later, await person('Dee'));
    await letPass(later);
    expect((await invitations.invite(eventId, data as never, { digest })).problem.code).toBe('invitations.changed');
    const stranger = await person('Stranger');
    const { id: theirs } = await eventFixtures(world, stranger).published();
    expect((await world.call(previewInvite, { eventId: theirs, data }, stranger)).data.count).toBe(0);
  });

  test('an invitation to somebody whose address is not known does not tell it', async () => {
    const { id: serverId } = await makeCommunity(world.db, owner.id);
    const member = await world.person({ firstName: 'Mem', lastName: 'Ber', email: 'mem@quiet.example' });
    await addMembers(world.db, serverId, [member.id]);
    const { id: eventId } = await at.published();
    const data = [
      { resourceType: 'Group', resourceData: [{ resourceId: await create({ kind: 'members' }), selectAll: true }] },
    ];
    expect((await invitations.invite(eventId, data as never)).data.data.count).toBe(1);
    await invitations.letThemLeave();
    await expect.poll(async () => (await invitations.listed(eventId)).counts.sent).toBe(1);
    const told = JSON.stringify(await invitations.listed(eventId));
    expect([told.includes('Mem Ber'), told.includes('mem@quiet.example')]).toEqual([true, false]);
    expect(mailbox.taken.some(({ to }) => to === 'mem@quiet.example')).toBe(true);
  });
});
