import { personalDataOf } from '../core/personal-data.ts';
import { deleteDueMails, desertPlaces, emptyHistory } from './leaving-store.ts';

export const personalData = personalDataOf(
  {
    participations: {
      cut: ['asked_by'],
      scrub: [
        ...(['user_id', 'email', 'first_name', 'last_name', 'search_text', 'person_name', 'person_email'] as const),
      ],
      none: [
        ...([
          'event_id',
          'id',
          'role',
          'status',
          'ticket_id',
          'approved',
          'waitlisted_at',
          'offer_expires_at',
        ] as const),
        ...([
          'payment_intent_id',
          'registered_at',
          'changed_at',
          'checked_in_at',
          'told_again_at',
          'asked_role',
        ] as const),
        ...([
          'asked_at',
          'own_act',
          'address_given',
          'typed',
          'looked_at',
          'hold_expires_at',
          'code_id',
          'deserted',
          'client_id',
          'gave_up',
          'address_no',
        ] as const),
      ],
      of: 'user_id',
      title: 'Your event registrations and roles',
      exported: ['event_id', 'role', 'status', 'ticket_id', 'registered_at', 'changed_at', 'checked_in_at'],
    },
    participation_history: {
      cut: ['actor_id'],
      scrub: ['reason'],
      none: ['event_id', 'id', 'participation_id', 'from_status', 'to_status', 'at'],
    },
    event_mails: { scrub: ['note'], none: ['id', 'event_id', 'participation_id', 'kind', 'created_at'] },
    event_mail_stops: { scrub: ['address'], none: ['event_id', 'stopped_at'] },
    event_outreach: { scrub: ['sender', 'address'], none: ['id', 'event_id', 'kind', 'at'] },
    event_counts: {
      none: [
        ...(['event_id', 'everyone', 'invited', 'requested', 'waitlisted', 'offered', 'payment_pending'] as const),
        ...(['going', 'not_going'] as const),
      ],
    },
  },
  emptyHistory,
  deleteDueMails,
  desertPlaces,
);
