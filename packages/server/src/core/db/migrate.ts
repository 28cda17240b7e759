import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Db } from './db.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');

/** The names of all migrations, in the order in which they are applied. */
export function migrationNames(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/** The tables that our migrations make, and the one that remembers them. */
export function tablesOfOurs(): string[] {
  const made = migrationNames().flatMap((name) => [...textOf(name).matchAll(/create table (?:if not exists )?(\w+)/g)]);
  return ['migrations', ...new Set(made.map((match) => match[1] ?? ''))];
}

/**
 * Applies missing migrations, forward only, one transaction each. Two processes that start together wait for each
 * other on a lock.
 *
 * @returns the names it applied.
 */
export async function migrate({ db }: Database, clock: Clock): Promise<string[]> {
  await prepareMigrations(db);
  const applied: string[] = [];
  for (const name of migrationNames()) {
    if (await db.transaction().execute((tx) => apply(tx, clock, name))) applied.push(name);
  }
  return applied;
}

/**
 * Applies what is missing inside the caller's transaction: all of it, or nothing.
 *
 * @param only the migrations to apply; all when absent.
 */
export async function migrateInside(tx: Db, clock: Clock, only?: readonly string[]): Promise<void> {
  await prepareMigrations(tx);
  for (const name of migrationNames()) if (only === undefined || only.includes(name)) await apply(tx, clock, name);
}

async function prepareMigrations(db: Db): Promise<void> {
  await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null)`.execute(db);
}

async function apply(tx: Db, clock: Clock, name: string): Promise<boolean> {
  await sql`lock table migrations in exclusive mode`.execute(tx);
  const known = await sql`select 1 from migrations where name = ${name}`.execute(tx);
  if (known.rows.length > 0) return false;
  for (const statement of statements(textOf(name))) await sql.raw(statement).execute(tx);
  await sql`insert into migrations (name, applied_at) values (${name}, ${clock.now()})`.execute(tx);
  return true;
}

function textOf(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

/** Our migrations hold plain statements: no function bodies, so a semicolon at a line's end closes one. */
function statements(text: string): string[] {
  const plain = text.replace(/^\s*--.*$/gm, '');
  return plain
    .split(/;\s*$/m)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
