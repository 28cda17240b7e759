import type { DeviceView } from '@folkmoot/contract/notifications/schema.ts';
import { sql } from 'kysely';
import { deviceOf } from '../../accounts/store.ts';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { newId } from '../../core/id.ts';

/** A browser with what is needed to reach it. */
export type Device = { id: string; userId: string; endpoint: string; p256dh: string; auth: string };

type NewDevice = Omit<Device, 'id'> & { sessionId: string };

/** How often in a row a push may fail before a browser is given up. */
const GIVEN_UP = 20;

/**
 * A subscription belongs to the person who signed in last with that browser.
 *
 * @returns false if the person has `most` others.
 */
export async function upsertDevice(db: Db, device: NewDevice, most: number, now: Date): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ id: string }>`
      insert into push_devices (user_id, id, session_id, endpoint, p256dh, auth, created_at)
      select ${device.userId}::uuid, ${newId()}::uuid, ${device.sessionId}::uuid, ${device.endpoint}::text, ${device.p256dh}::text, ${device.auth}::text, ${now}::timestamptz
      where (select count(*) from push_devices where user_id = ${device.userId} and endpoint <> ${device.endpoint}) < ${most}::int
      on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
        auth = excluded.auth, failures = 0
      returning id`,
  );
  return row !== undefined;
}

/** A person's browsers, newest first. */
export async function listDevices(db: Db, userId: string, sessionId: string): Promise<DeviceView[]> {
  const rows = await allRows(
    db,
    sql<{ id: string; agent: string | null; createdAt: Date; reachedAt: Date | null; current: boolean }>`
      select d.id, s.user_agent as agent, d.created_at as "createdAt", d.reached_at as "reachedAt", d.session_id = ${sessionId} as current
      from push_devices d join sessions s on s.id = d.session_id where d.user_id = ${userId} order by d.created_at desc, d.id`,
  );
  return rows.map(({ agent, ...row }) => ({
    ...row,
    device: deviceOf(agent),
    createdAt: row.createdAt.toISOString(),
    reachedAt: row.reachedAt?.toISOString() ?? null,
  }));
}

/** Forgets one of a person's browsers. */
export async function deleteDevice(db: Db, userId: string, id: string): Promise<void> {
  await sql`delete from push_devices where user_id = ${userId} and id = ${id}`.execute(db);
}

/** Forgets all of a person's browsers. */
export async function deleteDevices(db: Db, userId: string): Promise<void> {
  await sql`delete from push_devices where user_id = ${userId}`.execute(db);
}

/** The browsers of these people whose sessions have not ended. */
export async function listReachable(db: Db, userIds: readonly string[], now: Date): Promise<Device[]> {
  return allRows(
    db,
    sql<Device>`select d.id, d.user_id as "userId", d.endpoint, d.p256dh, d.auth from push_devices d join sessions s on s.id = d.session_id
      where d.user_id = any(${[...userIds]}::uuid[]) and s.expires_at > ${now}`,
  );
}

/** One of a person's browsers. */
export async function findDevice(db: Db, userId: string, id: string): Promise<Device | undefined> {
  return firstRow(
    db,
    sql<Device>`select id, user_id as "userId", endpoint, p256dh, auth from push_devices where user_id = ${userId} and id = ${id}`,
  );
}

/** What became of pushes to browsers: reached, failed for now, or gone for good. */
export type Outcome = { device: Device; was: 'reached' | 'failed' | 'gone' };

/** Notes it. Browsers that are gone, or failed too often in a row, are forgotten. */
export async function noteOutcomes(db: Db, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const of = (was: Outcome['was']) => {
    const devices = outcomes.filter((one) => one.was === was).map(({ device }) => device);
    return sql`(user_id = any(${devices.map(({ userId }) => userId)}::uuid[]) and id = any(${devices.map(({ id }) => id)}::uuid[]))`;
  };
  await sql`with reached as (
      update push_devices set reached_at = ${now}, failures = 0 where ${of('reached')}
    ), failed as (
      update push_devices set failures = failures + 1 where ${of('failed')} and failures < ${GIVEN_UP}::int
    ) delete from push_devices where ${of('gone')} or (${of('failed')} and failures >= ${GIVEN_UP}::int)`.execute(db);
}
