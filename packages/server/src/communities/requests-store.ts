import { askAgainAt } from '@folkmoot/contract/communities/rules.ts';
import type { JoinRequestView, OwnRequestView, RejectReason } from '@folkmoot/contract/communities/schema.ts';
import { PAGE } from '@folkmoot/contract/core/page.ts';
import type { Permission } from '@folkmoot/contract/core/permissions.ts';
import { sql } from 'kysely';
import { isHere } from '../accounts/store.ts';
import { allRows, countFor, type Db, firstRow } from '../core/db/db.ts';
import { cutPage, fromCursor } from '../core/http/cursor.ts';
import { newId } from '../core/id.ts';

/**
 * Locks a person's joining until the transaction ends, so that joining, asking and being banned come one after the
 * other. Taken before anything else is locked.
 */
export async function lockPerson(db: Db, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(db);
}

export type JoinRequest = { id: string; userId: string; status: 'pending' | 'approved' | 'rejected' | 'withdrawn' };

/** One of a community's requests; locked, so that it is answered once. */
export async function findRequest(
  db: Db,
  serverId: string,
  id: string,
  lock = false,
): Promise<JoinRequest | undefined> {
  return firstRow(
    db,
    sql<JoinRequest>`select id, user_id as "userId", status from join_requests
      where server_id = ${serverId} and id = ${id} ${lock ? sql`for update` : sql``}`,
  );
}

type OwnRow = {
  id: string;
  status: 'pending' | 'rejected';
  note: string;
  reason: string | null;
  created_at: Date;
  answered_at: Date | null;
};

/** What a person should know about their last request: that it is pending, or why it was declined. */
export async function findOwnRequest(db: Db, serverId: string, userId: string): Promise<OwnRequestView | null> {
  const row = await firstRow(
    db,
    sql<OwnRow>`select id, status, note, reason, created_at, answered_at from join_requests
      where server_id = ${serverId} and user_id = ${userId} and status <> 'withdrawn' order by id desc limit 1`,
  );
  // A person who was admitted and left again starts afresh.
  if (!row || (row.status !== 'pending' && row.status !== 'rejected')) return null;
  return {
    id: row.id,
    status: row.status,
    note: row.note,
    askedAt: row.created_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    reason: row.reason,
    askAgainAt: row.answered_at ? askAgainAt(row.answered_at).toISOString() : null,
  };
}

/** Writes a request. Violates `join_requests_open` if one is already open. */
export async function insertRequest(
  db: Db,
  serverId: string,
  userId: string,
  note: string,
  now: Date,
): Promise<string> {
  const id = newId();
  await db
    .insertInto('join_requests')
    .values({ server_id: serverId, id, user_id: userId, note, status: 'pending', created_at: now })
    .execute();
  return id;
}

/** Withdraws a person's open request; true if there was one. */
export async function withdrawRequests(db: Db, serverId: string, userId: string, now: Date): Promise<boolean> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`update join_requests set status = 'withdrawn', answered_at = ${now}
      where server_id = ${serverId} and user_id = ${userId} and status = 'pending' returning id`,
  );
  return rows.length > 0;
}

type Reply = { status: 'approved' | 'rejected'; by: string; selectedReason?: RejectReason; reason?: string };

export async function answerRequest(db: Db, serverId: string, id: string, reply: Reply, now: Date): Promise<void> {
  await db
    .updateTable('join_requests')
    .set({
      status: reply.status,
      selected_reason: reply.selectedReason ?? null,
      reason: reply.reason ?? null,
      answered_at: now,
      answered_by: reply.by,
    })
    .where('server_id', '=', serverId)
    .where('id', '=', id)
    .execute();
}

const PERSON = sql`json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image)`;

/** Counting the requests that wait stops here. */
const COUNTED = 1000;

/** Pending requests, longest wait first, and how many there are. */
export async function listRequests(db: Db, serverId: string, cursor: string | undefined) {
  const position = fromCursor(cursor, 'count');
  const rows = await allRows(
    db,
    sql<Omit<JoinRequestView, 'askedAt'> & { asked_at: Date }>`
      select r.id, r.note, r.created_at as asked_at, ${PERSON} as person
      from join_requests r join users u on u.id = r.user_id
      where r.server_id = ${serverId} and r.status = 'pending' ${position ? sql`and r.id > ${position[1]}::uuid` : sql``}
      order by r.id limit ${PAGE + 1}`,
  );
  const waiting = await firstRow(
    db,
    sql<{
      count: number;
    }>`select count(*)::int as count from (
      select 1 from join_requests where server_id = ${serverId} and status = 'pending' limit ${COUNTED}) waiting`,
  );
  const page = cutPage(rows, PAGE, (row) => [0, row.id]);
  const data = page.rows.map(({ asked_at, ...row }) => ({ ...row, askedAt: asked_at.toISOString() }));
  return { data, nextCursor: page.nextCursor, count: waiting?.count ?? 0 };
}

/** Everyone in a community who holds a permission. */
export async function listHolders(db: Db, serverId: string, permission: Permission): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      user_id: string;
    }>`select m.user_id from members m join roles r on r.server_id = m.server_id and r.id = m.role_id
      where m.server_id = ${serverId} and ${permission} = any(r.permissions)`,
  );
  return rows.map((row) => row.user_id);
}

/** A person's email address; undefined if it was never confirmed. */
export async function findAddress(db: Db, userId: string): Promise<{ email: string; firstName: string } | undefined> {
  return db
    .selectFrom('users')
    .select(['email', 'first_name as firstName'])
    .where('id', '=', userId)
    .where(isHere('users'))
    .executeTakeFirst();
}

/** How many requests are pending in each of these communities; those without one are left out. */
export async function countRequests(db: Db, serverIds: string[]): Promise<Map<string, number>> {
  return countFor(db, serverIds, sql`select 1 from join_requests x where x.server_id = s.id and x.status = 'pending'`);
}
