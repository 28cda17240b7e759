import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessagePage, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApp } from '../src/app.ts';
import { systemClock } from '../src/core/clock.ts';
import { readConfig } from '../src/core/config.ts';
import { openDatabase } from '../src/core/db.ts';
import { newId } from '../src/core/id.ts';
import { createLog } from '../src/core/log.ts';
import { migrate } from '../src/core/migrate.ts';
import { TOKEN } from '../src/core/session.ts';
import { makeChannel, makeCommunity, makePerson } from '../src/seed/builders.ts';

/* The server as its own process, killed with SIGKILL in the middle of a stream of sends. */

const dataDir = mkdtempSync(join(tmpdir(), 'folkmoot-crash-'));
const name = `folkmoot_crash_${newId().replaceAll('-', '')}`;
const shared = process.env.DATABASE_URL;
const own = shared ? Object.assign(new URL(shared), { pathname: `/${name}` }).href : undefined;
const env: Record<string, string> = {
  DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: 'silent',
  RATE_LIMITS: 'off',
  FOLKMOOT_EMPTY: '1',
  AUTH_SECRET: 'a secret that only this test uses, 32',
  ...(own ? { DATABASE_URL: own } : {}),
};
const running = new Set<ChildProcess>();
let token: string;
let conversationId: string;

async function onServer(statement: string): Promise<void> {
  if (!shared) return;
  const client = new pg.Client({ connectionString: shared });
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  await onServer(`create database ${name}`);
  const config = readConfig(env);
  const database = await openDatabase(config);
  await migrate(database, systemClock);
  const person = await makePerson(database.db);
  const { id: serverId } = await makeCommunity(database.db, person.id);
  conversationId = (await makeChannel(database.db, serverId, person.id)).conversationId;
  const app = await createApp({ config, database, clock: systemClock, log: createLog(config) });
  const sessionId = newId();
  const now = new Date();
  await database.db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: person.id,
      token: newId(),
      expires_at: new Date(now.getTime() + 86_400_000),
      created_at: now,
      updated_at: now,
    })
    .execute();
  const claims = {
    sub: person.id,
    sid: sessionId,
    iss: TOKEN.issuer,
    aud: TOKEN.audience,
    exp: Math.floor(now.getTime() / 1000) + 3600,
  };
  ({ token } = await app.signIn.api.signJWT({ body: { payload: claims } }));
  await app.http.close();
  await database.close();
}, 60_000);

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await onServer(`drop database ${name} with (force)`);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the server, and answers its address once it is ready. */
async function start(): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(join(import.meta.dirname, '../src/main.ts'), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.add(child);
  child.on('exit', () => running.delete(child));
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: { type: string; url: string }) => message.type === 'ready' && resolve(message.url));
    child.on('exit', () => reject(new Error('The server ended before it was ready.')));
  });
  return { child, url };
}

async function call<Answer>(url: string, method: string, path: string, body?: object): Promise<Answer | undefined> {
  const init = {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
  const answer = await fetch(`${url}/api/v1/conversations/${conversationId}${path}`, init).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as Answer) : undefined;
}

/** How many messages of one's own the search finds, page by page. */
async function countFound(url: string): Promise<number> {
  let count = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ search: 'from:me', cursor });
    const answer = await fetch(`${url}/api/v1/search/messages?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const page = (await answer.json()) as { data: unknown[]; nextCursor: string | null };
    count += page.data.length;
    cursor = page.nextCursor;
  }
  return count;
}

test('every acknowledged message is there after three kills, each once and in order', async () => {
  const acknowledged = new Map<string, number>();
  for (let round = 0; round < 3; round += 1) {
    const { child, url } = await start();
    let alive = true;
    child.on('exit', () => {
      alive = false;
    });
    const enough = acknowledged.size + 60;
    const writer = async () => {
      while (alive) {
        const text = newId();
        const sent = await call<MessageView>(url, 'POST', '/messages', { clientId: text, text });
        if (sent) acknowledged.set(text, sent.seq);
        if (acknowledged.size >= enough) child.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 8 }, writer));
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(180);

  const { child, url } = await start();
  const kept = new Map<string, number>();
  for (let after = 0; ; ) {
    const page = await call<MessagePage>(url, 'GET', `/messages?after=${after}`);
    for (const message of page?.data ?? []) kept.set(message.text, message.seq);
    if (!page?.hasAfter) break;
    after = page.data.at(-1)?.seq ?? after;
  }
  // What was sent before a kill can be found after it.
  await vi.waitFor(async () => expect(await countFound(url)).toBe(kept.size), { timeout: 10_000, interval: 100 });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  for (const [text, seq] of acknowledged) expect(kept.get(text)).toBe(seq);
  expect(new Set(kept.values()).size).toBe(kept.size);
}, 120_000);
