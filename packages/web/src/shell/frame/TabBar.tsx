import { IconCalendarEvent, IconHash, IconHome, IconInbox, IconUserCircle } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useRail } from '../../communities/queries.ts';
import { UnreadBadge } from '../../ui/identity/UnreadBadge.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { useBadges } from '../useBadges.ts';
import css from './tab-bar.module.css';

/** The phone's navigation, on top-level screens. */
export function TabBar() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const rail = useRail().data?.data ?? [];
  const badges = useBadges();
  const inside = rail.some(({ slug }) => path.startsWith(`/${slug}/`) || path === `/${slug}`);
  const events = /^\/(events|calendars|tickets)(\/|$)/.test(path) || (inside && path.split('/')[2] === 'events');
  // Direct messages are listed with the channels.
  const talks = path === '/channels' || path === '/chat' || (inside && !events);
  const messages = badges.mentions + badges.personal;
  return (
    <nav className={css.bar} aria-label="Main">
      <PlainLink to="/" className={css.tab} aria-current={path === '/' ? 'page' : undefined}>
        <IconHome size={22} aria-hidden />
        Home
      </PlainLink>
      <PlainLink to="/channels" className={css.tab} aria-current={talks ? 'page' : undefined}>
        <IconHash size={22} aria-hidden />
        Channels
        {messages > 0 && (
          <span className={css.badge}>
            <UnreadBadge count={messages} label="message" />
          </span>
        )}
      </PlainLink>
      <PlainLink to="/events" className={css.tab} aria-current={events ? 'page' : undefined}>
        <IconCalendarEvent size={22} aria-hidden />
        Events
        {badges.events > 0 && (
          <span className={css.badge}>
            <UnreadBadge count={badges.events} label="answer" />
          </span>
        )}
      </PlainLink>
      <PlainLink to="/inbox" className={css.tab} aria-current={path === '/inbox' ? 'page' : undefined}>
        <IconInbox size={22} aria-hidden />
        Inbox
        {badges.inbox > 0 && (
          <span className={css.badge}>
            <UnreadBadge count={badges.inbox} label="item" />
          </span>
        )}
      </PlainLink>
      <PlainLink
        to="/settings/profile"
        className={css.tab}
        aria-current={path.startsWith('/settings') ? 'page' : undefined}
      >
        <IconUserCircle size={22} aria-hidden />
        You
      </PlainLink>
    </nav>
  );
}
