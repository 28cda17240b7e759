import { connect, createServer, type Socket } from 'node:net';
import { sendCode, signIn } from '@folkmoot/contract/accounts/api.ts';
import { createCommunity, discoverCommunities } from '@folkmoot/contract/communities/api.ts';
import { listCounts } from '@folkmoot/contract/conversations/api.ts';
import { refusals } from '@folkmoot/contract/core/problem.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { systemClock } from '../../src/core/clock.ts';
import { openPool } from '../../src/core/db/pool.ts';
import { readOnly } from '../../src/core/http/errors.ts';
import { newId } from '../../src/core/id.ts';
import { createLog } from '../../src/core/log.ts';
import { testServer } from '../database.ts';
import { until } from '../fixtures/until.ts';
import { openWorld, type Signed, type World } from '../world.ts';

/* The database goes away, or can only be read, under a server that goes on: what people are told, and that it recovers. */

type Wire = { url: string; cut(): void; silence(): void; mend(): void; close(): void };

/** A way to PostgreSQL that can be cut, or swallows everything, as a host that has vanished. */
async function openWire(to: string): Promise<Wire> {
  const address = new URL(to);
  const folder = address.searchParams.get('host');
  const port = Number(address.port || 5432);
  const sockets = new Set<Socket>();
  let state: 'whole' | 'cut' | 'silent' = 'whole';
  const server = createServer((near) => {
    if (state === 'cut') return near.destroy();
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, address.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (data) => void (state === 'whole' && other.write(data)));
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  const url = new URL(to);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    cut() {
      state = 'cut';
      end();
    },
    silence() {
      state = 'silent';
    },
    mend() {
      state = 'whole';
      end();
    },
    close() {
      state = 'cut';
      end();
      server.close();
    },
  };
}

describe.runIf(testServer)('a database that fails under the server', () => {
  let world: World;
  let wire: Wire;
  let person: Signed;
  let app: World['app'];
  let closePool: () => Promise<void>;

  beforeAll(async () => {
    world = await openWorld();
    person = await world.person();
    wire = await openWire(world.databaseUrl ?? '');
    const pool = openPool(wire.url, 4, 'the server');
    closePool = pool.close;
    const database = { ...pool, kind: 'postgres' as const, pglite: undefined, lock: undefined };
    app = await createApp({ config: world.config, database, clock: systemClock, log: createLog(world.config) });
    await app.http.ready();
  });
  afterAll(async () => {
    await app.http.close();
    await closePool();
    wire.close();
    await world.close();
  });

  const send = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${person.token}`, origin: 'http://localhost' };
    const { statusCode, body } = await app.http.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: statusCode, body: JSON.parse(body) as { code?: string; message?: string } };
  };
  const reads = {
    public: () => send('GET', discoverCommunities.path),
    own: () => send('GET', listCounts.path),
    readiness: () => send('GET', '/readyz'),
  };
  const write = (slug = newId().slice(-12)) =>
    send('POST', createCommunity.path, {
      name: 'A',
      slug: `a-${slug}`,
      description: '',
      logo: null,
      visibility: 'public',
    });
  const enter = () => send('POST', signIn.path, { email: person.email, password: 'a long enough password' });
  const code = () => send('POST', sendCode.path, { email: person.email, type: 'sign-in' });
  const inOrder = async () => {
    for (const read of Object.values(reads)) expect((await read()).status).toBe(200);
    expect((await write()).status).toBe(200);
    expect((await enter()).body.code).toBe('accounts.wrong-password');
  };
  const notReady = { status: 503, body: { code: refusals.notReady.code, message: refusals.notReady.message } };

  test('is answered with 503 and a sentence, reads too, and nobody is signed out, also before any keys were read', async () => {
    wire.cut();
    for (const call of [...Object.values(reads), write, enter]) expect(await call()).toMatchObject(notReady);
    wire.mend();
    await until(inOrder);
    wire.cut();
    for (const call of [...Object.values(reads), write, enter]) expect(await call()).toMatchObject(notReady);
    wire.mend();
    await until(inOrder);
  });

  test('is noticed when it does not answer at all', async () => {
    wire.silence();
    expect(await reads.readiness()).toMatchObject(notReady);
    const calls = Array.from({ length: 6 }, () => reads.public());
    // Those that have no connection yet: the pool has four, and they wait for one.
    expect(await Promise.race(calls)).toMatchObject(notReady);
    wire.mend();
    // One that still waits for a connection gets one now; those that had a silent one do not.
    const refused = (await Promise.all(calls)).filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    for (const answer of refused) expect(answer).toMatchObject(notReady);
    await until(inOrder);
  });

  test('that can only be read is read, refuses what would be saved in a sentence, and is written to once it can be', async () => {
    await inOrder();
    await setReadOnly('on');
    const onlyRead = { status: 503, body: { code: readOnly.code, message: readOnly.message } };
    // Connections that were ended are noticed a moment later.
    await until(async () => {
      for (const read of Object.values(reads)) expect((await read()).status).toBe(200);
    });
    expect(await write()).toMatchObject(onlyRead);
    expect(await code()).toMatchObject(onlyRead);
    await setReadOnly('off', false);
    await until(inOrder);
  });

  /** For connections that are made from now on; those that there are can be ended, as those to a server that was replaced are not. */
  async function setReadOnly(mode: 'on' | 'off', endOthers = true): Promise<void> {
    const client = new pg.Client({ connectionString: testServer?.url ?? '' });
    await client.connect();
    const name = new URL(world.databaseUrl ?? '').pathname.slice(1);
    await client.query(`alter database ${name} set default_transaction_read_only = ${mode}`);
    if (endOthers)
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await client.end();
  }
});
