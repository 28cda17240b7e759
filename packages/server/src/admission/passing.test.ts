import * as api from '@folkmoot/contract/admission/api.ts';
import { PASS_ON } from '@folkmoot/contract/admission/schema.ts';
import { blockUser } from '@folkmoot/contract/blocks/api.ts';
import * as communities from '@folkmoot/contract/communities/api.ts';
import { stopEventMails } from '@folkmoot/contract/events/api.ts';
import * as personal from '@folkmoot/contract/personal/api.ts';
import * as questionnaires from '@folkmoot/contract/questionnaires/api.ts';
import * as registrations from '@folkmoot/contract/registrations/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { until } from '../../test/fixtures/until.ts';
import { type Mailbox, openMailbox } from '../../test/mail.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { runCommand } from '../core/command.ts';
import { createEventTokens } from '../events/access/access-actions.ts';
import { claimByAddress } from '../participations/claims-actions.ts';
import { findParticipationOf } from '../participations/store.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';

let world: World;
let mailbox: Mailbox;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url });
  await world.app.listen();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  at = eventFixtures(world, host);
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const KOFI = { firstName: 'Kofi', lastName: 'Mensah' };
const tokenOf = (id: string) => createEventTokens(world.config.authSecret).forParticipation(id);

async function guest(eventId: string, ticketId?: string): Promise<Signed> {
  const person = await world.person({ firstName: 'Wren', lastName: 'Halloran' });
  expect((await at.register(eventId, person, { ticketId })).data.status).toBe('going');
  return person;
}
const pass = async (eventId: string, as: Signed, email: string) =>
  world.call(api.passOn, { eventId, participationId: await at.idOf(eventId, as), email, ...KOFI }, as);
const listed = (eventId: string, whose: { email: string } | { userId: string }) =>
  findParticipationOf(world.db, eventId, whose);
const countsOf = async (eventId: string) =>
  world.db
    .selectFrom('events')
    .select(['taken_count as taken', 'going_count as going', 'waiting_count as waiting'])
    .where('id', '=', eventId)
    .executeTakeFirst();

describe('a guest passes a place on', () => {
  test('the seat and its kind of ticket go to the new holder, past everybody who waits, and both are told', async () => {
    const { id } = await at.published({ capacity: 1 });
    const kind = await at.ticket(id, 'Day pass', 1);
    const wren = await guest(id, kind);
    const waiting = await world.person();
    await at.register(id, waiting, { ticketId: kind });
    const before = (await world.call(api.getAdmission, { eventId: id, participationId: await at.idOf(id, wren) }, wren))
      .data;
    await mailbox.next(wren.email);
    const counts = await countsOf(id);
    expect((await pass(id, wren, 'kofi@post.example')).data.message).toBe(
      'Your place now belongs to Kofi. We email them their ticket, unless they get no emails from us.',
    );
    expect(await countsOf(id)).toEqual(counts);
    const kofi = await listed(id, { email: 'kofi@post.example' });
    expect(kofi).toMatchObject({
      status: 'going',
      role: 'guest',
      ticketId: kind,
      firstName: 'Kofi',
      lastName: 'Mensah',
    });
    expect((await at.own(id, wren))?.status).toBe('not_going');
    expect((await at.own(id, waiting))?.status).toBe('waitlisted');

    const told = await mailbox.next('kofi@post.example');
    expect(told.subject).toBe('You have a ticket: Kiln opening');
    expect(told.text).toContain('WREN HALLORAN HAS PASSED THEIR PLACE ON TO YOU');
    expect(told.text).toMatch(/Your code: [A-Z2-9]{4}-[A-Z2-9]{4}/);
    expect(told.text).toContain('#ticket');
    expect(told.text).not.toContain(before.code);
    expect((await mailbox.next(wren.email)).text).toContain('It now belongs to Kofi Mensah');

    const token = tokenOf(kofi?.id ?? '');
    expect(kofi?.ownAct).toBe(false);
    const own = await world.call(api.getAdmission, { eventId: id, participationId: kofi?.id ?? '', token });
    // Only the email has led here, so the address is theirs.
    expect((await listed(id, { email: 'kofi@post.example' }))?.ownAct).toBe(true);
    expect(own.data).toMatchObject({ name: 'Kofi Mensah', ticketName: 'Day pass', state: 'valid' });
    expect(own.data.code).not.toBe(before.code);
  });

  test('hosts see on both people’s pages what has happened', async () => {
    const { id } = await at.published();
    const wren = await guest(id);
    const given = await at.idOf(id, wren);
    await pass(id, wren, 'kofi@seen.example');
    const kofi = await listed(id, { email: 'kofi@seen.example' });
    const reasonOf = async (participationId: string) =>
      (await world.call(registrations.getGuest, { eventId: id, participationId }, host)).data.history[0]?.reason;
    expect(await reasonOf(given)).toBe('Passed on to Kofi Mensah.');
    expect(await reasonOf(kofi?.id ?? '')).toBe('Passed on by Wren Halloran.');
  });

  test('answers to questions stay with the person who gave them', async () => {
    const { id } = await at.published();
    const question = { question: 'Diet?', type: 'text' as const, is_required: false, is_others: false, choices: [] };
    const saved = await world.call(questionnaires.saveQuestions, { eventId: id, questions: [question] }, host);
    const [asked] = saved.data.data;
    const wren = await world.person();
    const responses = [
      {
        event_question_id: asked?.question_id ?? '',
        event_question_version_id: asked?.question_version_id ?? '',
        response_text: ['Lentils'],
        response_id: null,
      },
    ];
    await at.register(id, wren, { responses });
    await pass(id, wren, 'kofi@answers.example');
    const kofi = await listed(id, { email: 'kofi@answers.example' });
    const seen = await world.call(registrations.getGuest, { eventId: id, participationId: kofi?.id ?? '' }, host);
    expect(seen.data.answers).toEqual([]);
  });

  test('to somebody with an account, who is shown to others only once they have opened their ticket', async () => {
    const { id } = await at.published();
    const group = (await world.call(personal.createPrivate, { users: [], eventId: id }, host)).data.data.id;
    const wren = await guest(id);
    const kofi = await world.person({ firstName: 'Kofi Kwame', lastName: 'Mensah', email: 'kofi@account.example' });
    await pass(id, wren, kofi.email);
    const inside = async () =>
      (await world.call(personal.listPeopleInside, { conversationId: group }, host)).data.data.map((one) => one.id);
    const shown = async () => (await world.call(registrations.listGoing, { eventId: id }, host)).data.count;
    expect([await shown(), (await inside()).includes(kofi.id)]).toEqual([0, false]);
    // Hosts know what was typed, and not whose address it is.
    const list = await world.call(registrations.listGuests, { eventId: id, status: 'going' }, host);
    expect(list.data.data[0]).toMatchObject({ name: 'Kofi Mensah', userId: null, hasAccount: false });
    expect((await mailbox.next(kofi.email)).text).toContain('Hello Kofi Kwame');
    const tickets = await world.call(api.listAdmissions, {}, kofi);
    expect(tickets.data.count).toBe(1);
    const participationId = tickets.data.data[0]?.participationId ?? '';
    expect((await world.call(api.getAdmission, { eventId: id, participationId }, kofi)).status).toBe(200);
    expect([await shown(), (await inside()).includes(kofi.id)]).toEqual([1, true]);
  });

  test('by the link of an email, and it is passed on once more', async () => {
    const { id } = await at.published();
    await at.prove(id, 'zoe@link.example');
    const zoe = await listed(id, { email: 'zoe@link.example' });
    const first = { eventId: id, participationId: zoe?.id ?? '', token: tokenOf(zoe?.id ?? ''), ...KOFI };
    expect((await world.call(api.passOn, { ...first, email: 'kofi@link.example' })).status).toBe(200);
    expect((await world.call(api.passOn, { ...first, email: 'other@link.example' })).problem.code).toBe(
      'admission.no-ticket',
    );
    const kofi = await listed(id, { email: 'kofi@link.example' });
    const second = { eventId: id, participationId: kofi?.id ?? '', token: tokenOf(kofi?.id ?? ''), ...KOFI };
    expect((await world.call(api.passOn, { ...second, email: 'zoe@link.example' })).status).toBe(200);
    expect((await listed(id, { email: 'zoe@link.example' }))?.status).toBe('going');
    expect((await countsOf(id))?.going).toBe(1);
  });

  test('to somebody whom hosts have invited, or who had given up a place', async () => {
    const { id } = await at.published();
    const asked = await world.person();
    await world.call(registrations.addGuest, { eventId: id, email: asked.email, notifyUser: false }, host);
    expect((await pass(id, await guest(id), asked.email)).status).toBe(200);
    const gone = await guest(id);
    await at.leave(id, gone);
    expect((await pass(id, await guest(id), gone.email)).status).toBe(200);
    // They had come of their own accord before, but not this time.
    expect(await listed(id, { userId: gone.id })).toMatchObject({ status: 'going', ownAct: false });
  });
});

describe('a place is not passed on', () => {
  test('by anybody but its holder', async () => {
    const { id } = await at.published();
    const wren = await guest(id);
    const which = { eventId: id, participationId: await at.idOf(id, wren), email: 'kofi@nobody.example', ...KOFI };
    for (const as of [undefined, host, await guest(id)])
      expect((await world.call(api.passOn, which, as)).status).toBe(404);
    expect((await at.own(id, wren))?.status).toBe('going');
  });

  test('where hosts choose who comes, by hosts, or after the start', async () => {
    const codeAt = async (fields: object) => {
      const { id } = await at.published(fields);
      const wren = await world.person();
      await at.register(id, wren);
      if ('require_approval' in fields) await at.changeGuest(id, wren, { type: 'approve' });
      return (await pass(id, wren, 'kofi@choose.example')).problem.code;
    };
    expect(await codeAt({ require_approval: true })).toBe('admission.hosts-choose');
    const { id } = await at.published();
    expect((await pass(id, host, 'kofi@choose.example')).problem.code).toBe('admission.not-to-pass-on');
    const wren = await guest(id);
    expect((await pass(id, wren, wren.email)).problem.fields).toEqual({ email: 'This is your own address.' });
    const now = Math.floor(world.clock.now().getTime() / 1000);
    const begun = await at.published({ start_epoc: now + 1, end_epoc: now + 7200 });
    const late = await guest(begun.id);
    world.clock.moveBy(2000);
    expect((await pass(begun.id, late, 'kofi@late.example')).problem.code).toBe('admission.started');
  });

  test('and the answer is the same whatever prevents an address from getting it', async () => {
    const banned = await world.person({ email: 'banned@same.example' });
    const { id: serverId } = await makeCommunity(world.db, host.id);
    const members = await addMembers(world.db, serverId, [banned.id], 'MEMBER');
    const { id } = await at.published({ serverId, visibility: 'public', capacity: 5 });
    await world.call(communities.banMember, { serverId, memberId: members.get(banned.id) ?? '', reason: '' }, host);
    const wren = await guest(id);

    const going = await guest(id);
    await at.prove(id, 'listed@same.example');
    // On the list by an address that has got an account since.
    await at.prove(id, 'later@same.example');
    await world.person({ email: 'later@same.example' });
    const declined = await guest(id);
    await at.changeGuest(id, declined, { type: 'decline' });
    await guest(id);
    const waits = await world.person();
    expect((await at.register(id, waits)).data.status).toBe('waitlisted');
    const blocker = await world.person();
    await world.call(blockUser, { userId: wren.id }, blocker);
    // Each of them is refused as one of several tries that a person has.
    const answers = [];
    for (const email of [
      banned.email,
      going.email,
      'listed@same.example',
      'later@same.example',
      declined.email,
      waits.email,
      blocker.email,
    ]) {
      const { status, problem } = await pass(id, wren, email);
      answers.push([status, problem.code, problem.message, problem.fields]);
      world.clock.moveBy(3_600_000 / PASS_ON.perHour + 1000);
    }
    expect(answers[0]).toEqual([
      409,
      'admission.cannot-receive',
      'This place cannot be passed on to this address. Try another one, or ask a host.',
      { email: 'This place cannot be passed on to this address. Try another one, or ask a host.' },
    ]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    // Nothing has changed for anybody.
    expect((await at.own(id, wren))?.status).toBe('going');
    expect((await countsOf(id))?.going).toBe(5);
    expect((await listed(id, { userId: banned.id }))?.status).not.toBe('going');
  });

  test('to an address that wants no email about the event', async () => {
    const { id } = await at.published();
    await pass(id, await guest(id), 'quiet@stop.example');
    const quiet = await listed(id, { email: 'quiet@stop.example' });
    const token = createEventTokens(world.config.authSecret).forStop(quiet?.id ?? '');
    expect((await world.call(stopEventMails, { eventId: id, token })).status).toBe(200);
    await world.call(registrations.declineParticipation, {
      eventId: id,
      participationId: quiet?.id ?? '',
      token: tokenOf(quiet?.id ?? ''),
    });
    expect((await pass(id, await guest(id), 'quiet@stop.example')).problem.code).toBe('admission.cannot-receive');
  });

  test('more often than a few times an hour, refused tries included', async () => {
    const { id } = await at.published();
    const [wren, going] = [await guest(id), await guest(id)];
    for (let tries = 0; tries < PASS_ON.perHour; tries += 1)
      expect((await pass(id, wren, going.email)).problem.code).toBe('admission.cannot-receive');
    expect((await pass(id, wren, 'kofi@often.example')).problem.code).toBe('admission.too-often');
    world.clock.moveBy(3_600_000 + 1000);
    expect((await pass(id, wren, 'kofi@often.example')).status).toBe(200);
  });
});

test('of two who pass the same place on at the same moment, one does', async () => {
  const { id } = await at.published({ capacity: 1 });
  const wren = await guest(id);
  const answers = await Promise.all(['one@race.example', 'two@race.example'].map((email) => pass(id, wren, email)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await countsOf(id)).toEqual({ taken: 1, going: 1, waiting: 0 });
});

test('the email about a registration carries the code of the ticket, and leads to it', async () => {
  const { id, alias } = await at.published();
  const wren = await guest(id);
  const { text } = await mailbox.next(wren.email);
  const own = await world.call(api.getAdmission, { eventId: id, participationId: await at.idOf(id, wren) }, wren);
  expect(text).toContain(`Your code: ${own.data.code}`);
  expect(text).toContain(`/${alias}#ticket`);
  const visitor = { firstName: 'Zoë', lastName: 'Ångström', email: 'zoe@mail.example' };
  await at.register(id, undefined, { visitor });
  expect((await mailbox.next('zoe@mail.example')).text).toMatch(/\?token=[^#\s]+#ticket/);
});

test('a place that goes over to its person’s account has a new ticket, which they are told', async () => {
  const { id } = await at.published();
  const email = 'both@account.example';
  await at.prove(id, email);
  const bare = await listed(id, { email });
  // The account asked before, is on the list as somebody who gave up, and signs in now.
  const zoe = await world.person({ firstName: 'Zoë', lastName: 'Ångström', email });
  await at.register(id, zoe);
  await at.leave(id, zoe);
  const none = async () => undefined;
  await runCommand(world.db, world.app.services, true, (command) =>
    claimByAddress(command, { moveAnswers: none, moveOrders: none, moveQuestions: none, claimOrders: none }, zoe.id),
  );
  const own = await at.own(id, zoe);
  expect([own?.status, own?.participationId === bare?.id]).toEqual(['going', false]);
  const mail = await mailWith(email, 'Your new ticket');
  const ticket = await world.call(api.getAdmission, { eventId: id, participationId: own?.participationId ?? '' }, zoe);
  expect(mail?.text).toContain(`Your code: ${ticket.data.code}`);
});

/** The newest email to an address whose subject begins like this; a failure says what came instead. */
async function mailWith(to: string, subject: string) {
  const sent = () => mailbox.taken.filter((one) => one.to === to).map(({ mail }) => mail);
  const isIt = (one: { subject?: string | undefined }) => one.subject?.startsWith(subject);
  await until(() => expect(sent().some(isIt), `got ${sent().map((one) => one.subject)}`).toBe(true));
  return sent().findLast(isIt);
}
