import { personalDataOf } from '../../core/personal-data.ts';
import { deleteOwnHistory, dropPairs, dropReplier, unnameMentions } from './leaving-store.ts';

export const personalData = personalDataOf(
  {
    conversations: {
      cut: ['created_by', 'named_by'],
      scrub: ['pair_key'],
      keep: { name: 'a group is named by its members, and a conversation with the person by that they left' },
      none: [
        ...([
          'id',
          'server_id',
          'type',
          'open_to',
          'posting',
          'archived_at',
          'version',
          'last_seq',
          'member_count',
        ] as const),
        ...(['created_at', 'parent_id', 'root_seq', 'cover_url', 'event_id', 'key_version', 'home_id'] as const),
      ],
    },
    conversation_members: {
      rowsOf: ['user_id'],
      erase: ['user_id', 'search_text'],
      none: ['conversation_id', 'server_id', 'read_seq', 'joined_at', 'level', 'muted_until', 'home_id'],
      title: 'Your conversations',
      exported: ['conversation_id', 'joined_at', 'level', 'muted_until'],
    },
    messages: {
      of: 'author_id',
      cut: ['author_id', 'pinned_by'],
      scrub: ['mentions', 'repliers'],
      keep: {
        text: 'what was said stays in its conversation, without its author; a mention of the person is made neutral',
        attachments: 'files stay with their message',
      },
      none: [
        ...(['conversation_id', 'seq', 'id', 'version', 'client_id', 'created_at', 'edited_at', 'deleted_at'] as const),
        ...(['mentions_all', 'reply_to_seq', 'reply_count', 'last_reply_at', 'copy_of', 'copy_thread'] as const),
        ...(['pinned_at', 'home_id'] as const),
      ],
      title: 'Messages you wrote',
      exported: ['conversation_id', 'id', 'text', 'attachments', 'created_at', 'edited_at', 'deleted_at'],
    },
    message_edits: {
      scrub: ['text'],
      none: ['conversation_id', 'message_id', 'version', 'replaced_at', 'home_id'],
      title: 'Earlier versions of messages you edited',
      through: [
        [
          {
            table: 'messages',
            on: { home_id: 'home_id', conversation_id: 'conversation_id', message_id: 'id' },
            of: 'author_id',
          },
        ],
      ],
      exported: ['conversation_id', 'message_id', 'text', 'replaced_at'],
    },
    reactions: {
      rowsOf: ['user_id'],
      erase: ['user_id', 'emoji'],
      none: ['conversation_id', 'message_id', 'created_at', 'home_id'],
      title: 'Reactions',
      exported: ['conversation_id', 'message_id', 'emoji', 'created_at'],
    },
    mentions: {
      rowsOf: ['user_id'],
      erase: ['user_id'],
      none: ['conversation_id', 'seq', 'home_id', 'message_id', 'created_at'],
    },
    former_mentions: {
      rowsOf: ['user_id'],
      erase: ['user_id'],
      none: ['conversation_id', 'seq', 'home_id', 'message_id'],
    },
    group_adds: {
      rowsOf: ['user_id', 'added_by'],
      erase: ['user_id', 'added_by'],
      none: ['conversation_id', 'left_at'],
    },
    message_notices: { none: ['home_id', 'conversation_id', 'seq', 'created_at'] },
  },
  unnameMentions,
  deleteOwnHistory,
  dropReplier,
  dropPairs,
);
