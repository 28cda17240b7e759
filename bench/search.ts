import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { createApp } from '../packages/server/src/app.ts';
import { systemClock } from '../packages/server/src/core/clock.ts';
import { readConfig } from '../packages/server/src/core/config.ts';
import type { Db } from '../packages/server/src/core/db/db.ts';
import { migrate } from '../packages/server/src/core/db/migrate.ts';
import { openDatabase } from '../packages/server/src/core/db/open.ts';
import { createLog } from '../packages/server/src/core/log.ts';
import { addMembers, makeChannel, makeCommunity, makePerson } from '../packages/server/src/seed/builders.ts';
import { openServer } from './postgres.ts';
import { run } from './processes.ts';
import { onServer, tokenFor } from './world.ts';
import { keepResults, runBench, say, today, writePage } from './write-up.ts';

/*
 * `npm run bench:search`: how long a search takes among a million messages, for rare, middle and very common words, with
 * and without filters, beside a floor that runs the best statement for each and passes the text on. It runs on the
 * PostgreSQL that comes along, or the one of DATABASE_URL. SEARCH_MESSAGES sets another size.
 */

const MESSAGES = Number(process.env.SEARCH_MESSAGES ?? 1_000_000);
const PEOPLE = 1000;
const CHANNELS = 250;
/** Channels the searcher is in; the rest are closed to them. */
const MINE = 200;
const ROUNDS = 30;
const GOAL_MS = 150;

type Way = 'words' | 'newest' | 'homes';
type Kind = { what: string; search: string; query: string; way: Way; more?: Record<string, string>; homes?: string[] };
type Made = { token: string; homes: string[]; kinds: Kind[] };

/** The nth most common word. A message contains twelve, each the rarer the higher its number (Zipf's law). */
const WORD = (n: string) => `translate(left(md5((${n})::text), 4 + (${n}) % 5), '0123456789', 'ghijklmnop')`;

async function wordAt(db: Db, n: number): Promise<string> {
  const { rows } = await sql<{ word: string }>`select ${sql.raw(WORD(String(n)))} as word`.execute(db);
  return rows[0]?.word ?? '';
}

/** A community with a busy channel, two hundred quieter ones, fifty that are closed, and a small community beside it. */
async function makeData(db: Db, app: Awaited<ReturnType<typeof createApp>>): Promise<Made> {
  const creator = await makePerson(db);
  const { id: serverId } = await makeCommunity(db, creator.id);
  const people: string[] = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push((await makePerson(db)).id);
  const [me = '', other = ''] = people;
  await addMembers(db, serverId, people);
  const channels: { conversationId: string; name: string }[] = [];
  for (let n = 0; n < CHANNELS; n += 1) {
    const members = n < MINE ? [creator.id, me] : [creator.id];
    channels.push(
      await makeChannel(db, serverId, creator.id, {
        name: `room-${n}`,
        mode: n < MINE ? 'public' : 'private',
        members,
      }),
    );
  }
  const ids = channels.map(({ conversationId }) => conversationId);
  say(`Writing ${MESSAGES.toLocaleString('en')} messages …`);
  // Half of all messages in the first channel; a word that only occurs where the searcher may not look; an old one.
  await sql`
    insert into messages (home_id, conversation_id, seq, id, version, author_id, client_id, text, created_at)
    select (${ids}::uuid[])[channel], (${ids}::uuid[])[channel], row_number() over (partition by channel order by n), gen_random_uuid(), row_number() over (partition by channel order by n),
      (${people}::uuid[])[1 + (power(${PEOPLE}::int, random()))::int % ${PEOPLE}::int], gen_random_uuid(), words
        || case when channel > ${MINE}::int then ' secretword' else '' end || case when n < ${MESSAGES / 20}::int then ' oldword' else '' end,
      ${new Date()}::timestamptz - (${MESSAGES}::int - n) * interval '20 seconds'
    from (select n, case when random() < 0.5 then 1 else 1 + floor(random() * ${CHANNELS}::int)::int end as channel,
        (select string_agg(${sql.raw(WORD('floor(power(20000, random() + (n + w) * 0))::int'))}, ' ') from generate_series(1, 12) w) as words
      from generate_series(1, ${MESSAGES}::int) n) made`.execute(db);
  await sql`update conversations c set version = m.seq, last_seq = m.seq from (select conversation_id, max(seq) as seq from messages group by 1) m where m.conversation_id = c.id`.execute(
    db,
  );
  say('Indexing …');
  // As the indexer writes it, in one go: these words are plain letters, which every tokeniser leaves unchanged.
  await sql`
    insert into message_words (id, conversation_id, seq, home_id, author_id, created_at, words)
    select id, conversation_id, seq, conversation_id, author_id, created_at, to_tsvector('simple', text)
      || array_to_tsvector(array['@' || replace(author_id::text, '-', '')] || case when seq % 50 = 0 then array['=link'] else '{}' end)
    from messages order by created_at`.execute(db);
  await sql`insert into search_marks (home_id, conversation_id, version) select home_id, id, version from conversations`.execute(
    db,
  );
  await sql`vacuum analyze`.execute(db);

  const [common, often, middle, rare, second] = [
    await wordAt(db, 1),
    await wordAt(db, 10),
    await wordAt(db, 100),
    await wordAt(db, 15_000),
    await wordAt(db, 2),
  ];
  const author = await sql<{ username: string }>`select username from users where id = ${other}`.execute(db);
  const username = author.rows[0]?.username ?? '';
  const by = `'@${other.replaceAll('-', '')}'`;
  const homes = ids.slice(0, MINE);
  const [busy = '', quiet = ''] = ids;
  const kinds: Kind[] = [
    { what: 'a very common word (7 of 10 messages)', search: common, query: `'${common}':*`, way: 'newest' },
    { what: 'a common word (1 of 10)', search: often, query: `'${often}':*`, way: 'newest' },
    { what: 'a middle word (1 of 100)', search: middle, query: `'${middle}':*`, way: 'newest' },
    { what: 'a rare word (some 80)', search: rare, query: `'${rare}':*`, way: 'words' },
    { what: 'a word that is not there', search: 'qqqqqqqq', query: `'qqqqqqqq':*`, way: 'words' },
    {
      what: 'a very common and a rare word',
      search: `${common} ${rare}`,
      query: `'${rare}':* & '${common}':*`,
      way: 'words',
    },
    {
      what: 'two middle words',
      search: `${middle} ${await wordAt(db, 120)}`,
      query: `'${middle}':* & '${await wordAt(db, 120)}':*`,
      way: 'words',
    },
    {
      what: 'the beginning of many words',
      search: common.slice(0, 2),
      query: `'${common.slice(0, 2)}':*`,
      way: 'newest',
    },
    {
      what: 'a phrase of two very common words',
      search: `"${common} ${second}"`,
      query: `'${common}' <-> '${second}'`,
      way: 'newest',
    },
    { what: 'everything of one person', search: `from:${username}`, query: by, way: 'newest' },
    {
      what: 'a common word of one person',
      search: `from:${username} ${often}`,
      query: `${by} & '${often}':*`,
      way: 'words',
    },
    {
      what: 'a very common word in a quiet channel',
      search: `in:room-1 ${common}`,
      query: `'${common}':*`,
      way: 'homes',
      homes: [quiet],
    },
    {
      what: 'a middle word in the busy channel',
      search: `in:room-0 ${middle}`,
      query: `'${middle}':*`,
      way: 'newest',
      homes: [busy],
    },
    { what: 'links', search: 'has:link', query: `'=link'`, way: 'newest' },
    {
      what: 'a common word, long ago',
      search: `${often} before:${new Date(Date.now() - MESSAGES * 15_000).toISOString().slice(0, 10)}`,
      query: `'${often}':*`,
      way: 'newest',
    },
    {
      what: 'a common word that only closed channels hold',
      search: 'secretword',
      query: `'secretword':*`,
      way: 'words',
    },
    { what: 'a word that was common long ago', search: 'oldword', query: `'oldword':*`, way: 'words' },
    {
      what: 'both, and a very common word',
      search: `oldword ${common}`,
      query: `'oldword':* & '${common}':*`,
      way: 'words',
    },
  ];
  return { token: await tokenFor(app, db, me), homes, kinds };
}

/** The floor: the best statement for each kind of search, its JSON made by PostgreSQL and passed on by a bare server. */
async function startFloor(databaseUrl: string, made: Made): Promise<{ url: string; stop(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, options: '-c random_page_cost=1.1 -c jit=off' });
  const json = `select coalesce(json_agg(json_build_object('id', m.id, 'seq', m.seq, 'authorId', m.author_id, 'text', m.text, 'createdAt', m.created_at,
    'firstName', u.first_name, 'lastName', u.last_name, 'channel', h.name) order by m.created_at desc), '[]')::text as body
    from hit join messages m on m.conversation_id = hit.conversation_id and m.seq = hit.seq left join users u on u.id = m.author_id
    left join channels h on h.conversation_id = m.conversation_id`;
  const columns = 'conversation_id, seq, created_at, id';
  const statements: Record<Way, string> = {
    words: `with hit as (select ${columns} from (select * from message_words where words @@ $1::tsquery offset 0) x where home_id = any($2::uuid[]) order by created_at desc, id desc limit 20) ${json}`,
    homes: `with hit as (select ${columns} from (select * from message_words where home_id = any($2::uuid[]) offset 0) x where words @@ $1::tsquery order by created_at desc, id desc limit 20) ${json}`,
    newest: `with hit as (select ${columns} from (select * from message_words order by created_at desc, id desc limit 1000000) x where words @@ $1::tsquery and home_id = any($2::uuid[]) limit 20) ${json}`,
  };
  const server = createServer((request, response) => {
    const kind = made.kinds[Number(request.url?.slice(1))];
    if (!kind) return response.writeHead(404).end();
    pool
      .query<{ body: string }>({
        name: kind.way,
        text: statements[kind.way],
        values: [kind.query, kind.homes ?? made.homes],
      })
      .then(
        (result) => response.writeHead(200, { 'content-type': 'application/json' }).end(result.rows[0]?.body),
        (error) => response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async stop() {
      server.close();
      await pool.end();
    },
  };
}

type Times = { p50: number; p95: number };
type Result = { what: string; found: number; ours: Times; floor: Times; met: boolean };

function timesOf(all: number[]): Times {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

async function timed(url: string, token?: string): Promise<{ ms: number; found: number }> {
  const began = performance.now();
  const response = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  const body = (await response.json()) as { data?: unknown[] } | unknown[];
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(body)}`);
  return { ms: performance.now() - began, found: Array.isArray(body) ? body.length : (body.data?.length ?? 0) };
}

/** The page under docs. */
function pageOf(at: string, results: readonly Result[]): string {
  const rows = results.map(
    ({ what, found, ours, floor, met }) =>
      `| ${what} | ${found} | ${ours.p50.toFixed(0)} | ${ours.p95.toFixed(0)} | ${floor.p50.toFixed(0)} | ${floor.p95.toFixed(0)} | ${met ? 'yes' : 'no'} |`,
  );
  return `# Benchmarks: search

Measured by \`npm run bench:search\` on ${at}: ${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, PostgreSQL on
the same machine. Data: ${MESSAGES.toLocaleString('en')} messages of twelve words each, 20,000 words whose frequency falls with their rank
(Zipf's law), ${PEOPLE.toLocaleString('en')} people, ${CHANNELS} channels, half of all messages in one; the searcher is in ${MINE} of them.
Times are for one whole call over HTTP, one after another, in milliseconds; the goal is ${GOAL_MS} at the 95th percentile.

The **floor**, our baseline, is a bare \`node:http\` server that runs one good statement for that kind of search, chosen by hand,
lets PostgreSQL build the JSON and passes it on. It has no sign-in, resolves no names, hides nobody and does not have to find out
which words are rare.

| Search for | Found | p50 | p95 | Floor p50 | Floor p95 | Met |
|---|---:|---:|---:|---:|---:|---|
${rows.join('\n')}

How a search chooses its plan: docs/decisions/016.
`;
}

async function bench(): Promise<void> {
  const postgres = await openServer();
  const serverUrl = postgres.url;
  const name = `folkmoot_bench_search_${Date.now()}`;
  await onServer(serverUrl, `create database ${name}`);
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  try {
    const env = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'folkmoot-bench-')),
      AUTH_SECRET: 'a secret that only the bench ever uses',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      PORT: '0',
    };
    const config = readConfig(env);
    const database = await openDatabase(config);
    await migrate(database, systemClock);
    const app = await createApp({ config, database, clock: systemClock, log: createLog(config) });
    const made = await makeData(database.db, app);
    await app.http.close();
    await database.close();
    const ours = await run('../packages/server/src/main.ts', env);
    const floor = await startFloor(databaseUrl, made);
    const results: Result[] = [];
    for (const [index, kind] of made.kinds.entries()) {
      const address = `${ours.url}/api/v1/search/messages?${new URLSearchParams({ search: kind.search, ...kind.more })}`;
      const times = { ours: [] as number[], floor: [] as number[] };
      let found = 0;
      for (let round = -3; round < ROUNDS; round += 1) {
        const mine = await timed(address, made.token);
        const theirs = await timed(`${floor.url}/${index}`);
        found = mine.found;
        if (round >= 0) {
          times.ours.push(mine.ms);
          times.floor.push(theirs.ms);
        }
      }
      const [us, them] = [timesOf(times.ours), timesOf(times.floor)];
      results.push({ what: kind.what, found, ours: us, floor: them, met: us.p95 < GOAL_MS });
      say(
        `${kind.what}: ${found} found, p50 ${us.p50.toFixed(0)} ms, p95 ${us.p95.toFixed(0)} ms (floor ${them.p50.toFixed(0)} and ${them.p95.toFixed(0)})`,
      );
    }
    await ours.stop();
    await floor.stop();
    const at = today();
    writePage('search', pageOf(at, results));
    keepResults({ at, messages: MESSAGES, results }, 'search');
  } finally {
    await onServer(serverUrl, `drop database ${name} with (force)`);
    await postgres.stop();
  }
}

await runBench(bench);
