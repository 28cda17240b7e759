import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { compareFanOut, connect } from './fanout.ts';
import { compare } from './http.ts';
import { type Running, residentMb, run } from './processes.ts';
import { type Results, writeReport } from './report.ts';
import { pageWeights } from './weight.ts';
import { makeWorld, SIZE } from './world.ts';

/* `npm run bench`: our figures beside floors taken in the same run. Needs a PostgreSQL in DATABASE_URL. */

const SERVER = '../packages/server/src/main.ts';
const SOCKETS = 1000;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** What a connected socket costs, once the code has run warm: from a thousand to three thousand of them. */
async function socketKb({ child, url }: Running, tokens: readonly string[]): Promise<number> {
  const live = `${url.replace('http', 'ws')}/live`;
  const warm = await connect(live, SOCKETS, tokens);
  await pause(2000);
  const before = residentMb(child);
  const more = await connect(live, 2 * SOCKETS, tokens);
  await pause(2000);
  const after = residentMb(child);
  for (const socket of [...warm, ...more]) socket.terminate();
  await pause(1000);
  return ((after - before) * 1024) / (2 * SOCKETS);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function bench(): Promise<void> {
  const serverUrl = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  say(`Making ${SIZE.members} members, ${SIZE.channels} channels and ${SIZE.messages} messages …`);
  const world = await makeWorld(serverUrl).catch((error: unknown) => {
    throw new Error(
      `The bench needs a PostgreSQL it may create a database on. Set DATABASE_URL. (${error instanceof Error ? error.message : String(error)})`,
    );
  });
  const floor = await run('floor.ts', {
    DATABASE_URL: world.databaseUrl,
    SERVER_ID: world.serverId,
    CONVERSATION_ID: world.busy.conversationId,
    OTHER_CONVERSATION_ID: world.other.conversationId,
    USER_ID: world.userId,
  });
  const ours = await run(SERVER, world.env);
  try {
    const idleMb = residentMb(ours.child);
    const perSocketKb = await socketKb(ours, world.listeners);
    const http = await compare(ours.url, floor.url, world, say);
    const fanOut = await compareFanOut(ours.url, floor.url, world);
    say(
      `fan-out: ${Math.round(fanOut.ours.perSecond)} of ${Math.round(fanOut.floor.perSecond)} deliveries a second; last of ${fanOut.ours.readers} readers after ${fanOut.ours.lastReaderMs.toFixed(0)} ms (bare ${fanOut.floor.lastReaderMs.toFixed(0)})`,
    );
    const pages = await pageWeights();
    const results: Results = {
      at: new Date().toISOString().slice(0, 10),
      machine: `${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`,
      size: SIZE,
      http,
      fanOut,
      bootMs: ours.bootMs,
      idleMb,
      perSocketKb,
      pages,
    };
    mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
    writeFileSync(join(import.meta.dirname, `results/${results.at}.json`), `${JSON.stringify(results, null, 2)}\n`);
    say(writeReport(results));
  } finally {
    await ours.stop();
    await floor.stop();
    await world.drop();
  }
}

await bench().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
