import { type PersonalData, personalDataOf } from '../core/personal-data.ts';
import { nameCalendars } from './leaving-store.ts';

export const personalData: PersonalData = {
  names: {
    calendar_id: { as: 'calendar', find: nameCalendars },
  },
  ...personalDataOf({
    calendars: {
      rowsOf: ['owner_id'],
      erase: ['owner_id', 'name', 'description'],
      none: [
        ...(['id', 'server_id', 'is_main', 'alias', 'cover', 'cover_tint', 'tint', 'time_zone', 'visibility'] as const),
        ...(['subscriber_count', 'created_at', 'updated_at'] as const),
      ],
      title: 'Your calendars',
      exported: ['id', 'alias', 'name', 'description', 'created_at'],
    },
    calendar_admins: {
      rowsOf: ['user_id'],
      erase: ['user_id'],
      none: ['calendar_id', 'server_id', 'added_at'],
      title: 'Calendars you help manage',
      exported: ['calendar_id', 'added_at'],
    },
    calendar_subscriptions: {
      rowsOf: ['user_id'],
      erase: ['user_id'],
      none: ['calendar_id', 'created_at', 'mail', 'told_until'],
      title: 'Calendars you subscribe to',
      exported: ['calendar_id', 'created_at', 'mail'],
    },
    calendar_entries: {
      cut: ['added_by', 'decided_by'],
      keep: { reason: 'why an event was not taken, for its hosts' },
      none: [
        ...(['calendar_id', 'event_id', 'status', 'added_at', 'by_admin', 'tries', 'decided_at'] as const),
        ...(['selected_reason', 'starts_at', 'ends_at'] as const),
      ],
    },
    calendar_feeds: {
      rowsOf: ['user_id'],
      erase: ['user_id', 'fetched_by'],
      none: ['id', 'kind', 'calendar_id', 'server_id', 'number', 'fetched_at', 'created_at'],
      title: 'Your iCal links',
      exported: ['kind', 'calendar_id', 'server_id', 'created_at', 'fetched_at', 'fetched_by'],
    },
    calendar_sources: {
      cut: ['added_by'],
      of: 'added_by',
      keep: { url: 'a calendar is filled from it', name: 'what its calendar calls it' },
      none: [
        ...(['calendar_id', 'id', 'created_at', 'state', 'problem', 'failing_since', 'fetched_at'] as const),
        ...(['succeeded_at', 'next_fetch_at', 'etag', 'last_modified', 'read_at', 'event_count', 'left_out'] as const),
      ],
      title: 'Feeds you added to calendars',
      exported: ['calendar_id', 'url', 'name', 'created_at'],
    },
    calendar_source_events: {
      keep: {
        title: 'from another site’s public calendar',
        description: 'from another site’s public calendar',
        location: 'from another site’s public calendar',
        search_text: 'from another site’s public calendar',
      },
      none: [
        ...([
          'calendar_id',
          'source_id',
          'id',
          'uid',
          'recurrence',
          'url',
          'starts_at',
          'ends_at',
          'time_zone',
        ] as const),
        ...(['all_day', 'cancelled', 'sequence', 'modified_at', 'changed_at', 'hash'] as const),
      ],
    },
  }),
};
