import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database } from './db.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

/** The names of all migrations, in the order in which they are applied. */
export function migrationNames(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/**
 * Applies what is missing, forward only, one transaction each. Two processes that start together wait for
 * one another on a lock.
 *
 * @param upTo the last migration to apply; all when absent.
 * @returns the names it applied.
 */
export async function migrate(database: Database, clock: Clock, upTo?: string): Promise<string[]> {
  const { db } = database;
  await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null)`.execute(db);
  const applied: string[] = [];
  for (const name of migrationNames()) {
    if (upTo !== undefined && name > upTo) break;
    const text = readFileSync(join(FOLDER, name), 'utf8');
    const done = await db.transaction().execute(async (tx) => {
      await sql`lock table migrations in exclusive mode`.execute(tx);
      const known = await sql`select 1 from migrations where name = ${name}`.execute(tx);
      if (known.rows.length > 0) return false;
      for (const statement of statements(text)) await sql.raw(statement).execute(tx);
      await sql`insert into migrations (name, applied_at) values (${name}, ${clock.now()})`.execute(tx);
      return true;
    });
    if (done) applied.push(name);
  }
  return applied;
}

/** Our migrations hold plain statements: no function bodies, so a semicolon at a line's end closes one. */
function statements(text: string): string[] {
  const plain = text.replace(/^\s*--.*$/gm, '');
  return plain
    .split(/;\s*$/m)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
