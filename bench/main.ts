import { cpus } from 'node:os';
import { join } from 'node:path';
import { screensOf } from '../packages/web/build/weight.ts';
import { compareFanOut, connect } from './fanout.ts';
import { compare, growing, load, works } from './http.ts';
import { openServer } from './postgres.ts';
import { type Running, residentMb, run } from './processes.ts';
import { type Growth, type Results, writeReport } from './report.ts';
import { type BenchWorld, makeWorld, SIZE } from './world.ts';
import { keepResults, runBench, say, today } from './write-up.ts';

/* `npm run bench`: our figures beside floors taken in the same run. On the PostgreSQL that comes along, or the one of DATABASE_URL; for several processes it needs a REDIS_URL. */

const SERVER = '../packages/server/src/main.ts';
const SOCKETS = 1000;
const DIST = join(import.meta.dirname, '../packages/web/dist');

/** What a connected socket costs, once the code has run warm: from one thousand to five thousand of them. */
async function socketKb({ child, url }: Running, tokens: readonly string[]): Promise<number> {
  const live = `${url.replace('http', 'ws')}/live`;
  const warm = await connect(live, SOCKETS, tokens);
  await pause(2000);
  const before = residentMb(child);
  const more = await connect(live, 4 * SOCKETS, tokens);
  await pause(2000);
  const after = residentMb(child);
  for (const socket of [...warm, ...more]) socket.terminate();
  await pause(1000);
  return ((after - before) * 1024) / (4 * SOCKETS);
}

/** The same work at ten thousand messages in the channel and, after `grow`, at nine hundred thousand. */
async function measureGrowth({ url }: Running, world: BenchWorld): Promise<Growth[]> {
  const before = await eachOf(url, world);
  say(`Growing to ${SIZE.messages} messages …`);
  // What was still on its way has arrived.
  await pause(2000);
  await world.grow();
  const after = await eachOf(url, world);
  return before.map(({ work, perSecond }, index) => ({
    work,
    before: perSecond,
    after: after[index]?.perSecond ?? 0,
  }));
}

async function eachOf(url: string, world: BenchWorld): Promise<{ work: string; perSecond: number }[]> {
  const measured: { work: string; perSecond: number }[] = [];
  for (const { work, ours } of growing(world)) {
    await load(url, ours, 1);
    measured.push({ work, perSecond: (await load(url, ours, 4)).perSecond });
  }
  return measured;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function bench(): Promise<void> {
  // Before ten minutes of work: it fails where the web client is not built.
  const pages = screensOf(DIST);
  const postgres = await openServer();
  say(`Making ${SIZE.members} members, ${SIZE.channels} channels and ${SIZE.messages} messages …`);
  const world = await makeWorld(postgres.url);
  const floor = await run('floor.ts', {
    DATABASE_URL: world.databaseUrl,
    SERVER_ID: world.serverId,
    CONVERSATION_ID: world.busy.conversationId,
    OTHER_CONVERSATION_ID: world.other.conversationId,
    USER_ID: world.userId,
  });
  const ours = await run(SERVER, world.env);
  const fleet: Running[] = [];
  try {
    const idleMb = residentMb(ours.child);
    const databaseMb = postgres.memoryMb();
    const growth = await measureGrowth(ours, world);
    const perSocketKb = await socketKb(ours, world.listeners);
    const http = await compare(ours.url, floor.url, works(world), say);
    const fanOut = [{ over: 1, ...(await compareFanOut([ours.url], floor.url, world)) }];
    if (process.env.REDIS_URL) {
      for (let n = 0; n < 3; n += 1) fleet.push(await run(SERVER, { ...world.env, REDIS_URL: process.env.REDIS_URL }));
      const urls = fleet.map(({ url }) => url);
      fanOut.push({ over: 3, ...(await compareFanOut(urls, floor.url, world)) });
    } else say('Without REDIS_URL nothing is measured over three processes.');
    for (const one of fanOut)
      say(
        `fan-out over ${one.over}: ${Math.round(one.ours.perSecond)} of ${Math.round(one.floor.perSecond)} deliveries a second; last of ${one.ours.readers} readers after ${one.ours.lastReaderMs.toFixed(0)} ms (bare ${one.floor.lastReaderMs.toFixed(0)})`,
      );
    const results: Results = {
      at: today(),
      machine: `${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`,
      size: SIZE,
      http,
      fanOut,
      growth,
      bootMs: ours.bootMs,
      database: postgres.name,
      idleMb,
      ...(databaseMb === undefined ? {} : { databaseMb }),
      perSocketKb,
      pages,
    };
    keepResults(results);
    say(writeReport(results));
  } finally {
    await ours.stop();
    for (const one of fleet) await one.stop();
    await floor.stop();
    await world.drop();
    await postgres.stop();
  }
}

await runBench(bench);
