import { cpus } from 'node:os';
import { join } from 'node:path';
import { SCREENS } from '../packages/web/build/screens.ts';
import { screensOf } from '../packages/web/build/weight.ts';
import { EVENT_SIZE, type EventsWorld, makeEventsWorld } from './events-world.ts';
import { CONNECTIONS, type Compared, compare, ratioWithSpread, type Work } from './http.ts';
import { openServer } from './postgres.ts';
import { type Running, residentMb, run } from './processes.ts';
import { keepResults, runBench, say, today, writePage } from './write-up.ts';

/* `npm run bench:events`: events beside floors taken in the same run. On the PostgreSQL that comes along, or the one of DATABASE_URL. `BENCH_ONLY=register` takes part of it. */

const DIST = join(import.meta.dirname, '../packages/web/dist');

/** What is measured over HTTP: our call, and the floor's. */
function worksOf({ eventId, alias, hosts, registrants, open, settled }: EventsWorld): Work[] {
  const get = (path: string) => ({ method: 'GET' as const, next: () => ({ path }) });
  const guests = `/api/v1/events/${eventId}/participations`;
  /** The hosts ask in turn. */
  const asked = (path: string) => {
    let turn = 0;
    return { method: 'GET' as const, next: () => ({ path, token: hosts[turn++ % hosts.length]?.token ?? '' }) };
  };
  /** As many events as there are connections, in turn: none is asked for twice at the same moment. */
  const each = (pathOf: (event: string | undefined) => string) => {
    let turn = 0;
    return { method: 'GET' as const, next: () => ({ path: pathOf(open[turn++ % CONNECTIONS]) }) };
  };
  // Everybody registers for one event after the other; each pair is new.
  const registering = () => {
    let turn = 0;
    return () => {
      const person = registrants[turn % registrants.length];
      const event = open[Math.floor(turn / registrants.length) % open.length];
      turn += 1;
      return { person, event };
    };
  };
  const [ours, floor] = [registering(), registering()];
  // The floor takes the events from the other end, so that the two never collide.
  const turned = [...open].reverse();
  return [
    { work: 'event page, 16 visitors of one', goal: 0.7, ours: get(`/api/v1/events/${eventId}`), floor: get('/event') },
    {
      work: 'event page, 16 visitors of 16 events',
      goal: 0.7,
      ours: each((event) => `/api/v1/events/${event}`),
      floor: each((event) => `/event?event=${event}`),
    },
    { work: 'event page as HTML, signed out', goal: 0.7, ours: get(`/${alias}`), floor: get('/event') },
    { work: 'guest list page', goal: 0.7, ours: asked(guests), floor: get('/guests') },
    {
      work: 'guest list, one guest found',
      goal: 0.7,
      ours: asked(`${guests}?search=number%2041234`),
      floor: get('/rare?search=number%2041234'),
    },
    {
      work: 'guest list, a word that all have',
      goal: 0.7,
      ours: asked(`${guests}?search=number`),
      floor: get('/frequent?search=number'),
    },
    {
      work: 'register for a free event',
      goal: 0.6,
      settle: settled,
      ours: {
        method: 'PUT',
        next() {
          const { person, event } = ours();
          return { path: `/api/v1/events/${event}/register`, token: person?.token ?? '', body: '{}' };
        },
      },
      floor: {
        method: 'GET',
        next() {
          const { person, event } = floor();
          return { path: `/register?event=${turned[open.indexOf(event ?? '')]}&user=${person?.userId}` };
        },
      },
    },
  ];
}

type Export = { rows: number; mb: number; seconds: number; grownMb: number };

/** The guest list as a file: how long it takes, and how much the server grows while it goes out. */
async function measureExport({ child, url }: Running, { eventId, host }: EventsWorld): Promise<Export> {
  const fetchAll = async () => {
    const reply = await fetch(`${url}/api/v1/events/${eventId}/participations/export.csv`, {
      headers: { authorization: `Bearer ${host.token}` },
    });
    let bytes = 0;
    let rows = 0;
    let most = 0;
    for await (const piece of reply.body ?? []) {
      bytes += piece.length;
      for (const byte of piece) if (byte === 10) rows += 1;
      most = Math.max(most, residentMb(child));
    }
    return { bytes, rows, most };
  };
  await fetchAll();
  const before = residentMb(child);
  const began = performance.now();
  const { bytes, rows, most } = await fetchAll();
  return {
    rows: rows - 1,
    mb: bytes / 1_048_576,
    seconds: (performance.now() - began) / 1000,
    grownMb: Math.max(0, most - before),
  };
}

function pageOf(at: string, http: readonly Compared[], file: Export, weight: number | undefined): string {
  const met = (yes: boolean) => (yes ? 'yes' : 'no');
  const rows = http.map(
    (one) =>
      `| ${one.work} | ${Math.round(one.ours.perSecond)}/s | ${Math.round(one.floor.perSecond)}/s | ${ratioWithSpread(one)} | ≥ ${one.goal} | ${one.ours.p99} / ${one.floor.p99} ms | ${met(one.ratio >= one.goal)} |`,
  );
  return `# Benchmarks: events

Measured by \`npm run bench:events\` on ${at}: ${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, PostgreSQL on the same machine, one server process.
Data: ${EVENT_SIZE.members.toLocaleString('en')} people, ${EVENT_SIZE.events.toLocaleString('en')} events, one of them with ${EVENT_SIZE.participations.toLocaleString('en')} participations and two answers each.

The **floor**, our baseline, is a bare \`node:http\` server that runs the one best statement for the same answer and passes on
PostgreSQL's JSON. It has no sign-in, no checks and no email. Both run in alternation over 16 connections; the ratio is that of the
middle one of five rounds, with the worst and the best in brackets.

| Work | Ours | Floor | Ratio | Goal | p99 ours / floor | Met |
|---|---:|---:|---:|---:|---:|---|
${rows.join('\n')}

| What | Figure | Goal | Met |
|---|---:|---:|---|
| CSV of ${file.rows.toLocaleString('en')} guests, ${file.mb.toFixed(1)} MB | ${file.seconds.toFixed(1)} s | – | – |
| memory growth of the server during the export | ${file.grownMb.toFixed(0)} MB | constant | ${met(file.grownMb < 40)} |
${weight === undefined ? '' : `| JS and CSS of the event page, signed out, gzip | ${weight.toFixed(0)} KB | ≤ ${SCREENS.event.kb} KB | ${met(weight <= SCREENS.event.kb)} |\n`}
Visitors who open an event's page at the same moment share one database read; the floor reads for each of them. People who register for one
event at the same moment are seated in one statement (decision 038); the floor seats each alone.
A registration records that an email is due. The emails go out when the rush is over, and some of them after ten seconds even if
it is not. The floor sends no email, and its turn starts only after ours has sent all of them.
`;
}

async function bench(): Promise<void> {
  // Before ten minutes of work: it fails where the web client is not built.
  const weight = screensOf(DIST).find(({ screen, frame }) => screen === 'event' && frame === 'public')?.kb;
  const postgres = await openServer();
  say(`Making ${EVENT_SIZE.events} events and ${EVENT_SIZE.participations} participations …`);
  const world = await makeEventsWorld(postgres.url);
  const floor = await run('events-floor.ts', { DATABASE_URL: world.databaseUrl, EVENT_ID: world.eventId });
  const ours = await run('../packages/server/src/main.ts', world.env);
  const wanted = worksOf(world).filter(({ work }) => work.includes(process.env.BENCH_ONLY ?? ''));
  try {
    const http = await compare(ours.url, floor.url, wanted, say);
    const file = await measureExport(ours, world);
    const at = today();
    const page = pageOf(at, http, file, weight);
    keepResults({ at, http, file }, 'events');
    writePage('events', page);
    say(page);
  } finally {
    await ours.stop();
    await floor.stop();
    await world.drop();
    await postgres.stop();
  }
}

await runBench(bench);
