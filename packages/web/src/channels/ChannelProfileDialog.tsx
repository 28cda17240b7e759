import type { ChannelView } from '@folkmoot/contract/channels/schema.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { useCloseDialog } from '../ui/DialogHost.tsx';
import { LinkButton } from '../ui/links.tsx';
import { ChannelAbout } from './ChannelAbout.tsx';
import { useChannel } from './queries.ts';

/** A channel's card, for looking before joining. */
export function ChannelProfileDialog({ channel }: { channel: ChannelView }) {
  const close = useCloseDialog();
  const detail = useChannel(channel.id).data;
  return (
    <Dialog
      title="Channel profile"
      width={420}
      footer={
        <LinkButton to="/channel/$channelId" params={{ channelId: channel.id }} onClick={close}>
          Open channel
        </LinkButton>
      }
    >
      <ChannelAbout channel={detail ?? channel} categoryName={detail?.categoryName ?? null} />
    </Dialog>
  );
}
