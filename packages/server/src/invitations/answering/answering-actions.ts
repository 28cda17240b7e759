import { refusals } from '@folkmoot/contract/registrations/schema.ts';
import { areHidden } from '../../blocks/store.ts';
import { refuse } from '../../core/http/errors.ts';
import { mailPerson, move } from '../../participations/actions.ts';
import { findParticipation } from '../../participations/store.ts';
import type { RegistrationHooks } from '../../registrations/actions.ts';
import { type Invitation, listInvitations, markAccepted } from '../store.ts';

/** What registering needs to know of invitations to other addresses. */
export const answeringHooks: Pick<RegistrationHooks, 'takeInvitation' | 'noteCame'> = {
  noteCame: ({ tx, now }, { eventId, id }) => markAccepted(tx, eventId, id, null, now),
  async takeInvitation(command, { eventId, id, userId }) {
    const { tx, now } = command;
    const [invitation] = await listInvitations(tx, eventId, [id]);
    const invited = await findParticipation(tx, eventId, id);
    if (!invitation || !invited || invitation.state === 'revoked') return refuse(refusals.linkOld);
    if (invitation.acceptedBy === userId || invited.userId === userId) return false;
    if (invitation.role !== 'guest' || (invited.askedRole ?? 'guest') !== 'guest') return refuse(refusals.addressOnly);
    if (invitation.accepted || invited.status !== 'invited') return refuse(refusals.invitationUsed);
    await markAccepted(tx, eventId, id, userId, now);
    // The address has had its answer: nobody comes twice by one invitation.
    await move(command, invited, { role: 'guest', status: 'not_going', approved: false, actorId: userId });
    const { inviterId } = invitation;
    if (inviterId !== null && !(await areHidden(tx, inviterId, [userId])))
      await mailPerson(command, eventId, inviterId, 'accepted_as', { by: userId, name: invitedAs(invitation) });
    return true;
  },
};

/** Whom the inviter knows to have invited. */
function invitedAs({ known, address, firstName, lastName }: Invitation): string {
  return known ? address : `${firstName} ${lastName}`.trim();
}
