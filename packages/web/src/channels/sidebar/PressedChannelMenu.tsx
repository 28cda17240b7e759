import { useEffect, useEffectEvent } from 'react';
import { toast } from '../../core/toasts/toast.ts';
import { useChannel } from '../queries.ts';
import { ChannelMenu } from './ChannelMenu.tsx';

/** The menu of a channel whose line in the sidebar was pressed for long. */
export function PressedChannelMenu({ channelId, onClosed }: { channelId: string; onClosed: () => void }) {
  const channel = useChannel(channelId);
  const giveUp = useEffectEvent((error: unknown) => {
    toast.failed(error);
    onClosed();
  });
  useEffect(() => {
    if (channel.error) giveUp(channel.error);
  }, [channel.error]);
  if (!channel.data) return null;
  return <ChannelMenu channel={channel.data} viewer={channel.data.viewer} withOpen onClosed={onClosed} />;
}
