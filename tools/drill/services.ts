import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../web-build.ts';
import { type ComposeService, commandOf } from './compose-file.ts';

/*
 * Services of compose.yaml as processes of this machine: with their own settings, commands and health checks. What an engine would do
 * differently is done here: a name and a port become an address, a volume becomes a folder, and an image a program that is installed.
 */

export const run = promisify(execFile);

export type Running = {
  name: string;
  address: string;
  /** @param release where the product is, if it is another one than this. */
  start(release?: string): Promise<void>;
  /** Ends it as the engine would: asks, and kills when the time is over. Resolves with how it ended. */
  stop(): Promise<string>;
  kill(): Promise<void>;
};

export type Programs = { postgres: string; redis: string; caddy: string };

/** What stands in for the images; a sentence about what is missing. */
export function findPrograms(): Programs | string {
  const postgres = (existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [])
    .filter((version) => Number(version) >= 15)
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .at(-1);
  const [redis, caddy] = [onPath('valkey-server', 'redis-server'), onPath('caddy')];
  const missing = Object.entries({ 'PostgreSQL 15 or later': postgres, 'Valkey or Redis': redis, Caddy: caddy });
  const names = missing.flatMap(([name, found]) => (found === undefined ? [name] : []));
  if (postgres === undefined || redis === undefined || caddy === undefined)
    return `This drill needs programs that are not here: ${names.join(', ')} (Debian: postgresql, redis-server, caddy).`;
  return { postgres, redis, caddy };
}

export function onPath(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/bin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The port inside its container, for those that others connect to. */
const PORTS: Record<string, number> = { postgres: 5432, valkey: 6379 };
const APP_PORT = 3000;

/** A command of PostgreSQL as its own user where root starts it, which it refuses. */
export function asPostgres(...command: string[]): string[] {
  return process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
}

/** @param folder for everything that is written. */
export async function prepareServices(
  services: readonly ComposeService[],
  folder: string,
  programs: Programs,
): Promise<Map<string, Running>> {
  const addresses = new Map<string, string>();
  for (const { name } of services) addresses.set(`${name}:${PORTS[name] ?? APP_PORT}`, `127.0.0.1:${await freePort()}`);
  const local = (text: string) =>
    [...addresses].reduce((sum, [there, here]) => sum.replace(new RegExp(`\\b${there}\\b`, 'g'), here), text);
  return new Map(
    services.map((service) => {
      const address = addresses.get(`${service.name}:${PORTS[service.name] ?? APP_PORT}`) ?? '';
      return [service.name, runningOf(service, { address, local, folder, programs })];
    }),
  );
}

type Place = { address: string; local: (text: string) => string; folder: string; programs: Programs };
type Recipe = { command: string[]; env: Record<string, string>; cwd?: string; prepare?: () => Promise<void> };

function runningOf(service: ComposeService, place: Place): Running {
  const { name, address } = { ...service, ...place };
  const recipe = recipeOf(service, place);
  const env = { PATH: process.env.PATH ?? '', HOME: place.folder, ...recipe.env };
  let child: ChildProcess | undefined;
  let prepared = false;
  const end = async (signal: NodeJS.Signals, graceMs: number) => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return 'was not running';
    const ended = once(running, 'close');
    // PostgreSQL and its `runuser` are a group of their own.
    process.kill(-(running.pid ?? 0), signal);
    const late = setTimeout(() => process.kill(-(running.pid ?? 0), 'SIGKILL'), graceMs);
    const [code, by] = (await ended) as [number | null, string | null];
    clearTimeout(late);
    return by === null ? `exit code ${code}` : `signal ${by}`;
  };
  return {
    name,
    address,
    async start(release = root) {
      if (!prepared) await recipe.prepare?.();
      prepared = true;
      const log = createWriteStream(join(place.folder, `${name}.log`), { flags: 'a' });
      await once(log, 'open');
      const [program = '', ...args] = recipe.command;
      child = spawn(program, args, { cwd: recipe.cwd ?? release, env, stdio: ['ignore', log, log], detached: true });
      await healthy(child, service, name, env, recipe, place);
    },
    stop: () => end(service.stop_signal, Number.parseInt(service.stop_grace_period, 10) * 1000),
    kill: async () => void (await end('SIGKILL', 1000)),
  };
}

/**
 * Asks the service's own health check, as the engine does, until it is well.
 *
 * @throws with the end of its log if it ends before, or is not well after three minutes.
 */
async function healthy(
  child: ChildProcess,
  { healthcheck }: ComposeService,
  name: string,
  env: Record<string, string>,
  recipe: Recipe,
  { address, programs, folder }: Place,
): Promise<void> {
  if (healthcheck === undefined) return;
  const [, port = ''] = address.split(':');
  const [, ...check] = healthcheck.test as [string, ...string[]];
  const stand: Record<string, string[]> = {
    node: [process.execPath],
    pg_isready: [join(programs.postgres, 'pg_isready'), '--host=127.0.0.1', `--port=${port}`],
    'valkey-cli': [programs.redis.replace('-server', '-cli'), '-p', port],
  };
  const [first = '', ...rest] = check;
  const [program = '', ...args] = [...(stand[first] ?? [first]), ...rest];
  for (const until = performance.now() + 180_000; ; ) {
    const well = await run(program, args, { env, cwd: recipe.cwd ?? root }).then(
      () => true,
      () => false,
    );
    if (well) return;
    if (performance.now() > until || child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${name} is not well: ${readFileSync(join(folder, `${name}.log`), 'utf8').slice(-2000)}`);
    await wait(250);
  }
}

function recipeOf(service: ComposeService, { address, local, folder, programs }: Place): Recipe {
  const { name, command = [] } = service;
  const [host = '', port = ''] = address.split(':');
  const env = Object.fromEntries(Object.entries(service.environment).map(([key, value]) => [key, local(value)]));
  if (name === 'postgres') return postgres(env, command.slice(1), { port, folder, bin: programs.postgres });
  if (name === 'valkey')
    return { env, command: [programs.redis, '--port', port, '--bind', host, ...command.slice(1)], cwd: folder };
  if (name === 'caddy') {
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, local(readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')));
    return {
      env: { ...env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, CADDY_ADMIN: local(`caddy:${APP_PORT}`) },
      command: [programs.caddy, ...command.slice(1).map((word) => word.replace('/etc/caddy/Caddyfile', file))],
    };
  }
  // The product, by the command of its image. Its volumes are folders here.
  const folders = Object.fromEntries(
    service.volumes.map((volume) => volume.split(':').toReversed() as [string, string]),
  );
  const volume = (path: string) => join(folder, folders[path] ?? path);
  const [, ...args] = commandOf(join(root, 'deploy/Dockerfile'));
  return {
    command: [process.execPath, ...args],
    env: {
      ...env,
      ...{ NODE_ENV: 'production', HOST: host, PORT: port },
      ...{ DATA_DIR: volume(env.DATA_DIR ?? ''), BACKUP_DIR: volume(env.BACKUP_DIR ?? '') },
    },
  };
}

/** What the image does before its first start: a cluster with the user, the password and the database of its settings. */
function postgres(
  { POSTGRES_USER: user = '', POSTGRES_PASSWORD: password = '', POSTGRES_DB: database = '' }: Record<string, string>,
  options: string[],
  { port, folder, bin }: { port: string; folder: string; bin: string },
): Recipe {
  const data = join(folder, 'postgres');
  const own = asPostgres;
  const command = own(join(bin, 'postgres'), '-D', data, '-p', port, '-k', data, ...options);
  return {
    command,
    env: {},
    cwd: data,
    async prepare() {
      mkdirSync(data);
      if (own().length > 0) await run('chown', ['postgres', data]);
      const secret = join(data, '..', 'password');
      writeFileSync(secret, password, { mode: 0o644 });
      const [program = '', ...args] = own(join(bin, 'initdb'), '-D', join(data), '-U', user, '-E', 'UTF8');
      await run(program, [...args, '--auth=scram-sha-256', `--pwfile=${secret}`, '--locale=C.UTF-8', '--no-sync'], {
        cwd: data,
      });
      // The database of the settings, made by the server alone: without a port that anybody could reach.
      const single = spawn(
        own(join(bin, 'postgres'))[0] ?? '',
        [...own(join(bin, 'postgres')).slice(1), '--single', '-D', data, 'template1'],
        {
          cwd: data,
          stdio: ['pipe', 'ignore', 'ignore'],
        },
      );
      single.stdin.end(`create database ${database} owner ${user}\n`);
      const [code] = await once(single, 'close');
      if (code !== 0) throw new Error(`The database ${database} could not be made.`);
    },
  };
}
