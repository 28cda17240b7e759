import { memberCountLabel } from '@folkmoot/contract/channels/rules.ts';
import type { ChannelDetail } from '@folkmoot/contract/channels/schema.ts';
import { listMembers } from '@folkmoot/contract/communities/api.ts';
import { IconChevronLeft, IconLayoutSidebarRight, IconLock, IconSearch, IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { NotificationMenu } from '../../conversations/NotificationMenu.tsx';
import { apiInfiniteQuery } from '../../core/queries.ts';
import { AvatarGroup } from '../../ui/identity/Avatar.tsx';
import { ChannelIcon } from '../../ui/identity/CommunityAvatar.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { IconLink } from '../../ui/layout/IconLink.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import { SidebarButton } from '../../ui/layout/SidebarButton.tsx';
import { ChannelMenu } from '../sidebar/ChannelMenu.tsx';
import css from './channel.module.css';

type Props = { channel: ChannelDetail; panelOpen: boolean; onPanel: () => void; onMembers: () => void };

/** The bar above a channel: its name, its members, and links to everything about it. */
export function ChannelBar({ channel, panelOpen, onPanel, onMembers }: Props) {
  const members = useInfiniteQuery(
    apiInfiniteQuery(listMembers, { serverId: channel.serverId, channelId: channel.id }),
  );
  const faces = members.data?.pages[0]?.data.slice(0, 3) ?? [];
  return (
    <header className={css.bar}>
      <LinkButton to="/channels" className={css.back} variant="subtle" aria-label="Back to the channels" px="xs">
        <IconChevronLeft size={22} />
      </LinkButton>
      <SidebarButton />
      <span className={css.desk}>
        <ChannelIcon emoji={channel.avatar} size={34} />
      </span>
      <div className={css.title}>
        <div className={css.names}>
          <h1>
            <bdi>{channel.name}</bdi>{' '}
            {channel.mode === 'private' && (
              <IconLock size={14} aria-label="private" style={{ display: 'inline', verticalAlign: '-1px' }} />
            )}
          </h1>
          <div className={css.count}>{memberCountLabel(channel.memberCount)}</div>
        </div>
        {channel.description && (
          <span className={css.topic} dir="auto" title={channel.description}>
            {channel.description}
          </span>
        )}
      </div>
      <button
        type="button"
        className={`${css.people} ${css.desk}`}
        onClick={onMembers}
        aria-label={`Members: ${memberCountLabel(channel.memberCount)}`}
      >
        <AvatarGroup people={faces} size={22} />
        {channel.memberCount.toLocaleString()}
      </button>
      <span className={css.phone}>
        <IconButton label="Members" onClick={onMembers}>
          <IconUsers size={20} />
        </IconButton>
      </span>
      <IconLink label="Search in this channel" to="/search" search={{ q: `in:"${channel.name}"` }}>
        <IconSearch size={20} />
      </IconLink>
      {channel.joined && <NotificationMenu facts={channel.facts} name={channel.name} />}
      <ChannelMenu channel={channel} viewer={channel.viewer} />
      <span className={css.desk}>
        <IconButton
          label={panelOpen ? 'Hide panel' : 'Show panel'}
          aria-expanded={panelOpen}
          className={panelOpen ? css.on : undefined}
          onClick={onPanel}
        >
          <IconLayoutSidebarRight size={20} />
        </IconButton>
      </span>
    </header>
  );
}
