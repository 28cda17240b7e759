import { DELETED_MEMBER } from '@folkmoot/contract/communities/audit-schema.ts';
import { sql } from 'kysely';
import type { EraseStep } from '../../core/personal-data.ts';

/** Their questions, comments and votes stay at their events, as those of somebody whose account is deleted. */
export const unnamePeople: EraseStep = async (tx, { id }, most) => {
  const done =
    await sql`update qna_people q set user_id = null, participation_id = null, name = ${DELETED_MEMBER} from (
      (select event_id, id from qna_people where user_id = ${id} limit ${most})
      union
      (select o.event_id, o.id from participations p join qna_people o on o.event_id = p.event_id and o.participation_id = p.id
        where p.user_id = ${id} limit ${most})) own
    where q.event_id = own.event_id and q.id = own.id`.execute(tx);
  return Number(done.numAffectedRows ?? 0);
};
