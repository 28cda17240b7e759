import { LIMITS as COMMUNITIES } from '@folkmoot/contract/communities/schema.ts';
import { getWritingService, writeCommunityDescription, writeEventDescription } from '@folkmoot/contract/writing/api.ts';
import { LIMITS, refusals } from '@folkmoot/contract/writing/schema.ts';
import { type Asked, startWriting, type Writing } from '@folkmoot/sandbox/src/writing/start.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { readConfig } from '../core/config.ts';
import { createWriting } from './actions.ts';
import { countUse, endUse } from './store.ts';

let service: Writing;
let world: World;
beforeAll(async () => {
  service = await startWriting();
  world = await openWorld({ AI_URL: service.url, AI_MODEL: service.model, AI_KEY: 'a key', RATE_LIMITS: 'on' });
});
afterAll(async () => {
  await world.close();
  await service.stop();
});

const community = (as: Signed | undefined, more: object = {}) =>
  world.call(writeCommunityDescription, { community_prompt: 'A walk at dusk', ...more }, as);
const event = (as: Signed | undefined, more: object = {}) =>
  world.call(writeEventDescription, { event_prompt: 'A walk at dusk', ...more }, as);

describe('writing with AI', () => {
  test('signed-in people learn which host writes, and get a text for a community and for an event', async () => {
    const ines = await world.person();
    const { data } = await world.call(getWritingService, {}, ines);
    expect(data.service?.host).toBe(new URL(service.url).host);
    const forCommunity = await community(ines, { content_style: 'Formal', content_length: 'Short' });
    expect(forCommunity.data.data.generated_output).toContain('A walk at dusk.');
    const forEvent = await event(ines, { content_length: 'Long' });
    expect(forEvent.data.generated_output).toContain('A walk at dusk.');
  });

  test('strangers get nothing, also at the path that says public: they would spend the operator’s money', async () => {
    const before = service.asked.length;
    expect([(await community(undefined)).status, (await event(undefined)).status]).toEqual([401, 401]);
    expect(service.asked.length).toBe(before);
  });

  test('the service gets the prompt and our instructions, and nothing of the person', async () => {
    const ines = await world.person({ firstName: 'Ines', lastName: 'Quark' });
    await community(ines, { community_prompt: 'Pottery for beginners', content_style: 'Playful' });
    const { body, authorization } = service.asked.at(-1) as Asked;
    expect(authorization).toBe('Bearer a key');
    expect(Object.keys(body).sort()).toEqual(['max_completion_tokens', 'messages', 'model']);
    const messages = body.messages as { role: string; content: string }[];
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(messages[1]?.content).toBe('Pottery for beginners');
    expect(messages[0]?.content).toContain('playful');
    for (const secret of ['Ines', 'Quark', ines.id, ines.email]) expect(JSON.stringify(body)).not.toContain(secret);
  });

  test.each([
    { name: 'blank', prompt: '  ', sentence: 'Prompt is required.' },
    { name: 'too long', prompt: 'x'.repeat(LIMITS.prompt + 1), sentence: 'Max 1000 characters allowed.' },
  ])('a prompt that is $name is refused at its field, and costs nothing', async ({ prompt, sentence }) => {
    const before = service.asked.length;
    const { status, problem } = await community(await world.person(), { community_prompt: prompt });
    expect([status, problem?.fields?.community_prompt]).toEqual([422, sentence]);
    expect(service.asked.length).toBe(before);
  });

  test('one person gets five texts in a minute, for communities and events together', async () => {
    const ines = await world.person();
    const statuses = [];
    for (let turn = 0; turn < 6; turn += 1) statuses.push((await (turn % 2 ? event : community)(ines)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await community(await world.person())).status).toBe(200);
  });

  test('a text is as long as its field at most', () => {
    expect(LIMITS.community).toBe(COMMUNITIES.description);
  });
});

describe('what is counted', () => {
  const at = new Date('2026-06-01T23:59:00Z');
  const later = (ms: number) => new Date(at.getTime() + ms);
  const count = (userId: string, now = at, daily = 1000) =>
    world.db.transaction().execute((tx) => countUse(tx, userId, { daily, busyMs: 60_000, now }));
  const end = (userId: string, isUnused = false, since = at) =>
    world.db.transaction().execute((tx) => endUse(tx, userId, since, isUnused));
  const total = async (now = at) => {
    const { rows } = await sql<{
      uses: number;
    }>`select uses from writing_days where day = ${Math.floor(now.getTime() / 86_400_000)}`.execute(world.db);
    return rows[0]?.uses ?? 0;
  };

  test('one text at a time: also over midnight, and no longer than a minute after a crash', async () => {
    const { id } = await world.person();
    expect(await count(id)).toBeUndefined();
    expect([await count(id), await count(id, later(59_000)), await count(id, later(61_000))]).toEqual([
      'busy',
      'busy',
      undefined,
    ]);
  });

  test('forty a day for each person, and the next day again', async () => {
    const { id } = await world.person();
    for (let turn = 0; turn < LIMITS.perDay; turn += 1) {
      expect(await count(id)).toBeUndefined();
      await end(id);
    }
    expect([await count(id), await count(id, later(120_000))]).toEqual(['tooMany', undefined]);
  });

  test('a text that was not written is counted back, for the person and for everybody', async () => {
    const { id } = await world.person();
    const before = await total();
    expect(await count(id)).toBeUndefined();
    expect(await total()).toBe(before + 1);
    await end(id, true);
    expect(await total()).toBe(before);
  });

  test('the limit of everybody holds exactly for many at once', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => world.person()));
    const used = await total();
    const refused = await Promise.all(people.map(({ id }) => count(id, at, used + 5)));
    expect(refused.filter((why) => why === undefined)).toHaveLength(5);
    expect(new Set(refused)).toEqual(new Set([undefined, 'allUsed']));
    expect(await total()).toBe(used + 5);
  });

  test('what is older than a day is deleted with the first text of a day', async () => {
    const { id } = await world.person();
    await count(id);
    expect(await count(id, later(3 * 86_400_000))).toBeUndefined();
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from writing_uses where user_id = ${id}`.execute(world.db);
    expect(rows[0]?.n).toBe(1);
  });
});

describe('services that behave differently', () => {
  const warned: object[] = [];
  const log = { warn: (what: object) => void warned.push(what) } as never;
  const wish = { prompt: 'A secret walk', content_style: 'Casual', content_length: 'Short' } as const;
  const writeAs = (model: string, url = service.url) =>
    createWriting({ url, key: undefined, model, daily: 1 }, log)('event', wish, 1000);
  afterEach(() => warned.splice(0));

  test.each([
    { model: 'refuses-max-tokens' },
    { model: 'refuses-new-name' },
    { model: 'thinks' },
    { model: 'thinks-too-long' },
  ])('$model: the text comes all the same', async ({ model }) => {
    const text = await writeAs(model);
    expect(text).toMatch(/^A secret walk\./);
    expect(text).not.toContain('What do they want');
  });

  test('a name that the service did not take is not tried again', async () => {
    const write = createWriting({ url: service.url, key: undefined, model: 'refuses-new-name', daily: 1 }, log);
    await write('event', wish, 1000);
    const before = service.asked.length;
    await write('event', wish, 1000);
    expect(service.asked.slice(before).map(({ body }) => 'max_tokens' in body)).toEqual([true]);
  });

  test.each([
    { model: 'empty', code: refusals.empty.code, uses: 1 },
    { model: 'endless', code: refusals.down.code, uses: 1 },
    { model: 'down', code: refusals.down.code, uses: 0 },
    { model: 'nobody-has-this', code: refusals.down.code, uses: 0 },
  ])('$model: $code, and the text counts $uses times', async ({ model, code, uses }) => {
    const there = await openWorld({ AI_URL: service.url, AI_MODEL: model });
    const ines = await there.person();
    const { status, problem } = await there.call(writeEventDescription, { event_prompt: 'A walk' }, ines);
    expect([status, problem?.code]).toEqual([503, code]);
    const rows = await there.db.selectFrom('writing_uses').select(['uses', 'busy_until']).execute();
    expect(rows).toEqual([{ uses, busy_until: null }]);
    await there.close();
  });

  test.each(['empty', 'down', 'endless'])('%s: the log says nothing of the prompt', async (model) => {
    await expect(writeAs(model)).rejects.toThrow();
    expect(JSON.stringify(warned)).not.toContain('secret');
  });

  test('a service that does not answer counts as down, and the text is counted back', async () => {
    const gone = await startWriting();
    await gone.stop();
    const broken = await openWorld({ AI_URL: gone.url, AI_MODEL: 'x' });
    const ines = await broken.person();
    const { status, problem } = await broken.call(writeEventDescription, { event_prompt: 'A walk' }, ines);
    expect([status, problem?.code]).toEqual([503, refusals.down.code]);
    const rows = await broken.db.selectFrom('writing_uses').select(['uses', 'busy_until']).execute();
    expect(rows).toEqual([{ uses: 0, busy_until: null }]);
    await broken.close();
  });
});

describe('settings', () => {
  test('without a service there is none, and asking for a text says so', async () => {
    const without = await openWorld({});
    const ines = await without.person();
    expect((await without.call(getWritingService, {}, ines)).data.service).toBeNull();
    const { status, problem } = await without.call(writeEventDescription, { event_prompt: 'A walk' }, ines);
    expect([status, problem?.code]).toEqual([409, refusals.absent.code]);
    await without.close();
  });

  test.each([
    { given: { AI_URL: 'http://127.0.0.1:11434/v1' }, sentence: 'AI_MODEL' },
    { given: { AI_MODEL: 'x' }, sentence: 'AI_URL' },
    { given: { AI_URL: 'ftp://x', AI_MODEL: 'x' }, sentence: 'AI_URL' },
    { given: { AI_URL: 'https://user:pass@x.example/v1', AI_MODEL: 'x' }, sentence: 'AI_KEY' },
  ])('$given is refused with a sentence about $sentence', ({ given, sentence }) => {
    expect(() => readConfig({ DATA_DIR: '/tmp', AUTH_SECRET: 'x'.repeat(32), ...given })).toThrow(sentence);
  });
});
