import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../src/app.ts';
import { systemClock } from '../src/core/clock.ts';
import { readConfig } from '../src/core/config.ts';
import type { Db } from '../src/core/db/db.ts';
import { migrate } from '../src/core/db/migrate.ts';
import { openDatabase } from '../src/core/db/open.ts';
import { newId } from '../src/core/id.ts';
import { createLog } from '../src/core/log.ts';
import { TOKEN } from '../src/core/security/session.ts';
import { makePerson, type Person } from '../src/seed/builders.ts';
import { createDatabase } from './database.ts';

/* Several real processes of the product on one PostgreSQL and, mostly, one Redis. */

export type User = Person & { token: string };
export type ClusterProcess = { child: ChildProcess; url: string; live: string };

export type Cluster = {
  db: Db;
  person(): Promise<User>;
  /** A session of an existing person; returns its token. */
  signIn(userId: string): Promise<string>;
  launch(settings?: Record<string, string>): Promise<ClusterProcess>;
  close(): Promise<void>;
};

/** @param redisUrl where the processes meet, if they do. */
export async function openCluster(databaseUrl: string, redisUrl = ''): Promise<Cluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'folkmoot-fleet-'));
  const { url: own, drop } = await createDatabase('template0', databaseUrl);
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    DATABASE_URL: own,
    DATABASE_POOL: '5',
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    PRELOAD_PLACES: 'off',
    FOLKMOOT_EMPTY: '1',
    AUTH_SECRET: `a secret that only this fleet uses ${newId()}`,
  };
  const config = readConfig(env);
  const database = await openDatabase(config);
  await migrate(database, systemClock);
  const app = await createApp({ config, database, clock: systemClock, log: createLog(config) });
  const ships = new Set<ChildProcess>();

  const signIn = async (userId: string): Promise<string> => {
    const sessionId = newId();
    const now = new Date();
    const expires = new Date(now.getTime() + 86_400_000);
    const session = { id: sessionId, user_id: userId, token: newId(), expires_at: expires };
    await database.db
      .insertInto('sessions')
      .values({ ...session, created_at: now, updated_at: now })
      .execute();
    const exp = Math.floor(now.getTime() / 1000) + 3600;
    const payload = { sub: userId, sid: sessionId, iss: TOKEN.issuer, aud: TOKEN.audience, exp };
    return (await app.signIn.api.signJWT({ body: { payload } })).token;
  };

  return {
    db: database.db,
    signIn,
    async person() {
      const person = await makePerson(database.db);
      return { ...person, token: await signIn(person.id) };
    },
    async launch(settings = {}) {
      const child = fork(join(import.meta.dirname, '../src/main.ts'), {
        env: { ...process.env, ...env, REDIS_URL: redisUrl, ...settings },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      ships.add(child);
      child.on('exit', () => ships.delete(child));
      const url = await new Promise<string>((resolve, reject) => {
        child.on('message', (said: { type: string; url: string }) => said.type === 'ready' && resolve(said.url));
        child.on('exit', () => reject(new Error('The server ended before it was ready.')));
      });
      return { child, url, live: url.replace('http', 'ws') };
    },
    async close() {
      for (const child of ships) child.kill('SIGKILL');
      await app.http.close();
      await database.close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type RedisProxy = { url: string; cut(): void; mend(): void; close(): void };

/** A connection to Redis that can be cut and restored. */
export async function openRedisProxy(redisUrl: string): Promise<RedisProxy> {
  const far = new URL(redisUrl);
  const sockets = new Set<Socket>();
  let whole = true;
  const server: Server = createServer((near) => {
    if (!whole) return near.destroy();
    const other = connect(Number(far.port || 6379), far.hostname);
    for (const [one, to] of [
      [near, other],
      [other, near],
    ] as const) {
      sockets.add(one);
      one.pipe(to);
      one.on('error', () => to.destroy());
      one.on('close', () => {
        sockets.delete(one);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const cut = () => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    cut,
    mend: () => {
      whole = true;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
