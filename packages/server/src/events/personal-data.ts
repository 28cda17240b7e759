import { type PersonalData, personalDataOf } from '../core/personal-data.ts';
import { deleteTries, nameEvents } from './leaving-store.ts';

export const personalData: PersonalData = {
  names: {
    event_id: { as: 'event', find: nameEvents },
  },
  ...personalDataOf(
    {
      events: {
        of: 'creator_id',
        nobody: ['creator_id'],
        keep: {
          name: 'an event that has been stays for those who were there',
          summary: 'as its name',
          description: 'as its name',
          search_text: 'its name and description, folded',
          location: 'where it was',
          in_person_address: 'where it was',
          virtual_address: 'where it was',
          cancel_message: 'as its name',
        },
        none: [
          ...(['id', 'server_id', 'alias', 'status', 'type', 'event_url', 'visibility', 'passcode_hash'] as const),
          ...([
            'start_at',
            'end_at',
            'time_zone',
            'is_all_day',
            'tbd_date',
            'tbd_location',
            'attend_type',
            'lat',
          ] as const),
          ...([
            'lng',
            'cover',
            'cover_tint',
            'tint',
            'capacity',
            'require_approval',
            'waitlist',
            'show_guests',
          ] as const),
          ...(['registration_opens_at', 'registration_closes_at', 'published_at', 'cancelled_at', 'sequence'] as const),
          ...([
            'revision',
            'taken_count',
            'going_count',
            'waiting_count',
            'reminded_day_at',
            'reminded_hour_at',
          ] as const),
          ...(['calendar_id', 'stripe_account_id', 'created_at', 'updated_at', 'cover_credit', 'draft_id'] as const),
          ...(['hosts_told_at', 'requests_told_at', 'access_told_at', 'tries_told_at', 'content_changed_at'] as const),
        ],
        title: 'Events you created',
        exported: [
          ...(['id', 'alias', 'name', 'summary', 'description', 'status', 'start_at', 'end_at', 'time_zone'] as const),
          ...(['location', 'in_person_address', 'virtual_address', 'cancel_message', 'created_at'] as const),
        ],
      },
      event_access: {
        rowsOf: ['user_id'],
        erase: ['user_id'],
        cut: ['answered_by'],
        none: ['event_id', 'id', 'status', 'asked', 'asked_at', 'answered_at'],
        title: 'Your access to private events',
        exported: ['event_id', 'status', 'asked_at'],
      },
      event_reports: {
        of: 'reporter_id',
        cut: ['reporter_id', 'answered_by'],
        keep: { note: 'why it was reported, for those who decide about it' },
        none: ['id', 'event_id', 'server_id', 'reason', 'created_at', 'answered_at'],
        title: 'Events you reported',
        exported: ['event_id', 'reason', 'note', 'created_at'],
      },
      passcode_tries: { scrub: ['caller'], none: ['event_id', 'id', 'correct', 'at', 'kind'] },
      host_messages: { rowsOf: ['sender_id'], erase: ['sender_id'], none: ['id', 'event_id', 'sent_at'] },
    },
    deleteTries,
  ),
};
