import type { Db } from '../../core/db/db.ts';

/** Which state of an event calendars have heard of, and when it was last changed. */
export async function findSequence(db: Db, eventId: string): Promise<{ sequence: number; updated: Date } | undefined> {
  return db
    .selectFrom('events')
    .select(['sequence', 'updated_at as updated'])
    .where('id', '=', eventId)
    .executeTakeFirst();
}
