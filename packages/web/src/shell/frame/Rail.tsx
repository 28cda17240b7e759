import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import { Tooltip } from '@mantine/core';
import {
  IconCalendarEvent,
  IconCompass,
  IconHelp,
  IconHome,
  IconInbox,
  IconMessages,
  IconPlus,
} from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { channelToOpen } from '../../communities/last-channel.ts';
import { useRail } from '../../communities/queries.ts';
import { lazyPart } from '../../core/lazy.ts';
import { isSupportOffered } from '../../core/start/page-marks.ts';
import { useSupport } from '../../support/useSupport.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { Logo } from '../../ui/identity/Logo.tsx';
import { UnreadBadge } from '../../ui/identity/UnreadBadge.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { paneProps } from '../../ui/layout/panes.ts';
import { useBadges } from '../useBadges.ts';
import css from './rail.module.css';
import { UserMenu } from './UserMenu.tsx';

const CreateCommunityDialog = lazyPart(
  () => import('../../communities/home/CreateCommunityDialog.tsx'),
  'CreateCommunityDialog',
);

/** The green rail: start page, my communities, a new one, discover, me. */
export function Rail({ currentId }: { currentId: string | undefined }) {
  const rail = useRail();
  const show = useShowDialog();
  const openSupport = useSupport();
  const { inbox: forMe, personal, events: due } = useBadges();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <nav className={css.rail} aria-label="Communities" {...paneProps('rail')}>
      <PlainLink to="/" className={css.item} aria-label="Folkmoot, home page">
        <Logo size={30} tone="rail" />
      </PlainLink>
      <Tooltip label="Home" position="right">
        <PlainLink to="/" className={css.item} aria-label="Home" aria-current={path === '/' ? 'page' : undefined}>
          <IconHome size={22} />
        </PlainLink>
      </Tooltip>
      <Tooltip label="Inbox" position="right">
        <PlainLink
          to="/inbox"
          className={css.item}
          aria-label={forMe > 0 ? `Inbox, ${forMe} for you` : 'Inbox'}
          aria-current={path === '/inbox' ? 'page' : undefined}
        >
          <IconInbox size={22} />
          {forMe > 0 && (
            <span className={css.badge}>
              <UnreadBadge count={forMe} label="item" />
            </span>
          )}
        </PlainLink>
      </Tooltip>
      <Tooltip label="Direct messages" position="right">
        <PlainLink
          to="/chat"
          className={css.item}
          aria-label={personal > 0 ? `Direct messages, ${personal} unread` : 'Direct messages'}
          aria-current={path.startsWith('/chat') ? 'page' : undefined}
        >
          <IconMessages size={22} />
          {personal > 0 && (
            <span className={css.badge}>
              <UnreadBadge count={personal} label="message" />
            </span>
          )}
        </PlainLink>
      </Tooltip>
      <Tooltip label="Events" position="right">
        <PlainLink
          to="/events"
          className={css.item}
          aria-label={due > 0 ? `Events, ${due} waiting for you` : 'Events'}
          aria-current={path.startsWith('/events') ? 'page' : undefined}
        >
          <IconCalendarEvent size={22} />
          {due > 0 && (
            <span className={css.badge}>
              <UnreadBadge count={due} label="answer" />
            </span>
          )}
        </PlainLink>
      </Tooltip>
      <span className={css.separator} />
      <div className={css.scroll}>
        {rail.data?.data.map((community) => (
          <RailItem key={community.id} community={community} current={community.id === currentId} />
        ))}
        <Tooltip label="Start a community" position="right">
          <button
            type="button"
            className={css.item}
            data-dashed
            aria-label="Start a community"
            onClick={() => show(<CreateCommunityDialog />)}
          >
            <IconPlus size={22} />
          </button>
        </Tooltip>
        <Tooltip label="Discover" position="right">
          <PlainLink
            to="/discover"
            className={css.item}
            aria-label="Discover communities"
            aria-current={path === '/discover' ? 'page' : undefined}
          >
            <IconCompass size={22} />
          </PlainLink>
        </Tooltip>
      </div>
      <span className={css.grow} />
      {isSupportOffered() && (
        <Tooltip label="Help" position="right">
          <button type="button" className={css.item} aria-label="Help" onClick={openSupport}>
            <IconHelp size={22} />
          </button>
        </Tooltip>
      )}
      <UserMenu />
    </nav>
  );
}

function RailItem({ community, current }: { community: RailView; current: boolean }) {
  const mentions = `${community.mentions} ${community.mentions === 1 ? 'mention' : 'mentions'}`;
  const waiting = community.requests + community.reports;
  const state = [
    community.mentions > 0 ? mentions : '',
    community.unread > 0 ? 'unread' : '',
    waiting > 0 ? `${waiting} waiting for you` : '',
  ]
    .filter((part) => part)
    .join(', ');
  const channelId = channelToOpen(community);
  const way = channelId
    ? ({ to: '/channel/$channelId', params: { channelId } } as const)
    : ({ to: '/$alias/channels', params: { alias: community.slug } } as const);
  return (
    <Tooltip label={community.name} position="right">
      <PlainLink
        {...way}
        className={css.item}
        aria-label={state ? `${community.name}, ${state}` : community.name}
        aria-current={current ? 'true' : undefined}
        data-community
        data-unread={community.unread > 0 || waiting > 0 || undefined}
      >
        <CommunityAvatar community={community} size={44} className={css.avatar} />
        {community.mentions > 0 && (
          <span className={css.badge}>
            <UnreadBadge count={community.mentions} label="mention" />
          </span>
        )}
      </PlainLink>
    </Tooltip>
  );
}
