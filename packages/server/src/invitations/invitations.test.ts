import * as events from '@folkmoot/contract/events/api.ts';
import { getEvent } from '@folkmoot/contract/events/api.ts';
import * as api from '@folkmoot/contract/invitations/api.ts';
import { listGuests } from '@folkmoot/contract/registrations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import {
  emails,
  type InvitingWorld,
  letter,
  openInvitingWorld,
  tokenIn,
} from '../../test/fixtures/invitation-fixtures.ts';
import type { Signed } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { MAILING_QUEUE } from '../mailings/actions.ts';

let { world, mailbox, host, at, invitations, close } = {} as InvitingWorld;

beforeAll(async () => {
  ({ world, mailbox, host, at, invitations, close } = await openInvitingWorld({}, (to) =>
    to.startsWith('gone') ? '550 5.1.1 No such user' : undefined,
  ));
});
afterAll(() => close());

describe('inviting people by email', () => {
  test('a test and a copy go to the sender alone, with their name, and without the links that are for others', async () => {
    const boss = await world.person({ firstName: 'Bo', lastName: 'Ss' });
    const { id, alias } = await at.published({ name: 'Raku day' }, boss);
    const words = letter('<p>Dear <span data-field="first_name" data-fallback="friend">x</span>.</p>');
    const tested = await world.call(api.testInvite, { eventId: id, emailContent: words, type: 'host' }, boss);
    expect(tested.data).toEqual({ message: 'A test email is on its way to you.' });
    await invitations.invite(id, emails('first@copied.example'), { copyToMe: true, emailContent: words }, boss);
    for (const role of ['You are asked to host this event.', undefined]) {
      const mail = await mailbox.next(boss.email);
      expect([mail.subject, mail.text?.includes('Dear Bo.')]).toEqual(['Come along', true]);
      expect(mail.text).toContain('This is a copy of an invitation that you wrote');
      expect(mail.text).toContain(`/${alias}`);
      expect(mail.text).not.toMatch(/token=|unsubscribe\//i);
      if (role) expect(mail.text).toContain(role);
    }
    expect(mailbox.taken.some(({ to }) => to === 'first@copied.example')).toBe(false);
    const stranger = await world.call(api.testInvite, { eventId: id, emailContent: words }, await world.person());
    const blank = await world.call(api.testInvite, { eventId: id, emailContent: letter('<p> </p>') }, boss);
    expect([stranger.status, Object.keys(blank.problem.fields ?? {})]).toEqual([403, ['emailContent.body']]);
  });

  test('a preview counts whom an invitation reaches, and why others are left out, and sends nothing', async () => {
    const { id } = await at.published({ capacity: 5 });
    const guest = await world.person({ email: 'comes@preview.example' });
    await at.register(id, guest);
    await invitations.invite(id, emails('asked@preview.example'));
    const blocker = await world.person({ email: 'blocks@preview.example' });
    await sql`insert into blocks (blocker_id, blocked_id, created_at) values (${blocker.id}, ${host.id}, ${world.clock.now()})`.execute(
      world.db,
    );
    await sql`insert into mail_stops (address_key, scope, scope_id, reason, created_at) values ('stops@preview.example', 'person', ${host.id}, 'unsubscribed', ${world.clock.now()})`.execute(
      world.db,
    );
    const counted = await invitations.preview(
      id,
      emails(
        'New@preview.example',
        'new@PREVIEW.example',
        'comes@preview.example',
        'asked@preview.example',
        'blocks@preview.example',
        'stops@preview.example',
        'nonsense',
        host.email,
      ),
    );
    expect(counted).toMatchObject({
      count: 1,
      skipped: { doubled: 1, going: 2, invited: 1, unreachable: 2, invalid: 1, declined: 0 },
      sources: [{ resourceType: 'Email', resourceId: 'Email', count: 1 }],
      places: 4,
    });
    expect((await invitations.listed(id)).data).toHaveLength(1);
    // An event without a limit is never full.
    const endless = await at.published({ capacity: null });
    expect((await invitations.preview(endless.id, emails('new@preview.example'))).places).toBeNull();
  });

  test('an invited person gets the host’s letter after half a minute, and registers by its link without approval', async () => {
    const { id } = await at.published({ require_approval: true, name: 'Kiln Opening' });
    const words =
      '<p>Dear <span data-field="first_name" data-fallback="friend" onclick="x">…</span>, <script>alert(1)</script><b>do</b> come.</p>';
    const data = emails({ email: 'Nell@letter.example', firstName: '<Nell>' }, 'unnamed@letter.example');
    const made = await invitations.invite(id, data, { emailContent: letter(words) });
    expect(made.data).toMatchObject({
      message: '2 invitations are leaving in 30 seconds.',
      data: { count: 2, skipped: [] },
    });
    world.app.jobs.wake(MAILING_QUEUE);
    expect(await invitations.stateOf(id, 'Nell@letter.example')).toBe('queued');
    expect(await listGuestsOf(id)).toEqual([]);
    await invitations.sent(id, 'Nell@letter.example', 'unnamed@letter.example');
    const mail = await mailbox.next('Nell@letter.example');
    expect(mail.subject).toBe('Come along');
    expect(mail.from).toMatchObject({ name: 'Hedda Host via Folkmoot', address: 'folkmoot@localhost' });
    expect(mail.replyTo).toMatchObject([{ address: host.email }]);
    expect(mail.html).toContain('Dear &lt;Nell&gt;, <strong>do</strong> come.');
    expect(mail.html).not.toMatch(/alert|onclick|data-field/);
    expect((await mailbox.next('unnamed@letter.example')).text).toContain('Dear friend, do come.');
    const token = tokenIn(mail.text);
    expect((await world.call(getEvent, { eventId: id, token } as never)).status).toBe(200);
    expect((await at.register(id, undefined, { token })).data.status).toBe('going');
    expect(await invitations.stateOf(id, 'Nell@letter.example')).toBe('accepted');
    expect(await listGuestsOf(id)).toMatchObject([{ status: 'going', email: 'nell@letter.example' }]);
  });

  test('the page of an invitation says who sent it to which address, until it is answered', async () => {
    const { id } = await at.published({ visibility: 'private' });
    const own = await world.person({ email: 'nell@page.example' });
    await invitations.invite(id, emails('nell@page.example', 'cohost@page.example'));
    await invitations.sent(id, 'nell@page.example', 'cohost@page.example');
    const token = tokenIn((await mailbox.next('nell@page.example')).text);
    const look = (as?: Signed, with_: string = token, eventId = id) =>
      world.call(api.getLetterInvitation, { eventId, token: with_ }, as);
    expect((await look()).data.data).toMatchObject({
      ...{ sentTo: 'n•••@page.example', role: 'guest', isYours: false, by: { firstName: 'Hedda' } },
    });
    expect((await look(own)).data.data?.isYours).toBe(true);
    expect((await look(await world.person())).data.data?.isYours).toBe(false);
    const elsewhere = await at.published();
    for (const answer of [await look(undefined, 'made-up'), await look(undefined, token, elsewhere.id)])
      expect([answer.status, answer.data]).toEqual([200, { data: null }]);
    await at.register(id, undefined, { token });
    expect((await look()).data).toEqual({ data: null });
  });

  const listGuestsOf = async (eventId: string) =>
    (await world.call(listGuests, { eventId, role: 'guest' }, host)).data.data.map(({ status, email }) => ({
      status,
      email,
    }));

  test('a mailing can be taken back whole within half a minute, after which nobody was ever invited', async () => {
    const { id } = await at.published();
    const { data } = (await invitations.invite(id, emails('never@back.example', 'nor@back.example'))).data;
    const back = await world.call(api.withdrawMailing, { eventId: id, mailingId: data.mailingId }, host);
    expect(back.data).toMatchObject({ sent: 0, withdrawn: 2 });
    await invitations.letThemLeave();
    expect((await invitations.listed(id)).data).toEqual([]);
    expect((await world.call(api.getMailing, { eventId: id, mailingId: data.mailingId }, host)).data.state).toBe(
      'withdrawn',
    );
    expect(await invitations.preview(id, emails('never@back.example'))).toMatchObject({ count: 1 });
    expect(mailbox.taken.some(({ to }) => to.endsWith('@back.example'))).toBe(false);
  });

  test('a call that is repeated invites nobody twice, and gets the same answer', async () => {
    const { id } = await at.published();
    const again = { eventId: id, id: newId(), emailContent: letter(), data: emails('once@again.example', 'bad') };
    const answers = [await world.call(api.invite, again, host), await world.call(api.invite, again, host)];
    expect(answers[1]?.data.data).toEqual(answers[0]?.data.data);
    expect((await world.call(api.listMailings, { eventId: id }, host)).data.data).toHaveLength(1);
  });

  test('two hosts who invite the same people at once invite each of them once', async () => {
    const { id } = await at.published();
    const other = await world.person();
    await at.host(id, other);
    const people = emails(...Array.from({ length: 20 }, (_, n) => `both${n}@race.example`));
    const answers = await Promise.all([
      invitations.invite(id, people),
      invitations.invite(id, people, {}, other),
      invitations.invite(id, people),
    ]);
    const counts = answers.map(({ status, data }) => (status === 200 ? data.data.count : 0));
    expect(counts.sort((one, two) => one - two)).toEqual([0, 0, 20]);
  });

  test('a send whose numbers no longer hold is refused, and with the new numbers it is not', async () => {
    const { id } = await at.published();
    const people = emails('a@digest.example', 'b@digest.example');
    const { digest } = await invitations.preview(id, people);
    await at.register(id, undefined, { visitor: { firstName: 'A', lastName: 'B', email: 'a@digest.example' } });
    expect((await invitations.invite(id, people, { digest })).problem.code).toBe('invitations.changed');
    const fresh = await invitations.preview(id, people);
    expect((await invitations.invite(id, people, { digest: fresh.digest })).data.data.count).toBe(1);
  });

  test('inviting nobody is refused with what was no address', async () => {
    const { id } = await at.published();
    const hostile = [{ resourceType: 'Event', resourceData: [{ resourceId: "x' or 1=1", selectAll: true }] }];
    expect(await invitations.preview(id, hostile as never)).toMatchObject({ count: 0 });
    const refused = await invitations.invite(id, emails('nonsense', 'also@'));
    expect([refused.status, refused.problem.fields?.skipped]).toEqual([400, 'nonsense\nalso@']);
    expect(
      (await invitations.invite(id, emails('a@blank.example'), { emailContent: letter('<p> </p>') })).problem.code,
    ).toBe('invitations.body-blank');
    const draft = await at.draft();
    expect((await invitations.invite(draft.id, emails('a@draft.example'))).problem.code).toBe(
      'invitations.not-published',
    );
    expect((await invitations.invite(id, emails('a@stranger.example'), {}, await world.person())).status).toBe(403);
  });

  test('a person whose account is new invites few people a day', async () => {
    const fresh = await world.person();
    const { id } = await eventFixtures(world, fresh).published();
    const people = (from: number, count: number) =>
      emails(...Array.from({ length: count }, (_, n) => `few${from + n}@limit.example`));
    expect((await invitations.invite(id, people(0, 50), {}, fresh)).status).toBe(200);
    expect((await invitations.invite(id, people(50, 1), {}, fresh)).problem.code).toBe('invitations.too-many');
    await sql`update users set created_at = created_at - interval '30 days' where id = ${fresh.id}`.execute(world.db);
    expect((await invitations.invite(id, people(50, 100), {}, fresh)).status).toBe(200);
  });
});

describe('what becomes of invitations', () => {
  test('an address that does not exist is said to have failed, is not tried again, and gets no other letters', async () => {
    const { id } = await at.published();
    await invitations.invite(id, emails('gone@failed.example', 'there@failed.example'));
    await invitations.sent(id, 'there@failed.example');
    const row = (await invitations.listed(id)).data.find(({ email }) => email === 'gone@failed.example');
    expect(row).toMatchObject({ state: 'failed', smtp: '550 5.1.1 No such user' });
    expect((await invitations.listed(id)).counts).toMatchObject({ sent: 1, failed: 1 });
    const { data } = (await world.call(api.listMailings, { eventId: id }, host)).data;
    expect(data).toMatchObject([{ state: 'done', counts: { queued: 0, sent: 1, failed: 1 } }]);
    const other = await at.published();
    expect(await invitations.preview(other.id, emails('gone@failed.example'))).toMatchObject({
      count: 0,
      skipped: { unreachable: 1 },
    });
  });

  test('people who decline are not asked again unless the host says so', async () => {
    const { id } = await at.published();
    const person = await world.person({ email: 'no@decline.example' });
    await invitations.invite(id, emails(person.email));
    await invitations.sent(id, person.email);
    await at.leave(id, person);
    expect(await invitations.stateOf(id, person.email)).toBe('declined');
    expect(await invitations.preview(id, emails(person.email))).toMatchObject({ count: 0, skipped: { declined: 1 } });
    expect(await invitations.preview(id, emails(person.email), { again: true })).toMatchObject({ count: 1 });
    await invitations.invite(id, emails(person.email), { again: true });
    await invitations.sent(id, person.email);
    expect((await at.own(id, person))?.status).toBe('invited');
  });

  test('a revoked invitation is over: its link opens nothing private, and its letter does not leave', async () => {
    const { id } = await at.published({ visibility: 'private' });
    await invitations.invite(id, emails('out@revoke.example'));
    await invitations.sent(id, 'out@revoke.example');
    const token = tokenIn((await mailbox.next('out@revoke.example')).text);
    expect((await world.call(getEvent, { eventId: id, token } as never)).status).toBe(200);
    await invitations.invite(id, emails('waits@revoke.example'));
    const ids = (await invitations.listed(id)).data.map((one) => one.id);
    const revoked = await world.call(api.revokeInvitations, { eventId: id, ids }, host);
    expect(revoked.data).toMatchObject({ message: '2 invitations revoked.', data: { count: 2 } });
    await invitations.letThemLeave();
    expect((await world.call(getEvent, { eventId: id, token } as never)).status).toBe(403);
    const mailings = async () => (await world.call(api.listMailings, { eventId: id }, host)).data.data;
    await expect.poll(async () => (await mailings()).map(({ state }) => state)).toEqual(['done', 'done']);
    expect(mailbox.has('waits@revoke.example')).toBe(false);
    expect((await world.call(api.revokeInvitations, { eventId: id, ids }, host)).problem.code).toBe(
      'invitations.answered',
    );
  });

  test('an unanswered invitation is sent again once a day under the same link', async () => {
    const { id } = await at.published();
    await invitations.invite(id, emails('again@resend.example'));
    await invitations.sent(id, 'again@resend.example');
    const first = await mailbox.next('again@resend.example');
    const ids = (await invitations.listed(id)).data.map((one) => one.id);
    const resend = () => world.call(api.resendInvitations, { eventId: id, id: newId(), ids }, host);
    expect((await resend()).data.data.count).toBe(0);
    world.clock.moveBy(25 * 3_600_000);
    expect((await resend()).data.data.count).toBe(1);
    await invitations.letThemLeave();
    const second = await mailbox.next('again@resend.example');
    expect(tokenIn(second.text)).toBe(tokenIn(first.text));
    expect(second.messageId).not.toBe(first.messageId);
  });

  test('letters wait while their event is a draft, and end when it is cancelled', async () => {
    const { id } = await at.published();
    await invitations.invite(id, emails('draft@stops.example'));
    await world.call(events.unpublishEvent, { eventId: id }, host);
    await invitations.letThemLeave();
    const mailing = async () => (await world.call(api.listMailings, { eventId: id }, host)).data.data[0];
    await expect.poll(mailing).toMatchObject({ state: 'paused', reason: 'unpublished' });
    await world.call(events.publishEvent, { eventId: id }, host);
    await world.call(events.cancelEvent, { eventId: id, message: '' }, host);
    await world.call(api.resumeMailing, { eventId: id, mailingId: (await mailing())?.id ?? '' }, host);
    await expect.poll(mailing).toMatchObject({ state: 'withdrawn', counts: { sent: 0 } });
    expect((await invitations.listed(id)).data).toEqual([]);
    expect(mailbox.has('draft@stops.example')).toBe(false);
  });

  test('nothing that a host sees tells whether an invited address has an account', async () => {
    const { id } = await at.published();
    const person = await world.person({ email: 'has@account.example', firstName: 'Zenobia', lastName: 'Quill' });
    await invitations.invite(id, emails('has@account.example', 'none@account.example'));
    await invitations.sent(id, 'has@account.example', 'none@account.example');
    const guests = (await world.call(listGuests, { eventId: id, status: 'invited' }, host)).data.data;
    const { data } = await invitations.listed(id);
    expect(JSON.stringify([guests, data])).not.toMatch(new RegExp(`Zenobia|${person.id}|${person.username}`));
    expect(guests.map(({ email }) => email).sort()).toEqual(['has@account.example', 'none@account.example']);
  });
});
