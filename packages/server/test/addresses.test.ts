import * as blocks from '@folkmoot/contract/blocks/api.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import * as personal from '@folkmoot/contract/personal/api.ts';
import * as registrations from '@folkmoot/contract/registrations/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '../src/slices.ts';
import { type EventFixtures, eventFixtures } from './fixtures/event-fixtures.ts';
import { openSocketClients } from './socket-client.ts';
import { openWorld, type Signed, type World } from './world.ts';

/*
 * No email address is revealed to people to whom its owner did not give it. An endpoint that returns one is on this
 * list with its reason, and what it returns comes from `addressFor`, which knows who asks.
 */
const TELL_ADDRESSES: Record<string, string> = {
  getMe: 'one’s own',
  getInstallation: 'the demo’s own accounts',
  getProfile: 'one’s own alone',
  updateProfile: 'one’s own',
  getOwnParticipation: 'one’s own registration',
  register: 'one’s own registration',
  correctAddress: 'your own registration',
  recordPayment: 'your own registration',
  getSupport: 'the operator’s, for everybody',
  introduceToSupport: 'your own',
  listOrders: 'to hosts, from people who have bought from them',
  refundOrder: 'to hosts, from people who have bought from them',
  retryRefund: 'to hosts, from people who have bought from them',
  listHosts: 'to hosts, by addressFor',
  addHost: 'to hosts, by addressFor',
  removeHost: 'to hosts, by addressFor',
  listGuests: 'to hosts, by addressFor',
  getGuest: 'to hosts, by addressFor',
  changeGuest: 'to hosts, by addressFor',
  addGuest: 'to hosts, who typed it',
  listInviteUsers: 'to hosts: what they typed, or what guests gave to hosts of theirs',
  listGroupGuests: 'to the owner of the group, who typed it, or of a living one, if its person has given it to hosts',
  listContacts: 'one’s own address book at Google',
  searchContacts: 'one’s own address book at Google',
  listInvitations: 'to hosts: what they typed, or what guests gave to hosts of theirs',
  listEmailInvitations: 'to members who typed it, and to people who manage members',
  listAccessRequests: 'to hosts, from people who send it with their request',
};

/** The names of all fields anywhere in the schema of an answer. */
function fieldsOf(schema: z.ZodType): string[] {
  const names: string[] = [];
  z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => void names.push(...Object.keys(jsonSchema.properties ?? {})),
  });
  return names;
}

test('addresses and telephone numbers are fields of these answers only', () => {
  const telling = [...ENDPOINTS]
    .filter(([, { returns }]) => fieldsOf(returns).some((name) => /e-?mail(?!Verified)|phone/i.test(name)))
    .map(([name]) => name);
  expect(telling.filter((name) => !(name in TELL_ADDRESSES))).toEqual([]);
  expect(Object.keys(TELL_ADDRESSES).filter((name) => !telling.includes(name))).toEqual([]);
});

let world: World;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host', email: 'planted-host@secret.example' });
  at = eventFixtures(world, host);
});
afterAll(() => world.close());

/** Everything a person can learn about an event: calls, the head of its page, files, and the events on their socket. */
async function everything(eventId: string, alias: string, as: Signed | undefined): Promise<string> {
  const said: unknown[] = [];
  const ids = { eventId };
  said.push((await world.call(events.getEvent, ids, as)).data);
  said.push((await world.call(registrations.listGoing, ids, as)).data);
  said.push((await world.call(events.discoverEvents, {}, as)).data);
  if (as) {
    said.push((await world.call(events.listHosts, ids, as)).data);
    said.push((await world.call(events.listAttention, {}, as)).data);
    said.push((await world.call(events.getInvitation, ids, as)).data);
    for (const view of ['going', 'hosting', 'requested', 'invitations', 'past', 'drafts'] as const)
      said.push((await world.call(events.listEvents, { view }, as)).data);
    for (const status of ['all', 'invited'] as const) {
      const list = (await world.call(registrations.listGuests, { eventId, status }, as)).data;
      said.push(list);
      for (const { participationId } of list.data ?? [])
        said.push((await world.call(registrations.getGuest, { eventId, participationId }, as)).data);
    }
  }
  const headers = as ? { authorization: `Bearer ${as.token}` } : {};
  for (const url of [
    `/${alias}`,
    `/api/v1/events/${eventId}/calendar.ics`,
    ...(as ? [`/api/v1/events/${eventId}/participations/export.csv`] : []),
  ])
    said.push((await world.app.http.inject({ url, headers: { ...headers, accept: '*/*' } })).body);
  return JSON.stringify(said);
}

test('hosts see no address of people they add, and other people see none at all', async () => {
  const { id, alias } = await at.published();
  const [asked, accepted, featured, second] = [
    await world.person({ email: 'planted-asked@secret.example' }),
    await world.person({ email: 'planted-accepted@secret.example' }),
    await world.person({ email: 'planted-featured@secret.example' }),
    await world.person({ email: 'planted-second@secret.example' }),
  ];
  const ears = openSocketClients((await world.app.listen()).replace('http', 'ws'));
  const ear = await ears.listen(host);
  const answer = await world.call(events.addHost, { eventId: id, userId: asked.id, role: 'host' }, host);
  expect(answer.status).toBe(200);
  expect(JSON.stringify(answer.data)).not.toContain('planted-asked');
  await at.host(id, accepted);
  await at.host(id, featured, 'featured_guest');
  await at.host(id, second);
  for (const as of [host, second, featured, asked, await world.person(), undefined]) {
    const told = await everything(id, alias, as);
    const own = as?.email.startsWith('planted') ? as.email : 'nobody';
    expect(told.replaceAll(own, '')).not.toContain('planted-');
  }
  // Nobody can be found by hidden data either.
  const found = await world.call(registrations.listGuests, { eventId: id, search: 'planted-acc' }, host);
  expect(found.data.count).toBe(0);
  await ear.settle();
  expect(JSON.stringify(ear.heard)).not.toContain('planted-');
  ears.close();
});

test('hosts see the address of a person who registered, and nobody else does', async () => {
  const { id, alias } = await at.published();
  const guest = await world.person({ email: 'planted-guest@secret.example' });
  await at.register(id, guest);
  const list = await world.call(registrations.listGuests, { eventId: id, search: 'planted-guest' }, host);
  expect(list.data.data.map(({ email }) => email)).toEqual(['planted-guest@secret.example']);
  expect(await everything(id, alias, await world.person())).not.toContain('planted-');
  expect(await everything(id, alias, undefined)).not.toContain('planted-');
});

test('an address entered by a host does not reveal its owner before that person answers', async () => {
  const { id } = await at.published();
  const person = await world.person({ firstName: 'Quentin', lastName: 'Quiet', email: 'planted-typed@secret.example' });
  const added = await world.call(
    registrations.addGuest,
    { eventId: id, email: person.email, firstName: 'Q', notifyUser: false },
    host,
  );
  expect(added.data.data).toMatchObject({
    status: 'invited',
    name: 'Q',
    userId: null,
    username: null,
    hasAccount: false,
  });
  for (const search of ['quentin', 'quiet'])
    expect(
      (await world.call(registrations.listGuests, { eventId: id, status: 'invited', search }, host)).data.count,
    ).toBe(0);
  await at.register(id, person);
  expect((await world.call(registrations.listGuests, { eventId: id, search: 'quentin' }, host)).data.count).toBe(1);
});

test('people who block each other cannot invite each other, and are not put together', async () => {
  const { id } = await at.published();
  const victim = await world.person({ email: 'planted-victim@secret.example' });
  await world.call(blocks.blockUser, { userId: host.id }, victim);
  for (const role of ['host', 'featured_guest'] as const)
    expect((await world.call(events.addHost, { eventId: id, userId: victim.id, role }, host)).problem.code).toBe(
      'events.no-such-person',
    );
  const typed = await world.call(registrations.addGuest, { eventId: id, email: victim.email }, host);
  expect(typed.status).toBe(200);
  expect((await world.call(events.listEvents, { view: 'invitations' }, victim)).data.count).toBe(0);
  expect((await world.call(events.getInvitation, { eventId: id }, victim)).status).toBe(404);
  // It counts for the host like any other, and is delivered to nobody.
  expect(await world.db.selectFrom('event_mails').select('id').where('event_id', '=', id).execute()).toEqual([]);
  // A person who registers all the same is on the list that hosts need, and in no conversation that the blocked host
  // opens.
  await at.register(id, victim);
  const group = (await world.call(personal.createPrivate, { users: [], eventId: id }, host)).data.data.id;
  const inside = await world.call(personal.listPeopleInside, { conversationId: group }, host);
  expect(inside.data.data.map((one) => one.id)).toEqual([host.id]);
  expect(
    (await world.call(registrations.listGuests, { eventId: id }, host)).data.data.map((one) => one.userId),
  ).toContain(victim.id);
  expect((await world.call(registrations.listGoing, { eventId: id }, host)).data.data).toEqual([]);
  expect((await at.seen(id, victim)).data.hosts).toEqual([]);
});
