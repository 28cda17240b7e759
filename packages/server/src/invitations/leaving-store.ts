import { sql } from 'kysely';
import type { EraseStep } from '../core/personal-data.ts';

/** Invitations to their address, and those that they accepted. */
export const deleteInvitations: EraseStep = async (tx, { id, email, leftAt }, most) => {
  const toEvents = await sql`delete from invitations where ctid = any(array(select ctid from invitations
    where (address_key = ${email} and created_at <= ${leftAt}) or accepted_by = ${id} limit ${most} for update)) and (address_key = ${email} or accepted_by = ${id})`.execute(
    tx,
  );
  const toCommunities =
    await sql`delete from community_invitations where ctid = any(array(select ctid from community_invitations
    where (address_key = ${email} and created_at <= ${leftAt}) or joined_by = ${id} limit ${most} for update)) and (address_key = ${email} or joined_by = ${id})`.execute(
      tx,
    );
  return Number((toEvents.numAffectedRows ?? 0n) + (toCommunities.numAffectedRows ?? 0n));
};
