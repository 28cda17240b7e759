import * as events from '@folkmoot/contract/events/api.ts';
import { refusals as seats } from '@folkmoot/contract/participations/schema.ts';
import { saveQuestions } from '@folkmoot/contract/questionnaires/api.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import * as tickets from '@folkmoot/contract/tickets/api.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL } from '../../test/scope.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';

let world: World;
let host: Signed;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
});
afterAll(() => world.close());

const inDays = (days: number) => Math.floor(world.clock.now().getTime() / 1000) + days * 86_400;

async function publish(
  fields: Partial<Parameters<typeof world.call<typeof events.createEvent>>[1]> = {},
): Promise<string> {
  const made = await world.call(
    events.createEvent,
    { name: 'Seats', start_epoc: inDays(7), end_epoc: inDays(7) + 7200, ...fields },
    host,
  );
  expect(made.status).toBe(200);
  const { id } = made.data.data;
  expect((await world.call(events.publishEvent, { eventId: id }, host)).status).toBe(200);
  return id;
}

const register = (eventId: string, as: Signed, more: object = {}) => world.call(api.register, { eventId, ...more }, as);

async function leave(eventId: string, as: Signed) {
  const own = await world.call(api.getOwnParticipation, { eventId }, as);
  const participationId = own.data.data?.participationId ?? '';
  return world.call(api.declineParticipation, { eventId, participationId }, as);
}

/** What the counters say beside what the rows say. */
async function counted(eventId: string) {
  const { rows } = await sql<{
    kept: number[];
    rows: number[];
    offered: number;
  }>`select array[taken_count, going_count, waiting_count] as kept,
    (select array[count(*) filter (where status in ('going', 'offered', 'payment_pending')), count(*) filter (where status = 'going'), count(*) filter (where status = 'waitlisted')]::int[]
      from participations p where p.event_id = e.id and p.role in ('guest', 'featured_guest')) as rows,
    (select count(*)::int from participations p where p.event_id = e.id and p.status = 'offered') as offered
    from events e where id = ${eventId}`.execute(world.db);
  const [row] = rows;
  if (!row) throw new Error('no such event');
  expect(row.kept).toEqual(row.rows);
  const [taken = 0, going = 0, waiting = 0] = row.rows;
  return { taken, going, waiting, offered: row.offered };
}

/** How many seats of a ticket are taken. */
async function mostOf(ticketId: string): Promise<number> {
  const { rows } = await sql<{
    kept: number;
    given: number;
  }>`select taken_count as kept, (select count(*)::int from participations p where p.event_id = k.event_id and p.ticket_id = k.id
      and p.status in ('going', 'offered') and p.role in ('guest', 'featured_guest')) as given from tickets k where id = ${ticketId}`.execute(
    world.db,
  );
  expect(rows[0]?.kept).toBe(rows[0]?.given);
  return rows[0]?.given ?? 0;
}

describe('seats', () => {
  test('seats are given exactly once to a crowd five times as large, with some leaving in between', async () => {
    const free = ALL ? 100 : 30;
    const people: Signed[] = [];
    for (let n = 0; n < free * 5; n += 1) people.push(await world.person());
    const eventId = await publish({ capacity: free, waitlist: false });
    const statuses = await Promise.all(
      people.map(async (person, n) => {
        const { status, problem } = await register(eventId, person);
        if (status === 200 && n % 5 === 0) {
          expect((await leave(eventId, person)).status).toBe(200);
          return 'left';
        }
        if (status !== 200) expect(problem.code).toBe(seats.full.code);
        return status === 200 ? 'in' : 'full';
      }),
    );
    const { taken, going } = await counted(eventId);
    expect(going).toBe(statuses.filter((status) => status === 'in').length);
    expect(taken).toBe(going);
    expect(going).toBeLessThanOrEqual(free);
    // A guest who left made room for one who came later, or the seat is still there for the next.
    const outside = people.filter((_, n) => statuses[n] !== 'in');
    for (const person of outside.slice(0, free - going)) expect((await register(eventId, person)).status).toBe(200);
    expect((await counted(eventId)).going).toBe(free);
    expect((await register(eventId, await world.person())).problem.code).toBe(seats.full.code);
  }, 120_000);

  test('people who register at the same moment are seated together, each with their own answers, and one who is on the list stays as they are', async () => {
    const eventId = await publish({ capacity: 5 });
    const asked = { question: 'Which?', type: 'text', is_required: false, is_others: false, choices: [] };
    const [question] = (await world.call(saveQuestions, { eventId, questions: [asked] } as never, host)).data.data;
    const people = await Promise.all(Array.from({ length: 8 }, () => world.person()));
    const [early] = people as [Signed];
    const answer = (text: string) => ({
      event_question_id: question?.question_id ?? '',
      event_question_version_id: question?.question_version_id ?? '',
      response_text: [text],
      response_id: null,
    });
    expect((await register(eventId, early, { responses: [answer('early')] })).data.status).toBe('going');
    const count = world.countQueries();
    const answers = await Promise.all(people.map((one, n) => register(eventId, one, { responses: [answer(`n${n}`)] })));
    const seatings = count.queries.filter(({ sql: text }) => text.includes('held as materialized')).length;
    count.stop();
    expect(seatings).toBeLessThan(people.length - 1);
    expect(answers.map(({ data }) => data.status).sort()).toEqual([
      ...Array(5).fill('going'),
      ...Array(3).fill('waitlisted'),
    ]);
    expect(answers[0]?.data.status).toBe('going');
    expect(await counted(eventId)).toEqual({ taken: 5, going: 5, waiting: 3, offered: 0 });
    for (const [n, one] of people.entries()) {
      const own = await world.call(api.getOwnParticipation, { eventId }, one);
      expect(own.data.data?.participationId).toBe(answers[n]?.data.data?.participationId);
      expect(own.data.responses.map(({ response_text }) => response_text)).toEqual([[`n${n}`]]);
    }
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from participation_history h
      join participations p on p.event_id = h.event_id and p.id = h.participation_id
      where h.event_id = ${eventId} and h.to_status = p.status and h.actor_id = p.user_id and p.role = 'guest'`.execute(
      world.db,
    );
    expect(rows[0]?.n).toBe(people.length);
  });

  test('seats that become free are offered along the waitlist in order, each held for one person', async () => {
    const eventId = await publish({ capacity: 2 });
    const people: Signed[] = [];
    for (let n = 0; n < 5; n += 1) people.push(await world.person());
    for (const person of people) await register(eventId, person);
    expect(await counted(eventId)).toEqual({ taken: 2, going: 2, waiting: 3, offered: 0 });
    const [first, , third, fourth] = people as [Signed, Signed, Signed, Signed];
    await leave(eventId, first);
    expect(await counted(eventId)).toEqual({ taken: 2, going: 1, waiting: 2, offered: 1 });
    expect((await world.call(api.getOwnParticipation, { eventId }, third)).data.data?.status).toBe('offered');
    // Nobody takes what is held for another person.
    expect((await register(eventId, await world.person())).data.status).toBe('waitlisted');
    expect((await register(eventId, third)).data.status).toBe('going');
    expect((await world.call(api.getOwnParticipation, { eventId }, fourth)).data.data?.waitlistPosition).toBe(1);
  });

  test('seats match the counts and are never given twice, whatever people do in any order', async () => {
    const people: Signed[] = [];
    for (let n = 0; n < 6; n += 1) people.push(await world.person());
    const step = fc.record({
      who: fc.nat(5),
      what: fc.constantFrom('register', 'other', 'leave', 'approve', 'decline', 'ticket', 'one'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.boolean(),
        fc.array(step, { minLength: 4, maxLength: 25 }),
        async (approval, waitlist, steps) => {
          const eventId = await publish({ capacity: 2, require_approval: approval, waitlist });
          const one = await world.call(
            tickets.createTicket,
            { eventId, name: 'One', description: '', capacity: 1 },
            host,
          );
          const any = await world.call(
            tickets.createTicket,
            { eventId, name: 'Any', description: '', capacity: null },
            host,
          );
          for (const { who, what } of steps) {
            const person = people[who] as Signed;
            const own = (await world.call(api.getOwnParticipation, { eventId }, person)).data.data;
            const participationId = own?.participationId ?? '';
            if (what === 'register') await register(eventId, person, { ticketId: (who % 2 ? one : any).data.data.id });
            if (what === 'other') await register(eventId, person, { ticketId: (who % 2 ? any : one).data.data.id });
            if (what === 'leave' && own) await leave(eventId, person);
            if ((what === 'approve' || what === 'decline') && own)
              await world.call(api.changeGuest, { eventId, participationId, type: what }, host);
            if ((what === 'ticket' || what === 'one') && own) {
              const ticketId = (what === 'one' ? one : any).data.data.id;
              await world.call(api.changeGuest, { eventId, participationId, type: 'ticket', ticketId }, host);
            }
            const { taken } = await counted(eventId);
            expect(taken).toBeLessThanOrEqual(2);
            expect(await mostOf(one.data.data.id)).toBeLessThanOrEqual(1);
          }
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);
});
