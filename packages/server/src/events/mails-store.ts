import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';
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

/** Those of them who have had no repeat since `before`; the new one is recorded. */
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
