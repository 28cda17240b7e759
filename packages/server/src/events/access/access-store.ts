import type { AccessRequestView } from '@folkmoot/contract/events/access-schema.ts';
import { sql } from 'kysely';
import { allRows, type Db } from '../../core/db/db.ts';
import { newId } from '../../core/id.ts';
import { epoch, PERSON } from '../../participations/fragments-store.ts';

export type AccessStatus = 'pending' | 'granted' | 'refused';

/** The state of a person's request for access. */
export async function findAccess(db: Db, eventId: string, userId: string): Promise<AccessStatus | undefined> {
  const row = await db
    .selectFrom('event_access')
    .select('status')
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.status as AccessStatus | undefined;
}

/** Records a request for access. False if the person had asked before, whatever became of it. */
export async function insertAccessRequest(db: Db, eventId: string, userId: string, now: Date): Promise<boolean> {
  const added = await db
    .insertInto('event_access')
    .values({ event_id: eventId, user_id: userId, id: newId(), status: 'pending', asked: true, asked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Gives access to a person who knew the passcode. */
export async function grantByPasscode(db: Db, eventId: string, userId: string, now: Date): Promise<void> {
  await db
    .insertInto('event_access')
    .values({
      event_id: eventId,
      user_id: userId,
      id: newId(),
      status: 'granted',
      asked: false,
      asked_at: now,
      answered_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['event_id', 'user_id'])
        .doUpdateSet({ status: 'granted', answered_at: now })
        .where('event_access.status', '<>', 'refused'),
    )
    .execute();
}

/** Answers a request. False if none was pending. */
export async function answerAccess(
  db: Db,
  eventId: string,
  userId: string,
  status: 'granted' | 'refused',
  by: string,
  now: Date,
): Promise<boolean> {
  const answered = await db
    .updateTable('event_access')
    .set({ status, answered_at: now, answered_by: by })
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return answered !== undefined;
}

/** A person was removed: what they had access to in a community, or were asked to be, is closed to them again. */
export async function deleteAccessIn(db: Db, serverId: string, userId: string): Promise<void> {
  await sql`delete from event_access a using events e where e.id = a.event_id and e.server_id = ${serverId}
    and a.user_id = ${userId} and a.status <> 'refused'`.execute(db);
}

/**
 * Pending requests, oldest first. People send their name and address with the request. Hosts see everybody's,
 * blocked or not.
 */
export async function listAccessRequests(db: Db, eventId: string): Promise<AccessRequestView[]> {
  const rows = await allRows(
    db,
    sql<{
      view: AccessRequestView;
    }>`select json_build_object('id', a.id, 'person', json_build_object(${PERSON}), 'email', u.email, 'askedAt', ${epoch('a.asked_at')}) as view
      from event_access a join users u on u.id = a.user_id where a.event_id = ${eventId} and a.status = 'pending' order by a.asked_at, a.id limit 500`,
  );
  return rows.map(({ view }) => view);
}

/** Records a report of an event; a second one of the same person while the first is open is the same. */
export async function insertReport(
  db: Db,
  event: { id: string; serverId: string | null },
  reporterId: string | null,
  { reason, note }: { reason: string; note: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('event_reports')
    .values({
      id: newId(),
      event_id: event.id,
      server_id: event.serverId,
      reporter_id: reporterId,
      reason,
      note: note.trim(),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
