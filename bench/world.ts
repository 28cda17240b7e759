import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { createApp } from '../packages/server/src/app.ts';
import { systemClock } from '../packages/server/src/core/clock.ts';
import { readConfig } from '../packages/server/src/core/config.ts';
import { openDatabase } from '../packages/server/src/core/db.ts';
import { newId } from '../packages/server/src/core/id.ts';
import { createLog } from '../packages/server/src/core/log.ts';
import { migrate } from '../packages/server/src/core/migrate.ts';
import { TOKEN } from '../packages/server/src/core/session.ts';
import { addMembers, makeChannel, makeCommunity, makePerson } from '../packages/server/src/seed/builders.ts';

/** How much there is: a tenth of the full data of the quality page. */
export const SIZE = { members: 1000, channels: 200, messages: 100_000 };

const MOVERS = 64;

export type BenchWorld = {
  databaseUrl: string;
  env: Record<string, string>;
  serverId: string;
  /** The channel that holds half of all messages. */
  busy: { channelId: string; conversationId: string };
  /** A channel to join and leave. */
  other: { channelId: string; conversationId: string };
  /** A plain member and their token. */
  userId: string;
  token: string;
  /** People who join and leave. */
  movers: { userId: string; token: string }[];
  /** People in some thirty channels each, who listen. */
  listeners: string[];
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
  const people: string[] = [];
  for (let n = 0; n < SIZE.members; n += 1) people.push((await makePerson(db)).id);
  await addMembers(db, serverId, people);
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
  await fill(busy.conversationId, SIZE.messages / 2);
  for (const channel of rest) await fill(channel.conversationId, Math.ceil(SIZE.messages / 2 / rest.length));
  await sql`analyze`.execute(db);

  const app = await createApp({ config, database, clock: systemClock, log: createLog(config) });
  const token = await tokenFor(member);
  const movers: BenchWorld['movers'] = [];
  const listeners: string[] = [];
  for (const userId of people.slice(160, 160 + MOVERS)) listeners.push(await tokenFor(userId));
  for (const userId of people.slice(-MOVERS)) movers.push({ userId, token: await tokenFor(userId) });
  await app.http.close();
  await database.close();

  async function fill(conversationId: string, count: number): Promise<void> {
    await sql`insert into messages (conversation_id, seq, id, version, author_id, client_id, text, created_at)
      select ${conversationId}, n, gen_random_uuid(), n, (${people}::uuid[])[1 + n % ${people.length}::int], gen_random_uuid(),
        'Message number ' || n || ', about as long as people write: bring a tray and a pencil for the log.', ${new Date()}::timestamptz - (${count}::int - n) * interval '1 second'
      from generate_series(1, ${count}::int) n`.execute(db);
    await sql`insert into reactions (conversation_id, message_id, emoji, user_id, created_at)
      select conversation_id, id, '🔥', author_id, created_at from messages where conversation_id = ${conversationId} and seq % 5 = 0`.execute(
      db,
    );
    await sql`update conversations set version = ${count}, last_seq = ${count} where id = ${conversationId}`.execute(
      db,
    );
  }

  async function tokenFor(userId: string): Promise<string> {
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

  return {
    databaseUrl,
    env,
    serverId,
    busy: { channelId: busy.id, conversationId: busy.conversationId },
    other: { channelId: other.id, conversationId: other.conversationId },
    userId: member,
    token,
    movers,
    listeners,
    drop: () => onServer(serverUrl, `drop database ${name} with (force)`),
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
