import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { type App, createApp } from '../packages/server/src/app.ts';
import { systemClock } from '../packages/server/src/core/clock.ts';
import { readConfig } from '../packages/server/src/core/config.ts';
import type { Db } from '../packages/server/src/core/db/db.ts';
import { migrate } from '../packages/server/src/core/db/migrate.ts';
import { openDatabase } from '../packages/server/src/core/db/open.ts';
import { newId } from '../packages/server/src/core/id.ts';
import { createLog } from '../packages/server/src/core/log.ts';
import { TOKEN } from '../packages/server/src/core/security/session.ts';
import { makeChannel, makeCommunity, makePerson } from '../packages/server/src/seed/builders.ts';

/** How much there is in the end, and in the busy channel before it grows. `BENCH_SHARE=0.1` takes a tenth. */
const SHARE = Number(process.env.BENCH_SHARE ?? 1);
export const SIZE = {
  members: Math.round(10_000 * SHARE),
  channels: 200,
  messages: Math.round(1_000_000 * SHARE),
  before: 10_000,
};

const MOVERS = 64;
/** The smallest channel has twenty members. */
const READERS = 16;
/** A person has forty sockets at most, and five thousand are opened. */
const LISTENERS = 200;

export type BenchWorld = {
  databaseUrl: string;
  env: Record<string, string>;
  serverId: string;
  /** The channel that holds nine tenths of all messages once it has grown. */
  busy: { channelId: string; conversationId: string };
  /** A channel to join and leave. */
  other: { channelId: string; conversationId: string };
  /** A plain member and their token. */
  userId: string;
  token: string;
  /** People who join and leave. */
  movers: { userId: string; token: string }[];
  /** Others who do so on the floor: of one person, either would wait for what the other has not finished. */
  floorMovers: string[];
  /** People in some thirty channels each, who only listen. */
  listeners: string[];
  /** Members of every channel, with something unread in each: one for each connection. */
  readers: { userId: string; token: string }[];
  /** A `seq` half-way back in the busy channel. */
  deep(): number;
  /** Fills the busy channel up, and has PostgreSQL analyse its tables. */
  grow(): Promise<void>;
  drop(): Promise<void>;
};

/** Makes the data in a database of its own. */
export async function makeWorld(serverUrl: string): Promise<BenchWorld> {
  const name = `folkmoot_bench_${Date.now()}`;
  await onServer(serverUrl, `create database ${name}`);
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
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
  const { db } = database;
  await migrate(database, systemClock);

  const creator = await makePerson(db);
  const { id: serverId } = await makeCommunity(db, creator.id);
  const people = await makeMembers(db, serverId, SIZE.members);
  const channels: { id: string; conversationId: string }[] = [];
  for (let n = 0; n < SIZE.channels; n += 1) {
    channels.push(
      await makeChannel(db, serverId, creator.id, {
        name: `bench-${n}`,
        description: `Topic number ${n}`,
        members: people.slice(0, n === 0 ? people.length : 20 + ((n * 37) % 200)),
      }),
    );
  }
  const [busy, ...rest] = channels;
  const other = rest.at(-1);
  const [member] = people;
  if (!busy || !other || !member) throw new Error('The bench has no data.');
  const share = Math.ceil(SIZE.messages / 10 / rest.length);
  await fill(busy.conversationId, 1, SIZE.before);
  for (const channel of rest) await fill(channel.conversationId, 1, share);
  // They are in every channel, with five messages unread in each.
  await sql`update conversation_members m set read_seq = c.last_seq - 5 from conversations c where c.id = m.conversation_id and m.user_id = any(${people.slice(0, READERS)}::uuid[])`.execute(
    db,
  );
  await sql`analyze`.execute(db);
  let last = SIZE.before;

  const app = await createApp({ config, database, clock: systemClock, log: createLog(config) });
  const token = await tokenFor(app, db, member);
  const readers: BenchWorld['readers'] = [];
  for (const userId of people.slice(0, READERS)) readers.push({ userId, token: await tokenFor(app, db, userId) });
  const movers: BenchWorld['movers'] = [];
  const listeners: string[] = [];
  for (const userId of people.slice(160, 160 + LISTENERS)) listeners.push(await tokenFor(app, db, userId));
  for (const userId of people.slice(-MOVERS)) movers.push({ userId, token: await tokenFor(app, db, userId) });
  await app.http.close();
  await database.close();

  async function grow(): Promise<void> {
    const again = await openDatabase(config);
    const { version } = await again.db
      .selectFrom('conversations')
      .select('version')
      .where('id', '=', busy?.conversationId ?? '')
      .executeTakeFirstOrThrow();
    last = Number(version) + Math.max(0, Math.round(SIZE.messages * 0.9) - Number(version));
    await fillIn(again.db, busy?.conversationId ?? '', Number(version) + 1, last);
    await sql`analyze`.execute(again.db);
    await again.close();
  }

  function fill(conversationId: string, from: number, to: number): Promise<void> {
    return fillIn(db, conversationId, from, to);
  }

  async function fillIn(db: Db, conversationId: string, from: number, to: number): Promise<void> {
    await sql`insert into messages (home_id, conversation_id, seq, id, version, author_id, client_id, text, created_at)
      select ${conversationId}, ${conversationId}, n, gen_random_uuid(), n, (${people}::uuid[])[1 + n % ${people.length}::int], gen_random_uuid(),
        'Message number ' || n || ', about as long as people write: bring a tray and a pencil for the log.', ${new Date()}::timestamptz - (${to}::int - n) * interval '1 second'
      from generate_series(${from}::int, ${to}::int) n`.execute(db);
    await sql`insert into reactions (home_id, conversation_id, message_id, emoji, user_id, created_at)
      select home_id, conversation_id, id, '🔥', author_id, created_at from messages where conversation_id = ${conversationId} and seq between ${from} and ${to} and seq % 5 = 0`.execute(
      db,
    );
    await sql`update conversations set version = ${to}, last_seq = ${to} where id = ${conversationId}`.execute(db);
    // Not indexed during the run: search.ts measures that, and it would disturb what is measured here.
    await sql`insert into search_marks (home_id, conversation_id, version) values (${conversationId}, ${conversationId}, ${to}) on conflict (conversation_id, home_id) do update set version = excluded.version`.execute(
      db,
    );
  }

  return {
    databaseUrl,
    env,
    serverId,
    busy: { channelId: busy.id, conversationId: busy.conversationId },
    other: { channelId: other.id, conversationId: other.conversationId },
    userId: member,
    token,
    movers,
    floorMovers: people.slice(-2 * MOVERS, -MOVERS),
    listeners,
    readers,
    deep: () => Math.round(last / 2),
    grow,
    drop: () => onServer(serverUrl, `drop database ${name} with (force)`),
  };
}

/** People who are members, all at once. */
export async function makeMembers(db: Db, serverId: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into users (id, email, email_verified, name, first_name, last_name, username, time_zone, search_text, created_at, updated_at)
      select gen_random_uuid(), 'bench-' || n || '@folk.example', true, 'Bench ' || n, 'Bench', n::text, 'bench-' || n, 'Europe/London', 'bench ' || n || ' bench-' || n,
        ${new Date()}::timestamptz, ${new Date()}::timestamptz
      from generate_series(1, ${count}::int) n returning id, search_text
    ), joined as (
      insert into members (server_id, id, user_id, role_id, joined_at, search_text)
      select ${serverId}, gen_random_uuid(), made.id, r.id, ${new Date()}::timestamptz, made.search_text from made, roles r where r.server_id = ${serverId} and r.role_type = 'MEMBER'
    ), counted as (update servers set member_count = member_count + ${count}::int where id = ${serverId})
    select id from made`.execute(db);
  return rows.map((row) => row.id);
}

/** A token as a signed-in person holds it, with the session behind it. */
export async function tokenFor(app: App, db: Db, userId: string): Promise<string> {
  const sessionId = newId();
  const now = new Date();
  const expires = new Date(now.getTime() + 86_400_000);
  await db
    .insertInto('sessions')
    .values({ id: sessionId, user_id: userId, token: newId(), expires_at: expires, created_at: now, updated_at: now })
    .execute();
  const payload = {
    sub: userId,
    sid: sessionId,
    iss: TOKEN.issuer,
    aud: TOKEN.audience,
    exp: Math.floor(expires.getTime() / 1000),
  };
  return (await app.signIn.api.signJWT({ body: { payload } })).token;
}

/** Runs one statement on a database server. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
