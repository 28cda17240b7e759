import { blockUser } from '@folkmoot/contract/blocks/api.ts';
import { stopEventMails } from '@folkmoot/contract/events/api.ts';
import { UNCONFIRMED } from '@folkmoot/contract/events/invitations-schema.ts';
import { listMailings, resumeMailing, withdrawMailing } from '@folkmoot/contract/invitations/api.ts';
import * as api from '@folkmoot/contract/invitations/messages-api.ts';
import { saveQuestions } from '@folkmoot/contract/questionnaires/api.ts';
import * as guests from '@folkmoot/contract/registrations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { emails, type InvitingWorld, letter, openInvitingWorld } from '../../../test/fixtures/invitation-fixtures.ts';
import { until } from '../../../test/fixtures/until.ts';
import { newId } from '../../core/id.ts';
import { MAILING_QUEUE } from '../../mailings/actions.ts';
import { insertLetters } from '../../participations/outreach-store.ts';

let { world, mailbox, host, at, invitations, close } = {} as InvitingWorld;

beforeAll(async () => {
  ({ world, mailbox, host, at, invitations, close } = await openInvitingWorld());
});
afterAll(() => close());

const words = (
  subject: string,
  html = '<p>Bring <b>gloves</b>, <span data-field="first_name" data-fallback="you">x</span>.</p>',
) => ({
  ...letter(html),
  subject,
});
const preview = async (eventId: string, to: object) =>
  (await world.call(api.previewGuestMessage, { eventId, to } as never, host)).data;
const send = (eventId: string, subject: string, to: object, more: object = {}, as = host) =>
  world.call(api.sendGuestMessage, { eventId, id: newId(), emailContent: words(subject), to, ...more } as never, as);
const listed = async (eventId: string) => (await world.call(api.listGuestMessages, { eventId }, host)).data.data;
const stateOf = async (eventId: string, mailingId: string) =>
  (await listed(eventId)).find(({ id }) => id === mailingId)?.state;
/** Who has got an email with this subject. */
const reached = (subject: string) =>
  mailbox.taken
    .filter(({ mail }) => mail.subject === subject)
    .map(({ to }) => to)
    .sort();

/** Sends a message now, waits until it has left, and says who got it. */
async function sendNow(eventId: string, subject: string, to: object): Promise<string[]> {
  const { data } = (await send(eventId, subject, to)).data;
  await invitations.letThemLeave();
  await expect.poll(() => stateOf(eventId, data.mailingId)).toBe('done');
  return reached(subject);
}

describe('messages to guests', () => {
  test('a message goes to guests of the chosen statuses in the host’s name, with a way to unsubscribe and as plain text too', async () => {
    const { id, alias } = await at.published({ capacity: 1, waitlist_enabled: true } as never);
    const going = await world.person({ firstName: 'Nell', email: 'going@status.example' });
    const waits = await world.person({ email: 'waits@status.example' });
    await at.register(id, going);
    await at.register(id, waits);
    expect((await at.own(id, waits))?.status).toBe('waitlisted');
    expect(await preview(id, { status: ['going'] })).toMatchObject({
      count: 1,
      skipped: { unanswered: 0, unreachable: 0 },
    });
    expect(await preview(id, { status: ['going', 'waitlisted'] })).toMatchObject({ count: 2 });
    expect(await sendNow(id, 'To going', { status: ['going'] })).toEqual([going.email]);
    expect(await sendNow(id, 'To waiting', { status: ['waitlisted'] })).toEqual([waits.email]);
    const mail = mailbox.taken.find(({ mail }) => mail.subject === 'To going')?.mail;
    expect(mail?.from?.name).toBe('Hedda Host via Folkmoot');
    expect(mail?.replyTo).toMatchObject([{ address: host.email }]);
    expect(mail?.html).toContain('Bring <strong>gloves</strong>, Nell.');
    expect(mail?.text).toContain('Bring gloves, Nell.');
    expect(mail?.text).toMatch(/\/unsubscribe\/[\w.~-]+/);
    expect(mail?.text).toContain(`/${alias}?token=`);
    const [first] = await listed(id);
    expect(first).toMatchObject({
      subject: 'To waiting',
      counts: { sent: 1, failed: 0 },
      to: { status: ['waitlisted'] },
      scheduled: false,
    });
    expect((await world.call(listMailings, { eventId: id }, host)).data.data).toEqual([]);
  });

  test('guests are chosen by ticket, by whether they came, and by what they answered', async () => {
    const { id } = await at.published();
    const ticket = await at.ticket(id, 'Potters', null);
    const asked = await world.call(
      saveQuestions,
      {
        eventId: id,
        questions: [
          {
            question: 'Lunch?',
            type: 'single-select',
            is_required: false,
            is_others: false,
            choices: [{ option_text: 'Soup' }, { option_text: 'Bread' }],
          },
        ],
      } as never,
      host,
    );
    const question = (
      asked.data as {
        data: {
          question_id: string;
          question_version_id: string;
          choices: { option_id: string; option_text: string }[];
        }[];
      }
    ).data[0];
    const soup = question?.choices[0];
    const [potter, eater, other] = [
      await world.person({ email: 'potter@fit.example' }),
      await world.person({ email: 'soup@fit.example' }),
      await world.person({ email: 'bread@fit.example' }),
    ];
    const answer = (choice = soup) => [
      {
        event_question_id: question?.question_id,
        event_question_version_id: question?.question_version_id,
        response_text: [choice?.option_text],
        response_id: [choice?.option_id],
      },
    ];
    expect((await at.register(id, potter, { ticketId: ticket })).status).toBe(200);
    expect((await at.register(id, eater, { ticketId: ticket, responses: answer() })).status).toBe(200);
    expect((await at.register(id, other, { ticketId: ticket, responses: answer(question?.choices[1]) })).status).toBe(
      200,
    );
    await sql`update participations set ticket_id = null where event_id = ${id} and user_id = ${other.id}`.execute(
      world.db,
    );
    await sql`update participations set checked_in_at = ${world.clock.now()} where event_id = ${id} and user_id = ${potter.id}`.execute(
      world.db,
    );
    const status = ['going'];
    expect(await sendNow(id, 'Ticket', { status, ticketId: ticket })).toEqual([potter.email, eater.email]);
    expect(await sendNow(id, 'Came', { status, attendance: 'came' })).toEqual([potter.email]);
    expect(await sendNow(id, 'Absent', { status, attendance: 'absent' })).toEqual([other.email, eater.email]);
    expect(await sendNow(id, 'Answered', { status, question: question?.question_id })).toEqual([
      other.email,
      eater.email,
    ]);
    expect(await sendNow(id, 'Soup', { status, question: question?.question_id, option: soup?.option_id })).toEqual([
      eater.email,
    ]);
    expect(await preview(id, { status, ticketId: newId() })).toMatchObject({ count: 0, checkedIn: true });
  });

  test('a scheduled message waits for its time, and then reaches those who fit by then', async () => {
    const { id } = await at.published({ start_epoc: at.inDays(30), end_epoc: at.inDays(31) });
    const early = await world.person({ email: 'early@later.example' });
    const late = await world.person({ email: 'late@later.example' });
    await at.register(id, early);
    const time = Math.floor(world.clock.now().getTime() / 1000) + 3600;
    const made = await send(id, 'Later', { status: ['going'] }, { send_at: time });
    expect(made.data).toMatchObject({ message: 'Message scheduled.', data: { count: 1, startsAt: time } });
    expect((await listed(id))[0]).toMatchObject({ state: 'waiting', scheduled: true, starts_epoc: time });
    await at.leave(id, early);
    await at.register(id, late);
    world.clock.moveBy(3_000_000);
    world.app.jobs.wake(MAILING_QUEUE);
    expect(await stateOf(id, made.data.data.mailingId)).toBe('waiting');
    world.clock.moveBy(1_000_000);
    world.app.jobs.wake(MAILING_QUEUE);
    await expect.poll(() => stateOf(id, made.data.data.mailingId)).toBe('done');
    expect(reached('Later')).toEqual([late.email]);
  });

  test('a scheduled message can be taken back until it leaves, and waits again after a restore', async () => {
    const { id } = await at.published();
    await at.register(id, await world.person({ email: 'never@taken.example' }));
    const time = Math.floor(world.clock.now().getTime() / 1000) + 3600;
    const { mailingId } = (await send(id, 'Taken back', { status: ['going'] }, { send_at: time })).data.data;
    await sql`update mailings set state = 'paused', reason = 'restored' where id = ${mailingId}`.execute(world.db);
    expect((await world.call(resumeMailing, { eventId: id, mailingId }, host)).status).toBe(200);
    expect(await stateOf(id, mailingId)).toBe('waiting');
    expect((await world.call(withdrawMailing, { eventId: id, mailingId }, host)).data).toMatchObject({
      sent: 0,
      withdrawn: 0,
    });
    world.clock.moveBy(3_700_000);
    world.app.jobs.wake(MAILING_QUEUE);
    expect(await sendNow(id, 'After it', { status: ['going'] })).toEqual(['never@taken.example']);
    expect(reached('Taken back')).toEqual([]);
    const past = await send(id, 'Past', { status: ['going'] }, { send_at: time });
    const far = await send(id, 'Far', { status: ['going'] }, { send_at: time + 400 * 86_400 });
    expect([past, far].map(({ status, problem }) => [status, Object.keys(problem.fields ?? {})])).toEqual([
      [422, ['send_at']],
      [422, ['send_at']],
    ]);
  });

  test('people who block the host or have unsubscribed, or were taken off without an answer, get none and are named', async () => {
    const { id } = await at.published();
    const added = await world.call(
      guests.addGuest,
      { eventId: id, email: 'typed@none.example', firstName: 'Tess' },
      host,
    );
    const off = { eventId: id, participationId: added.data.data.participationId, type: 'decline', reason: '' };
    await world.call(guests.changeGuest, off as never, host);
    const [blocker, stopped, fine] = [
      await world.person({ firstName: 'Bo', lastName: 'Lin', email: 'blocks@none.example' }),
      await world.person({ email: 'stops@none.example' }),
      await world.person({ email: 'fine@none.example' }),
    ];
    for (const person of [blocker, stopped, fine]) await at.register(id, person);
    expect((await world.call(blockUser, { userId: host.id } as never, blocker)).status).toBe(200);
    await sql`insert into mail_stops (address_key, scope, scope_id, reason, created_at) values (${stopped.email}, 'person', ${host.id}, 'unsubscribed', ${world.clock.now()})`.execute(
      world.db,
    );
    const seen = await preview(id, { status: ['going', 'not_going'] });
    expect(seen).toMatchObject({ count: 1, skipped: { unanswered: 1, unreachable: 2 } });
    expect(seen.leftOut).toHaveLength(3);
    expect(seen.leftOut).toContainEqual({ name: 'Tess', reason: 'unanswered' });
    expect(seen.leftOut).toContainEqual({ name: 'Bo Lin', reason: 'unreachable' });
    expect(await sendNow(id, 'None', { status: ['going', 'not_going'] })).toEqual([fine.email]);
  });

  test('guests without an account get it before they have confirmed anything, with a way out for who did not register', async () => {
    const { id } = await at.published();
    const email = 'visitor@reach.example';
    await at.register(id, undefined, { visitor: { firstName: 'Vi', lastName: 'Sitor', email } });
    await world.call(guests.addGuest, { eventId: id, email: 'phoned@reach.example', firstName: 'Tess' }, host);
    expect(await preview(id, { status: ['going'] })).toMatchObject({ count: 2, leftOut: [] });
    expect(await sendNow(id, 'Reached', { status: ['going'] })).toEqual(['phoned@reach.example', email]);
    const mailOf = (to: string) => mailbox.taken.find((one) => one.to === to && one.mail.subject === 'Reached')?.mail;
    expect(mailOf(email)?.text).toContain('Bring gloves, Vi.');
    const token = /stop-mail\?event=[^&]+&token=([^\s)]+)/.exec(mailOf(email)?.text ?? '')?.[1] ?? '';
    expect((await world.call(stopEventMails, { eventId: id, token, report: true }, undefined)).status).toBe(200);
    expect(await sendNow(id, 'Again', { status: ['going'] })).toEqual(['phoned@reach.example']);
    // Who was put on the list counts as invited each time.
    const counted = await world.db.selectFrom('event_outreach').select(['kind', 'address']).where('event_id', '=', id);
    const rows = await counted.where('sender', '=', host.id).orderBy('kind').execute();
    expect(rows.map(({ kind }) => kind)).toEqual(['invited', 'letter', 'letter', 'unconfirmed']);
  });

  test('a host writes to so many unconfirmed people a day, and is told when it is too many', async () => {
    const { id } = await at.published();
    await at.register(id, undefined, { visitor: { firstName: 'Vi', lastName: 'Sitor', email: 'one@budget.example' } });
    const counted = {
      sender: host.id,
      kind: 'unconfirmed',
      addresses: Array(UNCONFIRMED.new).fill('x@y.example'),
    } as const;
    await insertLetters(world.db, null, counted, world.clock.now());
    expect((await send(id, 'Too many', { status: ['going'] })).problem.code).toBe('invitations.many-unconfirmed');
    world.clock.moveBy(25 * 3_600_000);
    expect(await sendNow(id, 'Next day', { status: ['going'] })).toEqual(['one@budget.example']);
  });

  test('a guest who leaves within the half minute gets nothing', async () => {
    const { id } = await at.published();
    const [stays, leaves] = [
      await world.person({ email: 'stays@leave.example' }),
      await world.person({ email: 'leaves@leave.example' }),
    ];
    for (const person of [stays, leaves]) await at.register(id, person);
    const { mailingId } = (await send(id, 'Leaving', { status: ['going'] })).data.data;
    await at.leave(id, leaves);
    await invitations.letThemLeave();
    await expect.poll(() => stateOf(id, mailingId)).toBe('done');
    expect(reached('Leaving')).toEqual([stays.email]);
  });

  test('people who have not answered their invitation count among the invitations of a day, also at a later time', async () => {
    const fresh = await world.person();
    const { id } = await eventFixtures(world, fresh).published({ start_epoc: at.inDays(30), end_epoc: at.inDays(31) });
    const people = Array.from({ length: 30 }, (_, n) => `n${n}@asks.example`);
    await invitations.invite(id, emails(...people), {}, fresh);
    await invitations.letThemLeave();
    for (const to of people) await mailbox.next(to);
    const invited = { status: ['invited'] };
    const count = async () =>
      (await world.call(api.previewGuestMessage, { eventId: id, to: invited } as never, fresh)).data.count;
    await expect.poll(count).toBe(30);
    expect((await send(id, 'Too many', invited, {}, fresh)).problem.code).toBe('invitations.too-many');
    const time = Math.floor(world.clock.now().getTime() / 1000) + 60;
    expect((await send(id, 'Too many', invited, { send_at: time }, fresh)).status).toBe(200);
    world.clock.moveBy(61_000);
    world.app.jobs.wake(MAILING_QUEUE);
    const latest = async () => (await world.call(api.listGuestMessages, { eventId: id }, fresh)).data.data[0];
    await expect.poll(latest).toMatchObject({ state: 'paused', reason: 'allowance' });
    expect(reached('Too many')).toEqual([]);
  });

  test('a repeated call sends once; numbers that no longer hold, nobody, a draft and strangers are refused', async () => {
    const { id } = await at.published();
    await at.register(id, await world.person());
    const { digest } = await preview(id, { status: ['going'] });
    await at.register(id, await world.person());
    expect((await send(id, 'Old', { status: ['going'] }, { digest })).problem.code).toBe('invitations.readers-changed');
    const again = { id: newId() };
    const answers = [
      await send(id, 'Once', { status: ['going'] }, again),
      await send(id, 'Once', { status: ['going'] }, again),
    ];
    // The sentence counts the seconds that are left.
    expect(answers[1]?.data.data).toEqual(answers[0]?.data.data);
    expect(await listed(id)).toHaveLength(1);
    expect((await send(id, 'Nobody', { status: ['requested'] })).problem.code).toBe('invitations.no-readers');
    expect((await send(id, 'No status', { status: [] })).problem.fields).toMatchObject({
      'to.status': 'Choose who gets it.',
    });
    expect((await send((await at.draft()).id, 'Draft', { status: ['going'] })).problem.code).toBe('invitations.draft');
    expect((await send(id, 'Stranger', { status: ['going'] }, {}, await world.person())).status).toBe(403);
    const tested = await world.call(api.testGuestMessage, { eventId: id, emailContent: words('A test') }, host);
    expect(tested.data.message).toBe('A test email is on its way to you.');
    // Among the emails to the host there may be one about new guests.
    await until(() =>
      expect(mailbox.taken.filter(({ to }) => to === host.email).map(({ mail }) => mail.text)).toContainEqual(
        expect.stringContaining('This is a copy of a message'),
      ),
    );
  });
});
