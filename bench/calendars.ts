import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { sql } from 'kysely';
import { EVENT_SIZE, makeEventsWorld } from './events-world.ts';
import { type Compared, compare, ratioWithSpread, type Work } from './http.ts';
import { openServer } from './postgres.ts';
import { type Running, run } from './processes.ts';
import { keepResults, runBench, say, today, writePage } from './write-up.ts';

/* `npm run bench:calendars`: a calendar of a thousand events and its feed, beside floors taken in the same run. `BENCH_ONLY=month` takes part of it. */

const DAY = 86_400;

const ENTRIES = 2000;
const IMPORTS = 5;
/** Visitors who read the calendar meanwhile. */
const READERS = 4;

/** Another site's calendar: events of half a year. */
function icsOf(round: number): string {
  const stamp = (seconds: number) => `${new Date(seconds * 1000).toISOString().replace(/[-:]|\.\d+/g, '')}`;
  const begin = Math.floor(Date.now() / 1000 / DAY) * DAY;
  const events = Array.from({ length: ENTRIES }, (_, n) => {
    const start = begin + n * 7200;
    return `BEGIN:VEVENT\r\nUID:r${round}-${n}@town.example\r\nDTSTAMP:${stamp(begin)}\r\nDTSTART:${stamp(start)}\r\nDTEND:${stamp(start + 3600)}\r\nSUMMARY:Town event ${n}\r\nDESCRIPTION:Bring a tray and a pencil for the log.\r\nLOCATION:Town hall\r\nURL:https://town.example/${n}\r\nEND:VEVENT\r\n`;
  });
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//town//EN\r\n${events.join('')}END:VCALENDAR\r\n`;
}

const at99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Reads an address again and again, with some readers, until `ended` is true: milliseconds of each answer. */
async function readUntil(address: string, ended: () => boolean): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: READERS }, async () => {
      while (!ended()) {
        const began = performance.now();
        await (await fetch(address)).arrayBuffer();
        times.push(performance.now() - began);
      }
    }),
  );
  return times;
}

type Imported = { seconds: number; longest: number; alone: number; meanwhile: number };

/** Adds an outside feed of two thousand events, and takes it away again; visitors read the calendar before and meanwhile. */
async function measureImport(
  { url }: Running,
  { site, calendarId, token }: { site: string; calendarId: string; token: string },
): Promise<Imported> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sources = `${url}/api/v1/calendars/${calendarId}/sources`;
  const read = `${url}/api/v1/public/calendars/${calendarId}/events`;
  const seconds: number[] = [];
  const alone: number[] = [];
  const meanwhile: number[] = [];
  for (let round = 0; round < IMPORTS; round += 1) {
    const until = performance.now() + 2000;
    alone.push(...(await readUntil(read, () => performance.now() > until)));
    let ended = false;
    const began = performance.now();
    const adding = fetch(sources, {
      method: 'POST',
      headers,
      body: JSON.stringify({ url: `${site}/${round}.ics` }),
    }).finally(() => {
      ended = true;
      seconds.push((performance.now() - began) / 1000);
    });
    meanwhile.push(...(await readUntil(read, () => ended)));
    const added = await adding;
    const { data } = (await added.json()) as { data: { id: string; eventCount?: number } };
    if (!added.ok) throw new Error(`The feed was not added: ${added.status}.`);
    await fetch(`${sources}/${data.id}`, { method: 'DELETE', headers });
  }
  return { seconds: middle(seconds), longest: Math.max(...seconds), alone: at99(alone), meanwhile: at99(meanwhile) };
}

async function tagOf(address: string): Promise<{ tag: string; length: number }> {
  const reply = await fetch(address);
  return { tag: reply.headers.get('etag') ?? '', length: (await reply.text()).length };
}

function pageOf(at: string, http: readonly Compared[], feedKb: number, imported: Imported | undefined): string {
  const met = (yes: boolean) => (yes ? 'yes' : 'no');
  const rows = http.map(
    (one) =>
      `| ${one.work} | ${Math.round(one.ours.perSecond)}/s | ${Math.round(one.floor.perSecond)}/s | ${ratioWithSpread(one)} | ≥ ${one.goal} | ${one.ours.p99} / ${one.floor.p99} ms | ${one.ratio >= one.goal ? 'yes' : 'no'} |`,
  );
  return `# Benchmarks: calendars

Measured by \`npm run bench:calendars\` on ${at}: ${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, PostgreSQL on the same machine, one server process.
Data: a public calendar of ${EVENT_SIZE.events.toLocaleString('en')} events, one every two hours; its feed is ${feedKb.toFixed(0)} KB.

The **floor**, our baseline, is a bare \`node:http\` server that runs the one best statement for the same answer and passes on PostgreSQL's JSON. Its feed is
a text that it keeps, and its tag comes from one statement, as ours does. It asks nobody who they are and limits nothing. Both run in alternation over 16
connections; the ratio is that of the middle one of five rounds, with the worst and the best in brackets. Visitors who ask for the same at the same moment share one
read of the database; the floor reads for each of them.

| Work | Ours | Floor | Ratio | Goal | p99 ours / floor | Met |
|---|---:|---:|---:|---:|---:|---|
${rows.join('\n')}
${
  imported === undefined
    ? ''
    : `
| An outside feed of ${ENTRIES.toLocaleString('en')} events is added, middle of ${IMPORTS} | Figure | Goal | Met |
|---|---:|---:|---|
| until its events are shown (longest) | ${imported.seconds.toFixed(1)} s (${imported.longest.toFixed(1)} s) | ≤ 2 s | ${met(imported.seconds <= 2)} |
| p99 of ${READERS} visitors who read the calendar: before, meanwhile | ${imported.alone.toFixed(0)} ms, ${imported.meanwhile.toFixed(0)} ms | at most doubled | ${met(imported.meanwhile <= 2 * imported.alone)} |
`
}`;
}

async function bench(): Promise<void> {
  const postgres = await openServer();
  say(`Making ${EVENT_SIZE.events} events …`);
  let calendarId = '';
  const town = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/calendar' }).end(icsOf(Number(request.url?.slice(1, 2))));
  }).listen(0, '127.0.0.1');
  await once(town, 'listening');
  const site = `http://127.0.0.1:${(town.address() as AddressInfo).port}`;
  const world = await makeEventsWorld(postgres.url, {
    env: { CALENDAR_FEED_ORIGINS: site },
    async prepare(db, { serverId }) {
      await sql`update events e set start_at = date_trunc('hour', now()) + n.n * interval '2 hours', end_at = date_trunc('hour', now()) + n.n * interval '2 hours' + interval '1 hour'
        from (select id, row_number() over (order by id) as n from events) n where n.id = e.id`.execute(db);
      const { rows } = await sql<{
        id: string;
      }>`select id from calendars where server_id = ${serverId} and is_main`.execute(db);
      calendarId = rows[0]?.id ?? '';
    },
  });
  const ours = await run('../packages/server/src/main.ts', world.env);
  const feed = `/feeds/calendars/${calendarId}.ics`;
  const { tag, length } = await tagOf(`${ours.url}${feed}`);
  const floor = await run('calendars-floor.ts', {
    DATABASE_URL: world.databaseUrl,
    CALENDAR_ID: calendarId,
    FEED_LENGTH: String(length),
  });
  const now = Math.floor(Date.now() / 1000);
  const since = now - 90 * DAY;
  const floorTag = (await tagOf(`${floor.url}/feed?from=${since}`)).tag;
  const get = (path: string, headers?: Record<string, string>) => ({
    method: 'GET' as const,
    next: () => ({ path, ...(headers && { headers }) }),
  });
  /** Every call asks for something else, so that none shares a read with another. */
  const each = (pathOf: (at: number) => string) => {
    let turn = 0;
    return { method: 'GET' as const, next: () => ({ path: pathOf(now + (turn++ % 3600)) }) };
  };
  const calls = `/api/v1/public/calendars/${calendarId}`;
  const month = `from=${now - 7 * DAY}&to=${now + 38 * DAY}`;
  const works: Work[] = [
    { work: 'page of ten events', goal: 0.7, ours: get(`${calls}/events`), floor: get(`/page?from=${now}`) },
    {
      work: 'page of ten events, each from another moment',
      goal: 0.7,
      ours: each((at) => `${calls}/events?currentEpoch=${at}`),
      floor: each((at) => `/page?from=${at}`),
    },
    { work: 'month', goal: 0.7, ours: get(`${calls}/month?${month}`), floor: get(`/month?${month}`) },
    {
      work: 'month, each from another moment',
      goal: 0.7,
      ours: each((at) => `${calls}/month?from=${at - 7 * DAY}&to=${at + 38 * DAY}`),
      floor: each((at) => `/month?from=${at - 7 * DAY}&to=${at + 38 * DAY}`),
    },
    {
      work: 'feed that has not changed (304)',
      goal: 0.7,
      ours: get(feed, { 'if-none-match': tag }),
      floor: get(`/feed?from=${since}`, { 'if-none-match': floorTag }),
    },
    { work: 'feed of 1,000 events', goal: 0.5, ours: get(feed), floor: get(`/feed?from=${since}`) },
  ];
  try {
    const wanted = works.filter(({ work }) => work.includes(process.env.BENCH_ONLY ?? ''));
    const http = await compare(ours.url, floor.url, wanted, say);
    const part = { site, calendarId, token: world.host.token };
    const imported = 'import'.includes(process.env.BENCH_ONLY ?? '') ? await measureImport(ours, part) : undefined;
    const at = today();
    const page = pageOf(at, http, length / 1024, imported);
    keepResults({ at, http, imported }, 'calendars');
    writePage('calendars', page);
    say(page);
  } finally {
    await ours.stop();
    await floor.stop();
    await world.drop();
    await postgres.stop();
    town.close();
  }
}

await runBench(bench);
