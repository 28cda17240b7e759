import { type PersonalData, personalDataOf } from '../core/personal-data.ts';
import { channelIsReadable, nameConversations } from './store.ts';

export const personalData: PersonalData = {
  names: {
    conversation_id: { as: 'conversation', find: nameConversations },
  },
  ...personalDataOf({
    channels: {
      of: 'created_by',
      cut: ['created_by'],
      keep: {
        name: 'a channel is its community’s',
        description: 'a channel is its community’s',
        search_text: 'its name and description, folded',
      },
      none: [
        ...(['server_id', 'id', 'conversation_id', 'category_id', 'avatar', 'mode', 'type', 'is_default'] as const),
        ...(['created_at', 'archived_at', 'position'] as const),
      ],
      title: 'Channels you created',
      exported: ['server_id', 'id', 'name', 'description', 'created_at'],
      readableIf: { columns: ['name', 'description'], holds: channelIsReadable },
    },
    categories: {
      none: ['server_id', 'id', 'name', 'search_text', 'created_at', 'position'],
    },
  }),
};
