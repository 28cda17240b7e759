import { createRoute } from '@tanstack/react-router';
import { settingsRoute } from '../accounts/routes.tsx';
import { communitySettingsRoute } from '../communities/routes.tsx';
import { lazyPart, loadChunk } from '../core/lazy.ts';
import { aliasRoute, authRoute, frameRoute, mustBeSignedIn, rootRoute, screen } from '../core/routes.tsx';
import { textIn, wordIn } from '../core/search-params.ts';
import { initialAlias } from '../core/start/initial-data.ts';
import { Frame } from './frame/Frame.tsx';
import { AliasPage } from './pages/AliasPage.tsx';
import { Missing, PageFailure, Root } from './Root.tsx';

/* What is around the screens, and the pages that several slices make together. */

rootRoute.update({ component: Root, notFoundComponent: Missing, errorComponent: PageFailure });
authRoute.update({ component: screen(() => import('./frame/AuthLayout.tsx'), 'AuthLayout') });
frameRoute.update({ component: Frame });
aliasRoute.update({ component: AliasPage });

const start = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  component: screen(() => import('./pages/HomePage.tsx'), 'HomePage'),
});
const channelsTab = createRoute({
  getParentRoute: () => frameRoute,
  path: '/channels',
  beforeLoad: mustBeSignedIn,
  validateSearch: (raw: Record<string, unknown>): { community?: string | undefined } => ({
    community: typeof raw.community === 'string' ? raw.community : undefined,
  }),
  component: screen(() => import('./pages/ChannelsTabPage.tsx'), 'ChannelsTabPage'),
});
const inbox = createRoute({
  getParentRoute: () => frameRoute,
  path: '/inbox',
  beforeLoad: mustBeSignedIn,
  validateSearch: (
    raw: Record<string, unknown>,
  ): { show?: 'unread' | 'mentions' | 'notifications' | 'threads' | 'saved' | undefined } => ({
    show: wordIn(raw, 'show', ['unread', 'mentions', 'notifications', 'threads', 'saved']),
  }),
  component: screen(() => import('./pages/InboxPage.tsx'), 'InboxPage'),
});
const create = createRoute({
  getParentRoute: () => frameRoute,
  path: '/events/create',
  beforeLoad: mustBeSignedIn,
  validateSearch: (
    raw: Record<string, unknown>,
  ): { serverId?: string | undefined; calendarId?: string | undefined } => ({
    serverId: textIn(raw, 'serverId', 36),
    calendarId: textIn(raw, 'calendarId', 36),
  }),
  component: screen(() => import('./pages/CreateEventPage.tsx'), 'CreateEventPage'),
});
type ManageSearch = {
  tab?: 'info' | 'guests' | 'invited' | 'messages' | 'registration' | 'tickets' | 'qna' | 'insights' | undefined;
  status?: 'requested' | undefined;
  /** Which orders are shown first. */
  orders?: 'refund_failed' | undefined;
};

const manage = createRoute({
  getParentRoute: () => frameRoute,
  path: '/events/manage/$alias',
  beforeLoad: mustBeSignedIn,
  validateSearch: (raw: Record<string, unknown>): ManageSearch => ({
    tab: wordIn(raw, 'tab', ['info', 'guests', 'invited', 'messages', 'registration', 'tickets', 'qna', 'insights']),
    status: wordIn(raw, 'status', ['requested']),
    orders: wordIn(raw, 'orders', ['refund_failed']),
  }),
  component: screen(() => import('./pages/ManageEventPage.tsx'), 'ManageEventPage'),
});
const reports = createRoute({
  getParentRoute: () => communitySettingsRoute,
  path: '/reports',
  validateSearch: (raw: Record<string, unknown>): { state?: 'open' | 'answered' | undefined } => ({
    state: wordIn(raw, 'state', ['open', 'answered']),
  }),
  component: screen(() => import('./pages/ReportsPage.tsx'), 'ReportsPage'),
});

const personalReports = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/reported-messages',
  component: screen(() => import('./pages/PersonalReportsPage.tsx'), 'PersonalReportsPage'),
});

const loadHome = loadChunk(() => import('./pages/CommunityHomePage.tsx'));
// Not loaded like the other screens: the address may be an event's, and its page would wait for what it does not show.
const CommunityHomePage = lazyPart(loadHome, 'CommunityHomePage');
const communityHome = createRoute({
  getParentRoute: () => aliasRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    if (!initialAlias(params.alias)) loadHome().catch(() => undefined);
  },
  component: CommunityHomePage,
});

export const inAlias = [communityHome] as const;
export const inFrame = [start, channelsTab, inbox, create, manage] as const;
export const inCommunitySettings = [reports] as const;
export const inSettings = [personalReports] as const;
