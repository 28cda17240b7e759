import * as api from '@folkmoot/contract/blocks/api.ts';
import { refusals } from '@folkmoot/contract/blocks/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { CommandContext } from '../core/command.ts';
import { refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import * as store from './store.ts';

export type BlockHooks = {
  /** What later slices do when two people are hidden from each other. */
  blocked(command: CommandContext, one: string, other: string): Promise<void>;
};

/** Calls that hide two people from each other, and undo it. */
export function blockHandlers({ blocked }: BlockHooks): Binding[] {
  return [
    handle(api.getBlock, async ({ tx, me, params }) => ({
      data: { blocked: await store.hasBlocked(tx, me.userId, params.userId) },
    })),

    handle(api.blockUser, async (call) => {
      const { tx, me, params, now } = call;
      if (params.userId === me.userId) refuse(refusals.yourself);
      if (!(await store.exists(tx, params.userId))) refuse(core.notFound);
      if (await store.insertBlock(tx, me.userId, params.userId, now)) {
        await blocked(call, me.userId, params.userId);
        await tellHidden(call, me.userId, params.userId);
      }
      const looksAfter = await store.looksAfter(tx, me.userId, params.userId);
      return {
        message: looksAfter
          ? 'Blocked. You still see what they write in communities that you look after.'
          : 'Blocked. You no longer see what they write.',
      };
    }),

    handle(api.unblockUser, async (call) => {
      const { tx, me, params } = call;
      if (await store.deleteBlock(tx, me.userId, params.userId)) await tellHidden(call, me.userId, params.userId);
      return { message: 'Unblocked.' };
    }),

    handle(api.listBlocks, async ({ tx, me }) => ({ data: await store.listBlocked(tx, me.userId) })),
  ];
}

/**
 * The sockets of the one who blocks no longer get what the other writes, or do again, and neither hears whether the other is
 * there. Only the one who blocks fetches again: nothing tells the other.
 */
async function tellHidden(command: CommandContext, one: string, other: string): Promise<void> {
  for (const userId of [one, other]) command.setHidden(userId, await store.listUnheard(command.tx, userId));
  command.publish(api.hiddenChanged, { userId: other }, [rooms.user(one)]);
}
