import type { ChannelView } from '@folkmoot/contract/channels/schema.ts';
import type { ViewerView } from '@folkmoot/contract/communities/schema.ts';

/** What one can do about a channel. */
export function ChannelMenu(_: { channel: ChannelView; viewer: ViewerView }) {
  return null;
}
