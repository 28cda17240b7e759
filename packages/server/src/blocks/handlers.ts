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
      return { message: 'Blocked. You will no longer see each other.' };
    }),

    handle(api.unblockUser, async (call) => {
      const { tx, me, params } = call;
      if (await store.deleteBlock(tx, me.userId, params.userId)) await tellHidden(call, me.userId, params.userId);
      return { message: 'Unblocked.' };
    }),

    handle(api.listBlocks, async ({ tx, me }) => ({ data: await store.listBlocked(tx, me.userId) })),
  ];
}

/** Their sockets no longer get each other's events, or do again; what is on their screens is fetched again. */
async function tellHidden(command: CommandContext, one: string, other: string): Promise<void> {
  for (const [userId, from] of [
    [one, other],
    [other, one],
  ] as const) {
    command.setHidden(userId, await store.listHidden(command.tx, userId));
    command.publish(api.hiddenChanged, { userId: from }, [rooms.user(userId)]);
  }
}
