import * as questionnaires from '@folkmoot/contract/questionnaires/api.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';

let world: World;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person();
  at = eventFixtures(world, host);
});
afterAll(() => world.close());

/** A question of an event. */
async function asked(eventId: string) {
  const plain = { type: 'text' as const, is_required: false, is_others: false, choices: [] };
  const questions = [{ question: 'Which, "exactly"?', ...plain }];
  return (await world.call(questionnaires.saveQuestions, { eventId, questions }, host)).data.data[0];
}

test('the guest list can be exported by hosts alone, as a file that no spreadsheet executes', async () => {
  const { id: eventId } = await at.published();
  const question = await asked(eventId);
  const guest = await world.person({ firstName: '=cmd|', lastName: 'Smith, Jr' });
  await at.register(eventId, guest, {
    responses: [
      {
        event_question_id: question?.question_id,
        event_question_version_id: question?.question_version_id,
        response_text: ['@SUM(A1)\n"quoted"'],
        response_id: null,
      },
    ],
  });
  const url = `/api/v1/events/${eventId}/participations/export.csv`;
  const as = (person?: Signed) =>
    world.app.http.inject({ url, headers: person ? { authorization: `Bearer ${person.token}` } : {} });
  expect([(await as()).statusCode, (await as(guest)).statusCode]).toEqual([401, 403]);
  const reply = await as(host);
  expect(reply.headers['content-type']).toContain('text/csv');
  expect(reply.headers['content-disposition']).toContain('kiln-opening');
  expect(reply.body).toContain('"Which, ""exactly""?"');
  expect(reply.body).toContain(`"'=cmd|","Smith, Jr"`);
  // Times are on the event's clock, and who is invited has not registered.
  await world.db.updateTable('events').set({ time_zone: 'Pacific/Auckland' }).where('id', '=', eventId).execute();
  const registered = world.db.updateTable('participations').set({ registered_at: new Date('2026-11-27T18:57:03Z') });
  await registered.where('event_id', '=', eventId).where('user_id', '=', guest.id).execute();
  await world.call(api.addGuest, { eventId, email: (await world.person()).email, firstName: 'Ivo' }, host);
  const [head = '', ...lines] = (await as(host)).body.replace(/^\ufeff/, '').split(/\r?\n(?=")/);
  expect(head).toMatch(/^"First name","Last name","Email","Role","Status","Ticket","Ticket code","Order","Paid",/);
  expect(head).toContain('"Registered (Pacific/Auckland)","Checked in (Pacific/Auckland)"');
  expect(lines.find((line) => line.includes('Smith'))).toMatch(
    /"going","","[A-Z0-9-]{6,}","","","2026-11-28 07:57:03",""/,
  );
  const invited = { url: `${url}?status=invited`, headers: { authorization: `Bearer ${host.token}` } };
  expect((await world.app.http.inject(invited)).body).toMatch(/"Ivo","".*"invited","","","","","",""/);
  expect(reply.body).toContain(`"'@SUM(A1)\n""quoted"""`);
});
