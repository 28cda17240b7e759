import { forMyself } from '@folkmoot/contract/events/access-rules.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import * as api from '@folkmoot/contract/invitations/api.ts';
import { changeGuest, declineParticipation, getGuest, listGuests } from '@folkmoot/contract/registrations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emails, type InvitingWorld, openInvitingWorld, tokenIn } from '../../../test/fixtures/invitation-fixtures.ts';
import type { Signed } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';

let { world, mailbox, host, at, invitations, close } = {} as InvitingWorld;

beforeAll(async () => {
  ({ world, mailbox, host, at, invitations, close } = await openInvitingWorld());
});
afterAll(() => close());

const DAY = 24 * 3_600_000;
const inviteOne = async (eventId: string, address: string, more: object = {}) => {
  await invitations.invite(eventId, emails(address), more);
  await invitations.sent(eventId, address);
  const link = tokenIn((await mailbox.next(address)).text);
  return { link, mine: forMyself(link) };
};
const row = async (eventId: string) => (await invitations.listed(eventId)).data[0];
const letterOf = (eventId: string, token: string, as?: Signed) =>
  world.call(api.getLetterInvitation, { eventId, token }, as);

describe('declining', () => {
  test('people who decline an event that is not public still see it and can come after all; people whom hosts decline cannot', async () => {
    const { id } = await at.published({ visibility: 'private', name: 'Kiln opening' });
    const { link } = await inviteOne(id, 'ada@work.example');
    const see = async (token: string) => (await world.call(events.getEvent, { eventId: id, token })).status;
    const participationId = (await world.call(events.getEvent, { eventId: id, token: link })).data.viewer
      .participationId as string;
    expect((await world.call(declineParticipation, { eventId: id, participationId, token: link })).status).toBe(200);
    expect(await see(link)).toBe(200);
    expect((await letterOf(id, link)).data.data).toMatchObject({ isDeclined: true });
    expect((await at.register(id, undefined, { token: link })).data).toMatchObject({ status: 'going' });
    const refused = await world.call(changeGuest, { eventId: id, participationId, type: 'decline', reason: '' }, host);
    expect(refused.status).toBe(200);
    expect(await see(link)).toBe(403);
  });

  test('people who decline need no approval if they come after all, and their page knows it', async () => {
    const { id } = await at.published({ require_approval: true });
    const { link } = await inviteOne(id, 'eve@work.example');
    const viewer = async () => (await world.call(events.getEvent, { eventId: id, token: link })).data.viewer;
    const participationId = (await viewer()).participationId as string;
    await world.call(declineParticipation, { eventId: id, participationId, token: link });
    expect(await viewer()).toMatchObject({ status: 'not_going', approved: true });
    expect((await at.register(id, undefined, { token: link })).data).toMatchObject({ status: 'going' });
    await world.call(changeGuest, { eventId: id, participationId, type: 'decline', reason: '' }, host);
    expect(await viewer()).toMatchObject({ status: 'not_going', approved: false });
  });
});

describe('answering an invitation with another account', () => {
  test('a guest goes on with their own account, without approval, and the inviter hears it', async () => {
    const { id } = await at.published({ require_approval: true, name: 'Kiln opening' });
    const { link, mine } = await inviteOne(id, 'bea@work.example');
    const kofi = await world.person({ firstName: 'Kofi', lastName: 'Mensah' });
    expect((await letterOf(id, mine, kofi)).data.data).toMatchObject({ sentTo: 'b•••@work.example', isUsed: false });
    expect((await at.register(id, kofi, { token: mine })).data).toMatchObject({ status: 'going' });
    expect(await row(id)).toMatchObject({
      ...{ state: 'accepted', email: 'bea@work.example', acceptedAs: { id: kofi.id, firstName: 'Kofi' } },
      answered_epoc: expect.any(Number),
    });
    const guests = (await world.call(listGuests, { eventId: id, role: 'guest' }, host)).data;
    expect(guests.counts).toMatchObject({ going: 1, invited: 0, not_going: 1 });
    const mail = await mailbox.next(host.email);
    expect(mail.subject).toBe('Kofi Mensah accepted your invitation: Kiln opening');
    expect(mail.text).toContain('The invitation went to bea@work.example.');

    // It is used: everybody but Kofi is told so, and gets nothing from it.
    const other = await world.person();
    expect((await letterOf(id, link)).data.data?.isUsed).toBe(true);
    expect((await letterOf(id, mine, other)).data.data?.isUsed).toBe(true);
    expect((await letterOf(id, mine, kofi)).data).toEqual({ data: null });
    const late = await at.register(id, other, { token: mine });
    expect([late.status, late.problem.message]).toEqual([409, 'This invitation has already been used.']);
    expect(await at.own(id, other)).toBeNull();
    expect((await at.register(id, undefined, { token: link })).data.status).toBe('requested');
    // Kofi may change their answers under the same address.
    expect((await at.register(id, kofi, { token: mine })).data.status).toBe('going');
  });

  test('the link as it is in the letter still answers for the address, no matter who is signed in', async () => {
    const { id } = await at.published({ require_approval: true });
    const { link, mine } = await inviteOne(id, 'dora@work.example');
    const kofi = await world.person();
    expect((await at.register(id, kofi, { token: link })).data.status).toBe('going');
    expect(await at.own(id, kofi)).toBeNull();
    expect(await row(id)).toMatchObject({ state: 'accepted', acceptedAs: null });
    expect((await at.register(id, kofi, { token: mine })).problem.code).toBe('registrations.invitation-used');
  });

  test('of several accounts that use one invitation at once, exactly one is invited', async () => {
    const { id } = await at.published({ require_approval: true });
    const { link, mine } = await inviteOne(id, 'rush@work.example');
    const people = await Promise.all([world.person(), world.person(), world.person()]);
    const answers = await Promise.all([
      ...people.map((person) => at.register(id, person, { token: mine })),
      at.register(id, undefined, { token: link }),
    ]);
    const going = (await world.call(listGuests, { eventId: id, role: 'guest', status: 'going' }, host)).data.data;
    expect(going).toHaveLength(1);
    const said = answers.map(({ status, data, problem }) => (status === 200 ? data.status : problem.code)).sort();
    const refused = said.filter((one) => one === 'registrations.invitation-used');
    expect(said.filter((one) => one === 'going')).toHaveLength(1);
    expect(refused.length).toBeGreaterThanOrEqual(2);
  });

  test('no seat comes with it: where every spot is taken it leads to the end of the waiting list', async () => {
    const { id } = await at.published({ capacity: 1, waitlist: true });
    const { mine } = await inviteOne(id, 'full@work.example');
    const [first, second, kofi] = await Promise.all([world.person(), world.person(), world.person()]);
    await at.register(id, first);
    await at.register(id, second);
    const done = await at.register(id, kofi, { token: mine });
    expect(done.data).toMatchObject({ status: 'waitlisted', data: { waitlistPosition: 2 } });
    expect((await row(id))?.state).toBe('accepted');
    expect(await at.taken(id)).toBe(1);
  });

  test('if no seat is left, the invitation stays open', async () => {
    const { id } = await at.published({ capacity: 1, waitlist: false });
    const { mine } = await inviteOne(id, 'later@work.example');
    await at.register(id, await world.person());
    const refused = await at.register(id, await world.person(), { token: mine });
    expect(refused.problem.code).toBe('events.full');
    expect(await row(id)).toMatchObject({ state: 'sent', acceptedAs: null });
  });

  test('people who have asked to come are let in by it, and people who were going stay as they are', async () => {
    const { id } = await at.published({ require_approval: true });
    const [asks, goes] = await Promise.all([world.person(), world.person()]);
    await at.register(id, asks);
    await at.register(id, goes);
    await at.changeGuest(id, goes, { type: 'approve' });
    const one = await inviteOne(id, 'one@held.example');
    expect((await at.register(id, asks, { token: one.mine })).data.status).toBe('going');
    const two = await inviteOne(id, 'two@held.example');
    expect((await at.register(id, goes, { token: two.mine })).data.status).toBe('going');
    expect(await invitations.stateOf(id, 'two@held.example')).toBe('accepted');
  });

  test.each(['host', 'featured_guest'] as const)('the role of a %s is for the invited address alone', async (type) => {
    const { id } = await at.published();
    const { mine } = await inviteOne(id, `${type}@role.example`, { type });
    const kofi = await world.person();
    const refused = await at.register(id, kofi, { token: mine });
    expect([refused.status, refused.problem.code]).toEqual([409, 'registrations.address-only']);
    expect((await at.answer(id, true, kofi)).problem.code).toBe('events.not-invited');
    expect(await row(id)).toMatchObject({ state: 'sent', acceptedAs: null });
  });

  test('a revoked invitation, and one to an event that is cancelled or over, let nobody in', async () => {
    const kofi = await world.person();
    const { id } = await at.published();
    const { mine } = await inviteOne(id, 'revoked@ended.example');
    await world.call(api.revokeInvitations, { eventId: id, ids: [(await row(id))?.id ?? ''] }, host);
    const revoked = await at.register(id, kofi, { token: mine });
    expect([revoked.status, revoked.problem.message]).toEqual([
      410,
      'This link no longer works. Register again, or ask the hosts.',
    ]);
    const cancelled = await at.published();
    const other = await inviteOne(cancelled.id, 'cancelled@ended.example');
    await world.call(events.cancelEvent, { eventId: cancelled.id, message: '' }, host);
    expect((await at.register(cancelled.id, kofi, { token: other.mine })).problem.code).toBe(
      'registrations.not-published',
    );
    const past = await at.published();
    const third = await inviteOne(past.id, 'over@ended.example');
    await sql`update events set start_at = start_at - interval '60 days', end_at = end_at - interval '60 days' where id = ${past.id}`.execute(
      world.db,
    );
    expect((await at.register(past.id, kofi, { token: third.mine })).problem.code).toBe('registrations.over');
    const forged = await at.register(id, kofi, { token: forMyself(`p~${newId()}.AAAA`) });
    expect(forged.data.status).toBe('going');
  });

  test('a private event is open with it to one who is signed in, until it is used', async () => {
    const { id } = await at.published({ visibility: 'private' });
    const { mine } = await inviteOne(id, 'inside@private.example');
    const [kofi, other] = await Promise.all([world.person(), world.person()]);
    const look = (as?: Signed) => world.call(events.getEvent, { eventId: id, token: mine } as never, as);
    expect((await look()).status).toBe(403);
    expect((await look(kofi)).data.viewer).toMatchObject({ participationId: null, status: null });
    const visitor = { firstName: 'A', lastName: 'B', email: 'nobody@private.example' };
    expect((await at.register(id, undefined, { token: mine, visitor })).status).toBe(403);
    expect((await at.register(id, kofi, { token: mine })).data.status).toBe('going');
    expect((await look(kofi)).data.viewer.status).toBe('going');
    expect((await look(other)).status).toBe(403);
    expect((await at.register(id, other, { token: mine })).status).toBe(403);
  });

  test('the person is neither asked nor reminded again, not even by a letter that is waiting', async () => {
    const { id } = await at.published({ start_epoc: at.inDays(30), end_epoc: at.inDays(31) });
    const { mine } = await inviteOne(id, 'quiet@again.example');
    world.clock.moveBy(2 * DAY);
    const ids = [(await row(id))?.id ?? ''];
    await world.call(api.resendInvitations, { eventId: id, id: newId(), ids }, host);
    expect((await row(id))?.state).toBe('queued');
    await at.register(id, await world.person(), { token: mine });
    await invitations.letThemLeave();
    const mailings = async () => (await world.call(api.listMailings, { eventId: id }, host)).data.data;
    await expect.poll(async () => (await mailings()).map(({ state }) => state)).toEqual(['done', 'done']);
    expect(mailbox.taken.filter(({ to }) => to === 'quiet@again.example')).toHaveLength(1);
    expect((await row(id))?.state).toBe('accepted');
    expect((await world.call(api.previewReminder, { eventId: id }, host)).data.count).toBe(0);
    for (const again of [false, true])
      expect(await invitations.preview(id, emails('quiet@again.example'), { again })).toMatchObject({
        ...{ count: 0, skipped: { going: 1 } },
      });
    expect((await world.call(api.revokeInvitations, { eventId: id, ids }, host)).problem.code).toBe(
      'invitations.answered',
    );
  });

  test('nothing in it tells whether the invited address has an account, and it outlasts the account that used it', async () => {
    const { id } = await at.published();
    const owner = await world.person({ email: 'has@account.example', firstName: 'Zenobia', lastName: 'Quill' });
    const { mine } = await inviteOne(id, owner.email);
    const kofi = await world.person();
    const seen = JSON.stringify([
      (await letterOf(id, mine, kofi)).data.data,
      (await world.call(events.getEvent, { eventId: id, token: mine } as never, kofi)).data,
      (await at.register(id, kofi, { token: mine })).data,
      await row(id),
      (await world.call(getGuest, { eventId: id, participationId: (await row(id))?.id ?? '' }, host)).data,
    ]);
    expect(seen).not.toMatch(new RegExp(`Zenobia|${owner.id}|${owner.username}`));
    await sql`delete from users where id = ${kofi.id}`.execute(world.db);
    expect(await row(id)).toMatchObject({ state: 'accepted', acceptedAs: null });
  });
});
