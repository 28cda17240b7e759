import * as blocks from '@folkmoot/contract/blocks/api.ts';
import {
  addCalendarAdmin,
  addToCalendar,
  getMainCalendar,
  removeCalendarAdmin,
} from '@folkmoot/contract/calendars/api.ts';
import { askToJoin } from '@folkmoot/contract/communities/api.ts';
import { sendMessage } from '@folkmoot/contract/conversations/api.ts';
import * as api from '@folkmoot/contract/notifications/api.ts';
import { choicesFrom, KIND_RULES } from '@folkmoot/contract/notifications/rules.ts';
import { KINDS, LIMITS, refusals } from '@folkmoot/contract/notifications/schema.ts';
import { createPrivate } from '@folkmoot/contract/personal/api.ts';
import { reportMessage } from '@folkmoot/contract/reports/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { type Notifying, openNotifying } from '../../test/notifications.ts';
import type { Signed, World } from '../../test/world.ts';
import { runCommand } from '../core/command.ts';
import { firstRow } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';
import { notify, notifyAndMail } from './actions.ts';
import { mailOf, pushOf } from './choices-store.ts';
import type { News } from './store.ts';

let at: Notifying;
let world: World;
let owner: Signed;
let serverId: string;

beforeAll(async () => {
  at = await openNotifying();
  world = at.world;
  owner = await world.person({ firstName: 'Olga' });
  serverId = (await makeCommunity(world.db, owner.id, { name: 'Glaze Lab', visibility: 'private' })).id;
});
afterAll(() => at.close());

const ask = async (person: Signed, to = serverId) =>
  expect((await world.call(askToJoin, { serverId: to, note: 'Let me in' }, person)).status).toBe(200);
const list = async (as: Signed) => {
  const { status, data } = await world.call(api.listNotifications, {}, as);
  expect(status).toBe(200);
  return data;
};
const unread = async (as: Signed) => (await world.call(api.countNotifications, {}, as)).data.unread;
const readAll = (as: Signed, id?: string) => world.call(api.readNotifications, { id }, as);
const tell = (news: News) => runCommand(world.db, world.app.services, true, (command) => notify(command, news));
const newOwner = async () => {
  const creator = await world.person();
  return { creator, ...(await makeCommunity(world.db, creator.id, { visibility: 'private' })) };
};

describe('what a person was notified of', () => {
  test('requests to join are one notification until it is read, which counts them and names the newest', async () => {
    const [ana, ben] = [await world.person({ firstName: 'Ana' }), await world.person({ firstName: 'Ben' })];
    await ask(ana);
    await ask(ben);
    const { data } = await list(owner);
    expect(data).toMatchObject([
      {
        kind: 'join_request',
        count: 2,
        unread: true,
        person: { id: ben.id },
        community: { id: serverId },
        event: null,
      },
    ]);
    expect(await unread(owner)).toBe(1);
    await readAll(owner, data[0]?.id);
    expect(await unread(owner)).toBe(0);
    await ask(await world.person());
    expect((await list(owner)).data.map(({ count, unread: fresh }) => [count, fresh])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  test('a report tells everybody who moderates, but not its own author', async () => {
    const [moderator, member] = [await world.person(), await world.person()];
    await addMembers(world.db, serverId, [member.id]);
    await addMembers(world.db, serverId, [moderator.id], 'MODERATOR');
    const { conversationId } = await makeChannel(world.db, serverId, owner.id, { members: [member.id, moderator.id] });
    const { data: message } = await world.call(
      sendMessage,
      { conversationId, clientId: newId(), text: 'Spam' },
      member,
    );
    await readAll(owner);
    await world.call(reportMessage, { conversationId, messageId: message.id, reason: 'spam', note: '' }, moderator);
    expect((await list(owner)).data[0]).toMatchObject({
      kind: 'report',
      person: null,
      community: { name: 'Glaze Lab' },
    });
    expect((await list(moderator)).data).toEqual([]);
    expect((await list(member)).data).toEqual([]);
  });

  test('a person who has lost their role no longer sees the notifications that came with it, and no badge counts them', async () => {
    const { creator, id } = await newOwner();
    await ask(await world.person(), id);
    expect((await list(creator)).data).toHaveLength(1);
    expect(await unread(creator)).toBe(1);
    await world.db.deleteFrom('members').where('server_id', '=', id).where('user_id', '=', creator.id).execute();
    expect((await list(creator)).data).toEqual([]);
    expect(await unread(creator)).toBe(0);
  });

  test('submitted events are told to everybody who manages the calendar, as long as they do', async () => {
    const creator = await world.person();
    const { id } = await makeCommunity(world.db, creator.id, { visibility: 'public' });
    const calendar = (await world.call(getMainCalendar, { serverId: id }, creator)).data;
    const [admin, ana] = [await world.person(), await world.person({ firstName: 'Ana' })];
    await addMembers(world.db, id, [admin.id]);
    const keeps = { calendarId: calendar.id, userId: admin.id };
    expect((await world.call(addCalendarAdmin, keeps, creator)).status).toBe(200);
    for (const _ of [1, 2]) {
      const event = await eventFixtures(world, ana).published();
      const entry = { calendarId: calendar.id, type: 'internal', event_id: event.id } as const;
      expect((await world.call(addToCalendar, entry, ana)).data.data.status).toBe('pending');
    }
    for (const person of [creator, admin]) {
      const { data } = await list(person);
      expect(data).toMatchObject([
        { kind: 'event_submission', count: 2, person: { id: ana.id }, calendar: { alias: calendar.alias } },
      ]);
    }
    expect((await list(ana)).data).toEqual([]);
    // An admin adds at once, and nobody has to hear of it.
    const own = await eventFixtures(world, admin).published();
    await world.call(addToCalendar, { calendarId: calendar.id, type: 'internal', event_id: own.id }, admin);
    expect((await list(creator)).data[0]?.count).toBe(2);
    await world.call(removeCalendarAdmin, keeps, creator);
    expect([(await list(admin)).data, await unread(admin)]).toEqual([[], 0]);
  });

  test('nobody is notified of people who are hidden from them', async () => {
    const { creator, id } = await newOwner();
    const blocked = await world.person();
    await world.call(blocks.blockUser, { userId: blocked.id }, creator);
    await ask(blocked, id);
    expect((await list(creator)).data).toEqual([]);
  });

  test('a long list comes in pages, each once', async () => {
    const creator = await world.person();
    const names: string[] = [];
    for (let n = 0; n < LIMITS.page + 3; n += 1) {
      const { id } = await makeCommunity(world.db, creator.id);
      names.push(id);
      await tell({ kind: 'report', subjectId: id, userIds: [creator.id] });
      world.clock.moveBy(1);
    }
    const first = await list(creator);
    const second = (await world.call(api.listNotifications, { cursor: first.nextCursor ?? '' }, creator)).data;
    const ids = [...first.data, ...second.data].map(({ community }) => community?.id);
    expect(ids).toEqual(names.toReversed());
    expect(second.nextCursor).toBeNull();
  });

  test('notifying many people takes as many statements as notifying one', async () => {
    const { creator, id } = await newOwner();
    const many = await Promise.all(Array.from({ length: 40 }, () => world.person()));
    const count = async (...userIds: string[]) => {
      const counting = world.countQueries();
      await tell({ kind: 'report', subjectId: id, userIds });
      return counting.stop();
    };
    expect(await count(...many.map((person) => person.id))).toBe(await count(creator.id));
  });

  test('the list takes the same number of statements, however much is in it', async () => {
    const creator = await world.person();
    const count = async () => {
      const counting = world.countQueries();
      await list(creator);
      return counting.stop();
    };
    const add = async () => {
      const { id } = await makeCommunity(world.db, creator.id);
      await tell({ kind: 'report', subjectId: id, userIds: [creator.id] });
    };
    await add();
    await count();
    const few = await count();
    for (let n = 0; n < 10; n += 1) await add();
    expect(await count()).toBe(few);
  });

  test('what is too old is deleted', async () => {
    const { creator, id } = await newOwner();
    await tell({ kind: 'report', subjectId: id, userIds: [creator.id] });
    await at.after((LIMITS.days + 1) * 86_400);
    expect((await list(creator)).data).toEqual([]);
  });
});

describe('pushes and emails', () => {
  test('a request to join is pushed and emailed at once, and what was read before is not', async () => {
    const { creator, id, slug } = await newOwner();
    const browser = await at.subscribe(creator);
    await ask(await world.person({ firstName: 'Ana', lastName: 'Cruz' }), id);
    await at.after(0);
    expect(at.pushed(browser)).toMatchObject([
      { body: 'Ana Cruz asked to join.', path: `/${slug}/members?tab=requests` },
    ]);
    expect(at.mailed().filter(({ to }) => to === creator.email)).toHaveLength(1);
    await readAll(creator);
    await ask(await world.person(), id);
    await readAll(creator);
    await at.after(0);
    expect(at.pushed(browser)).toEqual([]);
    expect(at.mailed().filter(({ to }) => to === creator.email)).toEqual([]);
  });

  test('a browser whose subscription has ended is forgotten, and the others still get it', async () => {
    const { creator, id } = await newOwner();
    const [one, other] = [await at.subscribe(creator), await at.subscribe(await world.signIn(creator))];
    at.service.end(one.endpoint);
    await ask(await world.person(), id);
    await at.after(0);
    expect(at.pushed(other)).toHaveLength(1);
    expect((await world.call(api.listDevices, {}, creator)).data.data).toHaveLength(1);
  });

  test('a push that a service refuses for now is sent again later', async () => {
    const { creator, id } = await newOwner();
    const browser = await at.subscribe(creator);
    at.service.failNext(503);
    await ask(await world.person(), id);
    await at.after(0);
    expect(at.pushed(browser)).toEqual([]);
    await at.after(10);
    expect(at.pushed(browser)).toEqual([]);
    await at.after(60);
    expect(at.pushed(browser)).toHaveLength(1);
  });

  test('a push that never arrives is given up', async () => {
    const { creator, id } = await newOwner();
    const browser = await at.subscribe(creator);
    at.service.failNext(500, 500, 500, 500, 500);
    await ask(await world.person(), id);
    for (let n = 0; n < 6; n += 1) await at.after(3600);
    expect(at.pushed(browser)).toEqual([]);
    const left = await world.db
      .selectFrom('notification_deliveries')
      .select('tries')
      .where('user_id', '=', creator.id)
      .execute();
    expect(left).toEqual([]);
  });

  test('an email that was asked for at once comes once, and names what it is about', async () => {
    const { creator, id, name } = await newOwner();
    const person = await world.person({ firstName: 'Ana', lastName: 'Cruz' });
    const news = { kind: 'join_request', subjectId: id, userIds: [creator.id], personId: person.id } as const;
    await runCommand(world.db, world.app.services, true, (command) => notifyAndMail(command, news));
    await at.after(0);
    await at.after(60);
    expect(at.mailed().filter(({ to }) => to === creator.email)).toMatchObject([
      { subject: `${name}: Ana Cruz asked to join.` },
    ]);
  });
});

describe('browsers', () => {
  test('only push services that we know are sent to, so that nobody makes us call elsewhere', async () => {
    const person = await world.person();
    const { keys } = at.service.subscribe('x');
    for (const endpoint of [
      'https://169.254.169.254/latest',
      'http://127.0.0.1:5432/push',
      'https://fcm.googleapis.com.evil.example/x',
      'https://evil.example/fcm.googleapis.com',
      'http://fcm.googleapis.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://user:word@fcm.googleapis.com/x',
    ]) {
      const { problem } = await world.call(api.addDevice, { endpoint, keys }, person);
      expect([endpoint, problem.code]).toEqual([endpoint, refusals.unknownPushService.code]);
    }
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/x',
      'https://updates.push.services.mozilla.com/wpush/v2/x',
    ])
      expect((await world.call(api.addDevice, { endpoint, keys }, person)).status).toBe(200);
  });

  test('a key that is no point of the curve is refused', async () => {
    const subscription = at.service.subscribe('x');
    const keys = { ...subscription.keys, p256dh: 'B'.padEnd(87, 'A') };
    const { problem } = await world.call(api.addDevice, { ...subscription, keys }, owner);
    expect(problem.code).toBe(refusals.badKey.code);
  });

  test('a browser belongs to the person who turned notifications on in it last', async () => {
    const [one, other] = [await world.person(), await world.person()];
    const subscription = await at.subscribe(one);
    await world.call(api.addDevice, subscription, other);
    expect((await world.call(api.listDevices, {}, one)).data.data).toEqual([]);
    expect((await world.call(api.listDevices, {}, other)).data.data).toMatchObject([{ current: true }]);
  });

  test('a person has twenty browsers at most, and the same one can be added again', async () => {
    const person = await world.person();
    const first = await at.subscribe(person);
    for (let n = 1; n < LIMITS.devices; n += 1) await at.subscribe(person);
    const add = (subscription: typeof first) => world.call(api.addDevice, subscription, person);
    expect((await add(at.service.subscribe('x'))).problem.code).toBe(refusals.tooManyDevices.code);
    expect((await add(first)).status).toBe(200);
  });

  test('a test reaches the browser it is meant for, and says so if it does not', async () => {
    const person = await world.person();
    const browser = await at.subscribe(person);
    const [device] = (await world.call(api.listDevices, {}, person)).data.data;
    const trying = () => world.call(api.testDevice, { deviceId: device?.id ?? '' }, person);
    expect((await trying()).status).toBe(200);
    expect(at.pushed(browser)).toMatchObject([{ title: 'Notifications work' }]);
    at.service.failNext(500);
    expect((await trying()).problem.code).toBe(refusals.notReached.code);
    expect((await world.call(api.testDevice, { deviceId: device?.id ?? '' }, owner)).status).toBe(404);
  });
});

describe('preferences', () => {
  test('until a person chooses, every kind has its own default; a choice changes one kind alone', async () => {
    const person = await world.person();
    const get = async () => (await world.call(api.getPreferences, {}, person)).data.data;
    const { timeZone } = await get();
    expect(await get()).toEqual({ kinds: choicesFrom({}), previews: true, timeZone });
    const kinds = [{ kind: 'report', push: false, mail: 'daily' }] as const;
    await world.call(api.changePreferences, { kinds: [...kinds] }, person);
    await world.call(api.changePreferences, { previews: false }, person);
    expect(await get()).toEqual({
      kinds: choicesFrom({ report: { push: false, mail: 'daily' } }),
      previews: false,
      timeZone,
    });
  });

  test('what is urgent cannot wait for a digest', async () => {
    const { status } = await world.call(
      api.changePreferences,
      { kinds: [{ kind: 'reminder', push: true, mail: 'daily' }] },
      owner,
    );
    expect(status).toBe(400);
  });

  test.each([[{}], [{ mention: { push: false, mail: 'now' } }], [{ report: { mail: 'never' } }]])(
    'the choices %j mean the same in SQL as in the rules',
    async (stored) => {
      for (const kind of KINDS) {
        const row = await firstRow(
          world.db,
          sql<{
            push: boolean;
            mail: string;
          }>`select ${pushOf(sql`${kind}::text`)} as push, ${mailOf(sql`${kind}::text`)} as mail
            from (select ${JSON.stringify(stored)}::jsonb as choices) n`,
        );
        expect({ kind, ...row }).toEqual(choicesFrom(stored as object).find((choice) => choice.kind === kind));
      }
      expect(Object.keys(KIND_RULES)).toEqual([...KINDS]);
    },
  );
});

test('an event’s guests and hosts are told of what concerns them, and of nothing else', async () => {
  const host = await world.person();
  const events = eventFixtures(world, host);
  const { id: eventId } = await events.published();
  const [guest, stranger] = [await world.person(), await world.person()];
  await events.register(eventId, guest);
  for (const kind of ['registration', 'event_changed'] as const)
    await tell({ kind, subjectId: eventId, userIds: [host.id, guest.id, stranger.id] });
  const kindsOf = async (as: Signed) => (await list(as)).data.map(({ kind }) => kind).sort();
  expect(await kindsOf(host)).toEqual(['event_changed', 'registration']);
  expect(await kindsOf(guest)).toEqual(['event_changed']);
  expect(await kindsOf(stranger)).toEqual([]);
});

test('direct messages are in the inbox, and not in the list of notifications', async () => {
  const [one, other] = [await world.person(), await world.person()];
  await addMembers(world.db, serverId, [one.id, other.id]);
  const { id } = (await world.call(createPrivate, { users: [other.id] }, one)).data.data;
  await world.call(sendMessage, { conversationId: id, clientId: newId(), text: 'hello' }, one);
  await at.after(60);
  expect((await list(other)).data).toEqual([]);
});
