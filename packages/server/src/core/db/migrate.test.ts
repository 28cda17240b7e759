import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openEmptyDatabase, type TestDatabase } from '../../../test/database.ts';
import { systemClock } from '../clock.ts';
import { ConfigError } from '../config-checks.ts';
import { allRows } from './db.ts';
import { migrate, migrateInside } from './migrate.ts';

let folder: string;
let at: TestDatabase;

beforeAll(async () => {
  at = await openEmptyDatabase();
});
afterAll(() => at.done());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'folkmoot-migrations-'));
  await sql`drop schema public cascade`.execute(at.database.db);
  await sql`create schema public`.execute(at.database.db);
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const run = (more: object = {}) => migrate(at.database, systemClock, { folder, ...more });
const checksums = () =>
  allRows(at.database.db, sql<{ name: string; checksum: string | null }>`select name, checksum from migrations`);
const indexes = () =>
  allRows(
    at.database.db,
    sql<{ name: string }>`select c.relname as name from pg_class c join pg_index i on i.indexrelid = c.oid
      where i.indisvalid and c.relname like 'pots_%' order by 1`,
  );

const POTS = 'create table pots (id int primary key, glaze text);\n';

describe('migrations', () => {
  test('a migration can contain functions and texts with semicolons, and is applied as a whole or not at all', async () => {
    write('0001.sql', POTS);
    const text = `-- It's one; two
create function double(a int) returns int language plpgsql as $$
begin
  a := a * 2;
  return a;
end;
$$;
insert into pots values (double(21), 'ash;
iron');
`;
    write('0002.sql', text);
    expect(await run()).toEqual(['0001.sql', '0002.sql']);
    expect(await run()).toEqual([]);
    const rows = sql`select * from pots`;
    expect(await allRows(at.database.db, rows)).toEqual([{ id: 42, glaze: 'ash;\niron' }]);
    write('0003.sql', "insert into pots values (1, 'celadon');\ninsert into nowhere values (1);\n");
    await expect(run()).rejects.toThrow('nowhere');
    expect(await allRows(at.database.db, rows)).toHaveLength(1);
    expect((await checksums()).map(({ name }) => name)).toEqual(['0001.sql', '0002.sql']);
  });

  test('a migration that was changed after it was applied is refused before anything else is applied', async () => {
    write('0001.sql', POTS);
    await run();
    write('0001.sql', `-- Its comment may change,\r\n\r\n${POTS.replace('\n', '  \r\n')}`);
    expect(await run()).toEqual([]);
    write('0001.sql', POTS.replace('text', 'int'));
    write('0002.sql', 'create table later ();\n');
    await expect(run()).rejects.toThrow(ConfigError);
    await expect(run()).rejects.toThrow('The migration 0001.sql has been changed since it was applied');
    expect(await checksums()).toHaveLength(1);
  });

  test('a migration of an installation without checksums gets one on the first start', async () => {
    const { db } = at.database;
    await sql`create table migrations (name text primary key, applied_at timestamptz not null)`.execute(db);
    await sql.raw(POTS).execute(db);
    await sql`insert into migrations values ('0001.sql', ${new Date()})`.execute(db);
    write('0001.sql', POTS);
    write('0002.sql', 'alter table pots add column fired boolean;\n');
    expect(await run()).toEqual(['0002.sql']);
    expect(await checksums()).toEqual([
      { name: '0001.sql', checksum: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { name: '0002.sql', checksum: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    write('0001.sql', POTS.replace('text', 'int'));
    await expect(run()).rejects.toThrow('has been changed');
  });
});

describe('a program on a database of a later release', () => {
  const ADDED = 'alter table pots add column fired boolean;\n';
  const REMOVED = `-- contract: 1.2 stopped using the glaze\nalter table pots drop column glaze;\n`;
  /** What the later release has, besides the first. */
  const migrateLater = async (later: Record<string, string>) => {
    write('0001.sql', POTS);
    for (const [name, text] of Object.entries(later)) write(name, text);
    await run({ version: '1.3.0' });
    for (const name of Object.keys(later)) rmSync(join(folder, name));
  };
  const start = () => run({ version: '1.1.0' });

  test('starts while everything that it does not know has only added something', async () => {
    await migrateLater({ '0002.sql': ADDED, '0003.sql': '-- It adds -- contract: nothing\ncreate table urns ();\n' });
    expect(await start()).toEqual([]);
  });

  test('does not start once something is gone that it uses, and names both versions', async () => {
    await migrateLater({ '0002.sql': ADDED, '0003.sql': REMOVED, '0004.sql': 'create table urns ();\n' });
    await expect(start()).rejects.toThrow(ConfigError);
    await expect(start()).rejects.toThrow(
      'This is Folkmoot 1.1.0, and version 1.3.0 has removed something from this database that it uses (0003.sql).',
    );
    // Nothing of its own is applied either.
    write('0005.sql', 'create table vases ();\n');
    await expect(start()).rejects.toThrow('(0003.sql)');
    expect((await checksums()).map(({ name }) => name)).not.toContain('0005.sql');
    write('0003.sql', REMOVED);
    expect(await start()).toEqual(['0005.sql']);
  });

  test('does not start where a later one does not say what it is', async () => {
    await migrateLater({ '0002.sql': ADDED });
    await sql`update migrations set contracts = null, version = null`.execute(at.database.db);
    await expect(start()).rejects.toThrow('This is Folkmoot 1.1.0, and a later version has removed something');
    // Of its own it knows: they are recorded as soon as it starts.
    write('0002.sql', ADDED);
    expect(await start()).toEqual([]);
    const kinds = await allRows(at.database.db, sql<{ contracts: boolean }>`select contracts from migrations`);
    expect(kinds).toEqual([{ contracts: false }, { contracts: false }]);
  });
});

const CONCURRENT = `-- no transaction
drop index concurrently if exists pots_glaze;
-- next
create index concurrently pots_glaze on pots (glaze);
`;

describe('migrations outside a transaction', () => {
  test('a migration outside a transaction creates an index concurrently and once, however many processes start together', async () => {
    write('0001.sql', POTS);
    write('0002.sql', CONCURRENT);
    const applied = at.database.kind === 'postgres' ? await startedTogether(3) : await run();
    expect(applied).toEqual(['0001.sql', '0002.sql']);
    expect(await indexes()).toEqual([{ name: 'pots_glaze' }, { name: 'pots_pkey' }]);
    expect(await run()).toEqual([]);
  });

  async function startedTogether(count: number): Promise<string[]> {
    await migrate(at.database, systemClock, { folder: mkdtempSync(join(folder, 'none-')) });
    const runs = await Promise.all(Array.from({ length: count }, () => run()));
    return runs.flat().sort();
  }

  test('a migration outside a transaction that failed halfway is applied on the next start', async () => {
    write('0001.sql', `${POTS}insert into pots values (1, 'ash'), (2, 'ash');\n`);
    write('0002.sql', CONCURRENT.replace('create index', 'create unique index'));
    await expect(run()).rejects.toThrow('pots_glaze');
    await sql`delete from pots where id = 2`.execute(at.database.db);
    expect(await run()).toEqual(['0002.sql']);
    expect(await indexes()).toEqual([{ name: 'pots_glaze' }, { name: 'pots_pkey' }]);
  });

  test('a migration that needs a missing extension names it', async () => {
    write('0001.sql', '-- no transaction\ncreate extension if not exists kiln;\n');
    await expect(run()).rejects.toThrow(ConfigError);
    await expect(run()).rejects.toThrow('create extension kiln;');
  });

  test('a migration outside a transaction is part of a restore’s transaction, as nobody else uses the tables', async () => {
    write('0001.sql', POTS);
    write('0002.sql', CONCURRENT);
    await at.database.db.transaction().execute((tx) => migrateInside(tx, systemClock, undefined, folder));
    expect(await indexes()).toEqual([{ name: 'pots_glaze' }, { name: 'pots_pkey' }]);
    expect(await run()).toEqual([]);
  });
});

describe.runIf(process.env.DATABASE_URL)('a table locked by another process', () => {
  test('a locked table is waited for briefly, so that later queries are served, and tried again', async () => {
    write('0001.sql', POTS);
    await run();
    write('0002.sql', 'alter table pots add column fired boolean;\n');
    const { db } = at.database;
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reader = db.transaction().execute(async (tx) => {
      await sql`select * from pots`.execute(tx);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const refused = run({ lockTimeoutMs: 100, tries: 2, pauseMs: 10 });
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow('The migration 0002.sql needs a table that another connection keeps locked.');
    const applied = run({ lockTimeoutMs: 100, tries: 50, pauseMs: 50 });
    await sql`select * from pots`.execute(db);
    release.resolve();
    await reader;
    expect(await applied).toEqual(['0002.sql']);
  });
});
