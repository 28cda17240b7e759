import * as events from '@folkmoot/contract/events/api.ts';
import * as api from '@folkmoot/contract/qna/api.ts';
import * as hostingApi from '@folkmoot/contract/qna/hosting-api.ts';
import { refusals } from '@folkmoot/contract/qna/refusals-schema.ts';
import { LIMITS } from '@folkmoot/contract/qna/schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKey, type QnaFixtures, qnaFixtures } from '../../test/fixtures/qna-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { createEventTokens } from '../events/access/access-actions.ts';
import { PASSES, WRONG } from './join-handlers.ts';

let world: World;
let host: Signed;
let at: QnaFixtures;

beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
  host = await world.person();
  at = qnaFixtures(world, host);
});
afterAll(() => world.close());

const look = (code: string, headers: Record<string, string> = {}) =>
  world.call(api.getJoin, { code }, undefined, headers);
const join = (code: string, name = 'Theo', headers: Record<string, string> = {}) =>
  world.call(api.joinQna, { code, name }, undefined, headers);
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] ?? '';

describe('by the code', () => {
  test('somebody without an account takes part under the name that they type, also where the event is private', async () => {
    const event = await at.open(
      { joinByCode: true, whoCanComment: 'all' },
      { visibility: 'private', passcode: 'glazed kiln' },
    );
    const typed = event.code.toUpperCase().replace('-', ' ');
    expect((await look(typed)).data.data).toMatchObject({
      eventId: event.id,
      joinByCode: true,
      allowAnonymousQuestions: false,
      name: event.name,
    });
    expect((await join(event.code, ' ')).problem.fields).toEqual({ name: 'Enter your name.' });
    const { token } = (await join(typed, '  Theo   Lindqvist')).data.data;
    expect((await at.view(event.id)).status).toBe(403);
    expect((await at.view(event.id, undefined, token)).data.data).toMatchObject({
      role: 'attendee',
      viewerName: 'Theo Lindqvist',
    });
    const asked = (await at.ask(event.id, 'May I come in?', undefined, { token })).data.data;
    expect(asked.asker).toEqual({ name: 'Theo Lindqvist', userId: null, profile_photo: null, role: 'attendee' });
    expect((await at.vote(event.id, asked._id, undefined, true, token)).data.data).toMatchObject({
      votes: 1,
      voted: true,
    });
    expect((await at.vote(event.id, asked._id, undefined, true, token)).data.data.votes).toBe(1);
    expect((await at.comment(event.id, asked._id, 'It is cold', undefined, token)).status).toBe(200);
    const mine = await world.call(api.listQuestions, { eventId: event.id, token, isMine: 'true' } as never);
    expect(mine.data.items).toMatchObject([{ isMine: true, voted: true }]);
    // Nothing else of the event opens with it, and no other event.
    expect((await world.call(events.getEvent, { eventId: event.id, token })).status).toBe(403);
    const other = await at.open({ joinByCode: true });
    expect((await at.view(other.id, undefined, token)).status).toBe(404);
    await at.settings(event.id, { joinByCode: false });
    expect((await at.view(event.id, undefined, token)).problem.code).toBe(refusals.passOld.code);
  });

  test('a code opens nothing that the event hides, unless people may join by it', async () => {
    const hidden = await at.open({}, { visibility: 'private', passcode: 'glazed kiln' });
    expect((await look(hidden.code)).problem.code).toBe(refusals.wrongCode.code);
    const shown = await at.open();
    expect((await look(shown.code)).data.data).toMatchObject({ alias: shown.alias, joinByCode: false });
    expect((await join(shown.code)).problem.code).toBe(refusals.notByCode.code);
    await at.settings(shown.id, { status: 'disabled' });
    expect((await look(shown.code)).status).toBe(404);
  });

  test('wrong codes cost the browser that guesses, and nobody else behind its address', async () => {
    const event = await at.open({ joinByCode: true });
    const hall = { 'x-forwarded-for': '203.0.113.7' };
    const browser = async () => ({ ...hall, cookie: cookieOf(await look('kiln-100000', hall)) });
    const [guesser, neighbour] = [await browser(), await browser()];
    for (let n = 0; n < WRONG.most + 20; n += 1) expect((await look(event.code, guesser)).status).toBe(200);
    for (let n = 0; n < WRONG.most; n += 1) expect((await look(`kiln-${100_000 + n}`, guesser)).status).toBe(404);
    expect((await look('kiln-999999', guesser)).status).toBe(429);
    expect((await look(event.code, guesser)).status).toBe(429);
    expect((await look(event.code, { ...guesser, 'x-forwarded-for': '203.0.113.8' })).status).toBe(429);
    expect((await look(event.code, neighbour)).status).toBe(200);
    // A script that takes no cookie shuts nobody out either.
    for (let n = 0; n < 100; n += 1) expect((await look(`kiln-${200_000 + n}`, hall)).status).toBe(404);
    expect((await look(event.code, hall)).status).toBe(200);
    expect((await join(event.code, 'Theo', neighbour)).status).toBe(200);
    // Somebody who is signed in is counted by themselves, with whichever cookie.
    const ana = await world.person();
    for (let n = 0; n < WRONG.most; n += 1)
      expect((await world.call(api.getJoin, { code: `kiln-${300_000 + n}` }, ana, hall)).status).toBe(404);
    expect((await world.call(api.getJoin, { code: event.code }, ana, neighbour)).status).toBe(429);
    expect((await world.call(api.getJoin, { code: event.code }, host, hall)).status).toBe(200);
  });

  test('the cookie that tells browsers apart goes to these calls alone, and cannot be made up', async () => {
    const event = await at.open({ joinByCode: true });
    const given = String((await look(event.code)).headers['set-cookie']);
    expect(given).toMatch(/^folkmoot\.browser=[\w.-]+; .*Path=\/qna\/qna\/join; HttpOnly; SameSite=Lax$/);
    expect(
      (await look(event.code, { cookie: cookieOf({ headers: { 'set-cookie': given } }) })).headers,
    ).not.toHaveProperty('set-cookie');
    const made = `folkmoot.browser=${event.id}.${'A'.repeat(43)}`;
    expect((await look(event.code, { cookie: made })).headers).toHaveProperty('set-cookie');
  });

  test('one browser gets five passes an hour for an event, and one address no more than a hall takes', async () => {
    const event = await at.open({ joinByCode: true });
    const other = await at.open({ joinByCode: true });
    const hall = { 'x-forwarded-for': '203.0.113.9' };
    const guest = { ...hall, cookie: cookieOf(await look(event.code, hall)) };
    for (let n = 0; n < PASSES.browser.most; n += 1) expect((await join(event.code, 'Theo', guest)).status).toBe(200);
    expect((await join(event.code, 'Theo', guest)).problem.code).toBe(refusals.tooManyPasses.code);
    expect((await join(other.code, 'Theo', guest)).status).toBe(200);
    const left = PASSES.minute.most - PASSES.browser.most;
    for (let n = 0; n < left; n += 1) expect((await join(event.code, 'Theo', hall)).status).toBe(200);
    expect((await join(event.code, 'Theo', hall)).status).toBe(429);
    expect((await join(event.code, 'Theo', { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200);
    expect((await world.call(api.joinQna, { code: event.code, name: 'Ana' }, await world.person(), hall)).status).toBe(
      200,
    );
  });
});

describe('hosts see who came by the code, and remove them', () => {
  const come = async (code: string, name: string) => (await join(code, name)).data.data.token;
  const guests = async (eventId: string, as = host) =>
    (await world.call(hostingApi.listCodeGuests, { eventId }, as)).data;
  const remove = async (eventId: string, whom: object) =>
    (await world.call(hostingApi.removeCodeGuests, { eventId, ...whom }, host)).data;

  test('each with what they did; one who is removed is out, with their votes, and their words stay without a name', async () => {
    const event = await at.open({ joinByCode: true, whoCanComment: 'all' });
    const ana = await at.guest(event.id);
    const [theo, noor] = [await come(event.code, 'Theo'), await come(event.code, 'Noor')];
    const asked = await at.ask(event.id, 'Is there tea?', undefined, { token: theo });
    const id = asked.data.data._id;
    await at.vote(event.id, id, ana);
    await at.vote(event.id, id, undefined, true, theo);
    await at.vote(event.id, id, undefined, true, noor);
    const { items, count, quiet } = await guests(event.id);
    expect([count, quiet]).toEqual([2, 0]);
    expect(items).toMatchObject([
      { name: 'Noor', questions: 0, votes: 1, comments: 0 },
      { name: 'Theo', questions: 1, votes: 1, comments: 0 },
    ]);
    const guestId = items[1]?._id ?? '';
    expect(await remove(event.id, { guestId })).toEqual({ message: '1 person removed.', data: { done: 1 } });
    expect(await remove(event.id, { guestId })).toEqual({ message: '0 people removed.', data: { done: 0 } });
    expect((await at.view(event.id, undefined, theo)).problem.code).toBe(refusals.passOld.code);
    expect((await at.view(event.id, undefined, noor)).status).toBe(200);
    expect((await at.list(event.id)).items).toMatchObject([{ _id: id, votes: 2, asker: null }]);
    expect((await guests(event.id)).items).toMatchObject([{ name: 'Noor' }]);
  });

  test('those who have done nothing, or all: seats are free, and nobody else is touched', async () => {
    const event = await at.open({ joinByCode: true });
    const other = await at.open({ joinByCode: true });
    const ana = await at.guest(event.id);
    const question = await at.asked(event.id, 'Is there tea?', ana);
    const noor = await come(event.code, 'Noor');
    await at.vote(event.id, question, undefined, true, noor);
    await come(other.code, 'Theo');
    const full = LIMITS.guests - 1;
    await sql`insert into qna_people (event_id, id, name, created_at)
      select ${event.id}::uuid, gen_random_uuid(), 'Bot', ${world.clock.now()}::timestamptz from generate_series(1, ${full})`.execute(
      world.db,
    );
    expect((await join(event.code)).problem.code).toBe(refusals.tooManyGuests.code);
    expect(await guests(event.id)).toMatchObject({ count: full + 1, quiet: full });
    expect((await remove(event.id, { which: 'quiet' })).data.done).toBe(full);
    expect((await join(event.code)).status).toBe(200);
    expect((await at.view(event.id, undefined, noor)).status).toBe(200);
    expect((await remove(event.id, { which: 'all' })).data.done).toBe(2);
    expect((await at.list(event.id)).items).toMatchObject([{ votes: 0, asker: { userId: ana.id } }]);
    expect(await guests(other.id)).toMatchObject({ count: 1 });
    expect((await world.call(hostingApi.removeCodeGuests, { eventId: event.id }, host)).status).toBe(422);
  });
});

describe('a hall that a script has filled', () => {
  const ADDRESS = (n: number) => ({ 'x-forwarded-for': `203.0.113.${100 + n}` });
  const fill = (eventId: string, seats: number = LIMITS.guests, since = world.clock.now()) =>
    sql`insert into qna_people (event_id, id, name, created_at)
      select ${eventId}::uuid, gen_random_uuid(), 'Bot', ${since}::timestamptz from generate_series(1, ${seats})`.execute(
      world.db,
    );
  const seats = async (eventId: string) => (await world.call(hostingApi.listCodeGuests, { eventId }, host)).data.count;

  test('the next person gets a seat whose holder has done nothing for ten minutes', async () => {
    const event = await at.open({ joinByCode: true });
    await fill(event.id);
    expect((await join(event.code, 'Ana', ADDRESS(62))).problem.code).toBe(refusals.tooManyGuests.code);
    world.clock.moveBy(10 * 60_000 + 1000);
    for (const [n, name] of ['Noor', 'Theo'].entries())
      expect((await join(event.code, name, ADDRESS(60 + n))).status).toBe(200);
    expect(await seats(event.id)).toBe(LIMITS.guests);
    // Many at once: each gets a seat of their own.
    const crowd = await Promise.all(Array.from({ length: 10 }, (_, n) => join(event.code, `Guest ${n}`, ADDRESS(n))));
    expect(crowd.map(({ status }) => status)).toEqual(crowd.map(() => 200));
    expect(await seats(event.id)).toBe(LIMITS.guests);
  });

  test('nobody loses a seat who has asked or voted', async () => {
    const event = await at.open({ joinByCode: true });
    const { token } = (await join(event.code, 'Noor', ADDRESS(50))).data.data;
    const ana = await at.guest(event.id);
    await at.vote(event.id, await at.asked(event.id, 'Is there tea?', ana), undefined, true, token);
    await fill(event.id, 1);
    const later = new Date(world.clock.now().getTime() + 3_600_000);
    await fill(event.id, LIMITS.guests - 2, later);
    world.clock.moveBy(10 * 60_000 + 1000);
    expect((await join(event.code, 'Theo', ADDRESS(51))).status).toBe(200);
    expect((await join(event.code, 'Kofi', ADDRESS(52))).problem.code).toBe(refusals.tooManyGuests.code);
    expect((await at.view(event.id, undefined, token)).status).toBe(200);
  });
});

describe('by the link of an email', () => {
  test('a guest without an account asks and votes under the name that they registered with', async () => {
    const event = await at.open();
    const visitor = { firstName: 'Noor', lastName: 'Haddad', email: 'noor@alderwick.example' };
    expect((await at.register(event.id, undefined, { visitor })).status).toBe(200);
    const { rows } = await sql<{
      id: string;
    }>`select id from participations where event_id = ${event.id} and email = ${visitor.email}`.execute(world.db);
    const token = createEventTokens(world.config.authSecret).forParticipation(rows[0]?.id ?? '');
    expect((await at.view(event.id, undefined, token)).data.data).toMatchObject({
      role: 'attendee',
      viewerName: 'Noor Haddad',
    });
    const asked = (await at.ask(event.id, 'Is there a ramp?', undefined, { token })).data.data;
    expect(asked.asker).toMatchObject({ name: 'Noor Haddad', userId: null });
    expect(JSON.stringify(await at.list(event.id))).not.toContain(visitor.email);
    // The link's guest acts, even if somebody else is signed in.
    expect((await at.vote(event.id, asked._id, host, true, token)).data.data.votes).toBe(1);
    expect((await at.vote(event.id, asked._id, undefined, true, token)).data.data.votes).toBe(1);
    expect((await at.vote(event.id, asked._id, host)).data.data.votes).toBe(2);
  });
});

describe('limits', () => {
  test('five questions a minute, anonymous ones as well, and nobody else is slowed down', async () => {
    const event = await at.open({ allowAnonymousQuestions: true });
    const [ana, ben] = [await at.guest(event.id), await at.guest(event.id)];
    for (let n = 0; n < 5; n += 1)
      expect((await at.ask(event.id, `${n}?`, ana, { isAnonymous: n % 2 === 0 })).status).toBe(200);
    expect((await at.ask(event.id, 'Six?', ana, { isAnonymous: true })).status).toBe(429);
    expect((await at.ask(event.id, 'Six?', ana)).status).toBe(429);
    expect((await at.ask(event.id, 'One?', ben)).status).toBe(200);
  });

  test('sixty votes and ten comments a minute', async () => {
    const event = await at.open({ whoCanComment: 'all' });
    const ana = await at.guest(event.id);
    const id = await at.asked(event.id, 'Is there tea?', ana);
    for (let n = 0; n < 60; n += 1) expect((await at.vote(event.id, id, ana, n % 2 === 0)).status).toBe(200);
    expect((await at.vote(event.id, id, ana)).status).toBe(429);
    for (let n = 0; n < 10; n += 1) expect((await at.comment(event.id, id, `${n}`, ana)).status).toBe(200);
    expect((await at.comment(event.id, id, '11', ana)).status).toBe(429);
  });

  test('what everybody who watches is told of: changed comments, reactions, and the words of one question', async () => {
    const event = await at.open({ whoCanComment: 'all', allowAnonymousQuestions: true });
    const ana = await at.guest(event.id);
    const questionId = await at.asked(event.id, 'Is there tea?', ana);
    const key = newKey();
    const quiet = await at.asked(event.id, 'Why?', ana, { isAnonymous: true, key });
    const own = (await at.comment(event.id, questionId, 'Yes', ana)).data.data._id;
    const ids = { eventId: event.id, questionId, commentId: own };
    const acts: [number, (n: number) => Promise<{ status: number }>][] = [
      [9, (n) => world.call(api.changeComment, { ...ids, content: `Yes, ${n}` }, ana)],
      [60, (n) => world.call(api.addReaction, { ...ids, emoji: n % 2 ? '👍' : '🎉' }, ana)],
      [10, (n) => at.change(event.id, questionId, { content: `Is there tea ${n}?` }, ana)],
      [10, (n) => at.change(event.id, quiet, { content: `Why ${n}?`, key }, undefined)],
    ];
    for (const [most, act] of acts) {
      for (let n = 0; n < most; n += 1) expect((await act(n)).status).toBe(200);
      expect((await act(most)).status, String(act)).toBe(429);
    }
  });

  test('a question that is sent again with its key counts once', async () => {
    const event = await at.open();
    const ana = await at.guest(event.id);
    const key = newKey();
    for (let n = 0; n < 8; n += 1) expect((await at.ask(event.id, 'Is there tea?', ana, { key })).status).toBe(200);
  });

  test('other words with the key of a question that has arrived are not taken for it: nobody is told that they were asked', async () => {
    const event = await at.open({ allowAnonymousQuestions: true });
    const [ana, ben] = [await at.guest(event.id), await at.guest(event.id)];
    const key = newKey();
    await at.asked(event.id, 'Is there tea?', ana, { key });
    const code = async (content: string, more: object = {}, as = ana) =>
      (await at.ask(event.id, content, as, { key, ...more })).problem.code;
    expect(await code('Is there tea, or only coffee?')).toBe(refusals.askedBefore.code);
    expect(await code('Is there tea?', { isAnonymous: true })).toBe(refusals.askedBefore.code);
    expect(await code('Is there tea?', {}, ben)).toBe('core.conflict');
    expect((await at.list(event.id)).items).toMatchObject([{ content: 'Is there tea?' }]);
    await at.change(event.id, (await at.list(event.id)).items[0]?._id ?? '', { content: 'Is there green tea?' }, host);
    expect((await at.ask(event.id, 'Is there tea?', ana, { key })).data.data.content).toBe('Is there green tea?');
  });
});
