import { personalDataOf } from '../core/personal-data.ts';
import { deleteInvitations } from './leaving-store.ts';

export const personalData = personalDataOf(
  {
    invitations: {
      cut: ['inviter_id'],
      of: 'inviter_id',
      scrub: ['accepted_by', 'address', 'address_key', 'first_name', 'last_name'],
      none: [
        ...([
          'event_id',
          'id',
          'mailing_id',
          'address_known',
          'role',
          'state',
          'was',
          'created_at',
          'sent_at',
        ] as const),
        ...(['reminded_at', 'accepted_at', 'opened_at'] as const),
      ],
      title: 'Event invitations you sent',
      exported: ['event_id', 'role', 'state', 'created_at'],
    },
    community_invitations: {
      cut: ['inviter_id'],
      of: 'inviter_id',
      scrub: ['joined_by', 'address', 'address_key'],
      none: [
        ...([
          'server_id',
          'id',
          'issue',
          'mailing_id',
          'state',
          'was',
          'channel_ids',
          'created_at',
          'sent_at',
        ] as const),
        'joined_at',
      ],
      title: 'Community invitations you sent',
      exported: ['server_id', 'state', 'created_at'],
    },
    community_invitation_counts: { none: ['server_id', 'state', 'count'] },
    invitation_counts: { none: ['event_id', 'state', 'count'] },
  },
  deleteInvitations,
);
