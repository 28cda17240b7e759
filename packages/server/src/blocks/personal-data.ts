import { type PersonalData, personalDataOf } from '../core/personal-data.ts';
import { namePeople } from './store.ts';

export const personalData: PersonalData = {
  names: {
    user_id: { as: 'person', find: namePeople },
    blocked_id: { as: 'person', find: namePeople },
  },
  ...personalDataOf({
    blocks: {
      rowsOf: ['blocker_id', 'blocked_id'],
      erase: ['blocker_id', 'blocked_id'],
      none: ['created_at'],
      title: 'People you blocked',
      exported: ['blocked_id', 'created_at'],
    },
  }),
};
