import { memberCountLabel } from '@folkmoot/contract/channels/rules.ts';
import type { LinkCard } from '@folkmoot/contract/links/schema.ts';
import { IconLock } from '@tabler/icons-react';
import { ChannelIcon } from '../ui/identity/CommunityAvatar.tsx';
import { PlainLink } from '../ui/layout/links.tsx';
import css from './link-cards.module.css';

type Props = Pick<Extract<LinkCard, { kind: 'channel' }>, 'channel' | 'serverName'>;

/** A channel that a message links to. */
export function ChannelLinkCard({ channel, serverName }: Props) {
  const to = { to: '/channel/$channelId', params: { channelId: channel.id } } as const;
  const about = [
    channel.archivedAt === null ? memberCountLabel(channel.memberCount) : 'Archived',
    channel.description || serverName,
  ];
  return (
    <article className={css.card} data-kind="channel" aria-label={channel.name}>
      <ChannelIcon emoji={channel.avatar} size={40} />
      <div className={css.words}>
        <PlainLink {...to} className={css.title}>
          <b dir="auto">{channel.name}</b>
          {channel.mode === 'private' && <IconLock size={14} aria-label="private" />}
        </PlainLink>
        <span className={css.line} dir="auto">
          {about.join(' · ')}
        </span>
      </div>
      <PlainLink {...to} className={css.button} data-plain>
        Open
      </PlainLink>
    </article>
  );
}
