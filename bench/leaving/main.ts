import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { emptyAccount } from '../../packages/server/src/accounts/leaving/leaving-store.ts';
import { createApp } from '../../packages/server/src/app.ts';
import { systemClock } from '../../packages/server/src/core/clock.ts';
import { readConfig } from '../../packages/server/src/core/config.ts';
import type { Db } from '../../packages/server/src/core/db/db.ts';
import { migrate } from '../../packages/server/src/core/db/migrate.ts';
import { openDatabase } from '../../packages/server/src/core/db/open.ts';
import { createLog } from '../../packages/server/src/core/log.ts';
import {
  addMembers,
  makeChannel,
  makeCommunity,
  makePerson,
  type Person,
} from '../../packages/server/src/seed/builders.ts';
import { openServer } from '../postgres.ts';
import { run } from '../processes.ts';
import { onServer, tokenFor } from '../world.ts';
import { keepResults, runBench, say, today, writePage } from '../write-up.ts';

/*
 * `npm run bench:leaving`: how long others wait while the account of somebody who wrote 100,000 messages is erased. People write and read at
 * a steady rate, whatever the answers take; first while nothing is erased, then while it is.
 */

const MESSAGES = 100_000;
const CHANNELS = 20;
const OTHERS = 20;
/** Calls in a second: every second one sends, the others read the newest 50. */
const RATE = 60;
/** A round without a deletion, in seconds; one with it takes as long as the deletion, and this at most. */
const QUIET_S = 20;
const MOST_S = 180;
const ROUNDS = 3;
/** The 99th percentile of others, against a round without a deletion, at most. */
const GOAL = 2;

type Round = { calls: number; failed: number; p50: number; p99: number; seconds: number; isOver: boolean };
type World = { channels: string[]; tokens: string[]; creatorId: string; serverId: string };

async function makeData(db: Db, app: Awaited<ReturnType<typeof createApp>>): Promise<World> {
  const creator = await makePerson(db);
  const { id: serverId } = await makeCommunity(db, creator.id);
  const others: string[] = [];
  for (let n = 0; n < OTHERS; n += 1) others.push((await makePerson(db)).id);
  await addMembers(db, serverId, others);
  const channels: string[] = [];
  for (let n = 0; n < CHANNELS; n += 1) {
    const members = [creator.id, ...others];
    channels.push((await makeChannel(db, serverId, creator.id, { members })).conversationId);
  }
  const tokens: string[] = [];
  for (const id of others) tokens.push(await tokenFor(app, db, id));
  return { channels, tokens, creatorId: creator.id, serverId };
}

/** Somebody whose messages are every second one of their channels, and who has asked to be deleted: their account is empty, and the rest is left to do. */
async function makeLeaver(db: Db, { channels, creatorId, serverId }: World, round: number): Promise<Person> {
  const leaver = await makePerson(db);
  await addMembers(db, serverId, [leaver.id]);
  await sql`insert into messages (home_id, conversation_id, seq, id, version, author_id, client_id, text, created_at)
    select c, c, s, gen_random_uuid(), s, case when n % 2 = 0 then ${leaver.id}::uuid else ${creatorId}::uuid end, gen_random_uuid(), 'bring a tray and a pencil for the log ' || n, ${new Date()}::timestamptz
    from (select n, (${channels}::uuid[])[1 + n / 2 % ${CHANNELS}::int] as c, ${round * 1_000_000}::int + n as s from generate_series(1, ${MESSAGES * 2}::int) n) made`.execute(
    db,
  );
  await sql`update conversations set last_seq = ${round * 1_000_000 + MESSAGES * 2}, version = ${round * 1_000_000 + MESSAGES * 2} where id = any(${channels}::uuid[])`.execute(
    db,
  );
  await sql`vacuum analyze messages`.execute(db);
  return leaver;
}

/** Calls at a steady rate until it is over. */
async function load(
  url: string,
  { channels, tokens }: World,
  isOver: () => Promise<boolean>,
  mostS: number,
): Promise<Round> {
  const took: number[] = [];
  let [calls, failed, over] = [0, 0, false];
  const pending = new Set<Promise<void>>();
  const began = performance.now();
  const call = async (n: number): Promise<void> => {
    const path = `${url}/api/v1/conversations/${channels[n % CHANNELS]}/messages`;
    const headers = { authorization: `Bearer ${tokens[n % OTHERS]}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ clientId: randomUUID(), text: 'The kiln is warm.' });
    const at = performance.now();
    const answer = await fetch(path, n % 2 === 0 ? { headers } : { method: 'POST', headers, body });
    await answer.arrayBuffer();
    took.push(performance.now() - at);
    if (!answer.ok) failed += 1;
  };
  while (!over && performance.now() - began < mostS * 1000) {
    for (let n = 0; n < RATE / 4; n += 1) {
      const due = began + (calls * 1000) / RATE;
      await wait(Math.max(due - performance.now(), 0));
      const one = call(calls).catch(() => {
        failed += 1;
      });
      calls += 1;
      pending.add(one);
      void one.finally(() => pending.delete(one));
    }
    over = await isOver();
  }
  await Promise.all(pending);
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
  return { calls, failed, p50: at(0.5), p99: at(0.99), seconds: (performance.now() - began) / 1000, isOver: over };
}

const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const spread = (numbers: number[], digits = 1) =>
  `${middle(numbers).toFixed(digits)} (${Math.min(...numbers).toFixed(digits)} to ${Math.max(...numbers).toFixed(digits)})`;

function pageOf(at: string, rounds: readonly { without: Round; during: Round }[], busy: number): string {
  const ratios = rounds.map(({ without, during }) => during.p99 / without.p99);
  const row = (name: string, some: readonly Round[]) =>
    `| ${name} | ${spread(some.map(({ p50 }) => p50))} ms | ${spread(some.map(({ p99 }) => p99))} ms | ${spread(some.map(({ seconds }) => seconds))} s | ${some.reduce((sum, { failed }) => sum + failed, 0)} of ${some.reduce((sum, { calls }) => sum + calls, 0)} |`;
  return `# Benchmarks: deleting an account

Measured by \`npm run bench:leaving\` on ${at}: ${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, PostgreSQL on the same machine, one server process. The load
of the machine was ${busy.toFixed(1)} when it began. Somebody with ${MESSAGES.toLocaleString('en')} messages in ${CHANNELS} channels has deleted their account, and the server erases what is left. Meanwhile ${OTHERS} people make ${RATE} calls a second,
half of which send a message and half read the newest 50. Figures are those of the middle of ${ROUNDS} rounds, with the lowest and the highest in brackets; each round begins without a deletion, on a server process of its own.

| | Median of others | 99th percentile | Time | Calls that failed |
|---|---:|---:|---:|---:|
${row(
  'Nothing is erased',
  rounds.map(({ without }) => without),
)}
${row(
  'While it is erased',
  rounds.map(({ during }) => during),
)}

Others wait ${spread(ratios, 2)} times as long at the 99th percentile (goal: ≤ ${GOAL}): ${middle(ratios) <= GOAL ? 'met' : 'not met'}.
`;
}

async function bench(): Promise<void> {
  const postgres = await openServer();
  const name = `folkmoot_bench_leaving_${Date.now()}`;
  await onServer(postgres.url, `create database ${name}`);
  const databaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
  const folder = mkdtempSync(join(tmpdir(), 'folkmoot-bench-'));
  const busy = loadavg()[0] ?? 0;
  try {
    const env = {
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: folder, AUTH_SECRET: 'a secret that only the bench ever uses' },
      ...{ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', PORT: '0' },
    };
    const config = readConfig(env);
    const database = await openDatabase(config);
    await migrate(database, systemClock);
    const app = await createApp({ config, database, clock: systemClock, log: createLog(config) });
    const { db } = database;
    const world = await makeData(db, app);
    await app.http.close();
    const rounds: { without: Round; during: Round }[] = [];
    for (let n = 1; n <= ROUNDS; n += 1) {
      const leaver = await makeLeaver(db, world, n);
      const quiet = await run('../packages/server/src/main.ts', env);
      await load(quiet.url, world, async () => false, 5);
      const without = await load(quiet.url, world, async () => false, QUIET_S);
      await quiet.stop();
      // As at the end of the transaction that deletes an account.
      await db.transaction().execute((tx) => emptyAccount(tx, leaver, { reason: 'Other', ownReason: '' }, new Date()));
      const erasing = await run('../packages/server/src/main.ts', env);
      const isGone = async () => (await sql`select from users where id = ${leaver.id}`.execute(db)).rows.length === 0;
      const during = await load(erasing.url, world, isGone, MOST_S);
      await erasing.stop();
      if (!during.isOver) throw new Error(`The account was not erased within ${MOST_S} seconds.`);
      rounds.push({ without, during });
      say(
        `round ${n}: ${without.p99.toFixed(1)} ms without, ${during.p99.toFixed(1)} ms during, erased in ${during.seconds.toFixed(0)} s`,
      );
    }
    await database.close();
    const at = today();
    const page = pageOf(at, rounds, busy);
    writePage('leaving', page);
    keepResults({ at, busy, rounds }, 'leaving');
    say(page);
  } finally {
    await onServer(postgres.url, `drop database ${name} with (force)`);
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await runBench(bench);
