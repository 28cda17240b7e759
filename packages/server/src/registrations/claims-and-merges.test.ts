import * as communities from '@folkmoot/contract/communities/api.ts';
import { refusals as community } from '@folkmoot/contract/communities/schema.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import { HOSTS, refusals } from '@folkmoot/contract/events/schema.ts';
import { refusals as seats } from '@folkmoot/contract/participations/schema.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openSocketClients } from '../../test/socket-client.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeCommunity, makePerson } from '../seed/builders.ts';

let world: World;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  // A member for long enough to invite many people in a day.
  await sql`update users set created_at = created_at - interval '30 days' where id = ${host.id}`.execute(world.db);
  at = eventFixtures(world, host);
});
afterAll(() => world.close());

const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.person()));
const listening = async () => (await world.app.listen()).replace('http', 'ws');
const add = (eventId: string, fields: object) =>
  world.call(api.addGuest, { eventId, notifyUser: false, ...fields } as never, host);

describe('people who leave a community', () => {
  async function gathered() {
    const [guest, next] = (await people(2)) as [Signed, Signed];
    const { id: serverId } = await makeCommunity(world.db, host.id);
    await addMembers(world.db, serverId, [guest.id, next.id], 'MEMBER');
    const inside = await at.published({ serverId, visibility: 'community', capacity: 1 });
    const open = await at.published({ serverId, visibility: 'public' });
    const elsewhere = await at.published();
    for (const { id } of [inside, open, elsewhere]) await at.register(id, guest);
    await at.register(inside.id, next);
    const memberOf = async (person: Signed) =>
      (
        await sql<{
          id: string;
        }>`select id from members where server_id = ${serverId} and user_id = ${person.id}`.execute(world.db)
      ).rows[0]?.id ?? '';
    return { guest, next, serverId, inside, open, elsewhere, memberOf };
  }

  test('a person who leaves a community gives up their seats at its members-only events to the waitlist', async () => {
    const { guest, next, serverId, inside, open } = await gathered();
    expect((await world.call(communities.leaveCommunity, { serverId }, guest)).status).toBe(200);
    expect((await at.seen(inside.id, guest)).status).toBe(404);
    expect((await at.own(inside.id, next))?.status).toBe('offered');
    expect((await at.own(open.id, guest))?.status).toBe('going');
  });

  test('a person removed from a community loses every role in all of its events', async () => {
    const { guest, serverId, inside, open, elsewhere, memberOf } = await gathered();
    await at.host(open.id, guest);
    expect((await at.change(open.id, { summary: 'By me' }, guest)).status).toBe(200);
    const memberId = await memberOf(guest);
    expect((await world.call(communities.removeMember, { serverId, memberId }, host)).status).toBe(200);
    expect((await at.change(open.id, { summary: 'By me again' }, guest)).status).toBe(403);
    expect((await at.seen(inside.id, guest)).status).toBe(404);
    expect((await at.own(elsewhere.id, guest))?.status).toBe('going');
    // A public event is open to them as to any stranger.
    expect((await at.register(open.id, guest)).data.data).toMatchObject({ role: 'guest', status: 'going' });
  });

  test('a person banned from a community cannot come back to its events', async () => {
    const { guest, serverId, open, elsewhere, memberOf } = await gathered();
    const memberId = await memberOf(guest);
    expect((await world.call(communities.banMember, { serverId, memberId, reason: '' }, host)).status).toBe(200);
    expect((await at.own(open.id, guest))?.status).toBe('not_going');
    expect((await at.register(open.id, guest)).problem.code).toBe(community.banned.code);
    expect((await at.register(elsewhere.id, guest)).status).toBe(200);
    // A host cannot add them either, while the ban is in force.
    expect((await add(open.id, { email: guest.email })).problem.code).toBe(refusals.personBanned.code);
    const hosting = { eventId: open.id, userId: guest.id, role: 'host' as const };
    expect((await world.call(events.addHost, hosting, host)).problem.code).toBe(refusals.personBanned.code);
    await world.call(communities.liftBan, { serverId, userId: guest.id }, host);
    expect((await add(open.id, { email: guest.email })).status).toBe(200);
  });
});

describe('people on a guest list', () => {
  const claim = async (person: Signed) => {
    const context = await world.app.signIn.$context;
    await context.internalAdapter.createSession(person.id);
  };
  const states = async (eventId: string) =>
    (
      await sql<{ status: string; account: boolean }>`select status, user_id is not null as account from participations
        where event_id = ${eventId} and role = 'guest' order by account desc, status`.execute(world.db)
    ).rows;

  test('a person is on the guest list once if they registered with their address and with their account', async () => {
    const email = 'dee@twice.example';
    const { id } = await at.published({ capacity: 3 });
    await at.prove(id, email);
    const dee = await signedIn(email);
    await at.register(id, dee);
    expect(await at.taken(id)).toBe(2);
    await claim(dee);
    expect(await states(id)).toEqual([
      { status: 'going', account: true },
      { status: 'not_going', account: false },
    ]);
    expect(await at.taken(id)).toBe(1);
  });

  test('an account without a registration gets the registration of its address', async () => {
    const email = 'dee@once.example';
    const { id } = await at.published({ capacity: 3 });
    await at.prove(id, email);
    const dee = await signedIn(email);
    await at.register(id, dee);
    await at.leave(id, dee);
    await claim(dee);
    expect(await states(id)).toEqual([
      { status: 'going', account: true },
      { status: 'not_going', account: false },
    ]);
    expect(await at.taken(id)).toBe(1);
  });

  test('a person who registered twice keeps the registration nearer to a seat, even if it is the address’s', async () => {
    const email = 'dee@nearer.example';
    const { id } = await at.published({ capacity: 1 });
    await at.prove(id, email);
    const [dee, other] = [await signedIn(email), ...(await people(1))] as [Signed, Signed];
    await at.register(id, other);
    expect((await at.register(id, dee)).data.status).toBe('waitlisted');
    await claim(dee);
    expect((await at.own(id, dee))?.status).toBe('going');
    expect((await at.own(id, other))?.status).toBe('waitlisted');
    expect(await at.taken(id)).toBe(1);
  });

  test('people can come and go at the same moment without a deadlock', async () => {
    const { id: serverId } = await makeCommunity(world.db, host.id);
    const made = [];
    for (let n = 0; n < 6; n += 1) made.push(await at.published({ serverId, visibility: 'community', capacity: 40 }));
    const pairs = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const email = `dee${n}@many.example`;
        const dee = await signedIn(email);
        const [leaver] = (await people(1)) as [Signed];
        await addMembers(world.db, serverId, [dee.id, leaver.id], 'MEMBER');
        return { email, dee, leaver };
      }),
    );
    for (const { email, dee, leaver } of pairs)
      for (const [n, { id }] of made.entries()) {
        await sql`insert into participations (event_id, id, email, status, registered_at, changed_at)
          values (${id}, gen_random_uuid(), ${email}, 'not_going', ${world.clock.now()}, ${world.clock.now()})`.execute(
          world.db,
        );
        await at.register(id, leaver);
        // The later events that list them twice.
        if (n < 3) continue;
        await at.register(id, dee);
        await sql`update participations set status = 'requested' where event_id = ${id} and email = ${email}`.execute(
          world.db,
        );
      }
    const said = await Promise.allSettled([
      ...pairs.map(({ dee }) => claim(dee)),
      ...pairs.map(async ({ leaver }) => {
        const { status } = await world.call(communities.leaveCommunity, { serverId }, leaver);
        if (status !== 200) throw new Error(`leaving was answered ${status}`);
      }),
    ]);
    expect(said.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  async function signedIn(email: string): Promise<Signed> {
    return world.signIn(await makePerson(world.db, { email }));
  }
});

describe('the guest list', () => {
  test('the guest list is shown to everybody if hosts show it, and to hosts alone otherwise', async () => {
    const [guest, other] = (await people(2)) as [Signed, Signed];
    const { id } = await at.published({ showGuests: true });
    await at.register(id, guest);
    const known = async (as?: Signed) => {
      const { faces, goingCount } = (await at.seen(id, as)).data;
      const listed = (await world.call(api.listGoing, { eventId: id }, as)).data.data;
      return { faces: faces.map(({ id: who }) => who), listed: listed.map(({ id: who }) => who), goingCount };
    };
    const shown = { faces: [guest.id], listed: [guest.id], goingCount: 1 };
    for (const person of [undefined, other, host]) expect(await known(person)).toEqual(shown);
    await at.change(id, { showGuests: false });
    for (const person of [undefined, other, guest])
      expect(await known(person)).toEqual({ ...shown, faces: [], listed: [] });
    expect((await known(host)).listed).toEqual([guest.id]);
  });

  test('the guest list changes live for hosts, and other people hear live only of their own registration', async () => {
    const ears = openSocketClients(await listening());
    try {
      const [guest, next, other] = (await people(3)) as [Signed, Signed, Signed];
      const { id } = await at.published({ capacity: 2 });
      await at.register(id, other);
      const [hosting, waiting, idle] = [await ears.listen(host), await ears.listen(next), await ears.listen(other)];
      await at.register(id, guest);
      expect(await hosting.hear('event.changed')).toMatchObject({ eventId: id, status: 'published' });
      await at.register(id, next);
      await waiting.hear('event.changed');
      await at.leave(id, guest);
      // The freed seat is offered to the person who is waiting, and they are notified.
      await waiting.hear('event.changed');
      await idle.settle();
      expect(idle.heard).toEqual([]);
      await hosting.settle();
      expect(hosting.heard.filter(({ name }) => name === 'event.changed').length).toBeGreaterThanOrEqual(2);
    } finally {
      ears.close();
    }
  });
});

describe('full events', () => {
  test('a full event cannot be overfilled by hosts either', async () => {
    const [first, second] = (await people(2)) as [Signed, Signed];
    const { id } = await at.published({ capacity: 1 });
    await at.register(id, first);
    expect((await add(id, { email: 'one@more.example' })).problem.code).toBe(seats.full.code);
    const featured = { eventId: id, userId: second.id, role: 'featured_guest' as const };
    expect((await world.call(events.addHost, featured, host)).problem.code).toBe(seats.full.code);
    // Hosts and those at the door need no seat.
    expect((await world.call(events.addHost, { ...featured, role: 'host' }, host)).status).toBe(200);
    await at.leave(id, first);
    expect((await add(id, { email: 'one@more.example' })).status).toBe(200);
    expect(await at.taken(id)).toBe(1);
  });

  test('an event has no more hosts than it can show, however they are added', async () => {
    const { id } = await at.published();
    const crowd = await people(HOSTS);
    for (const { id: userId } of crowd.slice(0, HOSTS - 1))
      await world.call(events.addHost, { eventId: id, userId, role: 'host' }, host);
    const last = crowd.at(-1) as Signed;
    await at.register(id, last);
    for (const role of ['host', 'featured_guest'])
      expect((await at.changeGuest(id, last, { type: 'role', role })).problem.code).toBe(refusals.tooManyHosts.code);
    expect((await at.changeGuest(id, last, { type: 'role', role: 'check_in' })).status).toBe(200);
  });
});

describe('people whom hosts declined', () => {
  test('a person whom hosts declined comes back like anybody, even if they were featured before', async () => {
    const [featured] = (await people(1)) as [Signed];
    const { id } = await at.published({ require_approval: true });
    await at.host(id, featured, 'featured_guest');
    expect((await at.changeGuest(id, featured, { type: 'decline', reason: '' })).status).toBe(200);
    expect((await at.register(id, featured)).data.data).toMatchObject({ role: 'guest', status: 'requested' });
  });
});

describe('guests added by a host', () => {
  test('a guest without an account who was added by a host is found by name', async () => {
    const { id } = await at.published();
    await add(id, { email: 'z@hand.example', firstName: 'Zoë', lastName: 'Ångström' });
    const found = await world.call(api.listGuests, { eventId: id, search: 'zoe ang' }, host);
    expect(found.data.data.map(({ name }) => name)).toEqual(['Zoë Ångström']);
  });
});
