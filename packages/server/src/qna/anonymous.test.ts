import * as api from '@folkmoot/contract/qna/api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKey, type QnaFixtures, qnaFixtures } from '../../test/fixtures/qna-fixtures.ts';
import { until } from '../../test/fixtures/until.ts';
import { openSocketClients, type SocketClients } from '../../test/socket-client.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { allRows } from '../core/db/db.ts';
import { makeCommunity } from '../seed/builders.ts';

/* Anonymous means nobody: whatever the product keeps, sends or writes down is searched for who asked. */

let world: World;
let host: Signed;
let at: QnaFixtures;
let ears: SocketClients;

beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'trace', RATE_LIMITS: 'on' });
  await world.app.jobs.start();
  ears = openSocketClients((await world.app.listen()).replace('http', 'ws'));
  host = await world.person();
  at = qnaFixtures(world, host);
});
afterAll(async () => {
  ears.close();
  await world.close();
});

/** Every row of every table as text, by table; keys of rows that were there before are left out. */
async function everyRow(): Promise<Map<string, string[]>> {
  const tables = await allRows(
    world.db,
    sql<{ name: string }>`select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const rows = new Map<string, string[]>();
  for (const { name } of tables)
    rows.set(
      name,
      (await allRows(world.db, sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`)).map(
        ({ row }) => row,
      ),
    );
  return rows;
}

test('no row, frame, log line, job or audit entry says who asked', async () => {
  const { id: serverId } = await makeCommunity(world.db, host.id);
  const event = await at.open(
    { allowAnonymousQuestions: true, approveQuestionsForModeration: true, joinByCode: true },
    { serverId },
  );
  const asker = await at.guest(event.id, { firstName: 'Zebedee', lastName: 'Quillfeather' });
  const participationId = await at.idOf(event.id, asker);
  // Their session, registration and name are there already.
  await world.call(api.getQna, { eventId: event.id }, asker);
  const [watcher, hosting] = [await ears.listen(await world.person()), await ears.listen(host)];
  for (const ear of [watcher, hosting]) expect(await ear.attend(event.id)).toBeDefined();
  const before = await everyRow();
  const logged = world.logged.length;
  const heard = [watcher.heard.length, hosting.heard.length];

  const tab = 'tab-of-the-asker';
  const [key, other] = [newKey(), newKey()];
  const headers = { 'x-client-id': tab };
  const ask = (content: string, which: string) =>
    world.call(api.askQuestion, { eventId: event.id, content, isAnonymous: true, key: which }, asker, headers);
  const first = (await ask('Why is the kiln so dear?', key)).data.data;
  const second = (await ask('Who chose the glaze?', other)).data.data;
  expect(first).toMatchObject({ isAnonymous: true, asker: null, isMine: false, state: 'pending' });
  // Also when it is refused for being too many.
  for (let n = 0; n < 6; n += 1) await ask(`Another, the ${n}th?`, newKey());
  await at.change(event.id, first._id, { content: 'Why is the kiln so expensive?', key }, undefined);
  await at.move(event.id, first._id, 'pending', 'published');
  await at.change(event.id, first._id, { isNow: true });
  await at.move(event.id, second._id, 'pending', 'refused', { reason: 'Not today' });
  await at.merge(event.id, (await at.list(event.id, { isPending: true }, host)).items[0]?._id ?? '', first._id);
  await at.move(event.id, first._id, 'published', 'answered');
  await world.call(api.deleteQuestion, { eventId: event.id, questionId: second._id, key: other }, undefined);
  await hosting.hear('question.withdrawn');
  await until(async () => expect(hosting.heard.length).toBeGreaterThan(heard[1] ?? 0));

  const traces = [asker.id, participationId, asker.sessionId, 'Zebedee', 'Quillfeather', asker.email, key, other, tab];
  const after = await everyRow();
  for (const [table, rows] of after) {
    const known = new Set(before.get(table));
    for (const row of rows)
      if (!known.has(row))
        for (const trace of traces) expect(row.includes(trace), `${trace} in ${table}: ${row}`).toBe(false);
  }
  expect(after.get('public.qna_questions')?.length).toBeGreaterThan(0);
  const frames = [...watcher.heard.slice(heard[0]), ...hosting.heard.slice(heard[1])].map((frame) =>
    JSON.stringify(frame),
  );
  expect(frames.some((frame) => frame.includes('expensive'))).toBe(true);
  const lines = world.logged.slice(logged).map((line) => JSON.stringify(line));
  expect(lines.some((line) => line.includes('/qna/'))).toBe(true);
  for (const trace of traces) {
    expect(frames.filter((frame) => frame.includes(trace))).toEqual([]);
    expect(lines.filter((line) => line.includes(trace))).toEqual([]);
  }
  const stats = (await world.call(api.getQnaStats, { eventId: event.id }, host)).data.data;
  expect(stats).toMatchObject({ anonymous: 1, people: 0 });
});

test('two questions of one person have nothing in common', async () => {
  const event = await at.open({ allowAnonymousQuestions: true });
  const asker = await at.guest(event.id);
  for (const content of ['One?', 'Two?']) await at.asked(event.id, content, asker, { isAnonymous: true });
  const rows = await allRows(
    world.db,
    sql<{
      key: string;
      value: string;
    }>`select key, value #>> '{}' as value from qna_questions q, jsonb_each(to_jsonb(q) - array['event_id', 'is_anonymous',
      'state', 'votes', 'comments', 'rev', 'reason', 'by_host', 'is_held', 'is_bookmarked', 'worded_by_host'])
      where event_id = ${event.id} and value <> 'null'`,
  );
  const values = rows.filter(({ key }) => !key.endsWith('_at')).map(({ value }) => value);
  expect(new Set(values).size).toBe(values.length);
});

test('with the key, and nothing else, its asker sees what became of it, changes and withdraws it', async () => {
  const event = await at.open({ allowAnonymousQuestions: true, approveQuestionsForModeration: true });
  const [asker, other] = [await at.guest(event.id), await at.guest(event.id)];
  const key = newKey();
  const asked = { isAnonymous: true, key };
  const id = await at.asked(event.id, 'Is ther tea?', asker, asked);
  expect((await at.ask(event.id, 'Is ther tea?', asker, asked)).data.data._id).toBe(id);
  expect(await at.mine(event.id, [newKey()])).toEqual([]);
  expect(await at.mine(event.id, [key, newKey()])).toMatchObject([{ _id: id, key, state: 'pending', asker: null }]);
  expect((await at.list(event.id, { isMine: true }, asker)).count).toBe(0);
  const wrongKey = await at.change(event.id, id, { content: 'Mine', key: newKey() }, undefined);
  expect(wrongKey.status).toBe(404);
  const moved = await at.change(event.id, id, { from: 'pending', status: 'published', key }, undefined);
  expect(moved.problem.code).toBe(refusals.notHost.code);
  const changed = await at.change(event.id, id, { content: 'Is there tea?', key }, undefined);
  expect(changed.data.data).toMatchObject({ content: 'Is there tea?', state: 'pending' });
  await at.move(event.id, id, 'pending', 'published');
  await at.vote(event.id, id, other);
  const late = await at.change(event.id, id, { content: 'Is there coffee?', key }, undefined);
  expect(late.problem.code).toBe(refusals.hasVotes.code);
  await at.move(event.id, id, 'published', 'refused', { reason: 'Asked already' });
  expect(await at.mine(event.id, [key])).toMatchObject([{ state: 'refused', reason: 'Asked already' }]);
  const gone = await world.call(api.deleteQuestion, { eventId: event.id, questionId: id, key });
  expect(gone.data.message).toBe(TOASTS.deleted);
  expect(await at.mine(event.id, [key])).toEqual([]);
});

test('a host who asks anonymously waits like everybody else', async () => {
  const event = await at.open({ allowAnonymousQuestions: true, approveQuestionsForModeration: true });
  const asked = await at.ask(event.id, 'Why?', host, { isAnonymous: true });
  expect(asked.data.data).toMatchObject({ state: 'pending', asker: null });
  await at.settings(event.id, { status: 'disabled' });
  expect((await at.ask(event.id, 'Why now?', host, { isAnonymous: true })).problem.code).toBe(
    refusals.notAnonymous.code,
  );
});

test('a key of a question under a name opens nothing', async () => {
  const event = await at.open();
  const asker = await at.guest(event.id);
  const key = newKey();
  const id = await at.asked(event.id, 'Is there tea?', asker, { key });
  expect(await at.mine(event.id, [key])).toEqual([]);
  expect((await world.call(api.deleteQuestion, { eventId: event.id, questionId: id, key })).status).toBe(404);
});

test('somebody whose question was merged does not learn by its key what has become of the other while it waits', async () => {
  const event = await at.open({ allowAnonymousQuestions: true });
  const [asker, other] = [await at.guest(event.id), await at.guest(event.id)];
  const key = newKey();
  const id = await at.asked(event.id, 'Is there tea?', asker, { isAnonymous: true, key });
  const into = await at.asked(event.id, 'Will there be tea?', other);
  await at.merge(event.id, id, into);
  expect(await at.mine(event.id, [key])).toMatchObject([{ mergedInto: { _id: into, content: 'Will there be tea?' } }]);
  await at.settings(event.id, { approveQuestionsForModeration: true });
  expect((await at.change(event.id, into, { content: 'Unread words' }, other)).data.data.state).toBe('pending');
  expect(await at.mine(event.id, [key])).toMatchObject([{ state: 'archived', mergedInto: null }]);
  expect((await at.get(event.id, id, host)).data.data.mergedInto).toMatchObject({ content: 'Unread words' });
  await at.move(event.id, into, 'pending', 'published');
  expect(await at.mine(event.id, [key])).toMatchObject([{ mergedInto: { content: 'Unread words' } }]);
});
