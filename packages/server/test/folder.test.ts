import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from './database.ts';
import { ALL } from './scope.ts';

/* Every program that opens the embedded database, as its own process, several of them on one data folder. */

const SOURCES = join(import.meta.dirname, '../src');
const root = mkdtempSync(join(tmpdir(), 'folkmoot-folder-'));
// Where root runs the tests, PostgreSQL runs as another user, who has to pass through.
chmodSync(root, 0o711);
/** The folder of the database in the data folder. */
const DATABASE = testServer ? 'postgres' : 'database';
/** What others may do with a data folder: at most pass through it, to the database of that other user. */
const PASSABLE = process.getuid?.() === 0 ? 0o711 : 0o700;
const backupFile = join(root, 'given.jsonl.gz');
const running = new Set<ChildProcess>();

type Ran = { code: number | null; said: string };
type Program = { child: ChildProcess; ended: Promise<Ran>; ready: Promise<void> };

function run(dataDir: string, file: string, ...args: string[]): Program {
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(SOURCES, file), ...args], {
    env: {
      ...inherited,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      PRELOAD_PLACES: 'off',
      FOLKMOOT_EMPTY: file === 'main.ts' ? '1' : '',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (said += data));
  const ended = new Promise<Ran>((resolve) =>
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, said });
    }),
  );
  const ready = new Promise<void>((resolve) =>
    child.on('message', (message: { type: string }) => message.type === 'ready' && resolve()),
  );
  return { child, ended, ready };
}

const commands: Record<string, (dataDir: string) => Program> = {
  server: (dataDir) => run(dataDir, 'main.ts'),
  seed: (dataDir) => run(dataDir, 'seed/main.ts'),
  migrate: (dataDir) => run(dataDir, 'db.ts', 'migrate'),
  backup: (dataDir) => run(dataDir, 'db.ts', 'backup', join(dataDir, 'taken.jsonl.gz')),
  restore: (dataDir) => run(dataDir, 'db.ts', 'restore', backupFile, '--replace'),
};
const names = Object.keys(commands);

/** Starts the server and waits until it answers. */
async function serve(dataDir: string): Promise<Program> {
  const server = run(dataDir, 'main.ts');
  await Promise.race([server.ready, server.ended.then(({ said }) => expect.fail(said))]);
  return server;
}

/** True if the database opens and everything in it can be read. */
async function opens(dataDir: string): Promise<Ran> {
  return run(dataDir, 'db.ts', 'backup', join(dataDir, 'after.jsonl.gz')).ended;
}

/** A data folder with a database in it, copied from the first. */
function withDatabase(name: string): string {
  cpSync(join(root, 'first'), join(root, name), { recursive: true });
  return join(root, name);
}

beforeAll(async () => {
  const dataDir = join(root, 'first');
  const made = await run(dataDir, 'db.ts', 'migrate').ended;
  expect(made).toMatchObject({ code: 0 });
  expect(await run(dataDir, 'db.ts', 'backup', backupFile).ended).toMatchObject({ code: 0 });
}, 60_000);
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

test('a running server makes the backup of itself, then stops and starts again', async () => {
  const dataDir = withDatabase('running');
  const server = await serve(dataDir);
  for (const round of ALL ? ['one', 'two'] : ['one']) {
    const file = join(root, `${round}.jsonl.gz`);
    const taken = await run(dataDir, 'db.ts', 'backup', file).ended;
    expect(taken).toMatchObject({ code: 0, said: expect.stringContaining('The running server made it.') });
    expect(await run(join(root, round), 'db.ts', 'restore', file).ended).toMatchObject({ code: 0 });
  }
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
  const again = await serve(dataDir);
  again.child.kill('SIGTERM');
  expect(await again.ended).toMatchObject({ code: 0 });
  expect(readdirSync(dataDir).filter((name) => name.endsWith('.tmp') || name.endsWith('.part'))).toEqual([]);
}, 90_000);

test('while a server runs, every other command is refused and told which process has the folder', async () => {
  const dataDir = withDatabase('held');
  const server = await serve(dataDir);
  for (const name of names.filter((other) => other !== 'backup' && (ALL || ['server', 'migrate'].includes(other)))) {
    const refused = await commands[name]?.(dataDir).ended;
    expect(refused?.code).toBe(1);
    expect(refused?.said).toContain(`is in use by the server (process ${server.child.pid}, since `);
    expect(refused?.said).not.toContain('at file:');
  }
  server.child.kill('SIGKILL');
  await server.ended;
  expect(await opens(dataDir)).toMatchObject({ code: 0 });
}, 60_000);

const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const));
/** The most likely pair. The others run with `npm test -- all`, as `.ci/run` does. */
const chosen = pairs.filter(([one, other]) => ALL || (one === 'server' && other === 'server'));

test.each(chosen)(
  'the folder can be opened after %s and %s are started together and killed',
  async (one, other) => {
    // Commands that create a database start without one; the others with an existing one.
    const makes = one !== other && [one, other].every((name) => ['server', 'seed', 'restore'].includes(name));
    const dataDir = makes ? join(root, `${one}-${other}`) : withDatabase(`${one}-${other}`);
    const programs = [commands[one]?.(dataDir), commands[other]?.(dataDir)].filter((program) => program !== undefined);
    const outcomes = programs.map(({ ready, ended }) => Promise.race([ready, ended]));
    await Promise.race(outcomes);
    for (const { child } of programs) child.kill('SIGKILL');
    for (const { ended } of programs) {
      const { code, said } = await ended;
      // Killed, done, or refused with a sentence: never a broken database.
      if (code !== null && code !== 0)
        expect(said).toMatch(/is in use by|There is no database|There are already accounts in/);
      expect(said).not.toContain('Aborted');
    }
    if (!existsSync(join(dataDir, DATABASE))) {
      const made = await run(dataDir, 'db.ts', 'migrate').ended;
      expect(made).toMatchObject({ code: 0 });
    }
    const opened = await opens(dataDir);
    expect(opened.code, opened.said).toBe(0);
  },
  180_000,
);

test('only its owner can read or enter the data folder, whatever the umask allows', async () => {
  const before = process.umask(0);
  const dataDir = withDatabase('modes');
  // Not left to the umask of the copy: another test in this process may have narrowed it.
  chmodSync(dataDir, 0o777);
  const server = await serve(dataDir).finally(() => process.umask(before));
  const open = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith(`${DATABASE}/`))
      .filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0);
  expect(statSync(dataDir).mode & 0o777).toBe(PASSABLE);
  expect(open(dataDir)).toEqual([]);
  server.child.kill('SIGTERM');
  await server.ended;
  const inside = readdirSync(join(dataDir, DATABASE), { recursive: true, encoding: 'utf8' });
  expect(inside.filter((name) => (statSync(join(dataDir, DATABASE, name)).mode & 0o077) !== 0)).toEqual([]);
  expect(inside.length).toBeGreaterThan(500);
}, 60_000);

test('a folder that others can read is closed on the next start', async () => {
  const dataDir = withDatabase('wide');
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, DATABASE, 'left-open'), '', { mode: 0o644 });
  expect(await run(dataDir, 'db.ts', 'migrate').ended).toMatchObject({ code: 0 });
  expect(statSync(dataDir).mode & 0o777).toBe(PASSABLE);
  expect(statSync(join(dataDir, DATABASE, 'left-open')).mode & 0o777).toBe(0o600);
}, 60_000);
