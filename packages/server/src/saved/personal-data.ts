import { personalDataOf } from '../core/personal-data.ts';

export const personalData = personalDataOf({
  saved_messages: {
    rowsOf: ['user_id'],
    erase: ['user_id'],
    none: ['conversation_id', 'message_id', 'saved_at'],
    title: 'Messages you saved',
    exported: ['conversation_id', 'message_id', 'saved_at'],
  },
});
