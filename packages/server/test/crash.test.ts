import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessagePage, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import type { createEvent } from '@folkmoot/contract/events/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../src/core/id.ts';
import { makeChannel, makeCommunity, makePerson } from '../src/seed/builders.ts';
import { testServer } from './database.ts';
import { type Mailbox, openMailbox } from './mail.ts';
import { ALL } from './scope.ts';
import { type ServerProcess, startServerProcess, stop, tokenOf } from './server-process.ts';

/* The server as its own process, killed with SIGKILL in the middle of what people do. */

/** How often the server is killed. */
const KILLS = ALL ? 3 : 1;

let product: ServerProcess;
let mailbox: Mailbox;
let token: string;
let conversationId: string;

beforeAll(async () => {
  mailbox = await openMailbox();
  product = await startServerProcess({ SMTP_URL: mailbox.url }, { embedded: true });
  await product.inside(async (db, app) => {
    const person = await makePerson(db);
    const { id: serverId } = await makeCommunity(db, person.id);
    conversationId = (await makeChannel(db, serverId, person.id)).conversationId;
    token = await tokenOf(db, app, person.id);
  });
}, 60_000);
afterAll(async () => {
  await product.close();
  await mailbox.close();
});

async function call<Given>(url: string, method: string, path: string, body?: object): Promise<Given | undefined> {
  const init = {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
  const answer = await fetch(`${url}/api/v1${path}`, init).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as Given) : undefined;
}

/** The same for a call that has to succeed: the server was not killed yet. One that is very busy is asked again. */
async function must<Given>(url: string, path: string, body?: object): Promise<Given> {
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${url}/api/v1${path}`, { ...init, headers });
  if (answer.status === 503) return must(url, path, body);
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Given;
}

/** How many of the person's own messages the search finds, page by page. */
async function countFound(url: string): Promise<number> {
  let count = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ search: 'from:me', cursor });
    const page = await must<{ data: unknown[]; nextCursor: string | null }>(url, `/search/messages?${query}`);
    count += page.data.length;
    cursor = page.nextCursor;
  }
  return count;
}

test('every acknowledged message survives killing the server, each once and in order', async () => {
  const acknowledged = new Map<string, number>();
  for (let round = 0; round < KILLS; round += 1) {
    const { child, url } = await product.start();
    let alive = true;
    child.on('exit', () => {
      alive = false;
    });
    const enough = acknowledged.size + 60;
    const writer = async () => {
      while (alive) {
        const text = newId();
        const sent = await call<MessageView>(url, 'POST', `/conversations/${conversationId}/messages`, {
          clientId: text,
          text,
        });
        if (sent) acknowledged.set(text, sent.seq);
        if (acknowledged.size >= enough) child.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 8 }, writer));
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(60 * KILLS);

  const { child, url } = await product.start();
  await expectKept(url, acknowledged);
  expect(await stop(child)).toBe(0);
}, 120_000);

/** That the conversation has the acknowledged messages, each once, and that all of it can be found. */
async function expectKept(url: string, acknowledged: ReadonlyMap<string, number>): Promise<void> {
  const kept = new Map<string, number>();
  for (let after = 0; ; ) {
    const page = await must<MessagePage>(url, `/conversations/${conversationId}/messages?after=${after}`);
    for (const message of page.data) kept.set(message.text, message.seq);
    if (!page.hasAfter) break;
    after = page.data.at(-1)?.seq ?? after;
  }
  // Messages sent before a kill can be found after it.
  await vi.waitFor(async () => expect(await countFound(url)).toBe(kept.size), { timeout: 10_000, interval: 100 });
  for (const [text, seq] of acknowledged) expect(kept.get(text)).toBe(seq);
  expect(new Set(kept.values()).size).toBe(kept.size);
}

// The others of DATABASE_URL are not ours to kill, and PGlite ends with the server.
test.runIf(testServer && !process.env.DATABASE_URL)(
  'every acknowledged message survives killing PostgreSQL under the server, which starts it again, and it ends with the server',
  async () => {
    const postgres = () =>
      Number.parseInt(readFileSync(join(product.dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10);
    const acknowledged = new Map<string, number>();
    const { child, url } = await product.start();
    let enough = 0;
    const writer = async () => {
      while (acknowledged.size < enough) {
        const text = newId();
        const sent = await call<MessageView>(url, 'POST', `/conversations/${conversationId}/messages`, {
          clientId: text,
          text,
        });
        if (sent) acknowledged.set(text, sent.seq);
      }
    };
    for (let round = 0; round < KILLS; round += 1) {
      enough += 60;
      const killed = postgres();
      const writers = Promise.all(Array.from({ length: 8 }, writer));
      await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(enough - 40), { timeout: 30_000, interval: 5 });
      process.kill(killed, 'SIGKILL');
      await writers;
    }
    await expectKept(url, acknowledged);
    const last = postgres();
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await vi.waitFor(() => expect(() => process.kill(last, 0)).toThrow('ESRCH'), { timeout: 10_000, interval: 20 });
  },
  120_000,
);

test('every acknowledged seat survives killing the server, none twice, with one email per registration', async () => {
  const CAPACITY = 33 * KILLS;
  const promised = new Map<string, string>();
  let eventId = '';
  for (let round = 0; round < KILLS; round += 1) {
    const { child, url } = await product.start();
    if (round === 0) eventId = await publish(url, CAPACITY);
    let alive = true;
    child.on('exit', () => {
      alive = false;
    });
    const enough = promised.size + 45;
    const writer = async () => {
      while (alive) {
        const email = `${newId()}@post.example`;
        const status = await registerByMail(url, eventId, email);
        if (status) promised.set(email, status);
        if (promised.size >= enough) child.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 8 }, writer));
  }
  expect([...promised.values()].sort().at(0)).toBe('going');
  expect([...promised.values()].sort().at(-1)).toBe('waitlisted');

  // Emails that were due when it died go out when it is back, before anything new.
  const { child, url } = await product.start();
  const last = `${newId()}@post.example`;
  promised.set(last, (await registerByMail(url, eventId, last)) ?? '');
  await mailbox.next(last);
  expect(await stop(child)).toBe(0);
  await product.inside(async (db) => {
    const { rows } = await sql<{ email: string; status: string }>`select email, status from participations
      where event_id = ${eventId} and role = 'guest'`.execute(db);
    const kept = new Map(rows.map(({ email, status }) => [email, status]));
    for (const [email, status] of promised) expect(kept.get(email)).toBe(status);
    const going = rows.filter(({ status }) => status === 'going').length;
    expect(going).toBe(CAPACITY);
    const counts = await sql<{
      taken: number;
      waiting: number;
      due: number;
      queued: number;
    }>`select taken_count as taken,
      waiting_count as waiting, (select count(*)::int from event_mails) as due,
      -- Once an hour the host hears of who registered: that mail is one more.
      (select count(*)::int from jobs.job where name = 'mail') - (hosts_told_at is not null)::int as queued from events where id = ${eventId}`.execute(
      db,
    );
    expect(counts.rows).toEqual([{ taken: CAPACITY, waiting: rows.length - CAPACITY, due: 0, queued: rows.length }]);
  });
}, 120_000);

/** Registers a person without an account; returns the outcome, or nothing if no answer came. */
async function registerByMail(url: string, eventId: string, email: string): Promise<string | undefined> {
  const answer = await fetch(`${url}/api/v1/events/${eventId}/register`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ visitor: { firstName: 'Dee', lastName: 'Ash', email } }),
  }).catch(() => undefined);
  const done = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
  return (done as { status: string } | undefined)?.status;
}

async function publish(url: string, capacity: number): Promise<string> {
  const start_epoc = Math.floor(Date.now() / 1000) + 7 * 86_400;
  const fields = { name: 'Kiln opening', start_epoc, end_epoc: start_epoc + 7200, capacity };
  const { id } = (await must<Answer<typeof createEvent>>(url, '/events', fields)).data;
  await must(url, `/events/${id}/publish`, {});
  return id;
}
