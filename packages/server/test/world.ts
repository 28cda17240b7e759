import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HEADERS } from '@folkmoot/contract/core/client.ts';
import { type Answer, type Endpoint, type Input, isNone } from '@folkmoot/contract/core/endpoint.ts';
import type { Problem } from '@folkmoot/contract/core/problem-schema.ts';
import type { CompiledQuery, QueryExecutor } from 'kysely';
import { type App, createApp } from '../src/app.ts';
import { movableClock } from '../src/core/clock.ts';
import { type Config, readConfig } from '../src/core/config.ts';
import type { Database, Db } from '../src/core/db/db.ts';
import type { PlaceData } from '../src/core/gazetteer/gazetteer-data.ts';
import { newId } from '../src/core/id.ts';
import { createLog } from '../src/core/log.ts';
import { createHasher, type Hashing } from '../src/core/security/password-hash.ts';
import { TOKEN } from '../src/core/security/session.ts';
import * as builders from '../src/seed/builders.ts';
import { fewPlaces } from '../src/seed/few-places.ts';
import { givePast, makeVillage, type Village } from '../src/seed/past.ts';
import { openTestDatabase } from './database.ts';

export type Signed = builders.Person & { token: string; sessionId: string };
export type ApiResponse<E extends Endpoint> = {
  status: number;
  data: Answer<E>;
  problem: Problem;
  headers: Record<string, unknown>;
};

/** A line of the log; 40 is a warning, 50 an error. */
export type Logged = { level: number; msg: string } & Record<string, unknown>;

export type World = {
  app: App;
  db: Db;
  database: Database;
  config: Config;
  /** The address of its PostgreSQL database; none on PGlite. */
  databaseUrl: string | undefined;
  /** What it has logged, at the level that `LOG_LEVEL` sets: nothing unless a test asks for it. */
  logged: Logged[];
  clock: ReturnType<typeof movableClock>;
  /** Calls an endpoint as a person, or signed out. */
  call<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    as?: Signed | undefined,
    headers?: Record<string, string>,
  ): Promise<ApiResponse<E>>;
  /** A person with a live session. */
  person(fields?: builders.PersonFields): Promise<Signed>;
  /** A person with a live session who has been here for a while: `givePast` says what is in their past. */
  livedIn(fields?: builders.PersonFields): Promise<Signed>;
  signIn(person: builders.Person): Promise<Signed>;
  /** Counts the statements of what is called until `stop`, but not those of jobs that run at the same time. */
  countQueries(): { stop(): number; texts: ReadonlySet<string>; queries: readonly CompiledQuery[] };
  close(): Promise<void>;
};

/** Microseconds instead of a tenth of a second for each password: tests hash hundreds. */
const quick = createHasher({ N: 16, r: 1, p: 1 });

/** Which count the running call belongs to. */
const caller = new AsyncLocalStorage<object | undefined>();

type Parts = {
  logTo?: NodeJS.WritableStream | undefined;
  /** `strong` as in production, for the test that proves it. */
  hashing?: 'quick' | 'strong';
  /** A few towns, unless a test needs others. */
  placeData?: PlaceData;
};

/** The product on a migrated database of its own. */
export async function openWorld(
  settings: Record<string, string> = {},
  { logTo, hashing = 'quick', placeData = fewPlaces }: Parts = {},
): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'folkmoot-test-'));
  const clock = movableClock();
  const { database, url: databaseUrl, done } = await openTestDatabase();
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    RATE_LIMITS: 'off',
    FOLKMOOT_EMPTY: '1',
    AUTH_SECRET: 'a secret that only tests use, 32 long',
    ...settings,
  });
  const logged: Logged[] = [];
  const keep = { write: (line: string) => void logged.push(JSON.parse(line) as Logged) };
  const log = createLog(config, logTo ?? keep);
  const app = await createApp({
    ...{ config, database, clock, log, placeData, checkAnswers: true, waitUntilIdle: async () => true },
    ...(hashing === 'quick' && { hashing: { passwords: quick, passcodes: quick } satisfies Hashing }),
  });
  await app.http.ready();

  const signIn = async (person: builders.Person): Promise<Signed> => {
    const sessionId = newId();
    const now = new Date();
    await database.db
      .insertInto('sessions')
      .values({
        id: sessionId,
        user_id: person.id,
        token: newId(),
        expires_at: new Date(now.getTime() + 86_400_000 * 365),
        // Wherever a test puts the clock, it is live and fresh: tests about sessions sign in for themselves.
        created_at: new Date(now.getTime() + 86_400_000 * 275),
        proved_at: new Date(now.getTime() + 86_400_000 * 365),
        updated_at: now,
      })
      .execute();
    const exp = Math.floor(now.getTime() / 1000) + 365 * 86_400;
    const { token } = await app.signIn.api.signJWT({
      body: { payload: { sub: person.id, sid: sessionId, iss: TOKEN.issuer, aud: TOKEN.audience, exp } },
    });
    return { ...person, token, sessionId };
  };

  let village: Promise<Village> | undefined;
  return {
    app,
    db: database.db,
    database,
    config,
    databaseUrl,
    logged,
    clock,
    signIn,
    person: async (fields) => signIn(await builders.makePerson(database.db, fields)),
    async livedIn(fields) {
      const now = clock.now();
      village ??= makeVillage(database.db, now);
      const person = await builders.makePerson(database.db, fields);
      await givePast(database.db, person, await village, now);
      return signIn(person);
    },
    async call(endpoint, input, as, headers = {}) {
      const given = input as Record<string, unknown>;
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])));
      const names = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]));
      const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)));
      const known = isNone(endpoint.query) ? {} : 'shape' in endpoint.query ? (endpoint.query.shape as object) : {};
      const query = Object.entries(rest)
        .filter(([name, value]) => name in known && value !== undefined)
        .map(([name, value]) => [name, String(value)]);
      const body = Object.fromEntries(
        Object.entries(rest).filter(([name]) => !(name in known) || (!isNone(endpoint.body) && isNone(endpoint.query))),
      );
      const reply = await app.http.inject({
        method: endpoint.method,
        url: query.length > 0 ? `${path}?${new URLSearchParams(query as [string, string][])}` : path,
        // As our own pages call.
        headers: {
          origin: 'http://localhost',
          ...(as ? { authorization: `Bearer ${as.token}`, [HEADERS.user]: as.id } : {}),
          ...headers,
        },
        ...(isNone(endpoint.body) ? {} : { payload: body }),
      });
      const data = reply.body === '' ? undefined : reply.json();
      return { status: reply.statusCode, data, problem: data, headers: reply.headers };
    },
    countQueries() {
      // A transaction has its own executor: what all of them share is counted.
      const kind = Object.getPrototypeOf(Object.getPrototypeOf(database.db.getExecutor())) as QueryExecutor;
      const original = kind.executeQuery;
      const counting = {};
      const texts = new Set<string>();
      const queries: CompiledQuery[] = [];
      let count = 0;
      kind.executeQuery = function counted(...given: unknown[]) {
        if (caller.getStore() === counting) {
          count += 1;
          texts.add((given[0] as CompiledQuery).sql);
          queries.push(given[0] as CompiledQuery);
        }
        return original.apply(this, given as never) as never;
      };
      caller.enterWith(counting);
      return {
        texts,
        queries,
        stop() {
          kind.executeQuery = original;
          caller.enterWith(undefined);
          if (count === 0) throw new Error('No statement was counted: was the call made over the network?');
          return count;
        },
      };
    },
    async close() {
      await app.close();
      await done();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
