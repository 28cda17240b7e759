import * as api from '@folkmoot/contract/invitations/api.ts';
import { listGuests } from '@folkmoot/contract/registrations/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emails, type InvitingWorld, openInvitingWorld } from '../../../test/fixtures/invitation-fixtures.ts';
import { openWorld } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';
import { readMailReport } from './mail-report-actions.ts';
import { createReturnAddresses } from './return-address-actions.ts';

const SECRET = 'the mail server knows this';

let { world, mailbox, host, at, invitations, close } = {} as InvitingWorld;

beforeAll(async () => {
  ({ world, mailbox, host, at, invitations, close } = await openInvitingWorld({
    MAIL_BOUNCES: 'bounces@moot.example',
    MAIL_INBOUND_SECRET: SECRET,
  }));
});
afterAll(() => close());

const lines = (...text: string[]) => text.join('\r\n');

/** What a mail server writes about a letter, as RFC 3464 has it. */
const notification = (to: string, action: string, status: string, said: string) =>
  lines(
    'From: MAILER-DAEMON@mx.post.example',
    `To: <${to}>`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.post.example',
    '',
    'Final-Recipient: rfc822; nell@post.example',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${said}`,
    '    for <nell@post.example>',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'Subject: Come along',
    '',
    'Do come.',
    '--b--',
    '',
  );

/** What a mail provider writes if a reader calls a letter spam, as RFC 5965 has it. */
const abuse = (from: string, type = 'abuse') =>
  lines(
    'From: <staff@hotmail.example>',
    'To: <abuse@moot.example>',
    'Subject: complaint about message from 192.0.2.1',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    `Original-Mail-From: <${from}>`,
    '--b--',
    '',
  );

const hand = (raw: string, { secret = SECRET, to = '' } = {}) =>
  world.app.http.inject({
    method: 'POST',
    url: `/mail/inbound${to === '' ? '' : `?to=${encodeURIComponent(to)}`}`,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
    payload: raw,
  });

/** An event to which these people were invited, and whose letters have left. */
async function invited(...people: string[]): Promise<string> {
  const { id } = await at.published();
  await invitations.invite(id, emails(...people));
  await invitations.sent(id, ...people);
  return id;
}

const returnAddress = (to: string) => mailbox.taken.find((one) => one.to === to)?.from ?? '';
const mailings = async (eventId: string) => (await world.call(api.listMailings, { eventId }, host)).data.data;

describe('returned mail', () => {
  test('each letter has a return address of its own, and other emails have ours', async () => {
    const id = await invited('one@verp.example', 'two@verp.example');
    const [one, two] = [returnAddress('one@verp.example'), returnAddress('two@verp.example')];
    expect(one).toMatch(/^bounces\+[0-9a-f]{48}@moot\.example$/);
    expect(two).not.toBe(one);
    await world.call(api.testInvite, { eventId: id, emailContent: { subject: 'x', body: 'eA==' } }, host);
    await mailbox.next(host.email);
    expect(returnAddress(host.email)).toBe('folkmoot@localhost');
  });

  test('a letter that comes back has failed, is counted once, and its address gets no others', async () => {
    const id = await invited('nell@back.example', 'stays@back.example');
    const raw = notification(returnAddress('nell@back.example'), 'failed', '5.1.1', '550 5.1.1 No such user');
    const first = await hand(raw);
    expect([first.statusCode, first.json()]).toEqual([200, { message: 'Recorded.' }]);
    expect((await hand(raw)).json()).toEqual({ message: 'Nothing to record.' });
    const row = (await invitations.listed(id)).data.find(({ email }) => email === 'nell@back.example');
    expect(row).toMatchObject({ state: 'failed', smtp: expect.stringContaining('550 5.1.1 No such user') });
    expect(row?.smtp).not.toContain('nell@');
    expect(await mailings(id)).toMatchObject([{ state: 'done', counts: { queued: 0, sent: 1, failed: 1 } }]);
    const other = await at.published();
    expect(await invitations.preview(other.id, emails('nell@back.example', 'stays@back.example'))).toMatchObject({
      count: 1,
      skipped: { unreachable: 1 },
    });
  });

  test('a mailbox that is full or does not trust us fails one letter, and stops no address', async () => {
    await invited('full@back.example', 'policy@back.example');
    await hand(notification(returnAddress('full@back.example'), 'failed', '5.2.2', '552 5.2.2 Over quota'));
    await hand(notification(returnAddress('policy@back.example'), 'failed', '5.7.26', '550 5.7.26 Unauthenticated'));
    const other = await at.published();
    expect(await invitations.preview(other.id, emails('full@back.example', 'policy@back.example'))).toMatchObject({
      count: 2,
    });
  });

  test('somebody who calls a letter spam gets no letters from anybody, and stays invited', async () => {
    const id = await invited('spam@back.example');
    expect((await hand(abuse(returnAddress('spam@back.example')))).json()).toEqual({ message: 'Recorded.' });
    expect(await invitations.stateOf(id, 'spam@back.example')).toBe('sent');
    const guests = (await world.call(listGuests, { eventId: id, status: 'invited' }, host)).data.data;
    expect(guests).toHaveLength(1);
    const other = await at.published();
    expect(await invitations.preview(other.id, emails('spam@back.example'))).toMatchObject({
      count: 0,
      skipped: { unreachable: 1 },
    });
  });

  test.each([
    ['a letter that is late', (to: string) => notification(to, 'delayed', '4.4.1', 'no answer')],
    ['a letter that was delivered', (to: string) => notification(to, 'delivered', '2.0.0', 'ok')],
    ['a report that something was no spam', (to: string) => abuse(to, 'not-spam')],
    [
      'an automatic reply',
      (to: string) => lines(`To: ${to}`, 'Auto-Submitted: auto-replied', 'Subject: Out of office', '', 'I am away.'),
    ],
    ['nothing', () => ''],
    ['bytes without meaning', () => '\u0000\u00ff'.repeat(500)],
  ])('%s changes nothing', async (_what, raw) => {
    const email = `calm${newId().slice(-8)}@back.example`;
    const id = await invited(email);
    const answer = await hand(raw(returnAddress(email)));
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Nothing to record.' }]);
    expect(await invitations.stateOf(id, email)).toBe('sent');
  });

  test('nobody without the secret hands anything in, and nobody makes a return address', async () => {
    const id = await invited('forged@back.example');
    const right = returnAddress('forged@back.example');
    expect((await hand(notification(right, 'failed', '5.1.1', 'x'), { secret: 'guessed' })).statusCode).toBe(401);
    const forged = right.replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0'));
    expect((await hand(notification(forged, 'failed', '5.1.1', 'x'))).json()).toEqual({
      message: 'Nothing to record.',
    });
    expect(await invitations.stateOf(id, 'forged@back.example')).toBe('sent');
    // The mail server may say to which address it came, if the headers do not.
    const known = await hand(notification('someone@else.example', 'failed', '5.1.1', 'x'), { to: right.toUpperCase() });
    expect(known.json()).toEqual({ message: 'Recorded.' });
  });

  test('a mailing that several readers call spam pauses itself', async () => {
    const people = Array.from({ length: 6 }, (_, n) => `reader${n}@spam.example`);
    const { id } = await at.published();
    await invitations.invite(id, emails(...people, 'grey@spam.example'));
    await invitations.sent(id, ...people);
    const [mailing] = await mailings(id);
    // One letter has not left: the mailing goes on.
    await world.db
      .updateTable('letters')
      .set({ state: 'queued', due_at: new Date(world.clock.now().getTime() + 3_600_000) })
      .where('address_key', '=', 'grey@spam.example')
      .execute();
    await world.db
      .updateTable('mailings')
      .set({ state: 'sending', sent: 6, ended_at: null })
      .where('id', '=', mailing?.id ?? '')
      .execute();
    for (const email of people.slice(0, 2)) await hand(abuse(returnAddress(email)));
    expect((await mailings(id))[0]).toMatchObject({ state: 'sending' });
    await hand(abuse(returnAddress(people[2] ?? '')));
    expect((await mailings(id))[0]).toMatchObject({ state: 'paused', reason: 'complaints' });
  });
});

test('returned mail: without an address for it, nothing can be handed in', async () => {
  const plain = await openWorld();
  const answer = await plain.app.http.inject({ method: 'POST', url: '/mail/inbound', payload: 'x' });
  expect(answer.statusCode).toBe(404);
  await plain.close();
});

test('return addresses: the part before the @ stays within 64 characters, and another secret signs another one', () => {
  const [ours, others] = ['a'.repeat(32), 'b'.repeat(32)].map((secret) =>
    createReturnAddresses(secret, 'fourteen-chars@moot.example'),
  );
  const id = newId();
  const address = ours?.of(id) ?? '';
  expect(address.indexOf('@')).toBeLessThanOrEqual(64);
  expect(ours?.read(address.toUpperCase())).toBe(id);
  expect(others?.read(address)).toBeUndefined();
});

test('reports: a diagnosis that is folded over lines is read whole, without the address', async () => {
  const report = await readMailReport(
    Buffer.from(notification('x@moot.example', 'failed', '5.1.1', '550 No such user')),
  );
  expect(report).toMatchObject({ kind: 'bounce', meaning: 'gone', text: '550 No such user for …' });
});

const qmail = (
  said: string,
  error = "I'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.",
) =>
  lines(
    'From: MAILER-DAEMON@mx.post.example',
    'To: <b+letter@moot.example>',
    'Subject: failure notice',
    '',
    'Hi. This is the qmail-send program at mx.post.example.',
    error,
    '',
    '<nell@post.example>:',
    said,
    '',
    '--- Below this line is a copy of the message.',
    '',
    'Subject: 550 5.7.1 of the letter itself',
  );
const exim = (said: string, subject = 'Mail delivery failed: returning message to sender') =>
  lines(
    'From: Mail Delivery System <Mailer-Daemon@mx.post.example>',
    'To: b+letter@moot.example',
    'X-Failed-Recipients: nell@post.example',
    `Subject: ${subject}`,
    '',
    'A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.',
    '',
    '  nell@post.example',
    said,
    '',
    '------ This is a copy of the message, including all the headers. ------',
  );

test.each([
  ['qmail', qmail('Remote host said: 550 5.1.1 <nell@post.example>: no such user'), 'gone'],
  ['qmail without a code', qmail('Sorry, no mailbox here by that name. (#5.1.1)'), 'gone'],
  ['qmail, of a full mailbox', qmail('Remote host said: 552 5.2.2 Mailbox full'), 'refused'],
  ['Exim', exim('    Unrouteable address: Unknown user'), 'gone'],
  ['Exim, of a server that does not trust us', exim('    host mx said: 550 5.7.1 blocked'), 'policy'],
])('reports: one of %s, which writes no delivery status, is read by its words', async (_, raw, meaning) => {
  const report = await readMailReport(new TextEncoder().encode(raw));
  expect(report).toMatchObject({ kind: 'bounce', meaning, about: ['b+letter@moot.example'] });
  expect(JSON.stringify(report)).not.toContain('nell@post.example');
});

test.each([
  ['a delay, of Exim', exim('    delay reason: 451 try later', 'Warning: message delayed 24 hours')],
  ['what qmail has not given up', qmail('451 try later', 'It is still in the queue.')],
  [
    'what somebody writes about the qmail-send program',
    lines('To: b@moot.example', '', 'What is the qmail-send program? 550 5.1.1'),
  ],
])('reports: %s is none', async (_, raw) => {
  expect(await readMailReport(new TextEncoder().encode(raw))).toBeUndefined();
});
