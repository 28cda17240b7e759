import * as blocks from '@folkmoot/contract/blocks/api.ts';
import { refusals as communities } from '@folkmoot/contract/communities/schema.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { insertBan } from '../../communities/bans-store.ts';
import { makeCommunity } from '../../seed/builders.ts';

let world: World;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  at = eventFixtures(world, host);
});
afterAll(() => world.close());

/** A person with an account, with everything that could tell hosts who they are. */
const secretPerson = (email: string) => world.person({ email, firstName: 'Zenobia', lastName: 'Quill' });
const confirmed = async (person: Signed) => (await world.app.signIn.$context).internalAdapter.createSession(person.id);

/** Everything that hosts can see of an event and its list, as text. */
async function allTold(id: string): Promise<string> {
  const list = async (status: 'all' | 'invited') =>
    (await world.call(api.listGuests, { eventId: id, status }, host)).data.data;
  const rows = [...(await list('all')), ...(await list('invited'))];
  const one = async (participationId: string) =>
    (await world.call(api.getGuest, { eventId: id, participationId }, host)).data;
  const details = await Promise.all(rows.map(({ participationId }) => one(participationId)));
  const file = await world.app.http.inject({
    url: `/api/v1/events/${id}/participations/export.csv`,
    headers: { authorization: `Bearer ${host.token}` },
  });
  const hosts = (await world.call(events.listHosts, { eventId: id }, host)).data.data;
  const page = (await at.seen(id, host)).data;
  return JSON.stringify([rows, details, file.body, hosts, page]);
}
const secretsOf = ({ id, username }: Signed) => new RegExp(`Zenobia|Quill|${id}|${username}`);

describe('owners of addresses that hosts entered', () => {
  test.each(['host', 'featured_guest', 'guest'] as const)(
    'the owner of an address is not revealed by asking for %s, by what becomes of it, or by a block',
    async (role) => {
      for (const blocking of [false, true]) {
        const { id } = await at.published();
        const person = await secretPerson(`typed-${role}-${blocking}@post.example`);
        if (blocking) await world.call(blocks.blockUser, { userId: host.id }, person);
        const add = async () =>
          (await world.call(api.addGuest, { eventId: id, email: person.email, firstName: 'Nell', role }, host)).data;
        const { participationId } = (await add()).data;
        const change = (body: object) =>
          world.call(api.changeGuest, { eventId: id, participationId, ...body } as never, host);
        expect(await allTold(id)).not.toMatch(secretsOf(person));
        expect(await allTold(id)).toContain('Nell');
        for (const body of [
          { type: 'role', role: 'featured_guest' },
          { type: 'role', role: 'guest' },
          { type: 'decline', reason: '' },
        ]) {
          await add();
          const { status, data } = await change(body);
          expect(status).toBe(200);
          expect(JSON.stringify(data)).not.toMatch(secretsOf(person));
          expect(await allTold(id)).not.toMatch(secretsOf(person));
        }
        const found = await world.call(api.listGuests, { eventId: id, search: 'Zenobia' }, host);
        expect(found.data.count).toBe(0);
      }
    },
  );

  test('the owner of an address is not revealed by a ban from the community, and gets no email then', async () => {
    const { id: serverId } = await makeCommunity(world.db, host.id);
    const person = await secretPerson('typed-and-banned@post.example');
    await insertBan(world.db, serverId, { userId: person.id, reason: '', by: host.id }, world.clock.now());
    const other = await secretPerson('typed-beside@post.example');
    const { id } = await at.published({ serverId, visibility: 'public' });
    const add = async (email: string, role: 'host' | 'guest') => {
      const { status, data } = await world.call(api.addGuest, { eventId: id, email, role, firstName: 'Nell' }, host);
      const { participationId } = data.data;
      const change = { eventId: id, participationId, type: 'role', role: 'guest' } as const;
      return [status, data.data.status, data.data.askedRole, (await world.call(api.changeGuest, change, host)).status];
    };
    for (const role of ['guest', 'host'] as const)
      expect(await add(person.email, role)).toEqual(await add(other.email, role));
    expect((await world.call(api.addGuest, { eventId: id, email: person.email, role: 'host' }, host)).status).toBe(200);
    expect(await allTold(id)).not.toMatch(secretsOf(person));
    const mailed = await world.db
      .selectFrom('event_mails')
      .innerJoin('participations', 'participations.id', 'event_mails.participation_id')
      .select('user_id')
      .where('event_mails.event_id', '=', id)
      .execute();
    expect(mailed.map((mail) => mail.user_id)).toEqual([other.id]);
    expect((await world.call(events.getInvitation, { eventId: id }, person)).status).toBe(404);
    expect((await world.call(events.listEvents, { view: 'invitations' }, person)).data.count).toBe(0);
    expect((await world.call(events.listAttention, {}, person)).data.invitations).toBe(0);
    expect((await at.register(id, person)).problem.code).toBe(communities.banned.code);
  });

  test('the owner of an address is not revealed by declining, and is by accepting', async () => {
    const { id } = await at.published();
    const person = await secretPerson('says-no-then-yes@post.example');
    const add = () => world.call(api.addGuest, { eventId: id, email: person.email, role: 'host' }, host);
    await add();
    expect((await at.answer(id, false, person)).status).toBe(200);
    expect(await allTold(id)).not.toMatch(secretsOf(person));
    await add();
    expect((await at.answer(id, true, person)).status).toBe(200);
    expect(await allTold(id)).toMatch(secretsOf(person));
  });

  test('the owner of an address is not revealed by joining later', async () => {
    const { id } = await at.published();
    const email = 'joins-later@post.example';
    await world.call(api.addGuest, { eventId: id, email, firstName: 'Nell' }, host);
    const visitor = { firstName: 'Vic', lastName: 'Tim', email: 'typed-by-anyone@post.example' };
    await at.register(id, undefined, { visitor });
    for (const address of [email, visitor.email]) {
      const person = await secretPerson(address);
      await confirmed(person);
      expect(await at.own(id, person)).not.toBeNull();
      expect(await allTold(id)).not.toMatch(secretsOf(person));
    }
    expect(await allTold(id)).toMatch(/Nell.*Vic Tim|Vic Tim.*Nell/);
  });

  test('the owner of an address is not revealed by being offered another role that is then withdrawn', async () => {
    const { id } = await at.published();
    const person = await secretPerson('by-its-registration@post.example');
    await world.call(api.addGuest, { eventId: id, email: person.email, role: 'host' }, host);
    const hosts = async () => (await world.call(events.listHosts, { eventId: id }, host)).data.data;
    const [, row] = await hosts();
    expect(row).toMatchObject({ firstName: person.email, username: '', imageUrl: null, email: person.email });
    const userId = row?.id ?? '';
    const featured = await world.call(events.addHost, { eventId: id, userId, role: 'featured_guest' }, host);
    expect(featured.data.data[1]).toMatchObject({ id: userId, role: 'featured_guest', pending: true });
    // The person's id does not work: it would tell whose the address is.
    expect((await world.call(events.removeHost, { eventId: id, userId: person.id }, host)).status).toBe(404);
    expect((await world.call(events.removeHost, { eventId: id, userId }, host)).status).toBe(200);
    expect((await hosts()).map((one) => one.id)).toEqual([host.id]);
  });
});

describe('people who join with an address that somebody else registered', () => {
  test('a person who joins with an address that somebody else registered is counted as before, not shown as going', async () => {
    const { id } = await at.published();
    const visitor = { firstName: 'Vic', lastName: 'Tim', email: 'not-my-doing@post.example' };
    await at.register(id, undefined, { visitor });
    const person = await secretPerson(visitor.email);
    await confirmed(person);
    expect(await at.own(id, person)).toMatchObject({ status: 'going' });
    const going = async () => (await world.call(api.listGoing, { eventId: id, search: '' }, undefined)).data;
    const seen = (await at.seen(id)).data;
    expect([seen.faces, seen.goingCount, await going()]).toEqual([[], 1, { data: [], count: 0 }]);
    await at.register(id, person);
    expect((await at.seen(id)).data.faces.map((one) => one.id)).toEqual([person.id]);
    expect((await going()).count).toBe(1);
  });

  test('a person who joins is invited first if a host featured their address', async () => {
    const { id } = await at.published();
    const visitor = { firstName: 'Vic', lastName: 'Tim', email: 'featured-unasked@post.example' };
    await at.register(id, undefined, { visitor });
    const list = await world.call(api.listGuests, { eventId: id, search: visitor.email }, host);
    const participationId = list.data.data[0]?.participationId ?? '';
    const change = { eventId: id, participationId, type: 'role', role: 'featured_guest' } as const;
    expect((await world.call(api.changeGuest, change as never, host)).status).toBe(200);
    const person = await secretPerson(visitor.email);
    await confirmed(person);
    expect(await at.own(id, person)).toMatchObject({ role: 'guest', status: 'invited' });
    const hosts = async () => (await at.seen(id)).data.hosts.map((one) => one.id);
    expect(await hosts()).toEqual([host.id]);
    expect((await at.answer(id, true, person)).status).toBe(200);
    expect(await hosts()).toEqual([host.id, person.id]);
  });

  test('a person who joins is not shown as featured if their address was featured before people were asked', async () => {
    const { id } = await at.published();
    const visitor = { firstName: 'Vic', lastName: 'Tim', email: 'featured-before@post.example' };
    await at.register(id, undefined, { visitor });
    await world.db
      .updateTable('participations')
      .set({ role: 'featured_guest' })
      .where('email', '=', visitor.email)
      .execute();
    await confirmed(await secretPerson(visitor.email));
    const seen = (await at.seen(id)).data;
    expect([seen.hosts.map((one) => one.id), seen.faces]).toEqual([[host.id], []]);
  });

  test('a person is not shown by a registration of their address beside their own', async () => {
    const { id } = await at.published();
    const email = 'registered-twice@post.example';
    const person = await world.person();
    await world.call(events.addHost, { eventId: id, userId: person.id, role: 'featured_guest' }, host);
    await at.register(id, undefined, { visitor: { firstName: 'Vic', lastName: 'Tim', email } });
    await world.db.updateTable('users').set({ email }).where('id', '=', person.id).execute();
    await confirmed(person);
    expect((await at.seen(id)).data.faces).toEqual([]);
  });

  test('a person is not named in the record of what a host entered beside their own registration', async () => {
    const { id } = await at.published();
    const email = 'typed-beside-their-own@post.example';
    const person = await secretPerson('before-it-changed@post.example');
    await at.register(id, person);
    const typed = await world.call(api.addGuest, { eventId: id, email, firstName: 'Nell' }, host);
    await world.db.updateTable('users').set({ email }).where('id', '=', person.id).execute();
    await confirmed(person);
    const { participationId } = typed.data.data;
    const { data } = await world.call(api.getGuest, { eventId: id, participationId }, host);
    expect([data.status, data.history.length]).toEqual(['not_going', 2]);
    expect(JSON.stringify(data)).not.toMatch(secretsOf(person));
  });
});
