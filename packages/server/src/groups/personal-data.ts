import { type PersonalData, personalDataOf } from '../core/personal-data.ts';
import { deleteGuest, guestIsShown, nameGroups } from './leaving-store.ts';

export const personalData: PersonalData = {
  names: {
    group_id: { as: 'group', find: nameGroups },
  },
  ...personalDataOf(
    {
      guest_groups: {
        rowsOf: ['owner_id'],
        erase: ['owner_id', 'name', 'description'],
        none: ['id', 'guest_count', 'created_at', 'image', 'rule', 'rule_times', 'rule_last'],
        title: 'Your groups',
        exported: ['id', 'name', 'description', 'created_at'],
      },
      group_guests: {
        rowsOf: ['owner_id', 'user_id'],
        erase: ['owner_id', 'user_id'],
        keep: {
          address: 'what somebody else has noted in a list of their own',
          address_key: 'what somebody else has noted in a list of their own',
          first_name: 'what somebody else has noted in a list of their own',
          last_name: 'what somebody else has noted in a list of their own',
        },
        none: ['group_id', 'id'],
        title: 'People in your groups',
        exported: ['group_id', 'user_id'],
        shownIf: guestIsShown,
      },
    },
    deleteGuest,
  ),
};
