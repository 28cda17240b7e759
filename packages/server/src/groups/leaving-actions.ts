import type { LeavingPart } from '../core/leaving.ts';
import { releasePicturesOf } from '../media/pictures-actions.ts';
import { deleteGroupsOf } from './leaving-store.ts';
import { countGroups } from './store.ts';

/** Somebody deletes their account: their groups go with it. */
export const leavingGroups: LeavingPart = {
  counts: async (tx, userId) => ({ groups: await countGroups(tx, userId) }),
  async end(command, userId) {
    const pictured = await deleteGroupsOf(command.tx, userId);
    if (pictured.length > 0) await releasePicturesOf(command, ...pictured);
  },
};
