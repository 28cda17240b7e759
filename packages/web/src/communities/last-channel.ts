import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import { recall, remember } from '../core/storage.ts';

/* The channel that you last had open in each community, on this device. */

const KEY = 'channels';

function read(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(recall(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {};
  } catch {
    return {};
  }
}

/** Records that a channel of a community is open. */
export function rememberChannel(serverId: string, channelId: string): void {
  const kept = read();
  if (kept[serverId] !== channelId) remember(KEY, JSON.stringify({ ...kept, [serverId]: channelId }));
}

/** Forgets a channel that you can no longer open. */
export function forgetChannel(channelId: string): void {
  const kept = Object.entries(read());
  const left = kept.filter(([, id]) => id !== channelId);
  if (left.length < kept.length) remember(KEY, JSON.stringify(Object.fromEntries(left)));
}

/** The channel that opens with a community: the last one, else the first; undefined if you are in none. */
export function channelToOpen({ id, firstChannelId }: Pick<RailView, 'id' | 'firstChannelId'>): string | undefined {
  const last: unknown = read()[id];
  return typeof last === 'string' ? last : (firstChannelId ?? undefined);
}
