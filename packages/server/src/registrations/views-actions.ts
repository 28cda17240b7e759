import { type ParticipationView, REGISTERED } from '@folkmoot/contract/registrations/schema.ts';
import type { Participation } from '../participations/store.ts';

/** What a registration has come to, said to the person who registered. */
export function saidOf(status: ParticipationView['status']): string {
  return status === 'requested' || status === 'waitlisted' || status === 'payment_pending'
    ? REGISTERED[status]
    : REGISTERED.going;
}

/** A participation as its owner sees it. */
export function participationView(own: Participation): ParticipationView {
  return {
    participationId: own.id,
    eventId: own.eventId,
    role: own.role,
    status: own.status,
    ticketId: own.ticketId,
    paymentIntentId: own.paymentIntentId,
    waitlistPosition: own.waitlistPosition,
    offer_expires_epoc: own.status === 'offered' ? own.offer_expires_epoc : null,
    hold_expires_epoc: own.status === 'payment_pending' ? own.hold_expires_epoc : null,
    registered_epoc: own.registered_epoc,
    checked_in_at: own.checked_in_at,
    name: `${own.firstName} ${own.lastName}`.trim(),
    email: own.address,
    confirmed: own.userId !== null || own.ownAct,
  };
}
