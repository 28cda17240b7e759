import { canJoin } from '@folkmoot/contract/channels/rules.ts';
import type { ChannelDetail } from '@folkmoot/contract/channels/schema.ts';
import { useRef } from 'react';
import { useToastRoom } from '../../core/toasts/useToastRoom.ts';
import { DisabledWithReason } from '../../ui/feedback/DisabledWithReason.tsx';
import { useMembership } from '../queries.ts';
import css from './channel.module.css';

/** Shown under a channel that you read without having joined it. */
export function JoinBar({ channel }: { channel: ChannelDetail }) {
  return channel.joined ? null : <Join channel={channel} />;
}

function Join({ channel }: { channel: ChannelDetail }) {
  const membership = useMembership();
  const bar = useRef<HTMLDivElement>(null);
  useToastRoom(bar);
  const mayJoin = canJoin(channel, channel.viewer);
  return (
    <div ref={bar} className={css.join}>
      <p className={css.words}>
        {channel.archivedAt ? 'This channel is archived.' : `You’re viewing #${channel.name}. Join to write.`}
      </p>
      <DisabledWithReason decision={mayJoin} onClick={() => membership.mutate({ channel, join: true })}>
        Join channel
      </DisabledWithReason>
    </div>
  );
}
