import { personalDataOf } from '../core/personal-data.ts';

export const personalData = personalDataOf({
  contact_connections: {
    rowsOf: ['user_id'],
    erase: ['user_id', 'tokens'],
    none: ['id', 'warmed_at', 'created_at'],
    title: 'Your Google contacts connection',
    exported: ['created_at'],
  },
  contact_consents: {
    rowsOf: ['user_id'],
    erase: ['user_id', 'state_hash', 'verifier'],
    none: ['session_id', 'ends_at'],
  },
});
