import { isSlugFree, resolveAlias } from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/events/api.ts';
import { DRAFTS, refusals } from '@folkmoot/contract/events/schema.ts';
import * as registrations from '@folkmoot/contract/registrations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';

let world: World;
let host: Signed;
let stranger: Signed;
let gatherings: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  stranger = await world.person({ firstName: 'Stan', lastName: 'Stranger' });
  gatherings = eventFixtures(world, host);
});
afterAll(() => world.close());

describe('drafts', () => {
  test('a draft needs a name and nothing else, and only its hosts can see it', async () => {
    const nameless = await gatherings.make({ name: '   ' });
    expect([nameless.status, nameless.problem.fields]).toEqual([422, { name: 'Name is required' }]);
    const event = await gatherings.draft({ name: '  Kiln   opening ' });
    expect(event).toMatchObject({
      name: 'Kiln opening',
      status: 'draft',
      start_epoc: null,
      time_zone: 'Europe/London',
      viewer: { role: 'host', manages: true },
    });
    expect((await gatherings.seen(event.id, host)).status).toBe(200);
    expect([(await gatherings.seen(event.id, stranger)).status, (await gatherings.seen(event.id)).status]).toEqual([
      404, 404,
    ]);
  });

  test('a draft sent again after a lost answer is the same draft, and nobody else can reuse its id', async () => {
    const id = newId();
    const [one, two] = [await gatherings.make({ id, name: 'Once' }), await gatherings.make({ id, name: 'Once more' })];
    expect(two.data.data).toMatchObject({ id: one.data.data.id, name: 'Once more' });
    const other = await gatherings.make({ id }, stranger);
    expect(other.status).toBe(200);
    expect(other.data.data.id).not.toBe(one.data.data.id);
    const both = newId();
    const together = await Promise.all([gatherings.make({ id: both }), gatherings.make({ id: both })]);
    const made = together.find(({ status }) => status === 200);
    expect((await gatherings.make({ id: both })).data.data.id).toBe(made?.data.data.id);
  });

  test('a draft sent again after it is published, or when another person manages it, changes nothing', async () => {
    const id = newId();
    const event = await gatherings.published({ id });
    const again = await gatherings.make({ id, name: 'Late' });
    expect([again.status, again.problem.code]).toEqual([409, refusals.draftTaken.code]);
    expect((await gatherings.seen(event.id, host)).data.name).toBe('Kiln opening');
  });

  test('a draft with the name of a community leaves that community alone', async () => {
    const { id, slug } = await makeCommunity(world.db, host.id);
    const draft = await gatherings.draft({ id }, stranger);
    expect(draft.id).not.toBe(id);
    await gatherings.change(draft.id, { alias: `mine-${newId().slice(-8)}` }, stranger);
    expect((await world.call(api.deleteEvent, { eventId: draft.id }, stranger)).status).toBe(200);
    expect((await world.call(resolveAlias, { alias: slug })).data.data).toEqual({
      resource_type: 'community',
      resource_id: id,
      alias: slug,
      visibility: 'public',
    });
  });

  test('a person can have two hundred drafts at most', async () => {
    const busy = await world.person();
    await sql`insert into events (id, creator_id, alias, name, time_zone, created_at, updated_at, content_changed_at)
      select gen_random_uuid(), ${busy.id}, 'many-' || n, 'One of many', 'UTC', ${world.clock.now()}, ${world.clock.now()}, ${world.clock.now()} from generate_series(1, ${DRAFTS}) n`.execute(
      world.db,
    );
    expect((await gatherings.make({}, busy)).problem.code).toBe(refusals.tooManyDrafts.code);
  });

  test('a draft stores the fields that were sent, one by one, and no others', async () => {
    const { id } = await gatherings.draft({ summary: 'First firing', capacity: 20, waitlist: false });
    const given = {
      ...gatherings.times(),
      time_zone: 'Asia/Kathmandu',
      attend_type: 'both' as const,
      attend_type_details: { virtual_address: 'meet.example.org/kiln', in_person_address: '14 Tannery Row' },
      tint: 'madder' as const,
      registration_closes_epoc: gatherings.inDays(6),
    };
    const { status, data } = await gatherings.change(id, given);
    expect(status).toBe(200);
    expect(data.data).toMatchObject({
      ...given,
      summary: 'First firing',
      capacity: 20,
      waitlist: false,
      tintChosen: true,
      attend_type_details: { ...given.attend_type_details, virtual_address: 'https://meet.example.org/kiln' },
    });
    const wrong = await gatherings.change(id, { capacity: 0, event_url: 'nowhere at all' });
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.problem.fields ?? {}).sort()).toEqual(['capacity', 'event_url']);
  });

  test('a draft has its rich text sanitised, whatever was sent', async () => {
    const { id } = await gatherings.draft();
    const hostile = `<h1>Hello</h1><p onclick="x()" style="color:red">a<script>alert(1)</script><img src=x onerror=alert(1)>
      <a href="javascript:alert(1)">b</a><a href="https://folkmoot.org" onmouseover="x()">c</a></p>
      <iframe src="https://evil.example"></iframe><svg><animate onbegin=alert(1)></svg><form action="//evil.example"><input></form>
      <p>&lt;script&gt;</p><math><mtext></form><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`;
    const { description } = (await gatherings.change(id, { description: hostile })).data.data;
    expect(description).toContain('<h2>Hello</h2>');
    expect(description).toContain('href="https://folkmoot.org/"');
    expect(description).toContain('rel="nofollow ugc noopener noreferrer"');
    expect(description).toContain('&lt;script&gt;');
    for (const bad of [
      '<script',
      '<img',
      '<svg',
      '<iframe',
      '<form',
      '<input',
      '<style',
      'javascript:',
      'onclick',
      'onmouseover',
    ])
      expect(description).not.toContain(bad);
    expect((await gatherings.change(id, { description: 'x'.repeat(20_001) })).problem.fields).toHaveProperty(
      'description',
    );
  });

  test('a draft can be published once nothing is missing, and everything missing is reported', async () => {
    const { id } = await gatherings.draft({ visibility: 'community' });
    const { status, problem } = await world.call(api.publishEvent, { eventId: id }, host);
    expect([status, Object.keys(problem.fields ?? {}).sort()]).toEqual([422, ['end_epoc', 'serverId', 'start_epoc']]);
    await gatherings.change(id, {
      visibility: 'public',
      start_epoc: gatherings.inDays(3),
      end_epoc: gatherings.inDays(3) + 3599,
    });
    expect((await world.call(api.publishEvent, { eventId: id }, host)).problem.code).toBe(refusals.tooShort.code);
    await gatherings.change(id, { end_epoc: gatherings.inDays(3) + 3600 });
    expect((await world.call(api.publishEvent, { eventId: id }, host)).data.data.status).toBe('published');
    expect((await world.call(api.publishEvent, { eventId: id }, host)).problem.code).toBe(
      refusals.alreadyPublished.code,
    );
    expect((await gatherings.seen(id)).data.name).toBe('Kiln opening');
  });

  test('a draft of an event on another site needs an address, times and a picture', async () => {
    const { id } = await gatherings.draft({ type: 'external', tbdDate: true });
    const { problem } = await world.call(api.publishEvent, { eventId: id }, host);
    expect(Object.keys(problem.fields ?? {}).sort()).toEqual(['cover', 'end_epoc', 'event_url', 'start_epoc']);
    await gatherings.change(id, {
      ...gatherings.times(),
      event_url: 'folkmoot.org/fair',
      cover: '/art/covers/kiln.webp',
      tbdDate: false,
    });
    expect((await world.call(api.publishEvent, { eventId: id }, host)).status).toBe(200);
    expect((await gatherings.change(id, { type: 'internal' })).problem.code).toBe(refusals.typeFixed.code);
  });

  test('a draft can be deleted by its creator, and its address is free again', async () => {
    const event = await gatherings.draft({ alias: `kiln-${newId().slice(-8)}` });
    const other = await world.person();
    await gatherings.host(event.id, other);
    expect((await world.call(api.deleteEvent, { eventId: event.id }, other)).problem.code).toBe(
      refusals.creatorOnly.code,
    );
    expect((await world.call(api.deleteEvent, { eventId: event.id }, stranger)).status).toBe(404);
    expect((await world.call(api.deleteEvent, { eventId: event.id }, host)).status).toBe(200);
    expect((await world.call(isSlugFree, { alias: event.alias })).data.available).toBe(true);
    expect((await gatherings.seen(event.id, host)).status).toBe(404);
  });
});

describe('published events', () => {
  test('a published event stays publishable with every change, and its capacity cannot go below the seats taken', async () => {
    const { id } = await gatherings.published();
    expect((await gatherings.change(id, { start_epoc: null })).problem.code).toBe(refusals.startRequired.code);
    expect((await gatherings.change(id, { end_epoc: gatherings.inDays(7) + 600 })).problem.code).toBe(
      refusals.tooShort.code,
    );
    const opens = { registration_opens_epoc: gatherings.inDays(2), registration_closes_epoc: gatherings.inDays(1) };
    expect((await gatherings.change(id, opens)).problem.code).toBe(refusals.closesBeforeOpens.code);
    for (let n = 0; n < 2; n += 1)
      expect((await world.call(registrations.register, { eventId: id }, await world.person())).status).toBe(200);
    expect((await gatherings.change(id, { capacity: 1 })).problem.code).toBe(refusals.capacityBelowTaken.code);
    expect((await gatherings.change(id, { capacity: 2 })).status).toBe(200);
  });

  test('a published event can become a draft again only while nobody has registered', async () => {
    const { id } = await gatherings.published();
    const again = await world.call(api.unpublishEvent, { eventId: id }, host);
    expect(again.data.data).toMatchObject({ status: 'draft', published_epoc: null });
    await world.call(api.publishEvent, { eventId: id }, host);
    await world.call(registrations.register, { eventId: id }, stranger);
    expect((await world.call(api.unpublishEvent, { eventId: id }, host)).problem.code).toBe(refusals.hasGuests.code);
    expect((await world.call(api.deleteEvent, { eventId: id }, host)).problem.code).toBe(refusals.notADraft.code);
  });

  test('a published event can be cancelled for good, and everyone is told why', async () => {
    const { id } = await gatherings.published();
    const guest = await world.person();
    await world.call(registrations.register, { eventId: id }, guest);
    const said = await world.call(api.cancelEvent, { eventId: id, message: '  The kiln broke. ' }, host);
    expect(said.data.data).toMatchObject({ status: 'cancelled', cancelMessage: 'The kiln broke.' });
    const { rows } = await sql<{
      kind: string;
      note: object;
    }>`select kind, note from event_mails where event_id = ${id} and kind = 'event_cancelled'`.execute(world.db);
    // Sent emails are gone from the list; one that is still there is this one.
    for (const row of rows) expect(row.note).toMatchObject({ message: 'The kiln broke.' });
    for (const refused of [
      await gatherings.change(id, { name: 'Again' }),
      await world.call(api.cancelEvent, { eventId: id }, host),
      await world.call(api.publishEvent, { eventId: id }, host),
      await world.call(api.unpublishEvent, { eventId: id }, host),
    ])
      expect(refused.problem.code).toBe(refusals.cancelled.code);
    expect((await gatherings.seen(id)).data.status).toBe('cancelled');
  });

  test('an event that is over can no longer be cancelled', async () => {
    const { id } = await gatherings.published();
    const { rows } = await sql<{
      id: string;
    }>`update events set start_at = start_at - interval '30 days', end_at = end_at - interval '30 days' where id = ${id} returning id`.execute(
      world.db,
    );
    expect(rows).toHaveLength(1);
    expect((await world.call(api.cancelEvent, { eventId: id }, host)).problem.code).toBe(refusals.over.code);
  });
});

describe('permissions', () => {
  test('an event can be changed by its hosts and by people who manage events in its community', async () => {
    const owner = await world.person();
    const member = await world.person();
    const [server, other] = [await makeCommunity(world.db, owner.id), await makeCommunity(world.db, stranger.id)];
    await addMembers(world.db, server.id, [member.id, host.id]);
    const admin = await world.person();
    await addMembers(world.db, server.id, [admin.id], 'ADMIN');
    const { id } = await gatherings.published({ serverId: server.id }, owner);
    const tries = (as: Signed | undefined) =>
      Promise.all([
        world.call(api.updateEvent, { eventId: id, summary: 'x' }, as),
        world.call(api.unpublishEvent, { eventId: id }, as),
        world.call(api.cancelEvent, { eventId: id }, as),
        world.call(api.deleteEvent, { eventId: id }, as),
        world.call(api.listHosts, { eventId: id }, as),
        world.call(api.addHost, { eventId: id, userId: member.id, role: 'host' }, as),
        world.call(api.listAccessRequests, { eventId: id }, as),
        world.call(
          api.duplicateEvent,
          {
            eventId: id,
            time_zone: 'UTC',
            ...gatherings.times(),
            options: {
              duplicateQuestions: true,
              duplicateParticipants: false,
              duplicateTickets: false,
              notifyParticipants: false,
            },
          },
          as,
        ),
      ]);
    // A member, the owner of another community, and a signed-out caller.
    for (const as of [member, stranger]) for (const { status } of await tries(as)) expect(status).toBe(403);
    for (const { status } of await tries(undefined)) expect(status).toBe(401);
    expect((await gatherings.change(id, { summary: 'By an admin' }, admin)).data.data.summary).toBe('By an admin');
    expect((await gatherings.change(id, { serverId: other.id }, admin)).problem.code).toBe(
      refusals.mayNotCreateHere.code,
    );
  });

  test('an event in a community can be created by holders of CREATE_EVENT there', async () => {
    const owner = await world.person();
    const server = await makeCommunity(world.db, owner.id);
    const refused = await gatherings.make({ serverId: server.id }, stranger);
    expect([refused.status, refused.problem.code]).toEqual([403, refusals.mayNotCreateHere.code]);
    expect((await gatherings.make({ serverId: newId() })).problem.code).toBe(refusals.mayNotCreateHere.code);
    expect((await gatherings.make({ serverId: server.id }, owner)).status).toBe(200);
    expect((await world.call(api.createEvent, { name: 'x' })).status).toBe(401);
  });

  test('a community’s event can be seen by its members, but not as a draft', async () => {
    const owner = await world.person();
    const member = await world.person();
    const server = await makeCommunity(world.db, owner.id);
    await addMembers(world.db, server.id, [member.id]);
    const mine = await gatherings.published({ serverId: server.id, visibility: 'community' }, owner);
    expect([
      (await gatherings.seen(mine.id, member)).status,
      (await gatherings.seen(mine.id, stranger)).status,
    ]).toEqual([200, 404]);
    const unseen = await gatherings.draft({ serverId: server.id, visibility: 'community' }, owner);
    expect((await gatherings.seen(unseen.id, member)).status).toBe(404);
  });
});

describe('hosts', () => {
  test('hosts can be added, changed and removed by hosts, and the creator stays one', async () => {
    const { id } = await gatherings.published();
    const [second, third] = [await world.person(), await world.person()];
    const added = await world.call(api.addHost, { eventId: id, userId: second.id, role: 'host' }, host);
    expect(
      added.data.data.map(({ id: person, role, isCreator, pending }) => [person, role, isCreator, pending]),
    ).toEqual([
      [host.id, 'host', true, false],
      [second.id, 'host', false, true],
    ]);
    await gatherings.answer(id, true, second);
    await gatherings.host(id, third, 'featured_guest', second);
    const changed = await world.call(api.addHost, { eventId: id, userId: second.id, role: 'featured_guest' }, host);
    expect(changed.data.data.find((one) => one.id === second.id)).toMatchObject({
      role: 'featured_guest',
      pending: true,
    });
    // They keep their current role until they answer.
    expect((await gatherings.change(id, { summary: 'y' }, second)).status).toBe(200);
    await gatherings.answer(id, true, second);
    expect((await gatherings.change(id, { summary: 'x' }, second)).status).toBe(403);
    for (const refused of [
      await world.call(api.removeHost, { eventId: id, userId: host.id }, host),
      await world.call(api.addHost, { eventId: id, userId: host.id, role: 'featured_guest' }, host),
    ])
      expect(refused.problem.code).toBe(refusals.creatorStays.code);
    expect((await world.call(api.addHost, { eventId: id, userId: newId(), role: 'host' }, host)).problem.code).toBe(
      refusals.noSuchPerson.code,
    );
    await world.call(api.removeHost, { eventId: id, userId: third.id }, host);
    const left = (await world.call(api.listHosts, { eventId: id }, host)).data.data;
    expect(left.map((one) => one.id)).toEqual([host.id, second.id]);
    // People see their own address, and nobody else's.
    expect(left.map((one) => one.email)).toEqual([host.email, null]);
    expect(JSON.stringify((await gatherings.seen(id)).data)).not.toContain('@');
  });
});

describe('passcodes', () => {
  test('a passcode is hashed, shown to nobody, and can be changed and removed', async () => {
    const { id } = await gatherings.published({ visibility: 'private', passcode: '  clay and fire ' });
    const { rows } = await sql<{
      passcode_hash: string;
      whole: string;
    }>`select passcode_hash, events::text as whole from events where id = ${id}`.execute(world.db);
    expect(rows[0]?.whole).not.toContain('clay and fire');
    expect(rows[0]?.passcode_hash?.length).toBeGreaterThan(30);
    expect(JSON.stringify((await gatherings.seen(id, host)).data)).not.toContain(rows[0]?.passcode_hash);
    expect((await gatherings.seen(id, stranger)).problem.code).toBe(refusals.locked.code);
    const open = (passcode: string, as?: Signed) => world.call(api.openWithPasscode, { eventId: id, passcode }, as);
    expect((await open('wrong')).problem.fields).toEqual({ passcode: refusals.wrongPasscode.message });
    const { token } = (await open('clay and fire')).data.data;
    expect((await world.call(api.getEvent, { eventId: id, token })).status).toBe(200);
    expect((await gatherings.change(id, { passcode: 'another' })).data.data.hasPasscode).toBe(true);
    // The old passcode's access is closed again.
    expect((await world.call(api.getEvent, { eventId: id, token })).problem.code).toBe(refusals.locked.code);
    expect((await open('clay and fire')).status).toBe(403);
    expect((await gatherings.change(id, { passcode: null })).data.data.hasPasscode).toBe(false);
    expect((await open('another')).status).toBe(403);
    expect((await gatherings.change(id, { passcode: 'abc' })).problem.fields).toHaveProperty('passcode');
    expect((await gatherings.change(id, { passcode: '   ' })).problem.fields).toHaveProperty('passcode');
  });
});

describe('requests for access', () => {
  test('a request for access is answered by hosts, and the person is told', async () => {
    const { id } = await gatherings.published({ visibility: 'private' });
    const asks = await world.person();
    const asked = await world.call(
      api.requestAccess,
      { userId: asks.id, eventId: id, user_name: '', user_email: '' },
      asks,
    );
    expect(asked.status).toBe(200);
    const waiting = (await world.call(api.listAccessRequests, { eventId: id }, host)).data.data;
    expect(waiting.map(({ person }) => person.id)).toEqual([asks.id]);
    expect((await gatherings.seen(id, asks)).status).toBe(403);
    expect(
      (await world.call(api.answerAccessRequest, { eventId: id, userId: asks.id, grant: true }, host)).status,
    ).toBe(200);
    expect((await gatherings.seen(id, asks)).status).toBe(200);
    expect(
      (await world.call(api.answerAccessRequest, { eventId: id, userId: asks.id, grant: true }, host)).status,
    ).toBe(404);
  });
});
