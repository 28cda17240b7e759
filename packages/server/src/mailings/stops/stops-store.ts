import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { NOBODY } from '../../core/id.ts';
import type { StopScope } from '../actions.ts';

/** Milliseconds for which an address that does not exist gets no letters: mailboxes come back. */
const BOUNCED = 180 * 86_400_000;

/** Why an address gets no letters. */
export type StopReason = 'bounced' | 'complained' | 'unsubscribed';

/** Addresses that do not exist get no letters for half a year. */
export async function insertBounces(db: Db, gone: readonly { key: string }[], now: Date): Promise<void> {
  if (gone.length === 0) return;
  await sql`insert into mail_stops (address_key, scope, reason, created_at, ends_at)
    select distinct k, 'all', 'bounced', ${now}::timestamptz, ${new Date(now.getTime() + BOUNCED)}::timestamptz from unnest(${gone.map(({ key }) => key)}::text[]) k
    on conflict (address_key, scope, scope_id) do update set ends_at = excluded.ends_at where mail_stops.reason = 'bounced'`.execute(
    db,
  );
}

/** Stops letters to an address: from one community or person, or from everyone. Idempotent. */
export async function insertStop(
  db: Db,
  key: string,
  scope: StopScope | { scope: 'all' },
  reason: StopReason,
  now: Date,
): Promise<void> {
  const id = 'id' in scope ? scope.id : NOBODY;
  await sql`insert into mail_stops (address_key, scope, scope_id, reason, created_at) values (${key}, ${scope.scope}, ${id}, ${reason}, ${now})
    on conflict (address_key, scope, scope_id) do update set reason = excluded.reason, ends_at = null where mail_stops.reason = 'bounced'`.execute(
    db,
  );
}

/** Which of these addresses get no letters of this community or person. */
export async function listStopped(
  db: Db,
  keys: readonly string[],
  { scope, id }: StopScope,
  now: Date,
): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      key: string;
    }>`select distinct s.address_key as key from mail_stops s where s.address_key = any(${[...keys]}::text[])
      and (s.scope = 'all' or (s.scope = ${scope} and s.scope_id = ${id})) and (s.ends_at is null or s.ends_at > ${now})`,
  );
  return rows.map(({ key }) => key);
}

/** The name of the community or the person whose letters a stop ends. */
export async function findScopeName(db: Db, { scope, id }: StopScope): Promise<string | undefined> {
  const row = await firstRow(
    db,
    scope === 'server'
      ? sql<{ name: string }>`select name from servers where id = ${id}`
      : sql<{ name: string }>`select trim(first_name || ' ' || last_name) as name from users where id = ${id}`,
  );
  return row?.name;
}

/** Forgets stops that have ended. */
export async function deleteEndedStops(db: Db, now: Date): Promise<void> {
  await sql`delete from mail_stops where ends_at <= ${now}`.execute(db);
}
