import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { newId } from '../core/id.ts';

/** An email that is due, written with the change it reports. */
export async function insertMails(
  db: Db,
  eventId: string,
  participationIds: readonly string[],
  kind: string,
  note: object,
  now: Date,
): Promise<void> {
  if (participationIds.length === 0) return;
  const rows = participationIds.map((id) => ({ id: newId(), who: id }));
  await sql`insert into event_mails (id, event_id, participation_id, kind, note, created_at)
    select m.id, ${eventId}, m.who, ${kind}, ${JSON.stringify(note)}::jsonb, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) m(id uuid, who uuid)`.execute(db);
}

/** An email that is due to a person without a participation; the note names them. */
export async function insertPersonMail(
  db: Db,
  eventId: string,
  kind: string,
  note: { userId: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('event_mails')
    .values({ id: newId(), event_id: eventId, kind, note: JSON.stringify(note), created_at: now })
    .execute();
}

/** The people among these who have had no repeat since `before`; the new one is recorded. */
export async function takeUntold(
  db: Db,
  eventId: string,
  ids: readonly string[],
  before: Date,
  now: Date,
): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`update participations set told_again_at = ${now} where event_id = ${eventId} and id = any(${[...ids]}::uuid[])
      and (told_again_at is null or told_again_at <= ${before}) returning id`,
  );
  return rows.map(({ id }) => id);
}

export type DueMail = {
  id: string;
  eventId: string;
  participationId: string | null;
  kind: string;
  note: {
    userId?: string;
    by?: string;
    reason?: string;
    subject?: string;
    text?: string;
    html?: string;
    message?: string;
    /** Of the guest it is about. */
    name?: string;
    /** How many have registered. */
    guests?: number;
    /** How often it could not be written. */
    tries?: number;
  };
};

/**
 * Takes emails that are due, oldest first; another process takes others. They are gone when the transaction commits.
 */
export async function takeDueMails(db: Db, most: number, now: Date): Promise<DueMail[]> {
  return allRows(
    db,
    // The rows that a deletion returns have no particular order.
    sql<DueMail>`with taken as (delete from event_mails
        where id in (select id from event_mails where created_at <= ${now} order by created_at, id limit ${sql.lit(most)} for update skip locked) returning *)
      select id, event_id as "eventId", participation_id as "participationId", kind, note from taken order by created_at, id`,
  );
}

/** Postpones an email that could not be written, or gives it up if `until` is undefined. */
export async function putOffMail(db: Db, id: string, tries: number, until: Date | undefined): Promise<void> {
  if (until === undefined) {
    await db.deleteFrom('event_mails').where('id', '=', id).execute();
    return;
  }
  await sql`update event_mails set created_at = ${until}, note = note || ${JSON.stringify({ tries })}::jsonb where id = ${id}`.execute(
    db,
  );
}

/** The people to remind: going, and registered before the moment of the reminder. */
export async function listToRemind(db: Db, eventId: string, before: Date): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`select id from participations where event_id = ${eventId} and status = 'going' and role <> 'check_in' and changed_at <= ${before}`,
  );
  return rows.map(({ id }) => id);
}

/** Records that a person is now told to sign in and register. False if they were within the hour before. */
export async function noteSignInMail(db: Db, eventId: string, userId: string, now: Date): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`insert into event_sign_in_mails (event_id, user_id, told_at) values (${eventId}, ${userId}, ${now})
      on conflict (event_id, user_id) do update set told_at = excluded.told_at where event_sign_in_mails.told_at <= ${new Date(now.getTime() - 3_600_000)}
      returning user_id`,
  );
  return row !== undefined;
}
