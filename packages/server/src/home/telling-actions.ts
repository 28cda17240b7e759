import * as api from '@folkmoot/contract/home/api.ts';
import { listHolders } from '../communities/requests-store.ts';
import type { CommandContext } from '../core/command.ts';
import { rooms } from '../core/live/live.ts';

/** Tells people who may change a home that its draft has another version. Nobody else knows that there is one. */
export async function tellEditors({ tx, publish }: CommandContext, serverId: string, version: number): Promise<void> {
  const editors = await listHolders(tx, serverId, 'MANAGE_HOME');
  publish(api.homeDrafted, { serverId, version }, editors.map(rooms.user));
}

/** Tells members that their home shows something else. */
export function tellMembers({ publish }: Pick<CommandContext, 'publish'>, serverId: string): void {
  publish(api.homeChanged, { serverId }, [rooms.server(serverId)]);
}
