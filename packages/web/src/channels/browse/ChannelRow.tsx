import { canJoin, canLeave, memberCountLabel } from '@folkmoot/contract/channels/rules.ts';
import type { ChannelView } from '@folkmoot/contract/channels/schema.ts';
import type { ViewerView } from '@folkmoot/contract/communities/schema.ts';
import { IconCheck, IconLock, IconSpeakerphone } from '@tabler/icons-react';
import { DisabledWithReason } from '../../ui/feedback/DisabledWithReason.tsx';
import { ChannelIcon } from '../../ui/identity/CommunityAvatar.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { useMenuPress } from '../../ui/useLongPress.ts';
import { useMembership } from '../queries.ts';
import { ChannelMenu } from '../sidebar/ChannelMenu.tsx';
import css from './browse.module.css';

/** A channel on the browse screen: its link, whether you have joined it, and the rest in the menu. */
export function ChannelRow({ channel, viewer }: { channel: ChannelView; viewer: ViewerView }) {
  const membership = useMembership();
  const press = useMenuPress();
  return (
    <li className={css.row} {...press}>
      <ChannelIcon emoji={channel.avatar} />
      <div className={css.words}>
        <div className={css.name}>
          <PlainLink to="/channel/$channelId" params={{ channelId: channel.id }} className={css.link}>
            <span dir="auto">{channel.name}</span>
          </PlainLink>
          {channel.mode === 'private' && <IconLock size={14} className={css.icon} role="img" aria-label="private" />}
          {channel.type === 'announcement' && (
            <IconSpeakerphone size={14} className={css.icon} role="img" aria-label="announcements" />
          )}
          {channel.isDefault && <span className={css.tag}>Default</span>}
        </div>
        <div className={css.topic} dir="auto">
          {channel.description}
        </div>
      </div>
      <span className={css.count}>{memberCountLabel(channel.memberCount)}</span>
      <span className={css.action}>
        {channel.joined ? (
          <>
            <span className={css.joined}>
              <IconCheck size={15} strokeWidth={2.2} aria-hidden />
              <span>Joined</span>
            </span>
            <DisabledWithReason
              variant="subtle"
              size="xs"
              className={css.leave}
              decision={canLeave(channel, viewer)}
              aria-label={`Leave ${channel.name}`}
              onClick={() => membership.mutate({ channel, join: false })}
            >
              Leave
            </DisabledWithReason>
          </>
        ) : (
          <DisabledWithReason
            variant="default"
            size="xs"
            className={css.join}
            decision={canJoin(channel, viewer)}
            aria-label={`Join ${channel.name}`}
            onClick={() => membership.mutate({ channel, join: true })}
          >
            Join
          </DisabledWithReason>
        )}
      </span>
      <ChannelMenu channel={channel} viewer={viewer} withOpen />
    </li>
  );
}
