import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import type { Db } from '../packages/server/src/core/db/db.ts';
import { type EventsWorld, makeEventsWorld } from './events-world.ts';
import { CONNECTIONS, type Compared, compare, ratioWithSpread } from './http.ts';
import { openServer } from './postgres.ts';
import { type Running, run } from './processes.ts';
import { keepResults, runBench, say, today, writePage } from './write-up.ts';

/* `npm run bench:invitations`: inviting many, beside floors taken in the same run. `BENCH_ONLY=letters` takes part of it. */

const SHARE = Number(process.env.BENCH_SHARE ?? 1);
const PEOPLE = Math.round(50_000 * SHARE);
const GROUPS = 20;
/** Each person is in so many groups. */
const OVERLAP = 2;
const LETTERS = Math.round(2000 * SHARE);
const ROUNDS = 5;
/** Calls of one round. */
const LOOKS = 5;
/** As many as a mailing opens. */
const SMTP_CONNECTIONS = 5;

type Sink = { count: number; bytes: number; first: number; last: number };
type Pair = {
  work: string;
  unit: string;
  goal: number;
  ours: number;
  floor: number;
  ratio: number;
  spread: [number, number];
};

/** The middle of several ratios, with the figures of its round, the worst and the best. */
function middleOf(work: string, unit: string, goal: number, rounds: { ours: number; floor: number }[]): Pair {
  const sorted = rounds.map((one) => ({ ...one, ratio: one.ours / one.floor })).sort((a, b) => a.ratio - b.ratio);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? { ours: 0, floor: 0, ratio: 0 };
  const pair: Pair = { work, unit, goal, ...middle, spread: [sorted[0]?.ratio ?? 0, sorted.at(-1)?.ratio ?? 0] };
  say(
    `${work}: ${pair.ours.toFixed(0)} of the floor's ${pair.floor.toFixed(0)} ${unit}, ${ratioWithSpread(pair)} (goal ${goal})`,
  );
  return pair;
}

/** Twenty groups of the host, with everybody in two of them; and events to which everybody is invited. */
async function prepare(db: Db, hostId: string, crowded: readonly string[]): Promise<void> {
  const now = new Date();
  await sql`update users set created_at = created_at - interval '60 days'`.execute(db);
  await sql`insert into guest_groups (owner_id, id, name, description, guest_count, created_at)
    select ${hostId}, gen_random_uuid(), 'Group ' || n, '', ${(PEOPLE * OVERLAP) / GROUPS}::int, ${now} from generate_series(1, ${GROUPS}::int) n`.execute(
    db,
  );
  await sql`insert into group_guests (owner_id, group_id, id, address, address_key, first_name, last_name)
    select ${hostId}, g.id, gen_random_uuid(), 'person-' || p || '@groups.example', 'person-' || p || '@groups.example', 'Person', 'Number ' || p
    from generate_series(1, ${PEOPLE}::int) p
    join (select id, (row_number() over (order by name))::int as n from guest_groups where owner_id = ${hostId}) g on g.n in (p % ${GROUPS}::int + 1, (p + 7) % ${GROUPS}::int + 1)`.execute(
    db,
  );
  for (const eventId of crowded) {
    await sql`insert into participations (event_id, id, email, first_name, last_name, role, status, registered_at, changed_at, typed, search_text)
      select ${eventId}, gen_random_uuid(), 'invited-' || n || '@post.example', 'Invited', 'Number ' || n, 'guest', 'invited', ${now}, ${now}, true, 'invited number ' || n
      from generate_series(1, ${PEOPLE}::int) n`.execute(db);
    await sql`insert into invitations (event_id, id, address, address_key, address_known, first_name, last_name, role, state, inviter_id, created_at, sent_at)
      select event_id, id, email, email, true, first_name, last_name, 'guest', 'sent', ${hostId}, ${now}, ${now} from participations where event_id = ${eventId} and status = 'invited'`.execute(
      db,
    );
  }
}

async function call<Answer>(url: string, method: string, path: string, token: string, body: object): Promise<Answer> {
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Answer;
}

const LETTER = {
  subject: 'Come along',
  body: Buffer.from(`<p>${'Bring a tray and a pencil. '.repeat(20)}</p>`).toString('base64'),
};

type Parts = { ours: Running; sink: Running; world: EventsWorld };

/** Reads a list of fifty thousand people and queues a letter to each: seconds, ours by an upload, the floor's by splitting lines. */
async function measureList({ ours, world }: Parts): Promise<Pair> {
  const { host, open, databaseUrl } = world;
  const floor = new pg.Client({ connectionString: databaseUrl });
  await floor.connect();
  const rounds: { ours: number; floor: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const csv = Buffer.from(
      [
        'Email,First name,Last name',
        ...Array.from({ length: PEOPLE }, (_, n) => `r${round}-${n}@long.example,Pat${n},Long`),
      ].join('\n'),
    );
    const began = performance.now();
    const begun = await call<{ data: { id: string; url: string; headers: Record<string, string> } }>(
      ours.url,
      'POST',
      '/api/v1/attachments/uploads',
      host.token,
      { fileName: 'people.csv', size: csv.length, mimeType: 'text/csv', type: 'list' },
    );
    await fetch(new URL(begun.data.url, ours.url), {
      method: 'PUT',
      headers: begun.data.headers,
      body: new Uint8Array(csv),
    });
    await call(ours.url, 'POST', `/api/v1/attachments/uploads/${begun.data.id}/complete`, host.token, {});
    const eventId = open[round] ?? '';
    const { data } = await call<{ data: { count: number; mailingId: string } }>(
      ours.url,
      'POST',
      `/api/v1/events/${eventId}/invite`,
      host.token,
      {
        id: randomUUID(),
        type: 'guest',
        emailContent: LETTER,
        data: [{ resourceType: 'Email', resourceData: [{ resourceId: begun.data.id, selectAll: true }] }],
      },
    );
    const seconds = (performance.now() - began) / 1000;
    if (data.count !== PEOPLE) throw new Error(`${data.count} people were invited.`);
    // Taken back, so that none of the letters leaves while something else is measured.
    await call(ours.url, 'DELETE', `/api/v1/events/${eventId}/mailings/${data.mailingId}`, host.token, {});
    rounds.push({
      ours: PEOPLE / seconds,
      floor: PEOPLE / (await bareList(floor, world, csv, open[ROUNDS + round] ?? '')),
    });
  }
  await floor.end();
  return middleOf(
    `import a list of ${PEOPLE.toLocaleString('en')} people and queue their letters`,
    'people a second',
    0.5,
    rounds,
  );
}

/** Counts the people of twenty groups, one call after another: each call keeps a core busy. */
async function measureGroups(ours: () => Promise<object>, floor: string): Promise<Pair> {
  const perSecond = async (look: () => Promise<object>) => {
    const began = performance.now();
    for (let looked = 0; looked < LOOKS; looked += 1) await look();
    return (LOOKS * 1000) / (performance.now() - began);
  };
  const bare = () => fetch(new URL('/groups', floor)).then((answer) => answer.json() as Promise<object>);
  await Promise.all([ours(), bare()]);
  const rounds: { ours: number; floor: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ ours: await perSecond(ours), floor: await perSecond(bare) });
  return middleOf(
    `${PEOPLE.toLocaleString('en')} people of ${GROUPS} groups that overlap, counted before sending`,
    'looks a second',
    0.7,
    rounds,
  );
}

async function bareList(client: pg.Client, { host }: EventsWorld, csv: Buffer, eventId: string): Promise<number> {
  const began = performance.now();
  const people = csv
    .toString('utf8')
    .split('\n')
    .slice(1)
    .map((line) => {
      const [email = '', firstName = '', lastName = ''] = line.split(',');
      return { email, firstName, lastName };
    });
  const mailingId = randomUUID();
  await client.query('begin');
  await client.query(
    `insert into mailings (id, kind, event_id, sender_id, subject, html, body, state, starts_at, created_at, letter_count)
     values ($1, 'event_invitation', $2, $3, 'Come along', '', '', 'withdrawn', now(), now(), 0)`,
    [mailingId, eventId, host.userId],
  );
  await client.query(
    `with made as (insert into invitations (event_id, id, mailing_id, address, address_key, address_known, first_name, last_name, role, state, inviter_id, created_at)
       select $1, gen_random_uuid(), $2, l.email, lower(l.email), true, l."firstName", l."lastName", 'guest', 'queued', $3, now()
       from jsonb_to_recordset($4) l(email text, "firstName" text, "lastName" text) on conflict do nothing returning id, address, address_key)
     insert into letters (mailing_id, id, address, address_key, target_id, state, due_at) select $2, gen_random_uuid(), address, address_key, id, 'withdrawn', now() from made`,
    [eventId, mailingId, host.userId, JSON.stringify(people)],
  );
  await client.query('commit');
  return (performance.now() - began) / 1000;
}

function askSink({ child }: Running, clear: boolean): Promise<Sink> {
  return new Promise((resolve) => {
    child.once('message', (seen: Sink) => resolve(seen));
    child.send({ clear });
  });
}

/** Letters a second, from the first that arrives to the last: a mailing, and a bare pool with as many connections. */
async function measureLetters({ ours, sink, world }: Parts): Promise<Pair> {
  const { host, open } = world;
  const rounds: { ours: number; floor: number }[] = [];
  const arrived = async () => {
    for (;;) {
      const seen = await askSink(sink, false);
      if (seen.count >= LETTERS) return askSink(sink, true);
      await setTimeout(100);
    }
  };
  const rate = ({ count, first, last }: Sink) => (count - 1) / ((last - first) / 1000);
  for (let round = 0; round < 3; round += 1) {
    await askSink(sink, true);
    const selected = Array.from({ length: LETTERS }, (_, n) => `l${round}-${n}@letters.example`);
    await call(ours.url, 'POST', `/api/v1/events/${open[2 * ROUNDS + round]}/invite`, host.token, {
      id: randomUUID(),
      type: 'guest',
      emailContent: LETTER,
      data: [{ resourceType: 'Email', resourceData: [{ resourceId: 'Email', selected }] }],
    });
    const own = await arrived();
    const bytes = Math.round(own.bytes / own.count);
    const pool = createTransport({ url: sink.url, pool: true, maxConnections: SMTP_CONNECTIONS });
    const html = `<p>${'Bring a tray and a pencil for the log.\n'.repeat(Math.round(bytes / 40))}</p>`;
    await Promise.all(
      selected.map((to) =>
        pool.sendMail({ from: 'bench@localhost', to, subject: 'Come along', text: 'Come along', html }),
      ),
    );
    pool.close();
    rounds.push({ ours: rate(own), floor: rate(await arrived()) });
  }
  return middleOf(`letters of a mailing, ${LETTERS.toLocaleString('en')} of them`, 'letters a second', 0.5, rounds);
}

/** A thousand people register for an event, sixteen at a time: how many a second. */
async function registerAll({ ours, world }: Parts, eventId: string): Promise<number> {
  const waiting = [...world.registrants];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let person = waiting.pop(); person; person = waiting.pop())
        await call(ours.url, 'PUT', `/api/v1/events/${eventId}/register`, person.token, {});
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await world.settled();
  return world.registrants.length / seconds;
}

async function measureRegistering(parts: Parts, crowded: readonly string[], plain: readonly string[]): Promise<Pair> {
  const rounds: { ours: number; floor: number }[] = [];
  for (const [round, eventId] of crowded.entries()) {
    // In turn the one and the other first.
    const other = plain[round] ?? '';
    const [first, second] = round % 2 === 0 ? [eventId, other] : [other, eventId];
    const [one, two] = [await registerAll(parts, first), await registerAll(parts, second)];
    rounds.push(round % 2 === 0 ? { ours: one, floor: two } : { ours: two, floor: one });
  }
  return middleOf(
    `register where ${PEOPLE.toLocaleString('en')} are invited, beside an event without invitations`,
    'registrations a second',
    0.9,
    rounds,
  );
}

function pageOf(at: string, http: readonly Compared[], pairs: readonly Pair[]): string {
  const met = (yes: boolean) => (yes ? 'yes' : 'no');
  const rows = [
    ...http.map(
      (one) =>
        `| ${one.work} | ${one.ours.perSecond.toFixed(1)}/s | ${one.floor.perSecond.toFixed(1)}/s | ${ratioWithSpread(one)} | ≥ ${one.goal} | ${met(one.ratio >= one.goal)} |`,
    ),
    ...pairs.map(
      (one) =>
        `| ${one.work} | ${Math.round(one.ours)} ${one.unit} | ${Math.round(one.floor)} | ${ratioWithSpread(one)} | ≥ ${one.goal} | ${met(one.ratio >= one.goal)} |`,
    ),
  ];
  return `# Benchmarks: invitations

Measured by \`npm run bench:invitations\` on ${at}: ${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, PostgreSQL on the same machine, one server process.
Data: ${PEOPLE.toLocaleString('en')} people in ${GROUPS} groups of one host, each in ${OVERLAP} of them; events with ${PEOPLE.toLocaleString('en')} invited people each.

The **floor**, our baseline, differs by the work: for groups a bare \`node:http\` server with the one best statement, for a list a split by lines and one statement
that writes the same rows, for letters a bare nodemailer pool with as many connections that sends a text of the same length, and for events with many
invitations an event of the same server without any. All run in alternation; the ratio is that of the middle one of five rounds (of three for letters), with the
worst and the best in brackets.

| Work | Ours | Floor | Ratio | Goal | Met |
|---|---:|---:|---:|---:|---|
${rows.join('\n')}

A list is uploaded, scanned, and read in a worker by a parser that knows quotes, encodings and separators; every address is checked, and everybody who must not be
written to is left out. A letter is marked as being sent before the mail server hears of it, and its answer is recorded.
`;
}

async function bench(): Promise<void> {
  const only = process.env.BENCH_ONLY ?? '';
  const postgres = await openServer();
  const sink = await run('smtp-sink.ts', {});
  say(`Making ${PEOPLE} people in ${GROUPS} groups …`);
  let crowded: string[] = [];
  const world = await makeEventsWorld(postgres.url, {
    env: { SMTP_URL: sink.url, INVITES_PER_DAY: '1000000', MAIL_PER_MINUTE: '1000000' },
    async prepare(db, { creatorId, open }) {
      crowded = open.slice(-ROUNDS);
      await prepare(db, creatorId, crowded);
    },
  });
  const plain = world.open.slice(-2 * ROUNDS, -ROUNDS);
  const [asked = ''] = world.open.slice(-3 * ROUNDS);
  const ours = await run('../packages/server/src/main.ts', world.env);
  const floor = await run('invitations-floor.ts', {
    DATABASE_URL: world.databaseUrl,
    EVENT_ID: asked,
    HOST_ID: world.host.userId,
  });
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from guest_groups where owner_id = $1', [
    world.host.userId,
  ]);
  await client.end();
  const data = [{ resourceType: 'Group', resourceData: rows.map(({ id }) => ({ resourceId: id, selectAll: true })) }];
  const get = (path: string) => ({ method: 'GET' as const, next: () => ({ path }) });
  const parts = { ours, sink, world };
  const preview = () =>
    call<object>(ours.url, 'POST', `/api/v1/events/${asked}/invite/preview`, world.host.token, { type: 'guest', data });
  try {
    const http = [
      ...(await compare(
        ours.url,
        ours.url,
        [
          {
            work: `event page where ${PEOPLE.toLocaleString('en')} are invited, beside an event without invitations`,
            goal: 0.9,
            ours: get(`/api/v1/events/${crowded[0]}`),
            floor: get(`/api/v1/events/${plain[0]}`),
          },
        ].filter(({ work }) => work.includes(only)),
        say,
      )),
    ];
    const pairs: Pair[] = [];
    if ('groups'.includes(only)) pairs.push(await measureGroups(preview, floor.url));
    if ('register'.includes(only)) pairs.push(await measureRegistering(parts, crowded, plain));
    if ('import a list'.includes(only)) pairs.push(await measureList(parts));
    if ('letters'.includes(only)) pairs.push(await measureLetters(parts));
    const at = today();
    const page = pageOf(at, http, pairs);
    keepResults({ at, http, pairs }, 'invitations');
    writePage('invitations', page);
    say(page);
  } finally {
    await ours.stop();
    await floor.stop();
    await sink.stop();
    await world.drop();
    await postgres.stop();
  }
}

await runBench(bench);
