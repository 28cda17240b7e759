import * as events from '@folkmoot/contract/events/api.ts';
import * as questionnaires from '@folkmoot/contract/questionnaires/api.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';

/* What registering and declining answer, in the specification's words. */

let world: World;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person();
  at = eventFixtures(world, host);
});
afterAll(() => world.close());

test('“Event registration accepted” is said only to people who got a seat', async () => {
  const { id } = await at.published({ capacity: 1 });
  const [first, second] = [await world.person(), await world.person()];
  expect((await at.register(id, first)).data).toMatchObject({
    status: 'going',
    message: 'Event registration accepted',
  });
  expect((await at.register(id, second)).data).toMatchObject({
    status: 'waitlisted',
    message: 'You are on the waiting list.',
  });
  const approved = await at.published({ require_approval: true });
  expect((await at.register(approved.id, first)).data).toMatchObject({
    status: 'requested',
    message: 'Request sent. We’ll email you when a host answers.',
  });
});

test('approving says what has come of it', async () => {
  const { id } = await at.published({ capacity: 1, require_approval: true, waitlist: true } as never);
  const approve = async (who: Signed) => {
    await at.register(id, who);
    return (await at.changeGuest(id, who, { type: 'approve' })).data.message;
  };
  expect(await approve(await world.person())).toBe('Approved. They are going.');
  expect(await approve(await world.person())).toBe('Approved. No spot is free, so they are on the waiting list.');
});

test('who has asked to come gets the email with the answer that was promised, whatever it is and however it is given', async () => {
  const { id } = await at.published({ require_approval: true });
  const quietly = {
    type: 'cancel_registration',
    status: 'not_going',
    action: 'decline',
    notifyUser: false,
    reason: 'Other',
  };
  for (const [change, kind] of [
    [{ type: 'approve' }, 'approved'],
    [{ type: 'decline', reason: '' }, 'request_declined'],
    [quietly, 'request_declined'],
  ] as const) {
    const guest = await world.person();
    const { data } = await at.register(id, guest);
    expect(data.message).toBe('Request sent. We’ll email you when a host answers.');
    expect((await at.changeGuest(id, guest, change)).status).toBe(200);
    const due = world.db.selectFrom('event_mails').select('kind').orderBy('created_at').orderBy('id');
    const kinds = await due.where('participation_id', '=', data.data.participationId).execute();
    expect(kinds.map((mail) => mail.kind)).toEqual(['requested', kind]);
  }
});

test('“User declined successfully” is said for one declined guest, even among several', async () => {
  const { id } = await at.published();
  const ids: string[] = [];
  for (const guest of [await world.person(), await world.person(), await world.person()]) {
    await at.register(id, guest);
    ids.push((await at.own(id, guest))?.participationId ?? '');
  }
  const decline = async (...participationIds: string[]) =>
    (await world.call(api.changeGuests, { eventId: id, action: 'decline', participationIds }, host)).data.message;
  expect(await decline(ids[0] ?? '')).toBe('User declined successfully');
  expect(await decline(ids[0] ?? '')).toBe('0 guests declined. 1 guest could not be changed.');
  expect(await decline(ids[1] ?? '', ids[2] ?? '')).toBe('2 guests declined.');
});

test('a missing required answer is reported before anything else that is wrong', async () => {
  const { id } = await at.published();
  const plain = { is_others: false, choices: [] };
  const asked = await world.call(
    questionnaires.saveQuestions,
    {
      eventId: id,
      questions: [
        { ...plain, question: 'Why?', type: 'text', is_required: true },
        { ...plain, question: 'A link', type: 'link', is_required: false },
      ],
    },
    host,
  );
  const link = asked.data.data[1];
  const wrong = {
    event_question_id: link?.question_id ?? '',
    event_question_version_id: link?.question_version_id ?? '',
    response_text: ['folkmoot,org'],
    response_id: null,
  };
  const guest = await world.person();
  const refused = await world.call(api.register, { eventId: id, responses: [wrong] }, guest);
  expect(refused.problem.message).toBe('Fill all the required questions');
  expect(Object.keys(refused.problem.fields ?? {})).toHaveLength(2);
});

test('a copy needs a time zone, and says so plainly', async () => {
  const { id } = await at.published();
  const copy = { eventId: id, start_epoc: 2_000_000_000, end_epoc: 2_000_007_200, options: {} };
  const refused = await world.call(events.duplicateEvent, copy as never, host);
  expect(refused.problem.fields).toEqual({ time_zone: 'This field is required.' });
});
