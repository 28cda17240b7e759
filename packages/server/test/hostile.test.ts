import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../src/app.ts';
import type { Db } from '../src/core/db/db.ts';
import { newId } from '../src/core/id.ts';
import { makeChannel, makeCommunity, makePerson } from '../src/seed/builders.ts';
import { openCluster } from './cluster.ts';
import { testServer } from './database.ts';
import {
  ask,
  deafSocket,
  flood,
  megabytesOf,
  pause,
  slowBodies,
  type Target,
  type Waiting,
  waitingOf,
} from './hostile.ts';
import { ALL } from './scope.ts';
import { startServerProcess, tokenOf } from './server-process.ts';

/*
 * What one hostile account or address sends, against a running server with its limits on: others wait no longer than
 * they do beside as many ordinary calls of the same kind. Both are measured in turn, and the better of several rounds
 * counts, since anything else the machine does can only make a round slower.
 */

const OTHERS = 24;
const ROUNDS = 4;
const ROUND_MS = 1200;
/** Less than this cannot be told from the noise of a busy machine with two cores. */
const NOISE_MS = 10;

/** As long as the hostile texts, and like real messages. */
function ordinaryText(n: number): string {
  const words = [
    '窯',
    'は',
    '土曜日',
    'に',
    '空いて',
    'います',
    '。',
    '釉薬',
    'を',
    'かけたい',
    '人',
    'は',
    '来て',
    'ください',
    '。',
  ];
  return Array.from({ length: 4000 }, (_, at) => words[(at * 7 + n * 3 + at * at) % words.length])
    .join('')
    .slice(0, 4000);
}

type Fixture = { attacker: string; mine: string; plain: string; theirs: string[]; tokens: string[] };
type Setup = Fixture & Target & { close(): Promise<void> };

/** One attacker with two channels of their own, and people who read in channels of theirs. */
async function people(db: Db, signIn: (userId: string) => Promise<string>): Promise<Fixture> {
  const channelOf = async (userId: string) => {
    const { id } = await makeCommunity(db, userId);
    return (await makeChannel(db, id, userId, { members: [userId] })).conversationId;
  };
  const mallory = await makePerson(db);
  const theirs: string[] = [];
  const tokens: string[] = [];
  for (let n = 0; n < OTHERS; n += 1) {
    const person = await makePerson(db);
    theirs.push(await channelOf(person.id));
    tokens.push(await signIn(person.id));
  }
  const [mine, plain] = [await channelOf(mallory.id), await channelOf(mallory.id)];
  return { attacker: await signIn(mallory.id), mine, plain, theirs, tokens };
}

const LIMITED = { RATE_LIMITS: 'on', LOG_LEVEL: 'error' };

async function alone(): Promise<Setup> {
  const product = await startServerProcess(LIMITED);
  const fixture = await product.inside((db: Db, app: App) => people(db, (userId) => tokenOf(db, app, userId)));
  const { child, url } = await product.start();
  return { ...fixture, url, pid: child.pid ?? 0, close: () => product.close() };
}

/** The attacker and the others use the same process: that is the worse case. */
async function several(databaseUrl: string, redisUrl: string): Promise<Setup> {
  const fleet = await openCluster(databaseUrl, redisUrl);
  const signed = new Map<string, string>();
  const fixture = await people(fleet.db, async (userId) => {
    const token = await fleet.signIn(userId);
    signed.set(userId, token);
    return token;
  });
  const ships: { child: ChildProcess; url: string }[] = [];
  for (let n = 0; n < 2; n += 1) ships.push(await fleet.launch(LIMITED));
  const [first] = ships;
  return { ...fixture, url: first?.url ?? '', pid: first?.child.pid ?? 0, close: () => fleet.close() };
}

const redisUrl = process.env.REDIS_URL;
const databaseUrl = testServer?.url;
const modes: [string, () => Promise<Setup>][] = [['one process', alone]];
if (databaseUrl && redisUrl)
  modes.push(['two processes on PostgreSQL and Redis', () => several(databaseUrl, redisUrl)]);

// It measures for minutes how long others wait: run it with `npm test -- all`.
describe.runIf(ALL).each(modes)('hostile callers of %s', (name, open) => {
  let setup: Setup;

  const send = (conversationId: string, text: string) =>
    ask(setup, 'POST', `/api/v1/conversations/${conversationId}/messages`, {
      token: setup.attacker,
      body: JSON.stringify({ clientId: newId(), text }),
    });

  beforeAll(async () => {
    setup = await open();
    for (let n = 0; n < 25; n += 1) {
      expect(await send(setup.mine, '日'.repeat(4000))).toBe(200);
      expect(await send(setup.plain, ordinaryText(n))).toBe(200);
    }
    await flood(1, 1500, (n) => reading(n));
  }, 120_000);
  afterAll(() => setup?.close());

  const pathOf = (n: number) => `/api/v1/conversations/${setup.theirs[n % OTHERS]}/messages`;
  const reading = (n: number) => ask(setup, 'GET', pathOf(n), { token: setup.tokens[n % OTHERS] ?? '' });
  const others = (until: Promise<unknown>) => waitingOf(setup, pathOf, until);

  /**
   * Fails unless nine of ten others waited at most twice as long as beside the ordinary calls, in at least one round.
   * A round has under a hundred calls, and what the machine does besides decides the slowest of them.
   */
  async function compare(
    hostile: () => Promise<unknown>,
    ordinary: () => Promise<unknown>,
    noiseMs = NOISE_MS,
  ): Promise<void> {
    const rounds: { ordinary: Waiting; hostile: Waiting }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const beside = await others(ordinary());
      const under = await others(hostile());
      expect([beside.failed, under.failed]).toEqual([0, 0]);
      rounds.push({ ordinary: beside, hostile: under });
      if (under.p90 <= 2 * Math.max(beside.p90, noiseMs)) return;
    }
    expect.fail(`Others waited too long in every round: ${JSON.stringify(rounds)}`);
  }

  /** An attacker's calls in parallel lanes for one round. */
  const calls = (path: string, options: Parameters<typeof ask>[3] = {}, method = 'GET') => {
    let left = 60;
    return flood(4, ROUND_MS, async () => {
      left -= 1;
      if (left < 0) return pause(20);
      return ask(setup, method, path, options);
    });
  };

  const searching = (text: string) =>
    calls(`/api/v1/search/messages?timeZone=UTC&search=${encodeURIComponent(text)}`, { token: setup.attacker });

  test('a hostile caller cannot slow others down by searching for every character of long messages', async () => {
    const words = Array.from({ length: 12 }, (_, n) => '日'.repeat(12 + (n % 4))).join(' ');
    await compare(
      () => searching(words),
      () => searching('土曜日 釉薬 人'),
    );
  }, 60_000);

  test('a hostile caller cannot slow others down by requesting the API documents without end', async () => {
    // Built on first use.
    await ask(setup, 'GET', '/api/docs/scalar.js');
    for (const path of ['/api/docs/json', '/api/docs/scalar.js', '/api/docs/openapi.yaml'])
      await compare(
        () => calls(path, { headers: { 'accept-encoding': 'br' } }),
        () => calls('/healthz'),
      );
  }, 60_000);

  test('a hostile caller cannot slow others down with long answers that are compressed', async () => {
    const page = (conversationId: string) =>
      calls(`/api/v1/conversations/${conversationId}/messages`, {
        token: setup.attacker,
        headers: { 'accept-encoding': 'br' },
      });
    await compare(
      () => page(setup.mine),
      () => page(setup.plain),
    );
  }, 60_000);

  test.each([
    ['a body of 250 KB', JSON.stringify({ name: 'x'.repeat(250_000) })],
    ['an endlessly nested body', '['.repeat(120_000) + ']'.repeat(120_000)],
    ['a truncated body', `{"name":"${'é'.repeat(100_000)}`],
  ])(
    'a hostile caller cannot slow others down with %s',
    async (_what, body) => {
      const post = (text: string) => calls('/api/v1/servers', { token: setup.attacker, body: text }, 'POST');
      await compare(
        () => post(body),
        () => post('{"name":""}'),
      );
    },
    60_000,
  );

  test('a hostile caller cannot slow others down with descriptions full of tags', async () => {
    const event = (description: string) =>
      calls('/api/v1/events', { token: setup.attacker, body: JSON.stringify({ name: 'A', description }) }, 'POST');
    await compare(
      () => event('<a>'.repeat(6600)),
      () => event('<p>A plain text. </p>'.repeat(940)),
    );
  }, 60_000);

  test('a hostile caller cannot slow others down by guessing a password', async () => {
    await compare(
      () =>
        flood(4, ROUND_MS, (n) =>
          ask(setup, 'POST', '/auth/sign-in/email', {
            body: JSON.stringify({ email: `p${n}@b.example`, password: 'a wrong guess' }),
          }),
        ),
      () => calls('/healthz'),
      // A process leaves one processor free of hashes; two processes on two processors leave none.
      name === 'one process' ? NOISE_MS : 3 * NOISE_MS,
    );
  }, 60_000);

  test('a hostile caller cannot slow others down with bodies that never arrive', async () => {
    const slow = await slowBodies(setup, 300);
    await compare(
      () => pause(ROUND_MS),
      () => calls('/healthz'),
    );
    for (const socket of slow) socket.destroy();
  }, 60_000);

  test('a hostile caller whose socket asks and does not read is disconnected, and its memory is freed', async () => {
    const quiet = megabytesOf(setup.pid);
    await compare(
      async () => {
        const socket = await deafSocket(setup, setup.attacker);
        const closed = new Promise((resolve) => socket.once('close', resolve));
        for (let n = 0; n < 100_000 && socket.readyState === socket.OPEN; n += 1) {
          socket.send('{"type":"ping"}');
          if (n % 500 === 0) await pause(1);
        }
        await Promise.race([closed, pause(ROUND_MS)]);
        socket.terminate();
      },
      () => pause(ROUND_MS),
    );
    // Freed memory goes back to the system when the process finds time for it, and one that has nothing to do does not look for it.
    const grown = async () => {
      await calls('/healthz');
      return megabytesOf(setup.pid) - quiet;
    };
    await expect.poll(grown, { timeout: 45_000 }).toBeLessThan(60);
  }, 90_000);

  test('a hostile caller leaves the server working as before', async () => {
    expect(await ask(setup, 'GET', '/readyz')).toBe(200);
    expect(await reading(0)).toBe(200);
  });
});
