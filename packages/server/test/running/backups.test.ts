import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { ConfigError } from '../../src/core/config-checks.ts';
import { restore } from '../../src/core/db/backup.ts';
import { prepareBackups, upgrade } from '../../src/core/db/backups.ts';
import { migrationNames } from '../../src/core/db/migrate.ts';
import { openEmptyDatabase } from '../database.ts';
import { openWorld, type World } from '../world.ts';

/* Backups that are made by themselves. */

const DAY = 86_400_000;
const root = mkdtempSync(join(tmpdir(), 'folkmoot-backups-'));
let folder: string;
let world: World;

beforeEach(async () => {
  folder = mkdtempSync(join(root, 'each-'));
  world = await openWorld({ BACKUP_DIR: folder, BACKUP_KEEP: '3', LOG_LEVEL: 'error' });
});
afterEach(() => world.close());
afterAll(() => rmSync(root, { recursive: true }));

const made = () => readdirSync(folder).sort();
const figure = async (name: string) => {
  const { body } = await world.app.http.inject({ method: 'GET', url: '/metrics' });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
};

describe('daily backups', () => {
  test('are made once a day, the newest are kept, and each can be restored', async () => {
    const person = await world.person({ firstName: 'Ågot' });
    writeFileSync(join(folder, 'notes.txt'), 'of the operator');
    // Of a process that was killed while it made one.
    writeFileSync(join(folder, 'folkmoot-2020-01-01T00-00-00Z.jsonl.gz.part'), 'half');
    expect(await figure('backup_last_seconds')).toBe(0);
    for (let hour = 0; hour < 24 * 5; hour += 6) {
      await Promise.all([world.app.backups.look(), world.app.backups.look()]);
      world.clock.moveBy(DAY / 4);
    }
    const names = made();
    expect(names).toHaveLength(4);
    expect(names.at(-1)).toBe('notes.txt');
    expect(new Set(names.slice(0, 3).map((name) => name.slice(0, 19))).size).toBe(3);
    const age = world.clock.now().getTime() / 1000 - (await figure('backup_last_seconds'));
    expect(Math.round(age / 3600)).toBe(24);
    expect(await figure('backup_failed')).toBe(0);

    const { database, done } = await openEmptyDatabase();
    expect(await restore(database, join(folder, names[0] ?? ''), systemClock)).toBeGreaterThan(0);
    const { rows } = await sql<{ first_name: string }>`select first_name from users where id = ${person.id}`.execute(
      database.db,
    );
    expect(rows).toEqual([{ first_name: 'Ågot' }]);
    await done();
  }, 60_000);

  test('that fail are logged, counted, and tried again', async () => {
    renameSync(folder, `${folder}-away`);
    await world.app.backups.look();
    expect(world.logged.map(({ msg }) => msg)).toEqual(['the daily backup could not be made and will be tried again']);
    expect(await figure('backup_failed')).toBe(1);
    renameSync(`${folder}-away`, folder);
    await world.app.backups.look();
    expect(await figure('backup_failed')).toBe(0);
    expect(made()).toHaveLength(1);
  });

  test('without BACKUP_DIR there are none, and no figures of them', async () => {
    const other = await openWorld();
    await other.app.backups.look();
    expect((await other.app.http.inject({ method: 'GET', url: '/metrics' })).body).not.toContain('backup_');
    await other.close();
  });

  test('a folder that cannot be written to is named at the start', () => {
    writeFileSync(join(folder, 'file'), '');
    const backups = { folder: join(folder, 'file', 'below'), keep: 1 };
    expect(() => prepareBackups({ backups })).toThrow(ConfigError);
    expect(() => prepareBackups({ backups })).toThrow(`BACKUP_DIR: ${backups.folder} cannot be written to (ENOTDIR)`);
  });
});

describe('a backup before migrating', () => {
  const last = migrationNames().at(-1) ?? '';
  const forget = () => sql`delete from migrations where name = ${last}`.execute(world.db);
  const said: string[] = [];
  const start = () => upgrade(world.database, world.config, world.clock, (text) => said.push(text));
  /** The migration itself may fail, because all of it is there: what counts is what came before. */
  const startAgain = async () => {
    await forget();
    await start().catch(() => undefined);
  };

  test('is made where there is something to migrate and somebody in the database, and once for processes that start together', async () => {
    expect(await start()).toEqual([]);
    // Nobody is in it yet.
    await startAgain();
    expect(made()).toEqual([]);
    await world.person();
    await startAgain();
    await startAgain();
    expect(made()).toHaveLength(1);
    expect(made()[0]).toContain(`-before-${last.replace('.sql', '')}.jsonl.gz`);
    expect(said).toHaveLength(1);
    world.clock.moveBy(DAY);
    await startAgain();
    expect(made()).toHaveLength(2);
  });

  test('that fails stops the start, and nothing is migrated', async () => {
    await world.person();
    await forget();
    rmSync(folder, { recursive: true });
    await expect(start()).rejects.toThrow('The backup before migrating could not be made, so nothing was migrated');
  });
});
