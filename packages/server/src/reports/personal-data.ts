import { personalDataOf } from '../core/personal-data.ts';

export const personalData = personalDataOf({
  reports: {
    of: 'reporter_id',
    cut: ['reporter_id', 'author_id', 'answered_by'],
    keep: {
      text: 'what was reported, for those who decide about it',
      note: 'why it was reported, for those who decide about it',
    },
    none: [
      ...([
        'server_id',
        'id',
        'conversation_id',
        'message_id',
        'reason',
        'created_at',
        'answer',
        'answered_at',
      ] as const),
    ],
    title: 'Messages you reported',
    exported: ['server_id', 'message_id', 'reason', 'note', 'created_at'],
  },
  personal_reports: {
    of: 'reporter_id',
    cut: ['reporter_id', 'author_id'],
    keep: {
      text: 'what was reported, for the one who decides about it',
      note: 'why it was reported, for the one who decides about it',
    },
    none: ['id', 'conversation_id', 'message_id', 'reason', 'files', 'created_at'],
    title: 'Messages between people you reported',
    exported: ['message_id', 'reason', 'note', 'created_at'],
  },
});
