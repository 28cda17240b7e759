import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { ConfigError } from '../../config-checks.ts';
import { closeToOthers } from '../data-folder.ts';
import { asUser, type Programs, type User } from './programs.ts';

/*
 * A PostgreSQL of our own in the data folder:
 *
 *   postgres/data     the cluster, as initdb makes it
 *   postgres/socket   the only way in, for its owner alone: no TCP port is opened
 *   postgres/log      what PostgreSQL said since it was last started
 *
 * It runs as a child of the process that holds the folder's lock, and ends with it.
 */

const NAME = 'folkmoot';
const POLL_MS = 10;
/** After a crash PostgreSQL first reads what it had not yet written into its tables. */
const MOST_START_MS = 10 * 60_000;
const MOST_STOP_MS = 60_000;
/** Ending so often within a minute means that one more start does not help. */
const MOST_RESTARTS = 3;

/** For a small machine that runs other programs too; docs/operations.md names them. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '70',
  shared_buffers: '96MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_wal_size: '512MB',
  // Parallel queries need shared memory that containers keep short, and a small machine has no processors for them.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  // It reads and writes in the process that asks, instead of in three of its own.
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Errors are reported to the caller, who logs them; the file keeps what is about the server itself.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
};

/** What is given up where nothing has to survive the machine: in tests. */
const HASTY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export type Cluster = {
  /** The address of its database, through the socket. */
  readonly url: string;
  /** Ends it in order, after what is running has been cancelled. */
  stop(): Promise<void>;
};

export type ClusterOptions = {
  programs: Programs;
  /** Nothing in it has to survive the machine. */
  hasty?: boolean;
  /** Told when it has ended by itself and cannot be started again. */
  onFailure?: (error: Error) => void;
};

const run = promisify(execFile);

/**
 * Makes an empty cluster.
 *
 * @throws ConfigError if the disk is full or the other user cannot enter the folder.
 */
export async function makeCluster(folder: string, { programs, hasty = false }: ClusterOptions): Promise<void> {
  makeFolder(folder, programs.user);
  const options = [
    ...['-D', join(folder, 'data'), '-U', NAME, '--auth-local=trust', '--auth-host=reject'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...['--no-instructions', ...(hasty ? ['--no-sync'] : [])],
  ];
  try {
    await run(programs.initdb, options, { cwd: '/', ...asUser(programs.user), env: ENVIRONMENT });
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    throw new ConfigError(reasonOf(folder, programs.user, stderr || message), { cause: error });
  }
  const cluster = await startCluster(folder, { programs, hasty, database: 'postgres' });
  try {
    const client = new pg.Client({ connectionString: cluster.url });
    // What breaks the connection also fails the statement, or does not matter any more.
    client.on('error', () => undefined);
    await client.connect();
    await client.query(`create database ${NAME}`).finally(() => client.end());
  } finally {
    await cluster.stop();
  }
}

/**
 * Starts the cluster in a folder. One that a killed process left behind, running or not, is ended first.
 *
 * @throws ConfigError if it is of another version, the disk is full, or it does not start.
 */
export async function startCluster(
  folder: string,
  { programs, hasty = false, onFailure, database = NAME }: ClusterOptions & { database?: string },
): Promise<Cluster> {
  const data = join(folder, 'data');
  checkVersion(data, programs);
  // Before anything in the folder is touched.
  await endPrevious(data);
  own(folder, programs.user);
  const socket = socketFolder(folder, programs.user);
  const url = `postgres://${NAME}@localhost/${database}?host=${encodeURIComponent(socket)}`;
  const settings = { ...SETTINGS, ...(hasty ? HASTY : {}), unix_socket_directories: socket };
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  let stopping = false;
  let postgres: ChildProcess;
  let ended: Promise<unknown>;

  const start = async (patience = MOST_STOP_MS): Promise<void> => {
    await endPrevious(data);
    const log = openSync(join(folder, 'log'), 'w', 0o600);
    // In a group of its own: Ctrl-C is for us, and we stop it when nothing needs it any more.
    postgres = spawn(programs.postgres, args, {
      stdio: ['ignore', log, log],
      cwd: '/',
      detached: true,
      env: ENVIRONMENT,
      ...asUser(programs.user),
    });
    closeSync(log);
    const child = postgres;
    ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
    const guard = startGuard(child);
    void ended.then(() => guard?.kill());
    child.unref();
    if (await isReady(data, child, ended)) return;
    const said = readLog(folder);
    // Connections of a server that was killed live a moment longer than the server.
    if (!/pre-existing shared memory block/.test(said) || patience <= 0)
      throw new ConfigError(reasonOf(folder, programs.user, said));
    await wait(POLL_MS);
    return start(patience - POLL_MS);
  };
  let restarts: number[] = [];
  const watch = () => {
    void ended.then(async () => {
      if (stopping) return;
      try {
        restarts = [...restarts.filter((at) => performance.now() - at < 60_000), performance.now()];
        if (restarts.length > MOST_RESTARTS) throw new Error(reasonOf(folder, programs.user, readLog(folder)));
        await start();
        if (stopping) postgres.kill('SIGINT');
        watch();
      } catch (error) {
        if (!stopping) onFailure?.(error as Error);
      }
    });
  };
  /** If this process ends without `stop`: what is committed is safe, and the next start goes on from there. */
  const onExit = () => void postgres.kill('SIGINT');
  await start();
  watch();
  process.once('exit', onExit);
  return {
    url,
    async stop() {
      stopping = true;
      process.off('exit', onExit);
      postgres.ref();
      postgres.kill('SIGINT');
      const late = AbortSignal.timeout(MOST_STOP_MS);
      late.addEventListener('abort', () => postgres.kill('SIGQUIT'));
      await ended;
      if (dirname(socket) !== folder) rmSync(socket, { recursive: true, force: true });
    },
  };
}

/** Removes a folder with all that is in it, after ending what runs there. */
export async function removeCluster(folder: string): Promise<void> {
  await endPrevious(join(folder, 'data'));
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/**
 * Ends PostgreSQL when this process is killed: it waits for the end of its input, which nobody else holds. PostgreSQL
 * cannot do that by itself, and nobody would stop it.
 */
function startGuard(postgres: ChildProcess): ChildProcess | undefined {
  if (postgres.pid === undefined) return undefined;
  const guard = spawn('/bin/sh', ['-c', `read -r _; kill -INT ${postgres.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    detached: true,
  });
  guard.on('error', () => undefined);
  guard.unref();
  // A pipe to a process is a socket, whose type leaves it out.
  if (guard.stdin && 'unref' in guard.stdin) (guard.stdin as Socket).unref();
  return guard;
}

/** Nothing of ours: variables such as PGDATA or LC_ALL would change how it starts. */
const ENVIRONMENT = { LANG: 'C' };

function makeFolder(folder: string, user: User | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
}

/** A copy of a data folder, for example from a backup, may belong to another user or be open to others. */
function own(folder: string, user: User | undefined): void {
  closeToOthers(folder);
  const data = join(folder, 'data');
  if (!user || lstatSync(data).uid === user.uid) return;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  // The one that is asked about comes last, so that a start that is killed in between is done again.
  for (const path of [
    folder,
    ...entries.map(({ parentPath, name }) => join(parentPath, name)).filter((path) => path !== data),
    data,
  ])
    lchownSync(path, user.uid, user.gid);
}

/** The name of a socket may have 103 bytes on macOS and 107 on Linux. */
const LONGEST_SOCKET = 103;

function socketFolder(folder: string, user: User | undefined): string {
  const inside = join(folder, 'socket');
  const isShort = Buffer.byteLength(join(inside, '.s.PGSQL.5432')) <= LONGEST_SOCKET;
  const socket = isShort ? inside : mkdtempSync(join(tmpdir(), 'folkmoot-'));
  // What a crash left in it names a process that is gone.
  if (isShort) rmSync(socket, { recursive: true, force: true });
  mkdirSync(socket, { recursive: true, mode: 0o700 });
  if (user) chownSync(socket, user.uid, user.gid);
  return socket;
}

function checkVersion(data: string, { major }: Programs): void {
  const found = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (found !== major)
    throw new ConfigError(
      `${data} was made by PostgreSQL ${found}, and this version of Folkmoot brings PostgreSQL ${major}. Make a backup with the version you had before, and restore it with this one into a new DATA_DIR: docs/operations.md.`,
    );
}

/** What a process that was killed has left running. It holds the folder, so it is ended and waited for. */
async function endPrevious(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  for (let waited = 0; existsSync(file); waited += POLL_MS) {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    if (!isRunning(pid, data)) return forget(file);
    if (waited > MOST_STOP_MS)
      throw new ConfigError(`PostgreSQL (process ${pid}) still runs in ${data} and does not end. Stop it first.`);
    if (waited % 1000 === 0) interrupt(pid, data);
    await wait(POLL_MS);
  }
}

/** Asks a process to end; it may have ended by itself at this moment. */
function interrupt(pid: number, data: string): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if ((error as { code?: string }).code === 'ESRCH') return;
    throw new ConfigError(
      `PostgreSQL (process ${pid}) runs in ${data}, and this user may not stop it. Stop it first.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Takes the id of a process that is gone out of PostgreSQL's file, because another program may have that id by now.
 * PostgreSQL ignores the id of its parent, and still checks that no part of the old server uses the folder.
 */
function forget(file: string): void {
  if (!existsSync(file)) return;
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^.*/, String(process.pid)));
}

/** True if that process is a PostgreSQL on this folder. */
function isRunning(pid: number, data: string): boolean {
  try {
    const line =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return line.includes(data);
  } catch {
    return false;
  }
}

/** The line of `postmaster.pid` that says how far the server has come. */
const STATUS_LINE = 8;

/**
 * Waits until it answers.
 *
 * @returns false if it has ended instead.
 */
async function isReady(data: string, postgres: ChildProcess, ended: Promise<unknown>): Promise<boolean> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  for (const since = performance.now(); performance.now() - since < MOST_START_MS; await wait(POLL_MS)) {
    if (over) return false;
    const lines = readIfThere(join(data, 'postmaster.pid')).split('\n');
    if (Number(lines[0]) === postgres.pid && lines[STATUS_LINE - 1]?.trim() === 'ready') return true;
  }
  postgres.kill('SIGQUIT');
  throw new ConfigError(`PostgreSQL in ${data} did not start within ten minutes. Its messages are in its log file.`);
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function readLog(folder: string): string {
  return readIfThere(join(folder, 'log'));
}

/** One sentence for why it ended, from its own messages. */
function reasonOf(folder: string, user: User | undefined, said: string): string {
  if (/No space left on device/i.test(said)) return `The disk of ${folder} is full. Free some space and start again.`;
  if (user && /Permission denied/i.test(said))
    return `PostgreSQL runs as the user ${user.name} when Folkmoot runs as root, and that user cannot enter ${folder}. Start Folkmoot as a user of its own, or set DATA_DIR to a folder that everybody may pass through, such as /var/lib/folkmoot.`;
  const last = said
    .split('\n')
    .map((line) => /(?:FATAL|PANIC|error):\s+(.*)/.exec(line)?.[1])
    .findLast((line) => line !== undefined);
  return `PostgreSQL in ${folder} did not start: ${last ?? (said.trim().split('\n').at(-1) || 'it ended without a message')}.`;
}
