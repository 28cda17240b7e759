import { personalDataOf } from '../core/personal-data.ts';

export const personalData = personalDataOf({
  notifications: {
    rowsOf: ['user_id'],
    erase: ['user_id'],
    cut: ['person_id'],
    none: ['id', 'kind', 'subject_id', 'count', 'created_at', 'read_at'],
    title: 'Notifications',
    exported: ['kind', 'subject_id', 'created_at', 'read_at'],
  },
  notification_deliveries: {
    rowsOf: ['user_id'],
    erase: ['user_id'],
    cut: ['person_id'],
    none: ['way', 'kind', 'subject_id', 'seq', 'count', 'due_at', 'tries'],
  },
  notification_digests: { rowsOf: ['user_id'], erase: ['user_id'], none: ['due_at'] },
  notification_preferences: {
    rowsOf: ['user_id'],
    erase: ['user_id', 'previews', 'choices'],
    title: 'Notification settings',
    exported: ['previews', 'choices'],
  },
  push_devices: {
    rowsOf: ['user_id'],
    erase: ['user_id', 'endpoint', 'p256dh', 'auth'],
    none: ['id', 'session_id', 'created_at', 'reached_at', 'failures'],
    title: 'Browsers that receive your push notifications',
    exported: ['created_at', 'reached_at'],
  },
});
