import { type PersonalData, personalDataOf } from '../core/personal-data.ts';
import { listOwnFiles } from './leaving-store.ts';

export const personalData: PersonalData = {
  files: listOwnFiles,
  ...personalDataOf({
    files: {
      of: 'owner_id',
      cut: ['owner_id'],
      keep: {
        file_name: 'a file of a message, an event or a community stays with it; all others are deleted',
        key: 'where its bytes are',
        alt: 'what a picture shows stays with the picture',
      },
      none: [
        ...([
          'id',
          'type',
          'declared_type',
          'mime_type',
          'file_type',
          'size',
          'state',
          'put_at',
          'expires_at',
        ] as const),
        ...(['width', 'height', 'poster_of', 'variants', 'conversation_id', 'message_id', 'position'] as const),
        ...(['server_id', 'created_at', 'claimed_at', 'deleted_at', 'used_by', 'tint', 'taken_at', 'tries'] as const),
        ...(['wait_until', 'unshown_at'] as const),
      ],
      title: 'Files you uploaded',
      unless: 'deleted_at',
      exported: ['id', 'type', 'file_name', 'mime_type', 'size', 'alt', 'created_at'],
    },
    media_work: { rowsOf: ['owner_id'], erase: ['owner_id'], none: ['id', 'at', 'ms'] },
  }),
};
