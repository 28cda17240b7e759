import * as api from '@folkmoot/contract/accounts/api.ts';
import * as leaving from '@folkmoot/contract/accounts/leaving-api.ts';
import * as calendars from '@folkmoot/contract/calendars/api.ts';
import * as communities from '@folkmoot/contract/communities/api.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import { handOverEvent } from '@folkmoot/contract/events/handover-api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { leaverFixtures } from '../../../test/fixtures/leaving-fixtures.ts';
import { until } from '../../../test/fixtures/until.ts';
import { codeIn, type Mailbox, openMailbox } from '../../../test/mail.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { erasedFile, readErased } from '../../core/db/erased.ts';
import { addMembers, makeCommunity } from '../../seed/builders.ts';

let mailbox: Mailbox;
let world: World;
let at: ReturnType<typeof leaverFixtures>;

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url });
  at = leaverFixtures(() => ({ world, mailbox }));
  await world.app.jobs.start();
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const WRONG = 'Please enter valid OTP.';
const check = (token: string, otp: string, as: Signed) => world.call(leaving.checkDeletionCode, { token, otp }, as);
const remove = (token: string, as: Signed, more: object = {}) =>
  world.call(leaving.deleteAccount, { token, deletionReason: 'Privacy concerns', ...more } as never, as);

describe('deletion codes', () => {
  test('a deletion code is sent only to the person who asks, once a minute and five times a day', async () => {
    const [person, other] = [await world.person(), await world.person()];
    const send = (userId = person.id) => world.call(leaving.sendDeletionCode, { userId }, person);
    expect((await send(other.id)).status).toBe(404);
    expect((await world.call(leaving.sendDeletionCode, { userId: person.id }, undefined)).status).toBe(401);
    for (let n = 0; n < 5; n += 1) {
      expect((await send()).status).toBe(200);
      const soon = await send();
      expect([soon.status, soon.problem.code]).toEqual([429, 'accounts.code-too-soon']);
      world.clock.moveBy(60_000);
    }
    const many = await send();
    expect([many.status, many.problem.code]).toEqual([429, 'accounts.too-many-deletion-codes']);
    world.clock.moveBy(86_400_000);
    expect((await send()).status).toBe(200);
    expect(mailbox.has(other.email)).toBe(false);
  });

  test('a deletion code is good for ten minutes, five tries, once, for its person, session and token, and the newest counts', async () => {
    const person = await world.person();
    const first = await at.code(person);
    const wrong = first.code === '000000' ? '000001' : '000000';
    const answer = await check(first.token, wrong, person);
    expect([answer.status, answer.problem.message, answer.problem.fields]).toEqual([422, WRONG, { otp: WRONG }]);
    expect((await check(first.token, '', person)).problem.fields).toEqual({ otp: 'This field is required.' });
    expect((await check(first.token, '12345', person)).problem.fields).toEqual({ otp: WRONG });
    expect((await check('another token', first.code, person)).status).toBe(422);
    expect((await check(first.token, first.code, await world.person())).status).toBe(422);
    expect((await check(first.token, first.code, await world.signIn(person))).status).toBe(422);
    expect((await check(first.token, first.code, person)).status).toBe(200);
    expect((await check(first.token, first.code, person)).status).toBe(422);

    world.clock.moveBy(60_000);
    const older = await at.code(person);
    world.clock.moveBy(60_000);
    const late = await at.code(person);
    expect((await check(older.token, older.code, person)).status).toBe(422);
    world.clock.moveBy(600_000);
    expect((await check(late.token, late.code, person)).status).toBe(422);

    const guessed = await at.code(person);
    for (let n = 0; n < 5; n += 1)
      expect((await check(guessed.token, '999999' === guessed.code ? '999998' : '999999', person)).status).toBe(422);
    expect((await check(guessed.token, guessed.code, person)).status).toBe(422);
  });

  test('a code and the token that deletes are not in the database as they are', async () => {
    const person = await world.person();
    const { token, code } = await at.code(person);
    const stored = JSON.stringify(
      (await sql`select * from deletion_codes where user_id = ${person.id}`.execute(world.db)).rows,
    );
    for (const secret of [token, code]) expect(stored).not.toContain(`"${secret}"`);
  });

  test('the token that deletes is good for ten minutes, in its session, with a reason', async () => {
    const person = await world.person();
    const { token } = await at.allowed(person);
    expect((await remove(token, await world.signIn(person))).status).toBe(410);
    expect((await remove(token, await world.person())).status).toBe(410);
    expect((await remove('guess', person)).problem.message).toBe(
      'That took too long. Ask for a new code to delete your account.',
    );
    const without = await world.call(leaving.deleteAccount, { token } as never, person);
    expect(without.problem.fields).toEqual({ deletionReason: 'This field is required.' });
    const bare = await remove(token, person, { deletionReason: 'Other', ownReason: '  ' });
    expect(bare.problem.fields).toEqual({ ownReason: 'This field is required.' });
    const long = await remove(token, person, { deletionReason: 'Other', ownReason: 'x'.repeat(251) });
    expect(long.problem.fields).toEqual({ ownReason: 'The reason cannot exceed 250 characters.' });
    world.clock.moveBy(600_001);
    expect((await remove(token, person)).status).toBe(410);
    expect((await world.call(api.getMe, {}, person)).status).toBe(200);
  });
});

describe('what has to be settled first', () => {
  const blockers = async (as: Signed) =>
    (await world.call(leaving.findDeletionBlockers, {}, as)).data.data.map(({ kind, name, people }) => [
      kind,
      name,
      people,
    ]);

  test('communities, coming events and calendars with others in them keep an account, until they are handed over', async () => {
    const [person, friend] = [await world.person(), await world.person()];
    const made = eventFixtures(world, person);
    const { id: serverId } = await makeCommunity(world.db, person.id, { name: 'Alder' });
    await makeCommunity(world.db, person.id, { name: 'Alone' });
    expect(await blockers(person)).toEqual([]);
    await addMembers(world.db, serverId, [friend.id], 'MEMBER');
    const { id: eventId } = await made.published({ name: 'Kiln' });
    await made.host(eventId, friend);
    const calendar = await world.call(calendars.createCalendar, { name: 'Walks' } as never, person);
    await world.call(calendars.subscribeToCalendar, { calendarId: calendar.data.data.id, mail: false }, friend);
    expect(await blockers(person)).toEqual([
      ['community', 'Alder', 1],
      ['event', 'Kiln', 1],
      ['calendar', 'Walks', 1],
    ]);
    const { token } = await at.allowed(person);
    const refused = await remove(token, person);
    expect([refused.status, refused.problem.code]).toEqual([409, 'accounts.unsettled']);

    const members = await world.call(communities.listMembers, { serverId }, person);
    const memberId = members.data.data.find(({ id }) => id === friend.id)?.memberId ?? '';
    expect(
      (await world.call(communities.handOverCommunity, { serverId, memberId, name: 'Alder' } as never, person)).status,
    ).toBe(200);
    expect((await world.call(handOverEvent, { eventId, userId: friend.id }, person)).status).toBe(200);
    expect((await world.call(calendars.deleteCalendar, { calendarId: calendar.data.data.id }, person)).status).toBe(
      200,
    );
    expect(await blockers(person)).toEqual([]);
    // The refusal has used up nothing.
    expect((await remove(token, person)).status).toBe(200);
    const [event] = (
      await sql<{ creator_id: string }>`select creator_id from events where id = ${eventId}`.execute(world.db)
    ).rows;
    expect(event?.creator_id).toBe(friend.id);
    const left = await sql<{ name: string }>`select name from servers where name in ('Alder', 'Alone')`.execute(
      world.db,
    );
    expect(left.rows).toEqual([{ name: 'Alder' }]);
  });

  test('an event is handed over by its creator to somebody who has accepted to host it', async () => {
    const [creator, host, guest] = [await world.person(), await world.person(), await world.person()];
    const made = eventFixtures(world, creator);
    const { id: eventId } = await made.published();
    await made.host(eventId, host);
    await made.register(eventId, guest);
    const give = async (userId: string, as: Signed) => {
      const { status, problem } = await world.call(handOverEvent, { eventId, userId }, as);
      return status === 200 ? 200 : [status, problem.code];
    };
    expect(await give(host.id, host)).toEqual([403, 'events.not-the-creator']);
    expect(await give(guest.id, guest)).toEqual([403, 'events.not-managed']);
    expect(await give(guest.id, creator)).toEqual([422, 'events.taker-hosts-not']);
    expect(await give(creator.id, creator)).toEqual([422, 'events.taker-hosts-not']);
    await world.call(events.addHost, { eventId, userId: guest.id, role: 'host' }, creator);
    expect(await give(guest.id, creator)).toEqual([422, 'events.taker-hosts-not']);
    expect(await give(host.id, creator)).toBe(200);
    expect(await give(host.id, creator)).toEqual([403, 'events.not-the-creator']);
    expect((await made.change(eventId, { summary: 'Still a host' }, creator)).status).toBe(200);
  });

  test('the installation is handed over by its owner alone, to somebody with a confirmed address', async () => {
    const [owner, next] = [await world.person(), await world.person()];
    const unconfirmed = await world.person({ verified: false });
    await sql`delete from installation`.execute(world.db);
    await sql`insert into installation (owner_id) values (${owner.id})`.execute(world.db);
    expect((await blockers(owner)).map(([kind]) => kind)).toEqual(['installation']);
    const give = async (userId: string, as: Signed) =>
      (await world.call(leaving.handOverInstallation, { userId }, as)).status;
    expect(await give(next.id, next)).toBe(403);
    expect(await give(unconfirmed.id, owner)).toBe(422);
    expect(await give(owner.id, owner)).toBe(409);
    expect(await give(next.id, owner)).toBe(200);
    expect(await give(next.id, owner)).toBe(403);
    expect(await blockers(owner)).toEqual([]);
    expect((await blockers(next)).map(([kind]) => kind)).toEqual(['installation']);
    await sql`delete from installation`.execute(world.db);
  });

  test('somebody who joins at the same moment is in the community, and the account is kept', async () => {
    const [person, friend] = [await world.person(), await world.person()];
    const { id: serverId } = await makeCommunity(world.db, person.id);
    const { token } = await at.allowed(person);
    const [gone, joined] = await Promise.all([
      remove(token, person),
      world.call(communities.joinCommunity, { serverId }, friend),
    ]);
    const still = await sql`select from servers where id = ${serverId}`.execute(world.db);
    // One of the two came first. There is no community that its creator has left behind.
    expect([gone.status === 200, still.rows.length === 0].every((one) => one === (joined.status !== 200))).toBe(true);
  });
});

describe('a deleted account', () => {
  test('its sessions end at once, its address and username are free, and the last email says so', async () => {
    const person = await world.person({ firstName: 'Ottilie', lastName: 'Brandt', username: 'ottilie' });
    const other = await world.signIn(person);
    expect((await remove((await at.allowed(person)).token, person)).status).toBe(200);
    for (const session of [person, other]) expect((await world.call(api.getMe, {}, session)).status).toBe(401);
    const mail = await mailbox.next(person.email);
    expect(mail.subject).toBe('Your account on Folkmoot has been deleted');
    expect((await world.call(api.isUsernameFree, { username: 'ottilie' }, undefined)).data).toEqual({
      available: true,
    });
    const again = await world.person({ username: 'ottilie', email: person.email });
    expect(again.id).not.toBe(person.id);
    expect(readErased(erasedFile(world.config.dataDir)).get(person.id)).toBe('gone');
    await until(async () =>
      expect((await sql`select from users where id = ${person.id}`.execute(world.db)).rows).toEqual([]),
    );
    // The new member with the same address is not touched by what was left to erase.
    expect((await world.call(api.getMe, {}, again)).status).toBe(200);
    expect(codeIn(mail)).toBe('');
  });

  test('a deletion that fails leaves everything as it was', async () => {
    const person = await world.person();
    const { token } = await at.allowed(person);
    await sql`create function fail_departure() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
      world.db,
    );
    await sql`create trigger failing before insert on departures for each row execute function fail_departure()`.execute(
      world.db,
    );
    expect((await remove(token, person)).status).toBe(500);
    await sql`drop trigger failing on departures`.execute(world.db);
    expect((await world.call(api.getMe, {}, person)).data.user.email).toBe(person.email);
    expect(readErased(erasedFile(world.config.dataDir)).get(person.id)).toBeUndefined();
    expect((await remove(token, person)).status).toBe(200);
  });

  test('a deletion whose commit fails is written down as kept', async () => {
    const person = await world.person();
    const { token } = await at.allowed(person);
    await sql`create constraint trigger failing after insert on departures deferrable initially deferred
      for each row execute function fail_departure()`.execute(world.db);
    expect((await remove(token, person)).status).toBe(500);
    await sql`drop trigger failing on departures`.execute(world.db);
    expect(readErased(erasedFile(world.config.dataDir)).get(person.id)).toBe('kept');
    expect((await remove(token, person)).status).toBe(200);
    expect(readErased(erasedFile(world.config.dataDir)).get(person.id)).toBe('gone');
  });

  test('a deletion that loses to another call is tried again, four times in all', async () => {
    const person = await world.person();
    const { token } = await at.allowed(person);
    await sql`create sequence losses`.execute(world.db);
    await sql`create function lose_departure() returns trigger language plpgsql as $$ begin
      if nextval('losses') in (1, 2, 3, 4, 5, 6) then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      return new; end $$`.execute(world.db);
    await sql`create trigger losing before insert on departures for each row execute function lose_departure()`.execute(
      world.db,
    );
    expect((await remove(token, person)).status).toBe(409);
    expect((await remove(token, person)).status).toBe(200);
    await sql`drop trigger losing on departures`.execute(world.db);
    expect((await sql<{ last: string }>`select last_value::text as last from losses`.execute(world.db)).rows).toEqual([
      { last: '7' },
    ]);
  });
});
