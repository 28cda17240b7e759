import * as api from '@folkmoot/contract/invitations/api.ts';
import { listGuests } from '@folkmoot/contract/registrations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { cameTo, emails, type InvitingWorld, openInvitingWorld } from '../../test/fixtures/invitation-fixtures.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';

let { world, mailbox, host, at, invitations, close } = {} as InvitingWorld;

beforeAll(async () => {
  ({ world, mailbox, host, at, invitations, close } = await openInvitingWorld());
});
afterAll(() => close());

/** An event becomes one of the past. */
const letPass = (eventId: string) =>
  sql`update events set start_at = start_at - interval '30 days', end_at = end_at - interval '30 days' where id = ${eventId}`.execute(
    world.db,
  );

describe('guests of past events', () => {
  test('people of a selection are named by what a selection chooses them by', async () => {
    const { id: past } = await at.published();
    for (let guest = 0; guest < 3; guest += 1) await at.register(past, await world.person());
    const { id } = await at.published();
    await letPass(past);
    const listedOf = async (how: object) => {
      const data = cameTo(past, how);
      const users = await world.call(api.listInviteUsers, { eventId: id, data }, host);
      return users.data.data.map((one) => one.id);
    };
    const [first = '', ...others] = await listedOf({ selectAll: true });
    expect(others).toHaveLength(2);
    expect(await listedOf({ selectAll: true, deselected: [first] })).toEqual(others);
    expect(await listedOf({ selected: [first] })).toEqual([first]);
  });

  test('people who came to a past event are invited, and hosts see only the addresses that they were given', async () => {
    const { id: past } = await at.published();
    const [came, named, stays] = [
      await world.person({ email: 'came@past.example', firstName: 'Cato' }),
      await world.person({ email: 'named@past.example', firstName: 'Nami' }),
      await world.person({ email: 'stays@past.example', firstName: 'Stan' }),
    ];
    await at.register(past, came);
    await at.register(past, stays);
    await at.host(past, named, 'featured_guest');
    const everybody = (await world.call(listGuests, { eventId: past }, host)).data.data;
    const deselected = everybody
      .filter(({ email }) => email === stays.email)
      .map(({ participationId }) => participationId);
    const { id } = await at.published();
    const data = cameTo(past, { selectAll: true, deselected });
    expect(await invitations.preview(id, data as never)).toMatchObject({ count: 0 });
    await letPass(past);
    expect(await invitations.preview(id, data as never)).toMatchObject({
      count: 2,
      sources: [{ resourceId: past, count: 2 }],
    });
    const users = (await world.call(api.listInviteUsers, { eventId: id, data } as never, host)).data;
    expect(users.data.map(({ name, email }) => [name.split(' ')[0], email])).toEqual([
      ['Cato', came.email],
      ['Nami', null],
    ]);
    const { id: other } = await at.published();
    await at.host(other, named, 'featured_guest');
    expect(await invitations.preview(other, data)).toMatchObject({ count: 1, skipped: { going: 1 } });
    // Typed, the same address must not tell that its owner takes part.
    expect(await invitations.preview(other, emails(named.email))).toMatchObject({ count: 1, skipped: { going: 0 } });
    const stranger = await world.person();
    const { id: theirs } = await eventFixtures(world, stranger).published();
    const foreign = await world.call(api.previewInvite, { eventId: theirs, data } as never, stranger);
    expect(foreign.data.count).toBe(0);
    await invitations.invite(id, data as never);
    await invitations.letThemLeave();
    await expect.poll(async () => (await invitations.listed(id)).counts.sent).toBe(2);
    const invited = mailbox.taken.filter(({ mail }) => mail.subject === 'Come along').map(({ to }) => to);
    expect(invited).toContain(named.email);
    const told = [
      (await invitations.listed(id)).data,
      (await world.call(listGuests, { eventId: id, status: 'invited' }, host)).data.data,
    ];
    expect(JSON.stringify(told)).toContain(came.email);
    expect(JSON.stringify(told)).not.toContain(named.email);
    expect((await world.call(api.listInvitations, { eventId: id, search: 'named@' }, host)).data.data).toEqual([]);
  });
});

describe('unsubscribing', () => {
  test('the link of a letter ends letters of that community and of no other, and opening it changes nothing', async () => {
    const { id: serverId } = await makeCommunity(world.db, host.id);
    const { id } = await at.published({ serverId, visibility: 'public' });
    await addMembers(world.db, serverId, [], 'MEMBER');
    await invitations.invite(id, emails('leaves@stop.example'));
    await invitations.sent(id, 'leaves@stop.example');
    const path = /\/unsubscribe\/[\w.~-]+/.exec((await mailbox.next('leaves@stop.example')).text ?? '')?.[0] ?? '';
    const call = (method: 'GET' | 'POST', payload?: string) =>
      world.app.http.inject({
        method,
        url: path,
        ...(payload !== undefined && { payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      });
    const page = await call('GET');
    expect([page.statusCode, page.body.match(/<form method="post">/g)?.length]).toEqual([200, 1]);
    expect(page.body).toContain('leaves@stop.example');
    const again = await at.published({ serverId, visibility: 'public' });
    expect(await invitations.preview(again.id, emails('leaves@stop.example'))).toMatchObject({ count: 1 });
    const stopped = await call('POST', 'List-Unsubscribe=One-Click');
    expect([stopped.statusCode, stopped.headers['set-cookie']]).toEqual([200, undefined]);
    expect((await call('POST', 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
    expect(await invitations.preview(again.id, emails('leaves@stop.example'))).toMatchObject({
      count: 0,
      skipped: { unreachable: 1 },
    });
    const elsewhere = await at.published();
    expect(await invitations.preview(elsewhere.id, emails('leaves@stop.example'))).toMatchObject({ count: 1 });
    await call('POST', 'from=all');
    expect(await invitations.preview(elsewhere.id, emails('leaves@stop.example'))).toMatchObject({ count: 0 });
    for (const method of ['GET', 'POST'] as const)
      expect((await world.app.http.inject({ method, url: '/unsubscribe/forged.token' })).statusCode).toBe(404);
  });
});
