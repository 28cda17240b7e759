import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startWatchers } from '../../packages/sandbox/src/watching/start.ts';
import { createApp } from '../../packages/server/src/app.ts';
import { systemClock } from '../../packages/server/src/core/clock.ts';
import { readConfig } from '../../packages/server/src/core/config.ts';
import { migrate } from '../../packages/server/src/core/db/migrate.ts';
import { openDatabase } from '../../packages/server/src/core/db/open.ts';
import { createLog } from '../../packages/server/src/core/log.ts';
import { makeChannel, makeCommunity, makePerson } from '../../packages/server/src/seed/builders.ts';
import { openServer } from '../postgres.ts';
import { run } from '../processes.ts';
import { onServer, tokenFor } from '../world.ts';
import { keepResults, runBench, say, today, writePage } from '../write-up.ts';

/*
 * `npm run bench:watching`: what it costs the server that everything is watched: errors, usage and help are set up, and each message that
 * is sent is an act that is counted. Two servers on the same database, in turns.
 */

const SECONDS = 6;
const ROUNDS = 5;
/** What requests may be fewer by, in percent. */
const GOAL = 5;

type Round = { without: number; watched: number };

async function perSecond(url: string, path: string, token: string, sends: boolean): Promise<number> {
  const result = await autocannon({
    ...{ url: `${url}${path}`, connections: 16, duration: SECONDS, method: sends ? 'POST' : 'GET' },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(sends && {
      setupClient: (client: autocannon.Client) => {
        const next = () => client.setBody(JSON.stringify({ clientId: randomUUID(), text: 'The kiln is warm.' }));
        next();
        client.on('response', next);
      },
    }),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} calls were refused.`);
  return result.requests.average;
}

const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const fewer = ({ without, watched }: Round) => 100 * (1 - watched / without);

function line(name: string, rounds: readonly Round[]): string {
  const less = rounds.map(fewer);
  const [before, after] = [middle(rounds.map((one) => one.without)), middle(rounds.map((one) => one.watched))];
  const met = middle(less) <= GOAL ? 'met' : 'not met';
  return `| ${name} | ${before.toFixed(0)} | ${after.toFixed(0)} | ${middle(less).toFixed(1)} % (${Math.min(...less).toFixed(1)} to ${Math.max(...less).toFixed(1)}) | ${met} |`;
}

async function bench(): Promise<void> {
  const postgres = await openServer();
  const name = `folkmoot_bench_watching_${Date.now()}`;
  await onServer(postgres.url, `create database ${name}`);
  const databaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
  const folder = mkdtempSync(join(tmpdir(), 'folkmoot-bench-'));
  const watchers = await startWatchers();
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
    const { id } = await makePerson(database.db);
    const { id: serverId } = await makeCommunity(database.db, id);
    const { conversationId } = await makeChannel(database.db, serverId, id);
    const token = await tokenFor(app, database.db, id);
    await app.http.close();
    const without = await run('../packages/server/src/main.ts', { ...env, ROLES: 'main,payments,qna' });
    const watched = await run('../packages/server/src/main.ts', {
      ...{ ...env, ROLES: 'main,payments,qna', SENTRY_DSN: watchers.dsn, SUPPORT_EMAIL: 'help@moot.example' },
      ...{ POSTHOG_URL: watchers.url, POSTHOG_KEY: watchers.posthogKey },
    });
    const path = `/api/v1/conversations/${conversationId}/messages`;
    const kinds = { 'send a message': true, 'read the newest 50': false };
    const rounds: Record<string, Round[]> = {};
    for (const [kind, sends] of Object.entries(kinds)) {
      const ask = (url: string) => perSecond(url, path, token, sends);
      for (const { url } of [without, watched]) await ask(url);
      const some: Round[] = [];
      for (let n = 0; n < ROUNDS; n += 1) {
        // In turns, also who is first: the table grows while it is measured.
        const first = n % 2 === 0 ? await ask(without.url) : undefined;
        const second = await ask(watched.url);
        some.push({ without: first ?? (await ask(without.url)), watched: second });
      }
      rounds[kind] = some;
    }
    await without.stop();
    await watched.stop();
    await database.close();
    const at = today();
    const lines = Object.entries(rounds).map(([kind, some]) => line(kind, some));
    const page = `# Benchmarks: being watched

Measured by \`npm run bench:watching\` on ${at}: ${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, PostgreSQL and the stand-ins of the services on the same machine. The load of the machine was
${busy.toFixed(1)} when it began. One server has errors, usage and help set up, the other nothing; they take turns on the same database, ${SECONDS} seconds each, ${ROUNDS} times. Requests a second are those of the middle of the rounds; the difference is the middle of the differences within
a round, with the lowest and the highest. The goal is ≤ ${GOAL} %.

| Work | Without | Watched | Fewer by | |
|---|---:|---:|---:|---|
${lines.join('\n')}
`;
    writePage('watching', page);
    keepResults({ at, busy, rounds }, 'watching');
    say(page);
  } finally {
    await watchers.stop();
    await onServer(postgres.url, `drop database ${name} with (force)`);
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await runBench(bench);
