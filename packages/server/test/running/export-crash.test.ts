import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportView } from '@folkmoot/contract/accounts/export-schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeCommunity, makePerson } from '../../src/seed/builders.ts';
import { until } from '../fixtures/until.ts';
import { unzip } from '../fixtures/zip.ts';
import { type ServerProcess, startServerProcess, stop, tokenOf } from '../server-process.ts';

/* The server as its own process, killed with SIGKILL while it prepares a copy of somebody's data. */

const MESSAGES = 30_000;

let product: ServerProcess;
let token: string;

beforeAll(async () => {
  product = await startServerProcess();
  await product.inside(async (db, app) => {
    const { id } = await makePerson(db);
    const { id: serverId } = await makeCommunity(db, id);
    const { conversationId } = await makeChannel(db, serverId, id);
    await sql`insert into messages (home_id, conversation_id, seq, id, version, author_id, client_id, text, created_at)
      select ${conversationId}, ${conversationId}, n, gen_random_uuid(), n, ${id}, gen_random_uuid(), 'Message ' || n, ${new Date()}::timestamptz
      from generate_series(1, ${MESSAGES}::int) n`.execute(db);
    token = await tokenOf(db, app, id);
  });
}, 60_000);
afterAll(() => product.close());

const ask = async (url: string, method: string): Promise<ExportView> => {
  const answer = await fetch(`${url}/api/v1/auth/export`, { method, headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: ExportView }).data;
};
const namesIn = (folder: string) => {
  const path = join(product.dataDir, folder);
  return existsSync(path) ? readdirSync(path) : [];
};

test('a copy whose process was killed is begun anew, and half of it is nowhere', async () => {
  const first = await product.start();
  expect((await ask(first.url, 'POST')).state).toBe('preparing');
  await until(async () => expect((await ask(first.url, 'GET')).items).toBeGreaterThan(2000));
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  expect([namesIn('work/exports').length, namesIn('files/exports').length]).toEqual([1, 0]);

  // A minute later, when its lease is over.
  await product.inside(async (db) => {
    const { rows } = await sql<{ tries: number }>`update exports set leased_until = leased_until - interval '1 minute'
      where state = 'preparing' returning tries`.execute(db);
    expect(rows).toEqual([{ tries: 1 }]);
  });
  const second = await product.start();
  const view = await until(async () => {
    const now = await ask(second.url, 'GET');
    expect(now.state).toBe('ready');
    return now;
  });
  const answer = await fetch(new URL(view.url ?? '', second.url), { headers: { authorization: `Bearer ${token}` } });
  const files = await unzip(Buffer.from(await answer.arrayBuffer()));
  const { 'Messages you wrote': messages } = JSON.parse(files.get('data/conversations.json') ?? '');
  expect(new Set(messages.map(({ text }: { text: string }) => text)).size).toBe(MESSAGES);
  await until(() => expect([namesIn('work/exports').length, namesIn('files/exports').length]).toEqual([0, 1]));
  await stop(second.child);
}, 90_000);
