import { createHash } from 'node:crypto';
import * as api from '@folkmoot/contract/accounts/api.ts';
import * as leavingApi from '@folkmoot/contract/accounts/leaving-api.ts';
import * as communities from '@folkmoot/contract/communities/api.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import * as personal from '@folkmoot/contract/personal/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { openWorld, type World } from '../../../test/world.ts';
import { DELETED_MEMBER, newId } from '../../core/id.ts';
import { createLeaving, type LeavingPart } from '../../core/leaving.ts';
import { createLog } from '../../core/log.ts';
import type { EraseStep } from '../../core/personal-data.ts';
import { makeChannel, makeCommunity, makePerson, type Person } from '../../seed/builders.ts';
import { SLICES } from '../../slices.ts';
import { leavingQueue } from './jobs.ts';
import { leavingInstallation } from './leaving-actions.ts';
import { emptyAccount } from './leaving-store.ts';

/* What the job does that erases the rest: here it runs only when it is called. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const finish = async (parts: LeavingPart[] = [], more: EraseStep[] = [], pageSize = 100) => {
  const leaving = createLeaving();
  leaving.connect(parts);
  const queue = leavingQueue({
    ...{ db: world.db, services: world.app.services, leaving, clock: world.clock, config: world.config },
    waitUntilIdle: async () => true,
    hooks: { signedIn: async () => undefined },
    personalData: [...SLICES.flatMap(({ personalData = [] }) => personalData), { tables: {}, steps: more }],
    log: createLog({ logLevel: 'silent' }),
    pageSize,
  });
  await queue.work({} as never, () => false);
};
const empty = (person: Person) =>
  world.db
    .transaction()
    .execute((tx) => emptyAccount(tx, person, { reason: 'Other', ownReason: '' }, world.clock.now()));
const rows = async <Row = object>(query: ReturnType<typeof sql<Row>>) => (await query.execute(world.db)).rows;
const isGone = async ({ id }: Person) => (await rows(sql`select from users where id = ${id}`)).length === 0;

describe('the audit log', () => {
  const log = (serverId: string, line: { action: string; subject?: string; after: object }) =>
    sql`insert into audit_log (server_id, id, action, subject_id, after, created_at)
      values (${serverId}, ${newId()}, ${line.action}, ${line.subject ?? null}, ${JSON.stringify(line.after)}::jsonb, ${world.clock.now()})`.execute(
      world.db,
    );
  const lines = async (serverId: string) =>
    (
      await rows(sql<{ subject_id: string | null; after: object }>`select subject_id, after from audit_log
        where server_id = ${serverId} order by id`)
    ).map(({ subject_id, after }) => [subject_id, after]);

  test.each([
    ['Deleted', 'member'],
    ['Main', 'Hall'],
    ['},', '{'],
    ['"', '\\'],
  ])('what it says of a person called %s %s goes, and nothing else', async (firstName, lastName) => {
    const [creator, zeb] = [await world.person(), await world.person({ firstName, lastName })];
    const { id: serverId } = await makeCommunity(world.db, creator.id);
    const name = `${firstName} ${lastName}`;
    await log(serverId, { action: 'event.created', after: { name } });
    await log(serverId, { action: 'category.created', after: { name: `@${zeb.username}a` } });
    await log(serverId, { action: 'channel.added', after: { users: [zeb.id, creator.id] } });
    await log(serverId, { action: 'member.banned', subject: zeb.id, after: { reason: `${name} again`, by: [name] } });
    await empty(zeb);
    await finish();
    expect(await isGone(zeb)).toBe(true);
    expect(await lines(serverId)).toEqual([
      [null, { name }],
      [null, { name: `@${zeb.username}a` }],
      [null, { users: [DELETED_MEMBER, creator.id] }],
      [null, { reason: '', by: ['Deleted member'] }],
    ]);
    const shown = await world.call(communities.listAuditLog, { serverId } as never, creator);
    expect(shown.data.data.map(({ people }) => people[0])).toContain('Deleted member');
  });
});

test('a step that never ends keeps nobody else from being erased', async () => {
  const [stuck, other] = [await world.person(), await world.person()];
  for (const person of [stuck, other]) await empty(person);
  const endless: EraseStep = async (_, { id }) => (id === stuck.id ? 1 : 0);
  await expect(finish([], [endless])).rejects.toThrow('more than');
  expect([await isGone(stuck), await isGone(other)]).toEqual([false, true]);
  await finish();
  expect(await isGone(stuck)).toBe(true);
});

test('however many cannot be erased, those who left after them are', async () => {
  const stuck = new Set<string>();
  const empties = async () => {
    const person = await makePerson(world.db);
    await empty(person);
    return person;
  };
  const pageSize = 2;
  for (let n = 0; n <= pageSize; n += 1) stuck.add((await empties()).id);
  world.clock.moveBy(1000);
  const last = await empties();
  const failing: EraseStep = async (_, { id }) => {
    if (stuck.has(id)) throw new Error('This one fails.');
    return 0;
  };
  await expect(finish([], [failing], pageSize)).rejects.toThrow('This one fails.');
  expect(await isGone(last)).toBe(true);
  const open = async () => (await rows(sql`select from departures where done_at is null`)).length;
  expect(await open()).toBe(stuck.size);
  await finish();
  expect(await open()).toBe(0);
});

test('somebody called deleted-member is not in the way, and nobody signs up as one who is gone', async () => {
  const [squatter, zeb] = [await world.person({ username: 'deleted-member' }), await world.person()];
  await sql`delete from users where id = ${DELETED_MEMBER}`.execute(world.db);
  const { id: serverId } = await makeCommunity(world.db, zeb.id);
  await makeChannel(world.db, serverId, zeb.id);
  await empty(zeb);
  await finish();
  expect([await isGone(zeb), await isGone(squatter)]).toEqual([true, false]);
  expect(await rows(sql`select creator_id from servers where id = ${serverId}`)).toEqual([
    { creator_id: DELETED_MEMBER },
  ]);

  await sql`delete from users where id = ${squatter.id}`.execute(world.db);
  expect((await world.call(api.isUsernameFree, { username: 'deleted-member' }, undefined)).data.available).toBe(false);
  const renamed = await world.call(
    api.updateProfile,
    { userId: serverId, username: 'deleted-member' } as never,
    await world.person(),
  );
  expect(renamed.problem.code).toBe('accounts.username-taken');
  const signUp = {
    ...{ email: 'member@deleted.invalid', password: 'a long pass phrase of mine', username: 'mira-gone' },
    ...{ firstName: 'Mira', lastName: 'Gone', timeZone: 'UTC' },
  };
  const { status, problem } = await world.call(api.signUp, signUp as never, undefined);
  expect([status, Object.keys(problem.fields ?? {})]).toEqual([422, ['email']]);
});

test('the next person with the same address and username keeps what is theirs', async () => {
  const [zeb, host] = [await world.person({ email: 'ann@folk.example', username: 'ann' }), await world.person()];
  const { id: serverId } = await makeCommunity(world.db, host.id);
  const { id: eventId } = await eventFixtures(world, host).published();
  /** One of each, at this moment. */
  const written = async (email: string, username: string) => {
    const [now, mailing] = [world.clock.now(), newId()];
    await sql`insert into sign_up_holds (email, username, held_at) values (${email}, ${username}, ${now})`.execute(
      world.db,
    );
    await sql`insert into mailed_codes (id, email, purpose, asker, caller, known, code_hash, asked_at, expires_at)
      values (${newId()}, ${email}, 'sign-in', 'a', 'c', false, 'h', ${now}, ${now})`.execute(world.db);
    await sql`insert into invitations (event_id, id, address, address_key, address_known, role, state, created_at)
      values (${eventId}, ${newId()}, ${email}, ${email}, true, 'guest', 'sent', ${now})`.execute(world.db);
    await sql`insert into community_invitations (server_id, id, address, address_key, state, created_at)
      values (${serverId}, ${newId()}, ${email}, ${email}, 'sent', ${now})`.execute(world.db);
    await sql`insert into mailings (id, kind, event_id, sender_id, subject, html, body, state, starts_at, created_at, letter_count)
      values (${mailing}, 'event_message', ${eventId}, ${host.id}, 'Hi', '', '', 'done', ${now}, ${now}, 1)`.execute(
      world.db,
    );
    await sql`insert into letters (mailing_id, id, address, address_key, state, due_at) values (${mailing}, ${newId()}, ${email}, ${email}, 'queued', ${now})`.execute(
      world.db,
    );
    await sql`insert into event_mail_stops (event_id, address, stopped_at) values (${eventId}, ${email}, ${now})`.execute(
      world.db,
    );
    await sql`insert into event_outreach (id, event_id, kind, sender, address, at) values (${newId()}, ${eventId}, 'letter', ${host.id}, ${email}, ${now})`.execute(
      world.db,
    );
    await sql`insert into mail_stop_removals (id, address_key, scope, scope_id, reason, stopped_at, removed_at)
      values (${newId()}, ${email}, 'person', ${host.id}, 'bounced', ${now}, ${now})`.execute(world.db);
  };
  const left = async (email: string) =>
    (
      await rows(sql<{ n: number }>`select (select count(*) from sign_up_holds where email = ${email})
        + (select count(*) from mailed_codes where email = ${email}) + (select count(*) from invitations where address_key = ${email})
        + (select count(*) from community_invitations where address_key = ${email}) + (select count(*) from letters where address_key = ${email})
        + (select count(*) from event_mail_stops where address = ${email}) + (select count(*) from event_outreach where address = ${email})
        + (select count(*) from mail_stop_removals where address_key = ${email}) as n`)
    ).map(({ n }) => Number(n))[0];
  const ask = (identifier: string) =>
    sql`insert into verifications (id, identifier, value, expires_at, created_at, updated_at)
      values (${newId()}, ${identifier}, 'x', ${world.clock.now()}, ${world.clock.now()}, ${world.clock.now()})`.execute(
      world.db,
    );
  await written(zeb.email, 'ann-held');
  // Another person's address, of which theirs is a part.
  await ask('code-joann@folk.example');
  expect(await left(zeb.email)).toBe(8);
  await empty(zeb);
  expect(await rows(sql`select from mailed_codes where email = ${zeb.email}`)).toEqual([]);
  // What of theirs is left is erased, once: nothing of it may be there twice.
  await finish();
  expect(await left(zeb.email)).toBe(0);

  const again = await world.person({ email: zeb.email, username: 'ann' });
  await empty(again);
  world.clock.moveBy(1000);
  await written(zeb.email, 'ann');
  await finish();
  expect([await isGone(again), await left(zeb.email)]).toEqual([true, 8]);
  expect(await rows(sql`select from verifications where identifier = 'code-joann@folk.example'`)).toHaveLength(1);
});

test('emails that are due about a place under their address alone are not sent', async () => {
  const [zeb, host] = [await world.person(), await world.person()];
  const { id: eventId } = await eventFixtures(world, host).published();
  const now = world.clock.now();
  const places = [zeb.email, 'other@folk.example'].map((email) => ({ id: newId(), email }));
  for (const { id, email } of places) {
    await sql`insert into participations (event_id, id, email, first_name, last_name, search_text, status, registered_at, changed_at)
      values (${eventId}, ${id}, ${email}, 'Zeb', 'Ash', 'zeb ash', 'not_going', ${now}, ${now})`.execute(world.db);
    await sql`insert into event_mails (id, event_id, participation_id, kind, note, created_at)
      values (${newId()}, ${eventId}, ${id}, 'removed', '{}', ${now})`.execute(world.db);
  }
  await empty(zeb);
  await finish();
  expect(
    await rows(sql`select participation_id as id from event_mails where event_id = ${eventId} and kind = 'removed'`),
  ).toEqual([{ id: places[1]?.id }]);
});

test('links, browsers and the permission to read contacts end with the deletion itself', async () => {
  const here = await openWorld();
  await here.app.jobs.start();
  // The job gets no further than its beginning.
  await sql`create function fail_placeholder() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
    here.db,
  );
  await sql`create trigger failing before insert on users for each row when (new.username like '~%') execute function fail_placeholder()`.execute(
    here.db,
  );
  const { id, sessionId, ...zeb } = await here.person();
  const now = here.clock.now();
  const hash = createHash('sha256').update('token').digest('base64url');
  await sql`insert into deletion_codes (user_id, id, session_id, token_hash, code_hash, deletion_hash, asked_at, expires_at)
    values (${id}, ${newId()}, ${sessionId}, '', '', ${hash}, ${now}, ${new Date(now.getTime() + 60_000)})`.execute(
    here.db,
  );
  await sql`insert into calendar_feeds (user_id, id, kind, created_at) values (${id}, ${newId()}, 'own', ${now})`.execute(
    here.db,
  );
  await sql`insert into push_devices (user_id, id, session_id, endpoint, p256dh, auth, created_at)
    values (${id}, ${newId()}, ${sessionId}, 'https://push.example/1', '', '', ${now})`.execute(here.db);
  await sql`insert into contact_connections (user_id, id, tokens, created_at) values (${id}, ${newId()}, 'sealed', ${now})`.execute(
    here.db,
  );
  await sql`insert into contact_consents (user_id, state_hash, session_id, verifier, ends_at)
    values (${id}, 'state', ${sessionId}, 'v', ${now})`.execute(here.db);
  const input = { token: 'token', deletionReason: 'Privacy concerns' } as const;
  expect((await here.call(leavingApi.deleteAccount, input, { id, sessionId, ...zeb })).status).toBe(200);
  for (const table of ['calendar_feeds', 'push_devices', 'contact_connections', 'contact_consents']) {
    const { rows: left } = await sql`select from ${sql.table(table)} where user_id = ${id}`.execute(here.db);
    expect([table, left]).toEqual([table, []]);
  }
  const revoked = await sql`select data->>'tokens' as tokens from jobs.job where name = 'contacts.revoke'`.execute(
    here.db,
  );
  expect(revoked.rows).toEqual([{ tokens: 'sealed' }]);
  await sql`drop trigger failing on users`.execute(here.db);
  await here.close();
});

test('a sign-in that had begun before the deletion, and ended after it, ends with the job', async () => {
  const zeb = await world.person();
  await empty(zeb);
  const late = await world.signIn(zeb);
  const seen: unknown[] = [];
  await finish([
    {
      async end({ tx }) {
        seen.push((await sql`select from sessions where id = ${late.sessionId}`.execute(tx)).rows);
      },
    },
  ]);
  expect(seen[0]).toEqual([]);
});

test('nobody can write to somebody who is gone, ask them, or find them', async () => {
  const [ann, zeb] = [await world.person(), await world.person()];
  await empty(await world.person());
  await finish();
  await empty(zeb);
  const { id: eventId } = await eventFixtures(world, ann).published();
  for (const id of [zeb.id, DELETED_MEMBER]) {
    expect((await world.call(personal.createPrivate, { users: [id] }, ann)).status).toBe(422);
    expect((await world.call(events.addHost, { eventId, userId: id, role: 'host' }, ann)).status).toBe(422);
  }
  await finish();
});

test('what begins to point at somebody while the rest is erased goes before their row does', async () => {
  const [ann, zeb] = [await world.person(), await world.person()];
  const { id: serverId } = await makeCommunity(world.db, ann.id);
  await empty(zeb);
  let ends = 0;
  const end: LeavingPart['end'] = async ({ tx, now }, userId) => {
    ends += 1;
    // A community that somebody let them into meanwhile: leaving it is written down.
    if (ends === 2)
      await sql`insert into audit_log (server_id, id, action, subject_id, created_at)
        values (${serverId}, ${newId()}, 'member.left', ${userId}, ${now})`.execute(tx);
  };
  await finish([{ end }]);
  expect([await isGone(zeb), ends]).toEqual([true, 2]);
  expect(await rows(sql`select subject_id from audit_log where server_id = ${serverId}`)).toEqual([
    { subject_id: null },
  ]);
});

test('the installation is freed only if nobody else is there', async () => {
  await sql`update users set email_verified = false`.execute(world.db);
  await sql`delete from installation`.execute(world.db);
  const [owner, next] = [await world.person(), await world.person()];
  await sql`insert into installation (owner_id) values (${owner.id})`.execute(world.db);
  const end = () =>
    world.db.transaction().execute((tx) => leavingInstallation.end?.({ tx } as never, owner.id) as Promise<void>);
  const owned = async () => (await rows(sql`select from installation`)).length;
  await end();
  expect(await owned()).toBe(1);
  // Once more, by the job: one person is there, and it is not the owner.
  await empty(owner);
  await end();
  expect(await owned()).toBe(1);
  await empty(next);
  await end();
  expect(await owned()).toBe(0);
});
