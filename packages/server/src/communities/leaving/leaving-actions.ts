import * as api from '@folkmoot/contract/communities/api.ts';
import type { CommandContext } from '../../core/command.ts';
import type { LeavingPart } from '../../core/leaving.ts';
import { rooms } from '../../core/live/live.ts';
import { releasePicturesOf } from '../../media/pictures-actions.ts';
import { type CommunityHooks, leave } from '../actions.ts';
import { deleteCommunity } from '../store.ts';
import { listMade, listMembershipsOf } from './leaving-store.ts';

/** Deletes a community with everything in it. */
export async function removeCommunity(command: CommandContext, hooks: CommunityHooks, serverId: string): Promise<void> {
  const leftBehind = await hooks.deleting(command, serverId);
  await hooks.freeCalendars(command, serverId);
  await deleteCommunity(command.tx, serverId);
  await releasePicturesOf(command, serverId);
  command.invalidateServer(serverId);
  command.publish(api.serverDeleted, { serverId }, [rooms.server(serverId)]);
  command.clearRooms([...leftBehind, rooms.server(serverId), rooms.editors(serverId)]);
}

/** Somebody deletes their account: communities with others in them have to be handed over, and all others go with it. */
export function leavingCommunities(hooks: CommunityHooks): LeavingPart {
  return {
    async blockers(tx, userId, _, lock) {
      const shared = (await listMade(tx, userId, lock)).filter(({ others }) => others > 0);
      return shared.map(({ id, name, slug, others }) => ({ kind: 'community', id, name, alias: slug, people: others }));
    },
    async counts(tx, userId) {
      const made = await listMade(tx, userId, false);
      const own = made.filter(({ others }) => others === 0).length;
      return { ownCommunities: own, communities: (await listMembershipsOf(tx, userId)).length - own };
    },
    async end(command, userId) {
      for (const { id, others } of await listMade(command.tx, userId, true))
        if (others === 0) await removeCommunity(command, hooks, id);
      for (const { serverId, memberId } of await listMembershipsOf(command.tx, userId))
        await leave(command, hooks, { serverId, memberId, userId }, userId);
    },
  };
}
