import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../web-build.ts';
import { checkKept, numbersOf } from './kept.ts';
import { beginLoad } from './load.ts';
import type { Check } from './main.ts';
import { asPostgres, findPrograms, freePort, run } from './services.ts';
import { openSwitch } from './switch.ts';
import { openDrillWorld } from './world.ts';

/*
 * The database's machine dies under load: a primary with a synchronous standby, of which the primary is killed and the standby promoted
 * behind the one address that the server knows.
 */

const SECRET = 'a secret that only this drill uses';

/** People who register, and the places there are for them. */
const [GUESTS, SEATS] = [120, 70];

export async function drillFailover(folder: string, check: Check): Promise<void> {
  const programs = findPrograms();
  if (typeof programs === 'string') return console.log(`The databases were not started. ${programs}`);
  const bin = (name: string) => join(programs.postgres, name);
  const running = new Set<ChildProcess>();
  const startDatabase = async (data: string, port: number) => {
    const [program = '', ...args] = asPostgres(bin('postgres'), '-D', data, '-p', String(port), '-k', data);
    const child = spawn(program, args, { cwd: data, stdio: 'ignore', detached: true });
    running.add(child);
    child.once('close', () => running.delete(child));
    for (const until = performance.now() + 60_000; ; await wait(200)) {
      const ready = await run(bin('pg_isready'), ['--host=127.0.0.1', `--port=${port}`]).then(
        () => true,
        () => false,
      );
      if (ready) return child;
      if (performance.now() > until) throw new Error(`PostgreSQL in ${data} does not start.`);
    }
  };
  const kill = async (child: ChildProcess) => {
    const ended = once(child, 'close');
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await ended;
  };
  const asUser = (...command: string[]) => {
    const [program = '', ...args] = asPostgres(...command);
    return run(program, args, { cwd: folder });
  };
  const query = (port: number, statement: string) =>
    run(bin('psql'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'folkmoot', '-d', 'postgres', '-Atqc', statement]);

  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const [firstPort, secondPort, appPort] = [await freePort(), await freePort(), await freePort()];
  for (const data of [first, second]) {
    mkdirSync(data, { mode: 0o700 });
    if (asPostgres().length > 0) await run('chown', ['postgres', data]);
  }
  let server: ChildProcess | undefined;
  const address = await openSwitch(firstPort);
  try {
    await asUser(
      bin('initdb'),
      '-D',
      first,
      '-U',
      'folkmoot',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    );
    const primary = await startDatabase(first, firstPort);
    await query(firstPort, 'create database folkmoot');
    await asUser(
      bin('pg_basebackup'),
      '-D',
      second,
      '-h',
      '127.0.0.1',
      '-p',
      String(firstPort),
      '-U',
      'folkmoot',
      '-R',
      '-X',
      'stream',
      '-C',
      '-S',
      'second',
    );
    await startDatabase(second, secondPort);
    // A write is acknowledged when the standby has it on its disk as well.
    await query(firstPort, `alter system set synchronous_standby_names = '*'`);
    await query(firstPort, 'select pg_reload_conf()');
    for (let state = ''; state !== 'sync'; await wait(100))
      state = (await query(firstPort, 'select sync_state from pg_stat_replication')).stdout.trim();
    check('a standby follows the primary synchronously', true);

    const url = `http://127.0.0.1:${appPort}`;
    const DATABASE_URL = `postgres://folkmoot@127.0.0.1:${address.port}/folkmoot`;
    const settings = {
      DATABASE_URL,
      AUTH_SECRET: SECRET,
      RATE_LIMITS: 'off',
      FOLKMOOT_EMPTY: '1',
      LOG_LEVEL: 'silent',
    };
    server = spawn(process.execPath, [join(root, 'packages/server/src/main.ts')], {
      env: { PATH: process.env.PATH ?? '', ...settings, PORT: String(appPort), DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    while (
      !(await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await wait(200);
    const world = await openDrillWorld({ DATABASE_URL, AUTH_SECRET: SECRET }, folder, 4);
    const guests = await world.guests(GUESTS);
    const [host] = world.writers;
    const eventId = await makeEvent(url, host?.token ?? '');
    const load = beginLoad(url, world.writers, guests, eventId);
    const grownBy = async (count: number) => {
      const goal = load.acknowledged.size + count;
      while (load.acknowledged.size < goal) await wait(5);
    };
    await grownBy(200);

    const since = performance.now();
    await kill(primary);
    const known = `${load.acknowledged.size} messages and ${load.registered.size} registrations`;
    await asUser(bin('pg_ctl'), 'promote', '-D', second, '-w');
    // It was synchronous: alone, it would wait for a standby of its own.
    await query(secondPort, `alter system reset synchronous_standby_names`);
    await query(secondPort, 'select pg_reload_conf()');
    address.to(secondPort);
    const promoted = performance.now();
    await grownBy(1);
    const now = performance.now();
    console.log(
      `  Killed after ${known}: promoted in ${((promoted - since) / 1000).toFixed(1)} s, and the next message was there ${((now - promoted) / 1000).toFixed(1)} s later.`,
    );
    check('messages are taken again after the promotion', true);
    check('within ten seconds', now - promoted < 10_000, now - promoted);
    await grownBy(200);
    check('the server was not restarted', server.exitCode === null && server.signalCode === null);
    check(
      'it has answered nothing but "not ready" and what was asked',
      load.figures.lost.length === 0,
      numbersOf(load),
    );
    await checkKept(load, world, check);
    const { statuses, rows, taken } = await world.seatsOf(eventId);
    const told = [...load.registered];
    check(
      'every guest is registered once, as they were told',
      rows === GUESTS && told.length === GUESTS && told.every(([id, status]) => statuses.get(id) === status),
    );
    const going = [...statuses.values()].filter((status) => status === 'going').length;
    check(`all ${SEATS} places are taken, and none twice`, going === SEATS && taken === SEATS, { going, taken });
    await world.close();
  } finally {
    server?.kill('SIGKILL');
    address.close();
    for (const child of running) await kill(child);
  }
}

/** An event next week, with fewer places than guests. */
async function makeEvent(url: string, token: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { data: { id: string } };
  };
  const start = Math.floor(Date.now() / 1000) + 7 * 86_400;
  const times = { start_epoc: start, end_epoc: start + 7200 };
  const { data } = await post('/api/v1/events', { name: 'Kiln opening', capacity: SEATS, ...times });
  await post(`/api/v1/events/${data.id}/publish`, {});
  return data.id;
}
