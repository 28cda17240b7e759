import { cpus } from 'node:os';
import { join } from 'node:path';
import { SCREENS } from '../../packages/web/build/screens.ts';
import { screensOf } from '../../packages/web/build/weight.ts';
import { makeEventsWorld } from '../events-world.ts';
import { CONNECTIONS, type Compared, compare, ratioWithSpread, type Work } from '../http.ts';
import { openServer } from '../postgres.ts';
import { run } from '../processes.ts';
import { keepResults, runBench, say, today, writePage } from '../write-up.ts';
import { HOME_SIZE, type MadeHome, makeHomes } from './world.ts';

/* `npm run bench:home`: the homes of communities as visitors get them, beside a floor taken in the same run. `BENCH_ONLY=HTML` takes part of it. */

const DIST = join(import.meta.dirname, '../../packages/web/dist');

function worksOf(homes: readonly MadeHome[]): Work[] {
  /** Visitors of one home, or of as many as there are connections, in turn. */
  const asked = (pathOf: (home: MadeHome) => string, count: number): Work['ours'] => {
    let turn = 0;
    return { method: 'GET', next: () => ({ path: pathOf(homes[turn++ % count] as MadeHome) }) };
  };
  const data = ({ serverId }: MadeHome) => `/api/v1/${serverId}/server-sections?view=published`;
  const html = ({ slug }: MadeHome) => `/${slug}`;
  const floor = ({ serverId }: MadeHome) => `/home?server=${serverId}`;
  const both = (work: string, path: (home: MadeHome) => string): Work[] => [
    { work: `${work}, 16 visitors of one`, goal: 0.7, ours: asked(path, 1), floor: asked(floor, 1) },
    {
      work: `${work}, 16 visitors of 16 homes`,
      goal: 0.7,
      ours: asked(path, CONNECTIONS),
      floor: asked(floor, CONNECTIONS),
    },
  ];
  return [...both('home as data', data), ...both('home as HTML', html)];
}

function pageOf(at: string, http: readonly Compared[], weight: number | undefined): string {
  const met = (yes: boolean) => (yes ? 'yes' : 'no');
  const rows = http.map(
    (one) =>
      `| ${one.work} | ${Math.round(one.ours.perSecond)}/s | ${Math.round(one.floor.perSecond)}/s | ${ratioWithSpread(one)} | ≥ ${one.goal} | ${one.ours.p99} / ${one.floor.p99} ms | ${met(one.ratio >= one.goal)} |`,
  );
  return `# Benchmarks: community home

Measured by \`npm run bench:home\` on ${at}: ${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, PostgreSQL on the same machine, one server process.
Data: ${HOME_SIZE.homes} public communities of ${HOME_SIZE.members} members. Each has a page with a section of every type: ${HOME_SIZE.events} events to come, ${HOME_SIZE.pictures} pictures, ${HOME_SIZE.cards} cards with people, ${HOME_SIZE.faqs} FAQs.

The **floor**, our baseline, is a bare \`node:http\` server that runs the one best statement for the same facts and passes on PostgreSQL's JSON, also where we send
a whole page. Both run in alternation over 16 connections, signed out; the ratio is that of the middle one of five rounds, with the worst and the best in brackets.

| Work | Ours | Floor | Ratio | Goal | p99 ours / floor | Met |
|---|---:|---:|---:|---:|---:|---|
${rows.join('\n')}
${weight === undefined ? '' : `\n| What | Figure | Goal | Met |\n|---|---:|---:|---|\n| JS and CSS of a community's home, signed out, gzip | ${weight.toFixed(0)} KB | ≤ ${SCREENS.communityHome.kb} KB | ${met(weight <= SCREENS.communityHome.kb)} |\n`}
Visitors who open a community's home at the same moment share one read; the floor reads for each of them. When a page paints, and whether anything moves on it, is
measured by \`npm run bench:paint\`.
`;
}

async function bench(): Promise<void> {
  const weight = screensOf(DIST).find(({ screen, frame }) => screen === 'communityHome' && frame === 'public')?.kb;
  const postgres = await openServer();
  say(`Making ${HOME_SIZE.homes} homes …`);
  let homes: MadeHome[] = [];
  const world = await makeEventsWorld(postgres.url, {
    async prepare(db) {
      homes = await makeHomes(db);
    },
  });
  const ours = await run('../packages/server/src/main.ts', world.env);
  const floor = await run('home/floor.ts', { DATABASE_URL: world.databaseUrl });
  try {
    const wanted = worksOf(homes).filter(({ work }) => work.includes(process.env.BENCH_ONLY ?? ''));
    const http = await compare(ours.url, floor.url, wanted, say);
    const at = today();
    const page = pageOf(at, http, weight);
    keepResults({ at, http }, 'home');
    writePage('home', page);
    say(page);
  } finally {
    await ours.stop();
    await floor.stop();
    await world.drop();
    await postgres.stop();
  }
}

await runBench(bench);
