import type { LeavingPart } from '../../core/leaving.ts';
import { leaveConversations } from '../actions.ts';
import { countMessagesOf, listOutside } from './leaving-store.ts';

const AT_ONCE = 200;

/** Somebody deletes their account: they are in no conversation any more. What they wrote stays. */
export const leavingConversations: LeavingPart = {
  counts: async (tx, userId) => ({ messages: await countMessagesOf(tx, userId) }),
  async end(command, userId) {
    for (;;) {
      const ids = await listOutside(command.tx, userId, AT_ONCE);
      if (ids.length === 0) return;
      await leaveConversations(command, ids, [userId]);
    }
  },
};
