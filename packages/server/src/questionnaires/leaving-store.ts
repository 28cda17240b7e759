import { sql } from 'kysely';
import type { EraseStep } from '../core/personal-data.ts';

/** What they answered when they registered. */
export const deleteAnswers: EraseStep = async (tx, { id }, most) => {
  const done = await sql`delete from answers a using (
      select o.event_id, o.participation_id, o.question_id from participations p
        join answers o on o.event_id = p.event_id and o.participation_id = p.id where p.user_id = ${id} limit ${most}) own
    where a.event_id = own.event_id and a.participation_id = own.participation_id and a.question_id = own.question_id`.execute(
    tx,
  );
  return Number(done.numAffectedRows ?? 0);
};
