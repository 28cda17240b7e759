import { sql } from 'kysely';
import { isHere } from '../accounts/store.ts';
import { allRows, type Db } from '../core/db/db.ts';

/** The time zones of those among these people whose digest is not planned yet. */
export async function listUnplannedZones(db: Db, userIds: readonly string[]): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ zone: string }>`select distinct u.time_zone as zone from users u
      where u.id = any(${[...userIds]}::uuid[]) and not exists (select 1 from notification_digests d where d.user_id = u.id)`,
  );
  return rows.map(({ zone }) => zone);
}

/** Plans the digests of these people, each for the moment of their time zone, unless it is planned already. */
export async function insertDigests(
  db: Db,
  userIds: readonly string[],
  mornings: readonly { zone: string; at: Date }[],
): Promise<void> {
  await sql`insert into notification_digests (user_id, due_at)
    select u.id, z.due_at from users u
      join unnest(${mornings.map(({ zone }) => zone)}::text[], ${mornings.map(({ at }) => at)}::timestamptz[]) z(zone, due_at) on z.zone = u.time_zone
    where u.id = any(${[...userIds]}::uuid[]) order by u.id on conflict do nothing`.execute(db);
}

/** Takes people whose digest is due; another process takes others. */
export async function takeDigests(db: Db, most: number, now: Date): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`delete from notification_digests where user_id in (
      select user_id from notification_digests where due_at <= ${now} order by due_at limit ${most} for update skip locked) returning user_id as id`,
  );
  return rows.map(({ id }) => id);
}

/** Where emails go, and whether they show names and texts. Accounts without a confirmed address get none. */
export type Reader = { id: string; email: string; firstName: string; previews: boolean };

/** Those of these people whom emails reach, by id. */
export async function findReaders(db: Db, userIds: readonly string[]): Promise<Map<string, Reader>> {
  const rows = await allRows(
    db,
    sql<Reader>`select u.id, u.email, u.first_name as "firstName", coalesce(n.previews, true) as previews
      from users u left join notification_preferences n on n.user_id = u.id
      where u.id = any(${[...userIds]}::uuid[]) and ${isHere('u')}`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
