import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../src/app.ts';
import { systemClock } from '../src/core/clock.ts';
import { readConfig } from '../src/core/config.ts';
import type { Db } from '../src/core/db/db.ts';
import { migrate } from '../src/core/db/migrate.ts';
import { openDatabase } from '../src/core/db/open.ts';
import { newId } from '../src/core/id.ts';
import { createLog } from '../src/core/log.ts';
import { TOKEN } from '../src/core/security/session.ts';
import { createDatabase, testServer } from './database.ts';

export type ServerProcess = {
  readonly dataDir: string;
  /** Works on the database while no server has it open. */
  inside<Result>(work: (db: Db, app: App) => Promise<Result>): Promise<Result>;
  /** Starts the server as its own process, and returns its address once it is ready. */
  start(more?: Record<string, string>): Promise<{ child: ChildProcess; url: string }>;
  close(): Promise<void>;
};

/** The migrated PGlite of `global-setup.ts`, as a folder: made in a tenth of the time that a new one takes. */
function unpackDatabase(folder: string): void {
  mkdirSync(folder, { mode: 0o700 });
  execFileSync('tar', ['-xf', process.env.MIGRATED_DUMP ?? '', '-C', folder], { stdio: 'ignore' });
}

/**
 * The product on its own database that outlives its process: a new one on `DATABASE_URL`, else on the tests' PostgreSQL, else one in
 * its data folder.
 *
 * @param settings more of its environment.
 * @param where `embedded` for the one in its data folder, with a PostgreSQL of its own.
 */
export async function startServerProcess(
  settings: Record<string, string> = {},
  { embedded = false } = {},
): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'folkmoot-crash-'));
  const shared = process.env.DATABASE_URL;
  const own = shared
    ? await createDatabase('template0', shared)
    : testServer && !embedded
      ? await createDatabase(testServer.template)
      : undefined;
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    PORT: '0',
    // They share a PostgreSQL with other tests.
    DATABASE_POOL: '5',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    PRELOAD_PLACES: 'off',
    FOLKMOOT_EMPTY: '1',
    AUTH_SECRET: 'a secret that only this test uses, 32',
    ...(own ? { DATABASE_URL: own.url } : {}),
    ...settings,
  };
  const running = new Set<ChildProcess>();
  if (!own && !testServer) unpackDatabase(join(dataDir, 'database'));
  return {
    dataDir,
    async inside(work) {
      const config = readConfig(env);
      const database = await openDatabase(config);
      await migrate(database, systemClock);
      const app = await createApp({ config, database, clock: systemClock, log: createLog(config) });
      try {
        return await work(database.db, app);
      } finally {
        await app.http.close();
        await database.close();
      }
    },
    async start(more = {}) {
      const child = fork(join(import.meta.dirname, '../src/main.ts'), {
        env: { ...process.env, ...env, ...more },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      running.add(child);
      child.on('exit', () => running.delete(child));
      const url = await new Promise<string>((resolve, reject) => {
        child.on(
          'message',
          (message: { type: string; url: string }) => message.type === 'ready' && resolve(message.url),
        );
        child.on('exit', () => reject(new Error('The server ended before it was ready.')));
      });
      return { child, url };
    },
    async close() {
      for (const child of running) child.kill('SIGKILL');
      await own?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A token of a session that lasts an hour. */
export async function tokenOf(db: Db, app: App, userId: string): Promise<string> {
  const sessionId = newId();
  const now = new Date();
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      token: newId(),
      expires_at: new Date(now.getTime() + 86_400_000),
      created_at: now,
      updated_at: now,
    })
    .execute();
  const exp = Math.floor(now.getTime() / 1000) + 3600;
  const payload = { sub: userId, sid: sessionId, iss: TOKEN.issuer, aud: TOKEN.audience, exp };
  return (await app.signIn.api.signJWT({ body: { payload } })).token;
}

/** Ends a server as an operator does, and returns its exit code. */
export async function stop(child: ChildProcess): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  return ended;
}
