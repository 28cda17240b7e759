import { personalDataOf } from '../core/personal-data.ts';
import { emptyLetters, emptyStops } from './leaving-store.ts';

export const personalData = personalDataOf(
  {
    mailings: {
      of: 'sender_id',
      cut: ['sender_id'],
      keep: {
        subject: 'what its receivers have got',
        html: 'what its receivers have got',
        body: 'what its receivers have got',
        note: 'what its kind needs: a role, or channels',
      },
      none: [
        ...(['id', 'kind', 'event_id', 'server_id', 'state', 'reason', 'starts_at', 'created_at', 'ended_at'] as const),
        ...(['letter_count', 'sent', 'failed', 'refused', 'complaints', 'unselected'] as const),
        ...(['judged_outcomes', 'judged_refused', 'judged_sent', 'judged_complaints'] as const),
      ],
      title: 'Bulk emails you sent',
      exported: ['kind', 'event_id', 'server_id', 'subject', 'body', 'created_at', 'letter_count'],
    },
    letters: {
      scrub: ['address', 'address_key', 'answer'],
      none: ['mailing_id', 'id', 'target_id', 'state', 'tries', 'due_at', 'leased_until', 'meaning', 'sent_at'],
    },
    mail_stops: {
      keep: { address_key: 'people who asked not to be emailed again are not, with or without an account' },
      scrub: ['scope_id'],
      none: ['scope', 'reason', 'created_at', 'ends_at'],
    },
    mail_rate: { none: ['one', 'tokens', 'filled_at', 'rests_until'] },
    mail_stop_removals: {
      cut: ['removed_by'],
      scrub: ['address_key', 'scope_id'],
      none: ['id', 'scope', 'reason', 'stopped_at', 'removed_at'],
    },
  },
  emptyLetters,
  emptyStops,
);
