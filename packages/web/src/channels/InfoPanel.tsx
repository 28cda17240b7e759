import type { ChannelDetail } from '@folkmoot/contract/channels/schema.ts';

export type InfoTab = 'about' | 'members' | 'media';

type Props = { channel: ChannelDetail; tab: InfoTab; onTab: (tab: InfoTab) => void; onClose: (() => void) | undefined };

/** What there is to know about a channel. */
export function InfoPanel(_: Props) {
  return null;
}
