import { browseChannels } from '@folkmoot/contract/channels/api.ts';
import { acceptInvite, getInvite, leaveCommunity } from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/invitations/community-api.ts';
import { GRACE } from '@folkmoot/contract/mailings/schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import { type MediaWorld, openMediaWorld } from '../../../test/media.ts';
import type { Signed } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';
import { MAILING_QUEUE } from '../../mailings/actions.ts';
import { addMembers, makeChannel, makeCommunity } from '../../seed/builders.ts';

let world: MediaWorld;
let mailbox: Mailbox;
let owner: Signed;
let member: Signed;
let serverId: string;
let slug: string;

beforeAll(async () => {
  mailbox = await openMailbox((to) => (to.startsWith('gone') ? '550 5.1.1 No such user' : undefined));
  world = await openMediaWorld('disk', { SMTP_URL: mailbox.url, MAIL_PER_MINUTE: '1000000' });
  [owner, member] = await Promise.all([
    world.person({ firstName: 'Maren', lastName: 'Holt' }),
    world.person({ firstName: 'Kofi', lastName: 'Mensah' }),
  ]);
  // Accounts of the first week invite few.
  await sql`update users set created_at = created_at - interval '30 days'`.execute(world.db);
  ({ id: serverId, slug } = await makeCommunity(world.db, owner.id, { name: 'Alderwick', visibility: 'secret' }));
  await addMembers(world.db, serverId, [member.id]);
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const words = { subject: 'Join us', body: '', body_html: '<p>Do <b>come</b>.<script>alert(1)</script></p>' };
const invite = (emails: string[], more: object = {}, as = owner) =>
  world.call(api.inviteByEmail, { serverId, id: newId(), emails, ...words, ...more } as never, as);
const listed = async (as = owner) => (await world.call(api.listEmailInvitations, { serverId }, as)).data;
const rowOf = async (email: string) => (await listed()).data.find((row) => row.email === email);
const letThemLeave = () => {
  world.clock.moveBy(GRACE * 1000 + 1000);
  world.app.jobs.wake(MAILING_QUEUE);
};
const sent = async (...emails: string[]) => {
  letThemLeave();
  for (const email of emails) await expect.poll(async () => (await rowOf(email))?.state).toBe('sent');
};
const codeIn = (text: string | undefined) => /\/invite\/([\w.~-]+)/.exec(text ?? '')?.[1] ?? '';
const codeFor = async (email: string) => codeIn((await mailbox.next(email)).text);
const accept = (inviteCode: string, as: Signed) => world.call(acceptInvite, { inviteCode }, as);

describe('inviting people to a community by email', () => {
  test('an invited person reads the member’s words, and joins with the channels that were chosen', async () => {
    const { id: open } = await makeChannel(world.db, serverId, owner.id, { name: 'open' });
    const { id: closed } = await makeChannel(world.db, serverId, owner.id, {
      name: 'closed',
      mode: 'private',
      members: [owner.id],
    });
    const made = await invite(['Nell@letter.example', 'nonsense'], { channelIds: [open, closed] });
    expect(made.data).toMatchObject({
      message: '1 invitation is leaving in 30 seconds.',
      skipped: ['nonsense'],
      count: 1,
      data: [],
    });
    expect(await rowOf('Nell@letter.example')).toMatchObject({ state: 'queued', channels: 2, by: { id: owner.id } });
    await sent('Nell@letter.example');
    const mail = await mailbox.next('Nell@letter.example');
    expect(mail.from).toMatchObject({ name: 'Maren Holt via Alderwick', address: 'folkmoot@localhost' });
    expect(mail.replyTo).toMatchObject([{ address: owner.email }]);
    expect(mail.html).toContain('Do <strong>come</strong>.');
    expect(mail.html).not.toContain('alert');
    expect(mail.text).toContain('/unsubscribe/');
    const inviteCode = codeIn(mail.text);
    // An address with a dot would be a file's, and not a page of the web client.
    expect(inviteCode).not.toContain('.');
    const seen = await world.call(getInvite, { inviteCode });
    expect(seen.data).toMatchObject({ sentTo: 'N•••@letter.example', invitedBy: { firstName: 'Maren' } });
    // A secret community says no more than its name and logo.
    expect(seen.data.community).toMatchObject({ name: 'Alderwick', slug: '', memberCount: 0 });
    const nell = await world.person({ firstName: 'Nell' });
    expect((await accept(inviteCode, nell)).data.data).toMatchObject({ id: serverId, slug });
    const { data } = await world.call(browseChannels, { serverId }, nell);
    const joined = data.channels.filter((channel) => channel.joined).map(({ name }) => name);
    expect(joined).toEqual(expect.arrayContaining(['open', 'closed']));
    expect(await rowOf('Nell@letter.example')).toMatchObject({ state: 'joined', joinedAs: { id: nell.id } });
  });

  test('a link is for one person: the next one is refused, and so is anybody once it is revoked', async () => {
    await invite(['once@link.example', 'never@link.example']);
    await sent('once@link.example', 'never@link.example');
    const [once, never] = [await codeFor('once@link.example'), await codeFor('never@link.example')];
    const first = await world.person();
    expect((await accept(once, first)).status).toBe(200);
    expect((await accept(once, first)).data.message).toBe('You are already in Alderwick.');
    expect((await accept(once, await world.person())).problem.code).toBe('communities.invite-used-up');
    const ids = (await listed()).data.filter(({ email }) => email === 'never@link.example').map(({ id }) => id);
    expect((await world.call(api.revokeEmailInvitations, { serverId, ids }, owner)).data.data.count).toBe(1);
    expect((await accept(never, await world.person())).problem.code).toBe('communities.invite-revoked');
    expect((await world.call(api.revokeEmailInvitations, { serverId, ids }, owner)).problem.code).toBe(
      'invitations.answered',
    );
    for (const wrong of [`${once}x`, once.slice(0, -1), 'x'])
      expect((await accept(wrong, await world.person())).status).toBe(404);
  });

  test('two people who press the same link at the same moment do not both join', async () => {
    await invite(['race@link.example']);
    await sent('race@link.example');
    const code = await codeFor('race@link.example');
    const people = await Promise.all([world.person(), world.person(), world.person()]);
    const answers = await Promise.all(people.map((one) => accept(code, one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  });

  test('a revoked or used invitation that is sent again has another link', async () => {
    await invite(['anew@link.example']);
    await sent('anew@link.example');
    const old = await codeFor('anew@link.example');
    const { id } = (await rowOf('anew@link.example')) ?? { id: '' };
    await world.call(api.revokeEmailInvitations, { serverId, ids: [id] }, owner);
    await invite(['anew@link.example']);
    await sent('anew@link.example');
    const fresh = await codeFor('anew@link.example');
    expect((await accept(old, await world.person())).problem.code).toBe('communities.invite-revoked');
    expect((await accept(fresh, await world.person())).status).toBe(200);
  });

  test('people who were invited before are named instead of invited again, but not to a member who may not know', async () => {
    const first = await invite(['twice@again.example']);
    expect(first.data.count).toBe(1);
    const again = await invite(['TWICE@again.example', 'fresh@again.example']);
    expect(again.data).toMatchObject({
      count: 1,
      data: [{ invitedTo: 'twice@again.example', by: { id: owner.id } }],
    });
    const others = await invite(['twice@again.example'], {}, member);
    expect(others.data).toMatchObject({ message: 'Nobody was invited.', count: 0, data: [], unreachable: 1 });
  });

  test('members, blocked, banned, unsubscribed and own addresses are counted alike, and nobody is told which they are', async () => {
    const [blocker, banned] = await Promise.all([world.person(), world.person()]);
    const now = world.clock.now();
    await sql`insert into blocks (blocker_id, blocked_id, created_at) values (${blocker.id}, ${owner.id}, ${now})`.execute(
      world.db,
    );
    await sql`insert into bans (id, server_id, user_id, banned_at) values (gen_random_uuid(), ${serverId}, ${banned.id}, ${now})`.execute(
      world.db,
    );
    await sql`insert into mail_stops (address_key, scope, scope_id, reason, created_at) values ('stops@reach.example', 'server', ${serverId}, 'unsubscribed', ${now})`.execute(
      world.db,
    );
    const made = await invite([member.email, blocker.email, banned.email, owner.email, 'stops@reach.example']);
    expect(made.data).toMatchObject({ count: 0, unreachable: 5, data: [], skipped: [] });
  });

  test('a call that is repeated invites nobody twice and gets the same numbers', async () => {
    const call = { id: newId() };
    const answers = [await invite(['same@call.example'], call), await invite(['same@call.example'], call)];
    expect(answers.map(({ data }) => [data.count, data.mailingId])).toEqual([
      [1, call.id],
      [1, call.id],
    ]);
    // The id of somebody else's mailing is not found.
    expect((await invite(['other@call.example'], call, member)).status).toBe(404);
  });

  test('inviting is refused without an address, a message, a subject, or with a channel that one may not bring people into', async () => {
    expect((await invite(['nonsense'])).problem.fields).toMatchObject({
      emails: 'Please enter valid email addresses for the invitation.',
      skipped: 'nonsense',
    });
    expect((await invite(['a@x.example'], { body_html: '<p> </p>' })).problem.code).toBe('invitations.letter-blank');
    expect((await invite(['a@x.example'], { subject: ' ' })).problem.fields).toEqual({
      subject: 'Subject is required.',
    });
    const { id: closed } = await makeChannel(world.db, serverId, owner.id, { mode: 'private', members: [owner.id] });
    for (const channelIds of [[closed], [newId()]])
      expect((await invite(['a@x.example'], { channelIds }, member)).problem.code).toBe('invitations.channel-unknown');
    expect((await invite(['a@x.example'], {}, await world.person())).status).toBe(404);
    expect(await rowOf('a@x.example')).toBeUndefined();
  });

  test('plain text becomes paragraphs, and cannot become tags', async () => {
    await invite(['plain@text.example'], { body: 'Hello <b>you</b>,\n\ncome.', body_html: '' });
    await sent('plain@text.example');
    expect((await mailbox.next('plain@text.example')).html).toContain('Hello &lt;b&gt;you&lt;/b&gt;,');
  });

  test('a member invites fifty people a day, and somebody whose account is new twenty', async () => {
    const fresh = await world.person();
    await addMembers(world.db, serverId, [fresh.id]);
    const people = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `few${from + n}@limit.example`);
    expect((await invite(people(0, 20), {}, fresh)).status).toBe(200);
    expect((await invite(people(20, 1), {}, fresh)).problem.code).toBe('invitations.too-many');
    // Nothing of the refused call is left.
    expect(await rowOf('few20@limit.example')).toBeUndefined();
    const second = await world.person();
    await addMembers(world.db, serverId, [second.id]);
    await sql`update users set created_at = created_at - interval '30 days' where id = ${second.id}`.execute(world.db);
    expect((await invite(people(100, 50), {}, second)).status).toBe(200);
    // Taking a mailing back gives back what has not left.
    expect((await invite(people(150, 1), {}, second)).problem.code).toBe('invitations.too-many');
    const { data } = (await world.call(api.listCommunityMailings, { serverId }, second)).data;
    await world.call(api.withdrawCommunityMailing, { serverId, mailingId: data[0]?.id ?? '' }, second);
    expect((await invite(people(150, 1), {}, second)).status).toBe(200);
  });

  test('members see and stop their own invitations alone, and people who manage members see all', async () => {
    const other = await world.person();
    await addMembers(world.db, serverId, [other.id]);
    await invite(['mine@list.example'], {}, member);
    const row = (await listed(member)).data.find(({ email }) => email === 'mine@list.example');
    expect(row).toBeDefined();
    expect((await listed(other)).data).toEqual([]);
    expect((await listed()).data.some(({ email }) => email === 'mine@list.example')).toBe(true);
    const ids = [row?.id ?? ''];
    const mailingId = row?.mailingId ?? '';
    expect((await world.call(api.revokeEmailInvitations, { serverId, ids }, other)).problem.code).toBe(
      'invitations.answered',
    );
    expect((await world.call(api.withdrawCommunityMailing, { serverId, mailingId }, other)).status).toBe(404);
    const back = await world.call(api.withdrawCommunityMailing, { serverId, mailingId }, member);
    expect(back.data).toMatchObject({ message: 'Taken back. Nothing was sent.', sent: 0, withdrawn: 1 });
    expect((await listed(member)).data.some(({ email }) => email === 'mine@list.example')).toBe(false);
  });

  test('letters wait once their sender has left the community, and a link of somebody who left still works', async () => {
    const leaves = await world.person();
    await addMembers(world.db, serverId, [leaves.id]);
    await invite(['before@left.example'], {}, leaves);
    await sent('before@left.example');
    const code = await codeFor('before@left.example');
    await invite(['after@left.example'], {}, leaves);
    await world.call(leaveCommunity, { serverId }, leaves);
    letThemLeave();
    const state = async () =>
      (await world.call(api.listCommunityMailings, { serverId }, owner)).data.data.find(
        ({ counts }) => counts.queued === 1,
      );
    await expect.poll(state).toMatchObject({ state: 'paused', reason: 'sender' });
    expect(mailbox.has('after@left.example')).toBe(false);
    expect((await accept(code, await world.person())).status).toBe(200);
  });

  test('a person who is banned does not come back with a link that was sent before', async () => {
    await invite(['back@banned.example']);
    await sent('back@banned.example');
    const code = await codeFor('back@banned.example');
    const person = await world.person();
    await sql`insert into bans (id, server_id, user_id, banned_at) values (gen_random_uuid(), ${serverId}, ${person.id}, ${world.clock.now()})`.execute(
      world.db,
    );
    expect((await accept(code, person)).problem.code).toBe('communities.banned');
  });

  test('an address that does not exist is said to have failed, and is sent to again only on request, once a day', async () => {
    await invite(['gone@fail.example']);
    letThemLeave();
    await expect.poll(async () => (await rowOf('gone@fail.example'))?.state).toBe('failed');
    expect(await rowOf('gone@fail.example')).toMatchObject({ smtp: '550 5.1.1 No such user' });
    const ids = [(await rowOf('gone@fail.example'))?.id ?? ''];
    const resend = () => world.call(api.resendEmailInvitations, { serverId, id: newId(), ids }, owner);
    expect((await resend()).data.data.count).toBe(0);
    world.clock.moveBy(25 * 3_600_000);
    expect((await resend()).data.data.count).toBe(1);
  });

  test('a test goes to its sender alone, without a link that joins', async () => {
    const tested = await world.call(api.testCommunityInvite, { serverId, ...words }, owner);
    expect(tested.data).toEqual({ message: 'A test email is on its way to you.' });
    const mail = await mailbox.next(owner.email);
    expect(mail.text).toContain('This is a copy of an invitation that you wrote');
    expect(mail.text).not.toMatch(/\/invite\/|unsubscribe\//);
  });
});

test('the kept counts are what counting would give, whatever statements change', async () => {
  const { id: one } = await makeCommunity(world.db, owner.id);
  const { id: other } = await makeCommunity(world.db, owner.id);
  for (const id of [one, other])
    await sql`insert into community_invitations (server_id, id, address, address_key, state, inviter_id, created_at)
      select ${id}::uuid, gen_random_uuid(), n || '@count.example', n || '@count.example', (array['queued', 'sent', 'failed'])[n % 3 + 1], ${owner.id}::uuid, ${world.clock.now()}::timestamptz
      from generate_series(1, 20) n`.execute(world.db);
  const states = (id: string, table: 'counted' | 'kept') =>
    table === 'kept'
      ? sql`select state, count from community_invitation_counts where server_id = ${id} and count <> 0 order by state`
      : sql`select state, count(*)::int as count from community_invitations where server_id = ${id} group by 1 order by 1`;
  const agree = async () => {
    for (const id of [one, other]) {
      const [counted, kept] = [
        await states(id, 'counted').execute(world.db),
        await states(id, 'kept').execute(world.db),
      ];
      expect(kept.rows).toEqual(counted.rows);
    }
  };
  await agree();
  await sql`update community_invitations set state = 'sent' where state = 'queued' and address_key < '2'`.execute(
    world.db,
  );
  await agree();
  await sql`update community_invitations set state = 'joined' where server_id = ${one} and state = 'failed'`.execute(
    world.db,
  );
  await sql`delete from community_invitations where address_key like '1%'`.execute(world.db);
  await agree();
  await sql`delete from servers where id = ${other}`.execute(world.db);
  expect((await states(other, 'kept').execute(world.db)).rows).toEqual([]);
});

describe('inviting the people of a list', () => {
  const list = async (bytes: Buffer, as = owner, fields: object = {}) =>
    (await world.upload(as, bytes, { fileName: 'people.csv', mimeType: 'text/csv', type: 'list', ...fields })).id;
  const inviteList = (file: string | undefined, more: object = {}, as = owner) =>
    world.call(api.inviteByList, { serverId, id: newId(), file, ...words, ...more } as never, as);

  test('a list is read on the server, and deleted once its people have been invited', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => `p${n}@bulk.example,Zoë`);
    const file = await list(
      Buffer.from(['E-mail,Name', ...rows, 'nonsense,x', 'p1@bulk.example,y'].join('\r\n'), 'latin1'),
    );
    const call = { id: newId() };
    const made = await inviteList(file, call);
    expect(made.data).toMatchObject({
      count: 3_000,
      skipped: ['nonsense'],
      message: '3,000 invitations are leaving in 30 seconds.',
    });
    expect((await world.get(`/files/${file}/original`, { cookie: world.cookie(owner) })).status).toBe(404);
    // The answer was lost, and the call is repeated.
    expect((await inviteList(file, call)).data.count).toBe(3_000);
    await world.call(api.withdrawCommunityMailing, { serverId, mailingId: call.id }, owner);
  });

  test('nobody but its owner can open or use a list', async () => {
    const file = await list(Buffer.from('Email\na@own.example'));
    const other = await world.person();
    await addMembers(world.db, serverId, [other.id], 'ADMIN');
    expect((await world.get(`/files/${file}/original`)).status).toBe(404);
    expect((await world.get(`/files/${file}/original`, { cookie: world.cookie(other) })).status).toBe(404);
    expect((await inviteList(file, {}, other)).problem.fields).toEqual({ file: 'Please upload csv file.' });
    expect((await world.get(`/files/${file}/original`, { cookie: world.cookie(owner) })).status).toBe(200);
  });

  test('a list can be vCards, of which each person is invited once', async () => {
    const cards = ['EMAIL:a@card.example\r\nEMAIL;TYPE=PREF:b@card.example', 'EMAIL:c@card.example', 'TEL:1'];
    const bytes = cards.map((line) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\n${line}\r\nEND:VCARD\r\n`).join('');
    const file = await list(Buffer.from(bytes), owner, { fileName: 'contacts.vcf', mimeType: 'text/vcard' });
    expect((await inviteList(file)).data.count).toBe(2);
    const listed = await world.call(api.listEmailInvitations, { serverId, search: '@card.example' }, owner);
    expect(listed.data.data.map(({ email }) => email).sort()).toEqual(['b@card.example', 'c@card.example']);
  });

  test('a list that cannot be used says why at its field', async () => {
    const problemOf = async (text: string, more: object = {}) =>
      (await inviteList(await list(Buffer.from(text)), more)).problem.fields;
    expect((await inviteList(undefined)).problem.fields).toEqual({ file: 'Please upload csv file.' });
    expect(await problemOf('Name,E-mail\nA,a@list.example')).toEqual({
      file: 'Please upload a valid file, refer to the sample file for guidance.',
    });
    expect(await problemOf('Email\nnobody')).toEqual({
      file: 'Please upload a file containing valid email addresses.',
    });
    expect(await problemOf('Email,Name\na@list.example,"Ann\n')).toMatchObject({
      file: expect.stringContaining('is never closed'),
    });
    const named = await inviteList(await list(Buffer.from('Name,E-mail\nA,a@list.example')), { column: 1 });
    expect(named.data.count).toBe(1);
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await expect(list(picture)).rejects.toThrow();
  });

  test('members who may not manage others cannot import lists', async () => {
    const file = await list(Buffer.from('Email\na@member.example'), member);
    expect((await inviteList(file, {}, member)).status).toBe(403);
  });
});
