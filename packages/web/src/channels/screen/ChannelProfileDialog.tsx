import type { ChannelView } from '@folkmoot/contract/channels/schema.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import { useChannel } from '../queries.ts';
import { ChannelAbout } from './ChannelAbout.tsx';

/** A channel's card, for looking before joining. */
export function ChannelProfileDialog({ channel }: { channel: ChannelView }) {
  const close = useCloseDialog();
  const detail = useChannel(channel.id).data;
  return (
    <Dialog
      title="Channel profile"
      width={420}
      brief
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
