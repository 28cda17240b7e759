import { sql } from 'kysely';
import type { EraseStep } from '../core/personal-data.ts';

const NONE = '00000000-0000-0000-0000-000000000000';

/** Letters to somebody keep that they were sent, and not to whom; those that have not left do not leave. */
export const emptyLetters: EraseStep = async (tx, { email, leftAt }, most) => {
  const done = await sql`update letters set address = '', address_key = id::text, answer = '',
      state = case when state = 'queued' then 'withdrawn' else state end
    where ctid = any(array(select l.ctid from letters l join mailings m on m.id = l.mailing_id
      where l.address_key = ${email} and m.created_at <= ${leftAt} limit ${most} for update of l)) and address_key = ${email}`.execute(
    tx,
  );
  return Number(done.numAffectedRows ?? 0);
};

/** Who did not want emails of this person, and what was lifted of their own. */
export const emptyStops: EraseStep = async (tx, { id, email, leftAt }) => {
  const stops = await sql`delete from mail_stops where scope = 'person' and scope_id = ${id}`.execute(tx);
  const removals =
    await sql`update mail_stop_removals set address_key = case when address_key = ${email} and stopped_at <= ${leftAt} then '' else address_key end,
      scope_id = case when scope_id = ${id}::uuid then ${NONE}::uuid else scope_id end
    where (address_key = ${email} and stopped_at <= ${leftAt}) or scope_id = ${id}::uuid`.execute(tx);
  return Number(stops.numAffectedRows ?? 0) + Number(removals.numAffectedRows ?? 0);
};
