import { passOn } from '@folkmoot/contract/admission/api.ts';
import { refusals as admission } from '@folkmoot/contract/admission/schema.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import { refusals as eventRefusals } from '@folkmoot/contract/events/schema.ts';
import * as questionnaires from '@folkmoot/contract/questionnaires/api.ts';
import type { Question, QuestionDraft } from '@folkmoot/contract/questionnaires/schema.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { refusals } from '@folkmoot/contract/registrations/schema.ts';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mailbox, openMailbox } from '../../test/mail.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { EVENT_CLOCK_QUEUE } from '../participations/actions.ts';

let world: World;
let mailbox: Mailbox;
let host: Signed;

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url });
  await world.app.listen();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host', email: 'hedda@guild.example' });
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const [HOUR, DAY] = [3600, 24 * 3600];
const seconds = () => Math.floor(world.clock.now().getTime() / 1000);

type Fields = Partial<Parameters<typeof world.call<typeof events.createEvent>>[1]>;

async function publish(fields: Fields = {}, starts = 7 * DAY): Promise<{ eventId: string; alias: string }> {
  const start = seconds() + starts;
  const times = { start_epoc: start, end_epoc: start + 2 * HOUR, time_zone: 'Europe/London' };
  const made = await world.call(events.createEvent, { name: 'Kiln opening', ...times, ...fields }, host);
  const { id, alias } = made.data.data;
  const published = await world.call(events.publishEvent, { eventId: id }, host);
  expect(published.status).toBe(200);
  return { eventId: id, alias };
}

const register = (eventId: string, as: Signed | undefined, more: object = {}) =>
  world.call(api.register, { eventId, ...more }, as);
const own = async (eventId: string, as: Signed | undefined, token?: string) =>
  (await world.call(api.getOwnParticipation, { eventId, token }, as)).data;
const change = (eventId: string, participationId: string, body: object, as: Signed = host) =>
  world.call(api.changeGuest, { eventId, participationId, ...body } as never, as);
const idOf = async (eventId: string, as: Signed) => (await own(eventId, as)).data?.participationId ?? '';
const tokenIn = (mail: Email) => /token=([\w.~-]+)/.exec(mail.html ?? '')?.[1] ?? '';
const file = (mail: Email) => {
  const [attached] = mail.attachments;
  return attached === undefined ? '' : new TextDecoder().decode(attached.content as ArrayBuffer);
};

async function ask(eventId: string, drafts: Partial<QuestionDraft>[]): Promise<Question[]> {
  const plain = { type: 'text' as const, is_required: false, is_others: false, choices: [] };
  const saved = await world.call(
    questionnaires.saveQuestions,
    { eventId, questions: drafts.map((draft) => ({ question: 'What?', ...plain, ...draft })) },
    host,
  );
  expect(saved.status).toBe(200);
  return saved.data.data;
}

const answer = (question: Question | undefined, texts: string[], ids: string[] | null = null) => ({
  event_question_id: question?.question_id ?? '',
  event_question_version_id: question?.question_version_id ?? '',
  response_text: texts,
  response_id: ids,
});

describe('registering', () => {
  test('registering gives a seat and sends an email with the calendar file', async () => {
    const { eventId, alias } = await publish({ name: 'Kiln; opening, two' });
    const guest = await world.person({ email: 'wren@guild.example' });
    expect((await register(eventId, guest)).data).toMatchObject({
      status: 'going',
      message: 'Event registration accepted',
    });
    const mail = await mailbox.next('wren@guild.example');
    expect(mail.subject).toBe('You are going: Kiln; opening, two');
    expect(file(mail)).toContain('TZID:Europe/London');
    expect(file(mail)).toContain(`UID:${eventId}\n`);
    expect(file(mail)).toContain('SUMMARY:Kiln\\; opening\\, two');
    expect(file(mail)).toMatch(/DTSTAMP:\d{8}T\d{6}Z/);
    expect(mail.attachments[0]?.filename).toBe(`${alias}.ics`);
    expect((await register(eventId, guest)).data.status).toBe('going');
    const { goingCount, faces } = (await world.call(events.getEvent, { eventId })).data;
    expect([goingCount, faces.map(({ id }) => id)]).toEqual([1, [guest.id]]);
  });

  test('registration opens and closes at the times that are set', async () => {
    const guest = await world.person();
    const later = await publish({ registration_opens_epoc: seconds() + HOUR });
    expect((await register(later.eventId, guest)).problem.code).toBe(refusals.notOpen.code);
    const closed = await publish({ registration_closes_epoc: seconds() - 1 });
    expect((await register(closed.eventId, guest)).problem.code).toBe(refusals.closed.code);
  });

  test('registering without an account gives a place at once, and the answer does not tell who is on the list', async () => {
    const { eventId } = await publish();
    const [question] = await ask(eventId, [{ question: 'Anything we should know?' }]);
    const visitor = { firstName: 'Bea', lastName: 'Moss', email: 'Bea@Post.example' };
    const said = await register(eventId, undefined, { visitor, responses: [answer(question, ['Nuts'])] });
    expect(said.data).toMatchObject({ status: 'going', data: { status: 'going', email: 'bea@post.example' } });
    // The page has the place, and proves nothing.
    expect((await own(eventId, undefined, said.data.token)).data).toMatchObject({ name: 'Bea Moss' });
    const mayPassOn = () =>
      world.call(passOn, {
        ...{ eventId, participationId: said.data.data.participationId, token: said.data.token },
        ...{ firstName: 'Cy', lastName: '', email: 'cy@given.example' },
      });
    expect((await mayPassOn()).problem.code).toBe(admission.confirmFirst.code);
    const token = tokenIn(await mailbox.next('bea@post.example'));
    expect((await own(eventId, undefined, token)).data).toMatchObject({ status: 'going', name: 'Bea Moss' });
    expect((await own(eventId, undefined, token)).responses[0]?.response_text).toEqual(['Nuts']);
    expect((await own(eventId, undefined)).data).toBeNull();

    // Somebody else types the address: they get a place of their own, and see nothing of hers.
    const again = await register(eventId, undefined, { visitor: { ...visitor, firstName: 'Eve' } });
    expect([again.status, Object.keys(again.data)]).toEqual([200, Object.keys(said.data)]);
    expect(again.data.data.participationId).not.toBe(said.data.data.participationId);
    expect((await own(eventId, undefined, again.data.token)).responses).toEqual([]);
    expect((await mailbox.next('bea@post.example')).subject).toBe('You are going: Kiln opening');
    expect((await own(eventId, undefined, token)).responses[0]?.response_text).toEqual(['Nuts']);

    // With the link, visitors change their answers, and give the seat up.
    const changed = await register(eventId, undefined, { token, responses: [answer(question, ['Nothing'])] });
    expect(changed.data.data.status).toBe('going');
    expect((await own(eventId, undefined, token)).responses[0]?.response_text).toEqual(['Nothing']);
    const participationId = changed.data.data.participationId;
    expect((await world.call(api.declineParticipation, { eventId, participationId })).status).toBe(404);
    expect((await world.call(api.declineParticipation, { eventId, participationId, token })).status).toBe(200);
    expect((await own(eventId, undefined, token)).data?.status).toBe('not_going');
  });

  test('a registration’s link works for one registration of one event, and not if it is altered', async () => {
    const [one, other] = [await publish(), await publish()];
    await register(one.eventId, undefined, {
      visitor: { firstName: 'Cy', lastName: 'Lund', email: 'cy@post.example' },
    });
    const token = tokenIn(await mailbox.next('cy@post.example'));
    expect((await world.call(api.getOwnParticipation, { eventId: other.eventId, token })).status).toBe(410);
    expect((await own(one.eventId, undefined, `${token.slice(0, -2)}xx`)).data).toBeNull();
  });

  test('a registration with an address becomes the registration of the account that proves the address', async () => {
    const { eventId } = await publish();
    await register(eventId, undefined, { visitor: { firstName: 'Dee', lastName: 'Ash', email: 'dee@post.example' } });
    await mailbox.next('dee@post.example');
    const dee = await world.person({ email: 'dee@post.example' });
    expect((await own(eventId, dee)).data).toBeNull();
    const context = await world.app.signIn.$context;
    await context.internalAdapter.createSession(dee.id);
    expect((await own(eventId, dee)).data).toMatchObject({ status: 'going', email: 'dee@post.example' });
  });
});

describe('registration questions', () => {
  test('the answers to questions are checked at their fields, and each keeps the version it answered', async () => {
    const { eventId } = await publish();
    const guest = await world.person();
    const [workshop, link] = await ask(eventId, [
      {
        question: 'Which?',
        type: 'single-select',
        is_required: true,
        is_others: true,
        choices: [{ option_text: 'Tiles' }, { option_text: 'Wheel' }],
      },
      { question: 'A link', type: 'link' },
    ]);
    const empty = await register(eventId, guest);
    expect(empty.status).toBe(422);
    expect(empty.problem).toMatchObject({ message: 'Fill all the required questions' });
    expect(empty.problem.fields).toEqual({ [`responses.${workshop?.question_id}`]: 'This field is required' });
    const tiles = workshop?.choices[0];
    const chosen = answer(workshop, ['Tiles'], [tiles?.option_id ?? '']);
    const wrong = await register(eventId, guest, { responses: [chosen, answer(link, ['folkmoot,org'])] });
    expect(wrong.problem.fields?.[`responses.${link?.question_id}`]).toContain('Please enter a valid link');
    expect((await register(eventId, guest, { responses: [chosen] })).data.status).toBe('going');

    const saved = await world.call(
      questionnaires.saveQuestions,
      { eventId, questions: [{ ...workshop, question: 'Which workshop?' } as QuestionDraft] },
      host,
    );
    expect(saved.data.data[0]?.question_version_id).not.toBe(workshop?.question_version_id);
    const detail = await world.call(api.getGuest, { eventId, participationId: await idOf(eventId, guest) }, host);
    expect(detail.data.answers).toEqual([
      { question_id: workshop?.question_id, question: 'Which?', type: 'single-select', response_text: ['Tiles'] },
    ]);
    expect((await register(eventId, guest, { responses: [chosen] })).problem.fields).toEqual({
      [`responses.${workshop?.question_id}`]: 'This question has changed. Check your answer.',
    });
  });

  test('the answers to questions can no longer be changed once the event has begun', async () => {
    const { eventId } = await publish({}, 2 * HOUR);
    const [question] = await ask(eventId, [{}]);
    const guest = await world.person();
    await register(eventId, guest);
    expect((await register(eventId, guest, { responses: [answer(question, ['Now'])] })).status).toBe(200);
    world.clock.moveBy(2.5 * HOUR * 1000);
    expect((await register(eventId, guest, { responses: [answer(question, ['Late'])] })).problem.code).toBe(
      refusals.started.code,
    );
  });
});

describe('approval', () => {
  test('hosts can approve and decline one guest or several, and everyone is told', async () => {
    const { eventId } = await publish({ require_approval: true, capacity: 1 });
    const people = [await world.person(), await world.person(), await world.person()] as const;
    for (const person of people) {
      expect((await register(eventId, person)).data.status).toBe('requested');
      expect((await mailbox.next(person.email)).subject).toContain('Request received');
    }
    const ids = await Promise.all(people.map((person) => idOf(eventId, person)));
    expect((await change(eventId, ids[0] ?? '', { type: 'approve' })).data.data.status).toBe('going');
    expect((await mailbox.next(people[0].email)).subject).toBe('You are in: Kiln opening');
    expect((await change(eventId, ids[1] ?? '', { type: 'approve' })).data.data).toMatchObject({
      status: 'waitlisted',
      waitlistPosition: 1,
    });
    const declined = await world.call(
      api.changeGuests,
      { eventId, action: 'decline', participationIds: [ids[2] ?? '', ids[0] ?? ''], reason: 'We are few.' },
      host,
    );
    expect(declined.data.data).toEqual({ done: 2, left: 0 });
    expect((await mailbox.next(people[2].email)).text).toContain('We are few.');
    expect((await own(eventId, people[1])).data?.status).toBe('offered');
    expect((await register(eventId, people[1])).data.status).toBe('going');
  });

  test('hosts can cancel a registration with an email in their own words, which are cleaned, or without one', async () => {
    const { eventId } = await publish();
    const [told, untold] = [await world.person(), await world.person()];
    for (const person of [told, untold]) {
      await register(eventId, person);
      await mailbox.next(person.email);
    }
    const base = { type: 'cancel_registration', status: 'not_going', action: 'decline', reason: 'Custom' };
    const id = await idOf(eventId, told);
    expect(
      (await change(eventId, id, { ...base, notifyUser: true, cancel_subject: ' ', cancel_body: 'x' })).problem.fields,
    ).toHaveProperty('cancel_subject');
    const html = Buffer.from('<p>Grüße</p><script>alert(1)</script><a href="javascript:x()">x</a>').toString('base64');
    const done = await change(eventId, id, {
      ...base,
      notifyUser: true,
      cancel_subject: 'About Saturday',
      cancel_body: 'Grüße',
      cancel_body_html: html,
    });
    expect(done.data).toMatchObject({ message: 'User declined successfully', data: { status: 'not_going' } });
    const mail = await mailbox.next(told.email);
    expect(mail.subject).toBe('About Saturday');
    expect(mail.replyTo).toMatchObject([{ address: host.email }]);
    expect(mail.html).toContain('Grüße');
    expect(mail.html).not.toMatch(/script|javascript/);
    await change(eventId, await idOf(eventId, untold), { ...base, notifyUser: false });
    expect(mailbox.has(untold.email)).toBe(false);
    expect((await change(eventId, id, { type: 'approve' }, untold)).status).toBe(403);
  });
});

describe('registration over time', () => {
  test('an offer that nobody takes passes to the next person', async () => {
    const { eventId } = await publish({ capacity: 1 });
    const [first, second, third] = [await world.person(), await world.person(), await world.person()];
    for (const person of [first, second, third]) await register(eventId, person);
    await world.call(api.declineParticipation, { eventId, participationId: await idOf(eventId, first) }, first);
    await mailbox.next(second.email);
    expect((await mailbox.next(second.email)).subject).toContain('A spot has opened for you');
    world.clock.moveBy((DAY + HOUR) * 1000);
    world.app.jobs.wake(EVENT_CLOCK_QUEUE);
    await expect.poll(async () => (await own(eventId, third)).data?.status).toBe('offered');
    expect((await own(eventId, second)).data?.status).toBe('not_going');
    expect((await mailbox.next(second.email)).subject).toContain('Your offer of a spot has ended');
  });

  test('people are reminded of an event once a day before and once an hour before', async () => {
    const { eventId } = await publish({}, 3 * DAY);
    const guest = await world.person();
    await register(eventId, guest);
    await mailbox.next(guest.email);
    world.clock.moveBy(2.2 * DAY * 1000);
    world.app.jobs.wake(EVENT_CLOCK_QUEUE);
    expect((await mailbox.next(guest.email)).subject).toBe('Tomorrow: Kiln opening');
    world.app.jobs.wake(EVENT_CLOCK_QUEUE);
    world.clock.moveBy(0.78 * DAY * 1000);
    world.app.jobs.wake(EVENT_CLOCK_QUEUE);
    expect((await mailbox.next(guest.email)).subject).toBe('In an hour: Kiln opening');
  });

  test('the cancellation of an event is told to everyone involved', async () => {
    const { eventId } = await publish({ capacity: 1 });
    const [going, waiting] = [await world.person(), await world.person()];
    for (const person of [going, waiting]) {
      await register(eventId, person);
      await mailbox.next(person.email);
    }
    expect((await world.call(events.cancelEvent, { eventId, message: 'The kiln is cold.' }, host)).status).toBe(200);
    const mail = await mailbox.next(going.email);
    expect(mail.text).toContain('The kiln is cold.');
    expect(file(mail)).toContain('STATUS:CANCELLED');
    expect(file(mail)).toMatch(/SEQUENCE:[1-9]/);
    expect((await mailbox.next(waiting.email)).subject).toContain('Cancelled');
    expect((await register(eventId, await world.person())).problem.code).toBe(refusals.notPublished.code);
  });
});

describe('the guest list', () => {
  test('the guest list can be searched by name, address and answer, is counted, and is for hosts', async () => {
    const { eventId } = await publish();
    const [question] = await ask(eventId, [{ question: 'Which?' }]);
    const guest = await world.person({ firstName: 'Zoë', lastName: 'Quill', email: 'zq@post.example' });
    await register(eventId, guest, { responses: [answer(question, ['Slip trailing'])] });
    const added = await world.call(
      api.addGuest,
      { eventId, email: 'elspeth@post.example', firstName: 'Elspeth', role: 'featured_guest' },
      host,
    );
    expect(added.data).toMatchObject({
      message: 'Guest added successfully',
      data: { status: 'going', hasAccount: false },
    });
    expect((await world.call(api.addGuest, { eventId, email: 'elspeth@post.example' }, host)).problem.code).toBe(
      refusals.alreadyThere.code,
    );
    const found = async (search: string) =>
      (await world.call(api.listGuests, { eventId, search } as never, host)).data.data.map(({ email }) => email);
    expect(await found('zoe')).toEqual(['zq@post.example']);
    expect(await found('zq@post')).toEqual(['zq@post.example']);
    expect(await found('slip')).toEqual(['zq@post.example']);
    expect(await found('elsp')).toEqual(['elspeth@post.example']);
    expect(await found('%')).toEqual([]);
    const all = (await world.call(api.listGuests, { eventId } as never, host)).data;
    expect(all.counts).toMatchObject({ all: 3, going: 2 });
    expect((await world.call(api.listGuests, { eventId } as never, guest)).status).toBe(403);
    expect((await world.call(api.listGuests, { eventId } as never)).status).toBe(401);
  });

  test('the guest list keeps its hosts, and its figures add up', async () => {
    const { eventId } = await publish({ capacity: 5 });
    const [guest, gone] = [await world.person(), await world.person()];
    for (const person of [guest, gone]) await register(eventId, person);
    await world.call(api.declineParticipation, { eventId, participationId: await idOf(eventId, gone) }, gone);
    const insights = (await world.call(api.getInsights, { eventId }, host)).data;
    expect(insights.days).toMatchObject([{ registered: 2, left: 1, total: 1 }]);
    expect(insights.counts).toMatchObject({ going: 1, not_going: 1 });
    const hostId = await idOf(eventId, host);
    expect((await change(eventId, hostId, { type: 'decline' })).problem.code).toBe(refusals.hostStays.code);
    expect((await change(eventId, hostId, { type: 'role', role: 'guest' })).problem.code).toBe(
      eventRefusals.creatorStays.code,
    );
    expect((await world.call(api.declineParticipation, { eventId, participationId: hostId }, host)).problem.code).toBe(
      eventRefusals.creatorStays.code,
    );
  });

  test('the figures of an event have what people wrote, newest first, and no revenue of a free event', async () => {
    const { eventId } = await publish();
    const [glaze] = await ask(eventId, [{ question: 'Which glaze?' }]);
    for (const text of ['Celadon', 'Tenmoku'])
      await register(eventId, await world.person(), { responses: [answer(glaze, [text])] });
    const { questions, revenue } = (await world.call(api.getInsights, { eventId }, host)).data;
    expect(questions).toMatchObject([{ answered: 2, choices: [], texts: ['Tenmoku', 'Celadon'] }]);
    expect(revenue).toEqual([]);
  });

  test('the guest list takes the same number of statements however many guests there are', async () => {
    const { eventId } = await publish();
    const count = async () => {
      const counting = world.countQueries();
      await world.call(api.listGuests, { eventId } as never, host);
      return counting.stop();
    };
    await register(eventId, await world.person());
    // The first look of a host is recorded.
    expect([await count(), await count()]).toEqual([2, 1]);
    for (let n = 0; n < 8; n += 1) await register(eventId, await world.person());
    expect(await count()).toBe(1);
  });
});
