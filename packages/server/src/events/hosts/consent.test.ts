import * as api from '@folkmoot/contract/events/api.ts';
import * as personal from '@folkmoot/contract/personal/api.ts';
import * as registrations from '@folkmoot/contract/registrations/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';

let world: World;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  at = eventFixtures(world, host);
});
afterAll(() => world.close());

const ask = (eventId: string, whom: Signed, role: 'host' | 'featured_guest' = 'host', as = host) =>
  world.call(api.addHost, { eventId, userId: whom.id, role }, as);
const mails = async (eventId: string) =>
  (await world.db.selectFrom('event_outreach').select('id').where('event_id', '=', eventId).execute()).length;

describe('people invited to host', () => {
  test('a person invited to host has no permission, seat, line on the page or part in the group before accepting', async () => {
    const { id } = await at.published({ capacity: 1 });
    const kofi = await world.person({ firstName: 'Kofi' });
    expect((await ask(id, kofi)).data.data.at(-1)).toMatchObject({ id: kofi.id, role: 'host', pending: true });
    expect(await at.own(id, kofi)).toMatchObject({ role: 'guest', status: 'invited' });
    expect(await at.taken(id)).toBe(0);
    expect((await at.change(id, { summary: 'Mine now' }, kofi)).status).toBe(403);
    const seen = (await at.seen(id)).data;
    expect([seen.hosts.map((one) => one.id), seen.faces, seen.goingCount]).toEqual([[host.id], [], 0]);
    const group = (await world.call(personal.createPrivate, { users: [], eventId: id }, host)).data.data.id;
    const inside = async () =>
      (await world.call(personal.listPeopleInside, { conversationId: group }, host)).data.data.map((one) => one.id);
    expect(await inside()).toEqual([host.id]);

    expect((await at.answer(id, true, kofi)).data).toMatchObject({ data: { role: 'host', status: 'going' } });
    expect((await at.change(id, { summary: 'Ours' }, kofi)).status).toBe(200);
    expect((await at.seen(id)).data.hosts.map((one) => one.id)).toEqual([host.id, kofi.id]);
    expect((await inside()).sort()).toEqual([host.id, kofi.id].sort());
  });

  test('a person invited to host sees only the invitation of a draft, and all of it after accepting', async () => {
    const draft = await at.draft({ summary: 'Hidden words', ...at.times() });
    const [kofi, other] = [await world.person(), await world.person()];
    await ask(draft.id, kofi);
    expect((await at.seen(draft.id, kofi)).status).toBe(404);
    const { data } = (await world.call(api.getInvitation, { eventId: draft.id }, kofi)).data;
    expect(data).toMatchObject({
      name: draft.name,
      role: 'host',
      by: { id: host.id },
      start_epoc: draft.start_epoc,
    });
    expect(JSON.stringify(data)).not.toContain('Hidden words');
    expect((await world.call(api.getInvitation, { eventId: draft.id }, other)).status).toBe(404);
    const listed = async () => (await world.call(api.listEvents, { view: 'invitations' }, kofi)).data;
    expect((await listed()).data.map((one) => [one.id, one.viewer.askedRole])).toEqual([[draft.id, 'host']]);
    expect((await world.call(api.listAttention, {}, kofi)).data.invitations).toBe(1);
    await at.answer(draft.id, true, kofi);
    expect((await at.seen(draft.id, kofi)).data.summary).toBe('Hidden words');
    expect((await listed()).count).toBe(0);
  });

  test('an invitation to host that is declined takes the person off the list; a withdrawn one cannot be accepted', async () => {
    const { id } = await at.published();
    const [kofi, ada] = [await world.person(), await world.person()];
    await ask(id, kofi);
    await ask(id, ada);
    expect((await at.answer(id, false, kofi)).status).toBe(200);
    expect(await at.own(id, kofi)).toMatchObject({ status: 'not_going' });
    const left = await world.call(api.removeHost, { eventId: id, userId: ada.id }, host);
    expect(left.data.data.map((one) => one.id)).toEqual([host.id]);
    for (const person of [kofi, ada]) expect((await at.answer(id, true, person)).status).toBe(404);
  });

  test('a person invited to host keeps their registration as a guest, whatever they answer', async () => {
    const { id } = await at.published({ capacity: 1 });
    const guest = await world.person();
    await at.register(id, guest);
    expect((await at.changeGuest(id, guest, { type: 'role', role: 'featured_guest' })).data.data).toMatchObject({
      role: 'guest',
      askedRole: 'featured_guest',
      status: 'going',
    });
    await at.answer(id, false, guest);
    expect(await at.own(id, guest)).toMatchObject({ role: 'guest', status: 'going' });
    await at.changeGuest(id, guest, { type: 'role', role: 'featured_guest' });
    await at.answer(id, true, guest);
    expect(await at.own(id, guest)).toMatchObject({ role: 'featured_guest', status: 'going' });
    expect(await at.taken(id)).toBe(1);
  });

  test('a person invited to host gets one email a day for an event, however often hosts change their mind', async () => {
    const { id } = await at.published();
    const kofi = await world.person();
    for (let n = 0; n < 6; n += 1) {
      expect((await ask(id, kofi, n % 2 === 0 ? 'host' : 'featured_guest')).status).toBe(200);
      if (n === 3) await world.call(api.removeHost, { eventId: id, userId: kofi.id }, host);
    }
    expect(await mails(id)).toBe(1);
    world.clock.moveBy(25 * 3_600_000);
    await ask(id, kofi, 'host');
    expect(await mails(id)).toBe(2);
  });
});

describe('guests added by a host', () => {
  test('a guest with an account whom a host adds is always emailed an invitation, and registers themselves', async () => {
    const { id } = await at.published({ require_approval: true, capacity: 1 });
    const guest = await world.person();
    const added = await world.call(
      registrations.addGuest,
      { eventId: id, email: guest.email, notifyUser: false },
      host,
    );
    expect(added.data.data).toMatchObject({ status: 'invited', askedRole: 'guest' });
    expect(await at.taken(id)).toBe(0);
    expect((await at.seen(id)).data.faces).toEqual([]);
    expect((await world.call(api.listEvents, { view: 'invitations' }, guest)).data.count).toBe(1);
    expect(await mails(id)).toBe(1);
    expect((await at.answer(id, true, guest)).problem.code).toBe('events.register-instead');
    // People whom the hosts invited need no approval.
    expect((await at.register(id, guest)).data.status).toBe('going');
    expect((await world.call(api.listEvents, { view: 'invitations' }, guest)).data.count).toBe(0);
  });

  test('a guest added by an address that becomes an account is invited, and not shown as going', async () => {
    const { id } = await at.published();
    const email = 'comes-later@post.example';
    await world.call(registrations.addGuest, { eventId: id, email, firstName: 'Dee' }, host);
    const dee = await world.person({ email });
    await (await world.app.signIn.$context).internalAdapter.createSession(dee.id);
    expect(await at.own(id, dee)).toMatchObject({ status: 'invited' });
    expect((await at.seen(id)).data.faces).toEqual([]);
    expect(await at.taken(id)).toBe(0);
  });
});

describe('open tasks of hosts', () => {
  test('a host’s open tasks are counted for each event until they are done', async () => {
    const { id } = await at.published({ require_approval: true, visibility: 'private', passcode: 'clay and fire' });
    const open = await at.published();
    const [asks, sees, comes] = [await world.person(), await world.person(), await world.person()];
    const token = (await world.call(api.openWithPasscode, { eventId: id, passcode: 'clay and fire' }, asks)).data.data
      .token;
    expect((await world.call(registrations.register, { eventId: id, token }, asks)).data.status).toBe('requested');
    await world.call(api.requestAccess, { userId: sees.id, eventId: id }, sees);
    world.clock.moveBy(10_000);
    await at.register(open.id, comes);
    const mine = async () =>
      (await world.call(api.listAttention, {}, host)).data.data
        .filter(({ eventId }) => eventId === id || eventId === open.id)
        .map(({ eventId, requests, access, registered }) => [eventId, requests, access, registered]);
    expect(await mine()).toEqual([
      [id, 1, 1, 0],
      [open.id, 0, 0, 1],
    ]);
    await at.changeGuest(id, asks, { type: 'approve' });
    await world.call(api.answerAccessRequest, { eventId: id, userId: sees.id, grant: false }, host);
    world.clock.moveBy(10_000);
    for (const eventId of [id, open.id]) await world.call(registrations.listGuests, { eventId }, host);
    expect(await mine()).toEqual([]);
    expect((await world.call(api.listAttention, {}, asks)).data.data).toEqual([]);
  });
});
