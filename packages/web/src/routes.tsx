import type { BrowseQuery } from '@folkmoot/contract/channels/schema.ts';
import type { RoleType } from '@folkmoot/contract/core/permissions.ts';
import type { EventListView } from '@folkmoot/contract/events/schema.ts';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { offlineError } from './core/api-error.ts';
import { initialAlias } from './core/initial-data.ts';
import { lazyPart, loadChunk } from './core/lazy.ts';
import { safeNext } from './core/paths.ts';
import { countIn, textIn, wordIn } from './core/search-params.ts';
import { seemsSignedIn, startSession } from './core/token.ts';
import { Frame } from './shell/frame/Frame.tsx';
import { AliasPage } from './shell/pages/AliasPage.tsx';
import { Missing, PageFailure, Root } from './shell/Root.tsx';

/* Every address of the web client. Each screen is its own chunk, loaded when one points at a link to it. */

const screen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(loadChunk(load), name);

type Next = { next?: string | undefined };
type Mailed = Next & { email?: string | undefined; for?: 'sign-in' | 'confirm' | undefined };

type MembersSearch = {
  search?: string | undefined;
  role?: RoleType | undefined;
  tab?: 'requests' | 'banned' | undefined;
};

type EventsSearch = {
  tab?: EventListView | undefined;
  page?: number | undefined;
  search?: string | undefined;
};

/** The position in a conversation: a message, a thread, or a reply in it. */
const spot = (raw: Record<string, unknown>): { message?: number | undefined; thread?: string | undefined } => ({
  message: countIn(raw, 'message'),
  thread: textIn(raw, 'thread', 36),
});

const next = (raw: Record<string, unknown>): Next => ({ next: textIn(raw, 'next') });
const mailed = (raw: Record<string, unknown>): Mailed => ({
  ...next(raw),
  email: textIn(raw, 'email', 254),
  for: wordIn(raw, 'for', ['sign-in', 'confirm']),
});

const root = createRootRoute({
  beforeLoad: async ({ location }) => {
    const started = startSession();
    // A visitor's page that came with its answers is shown before anybody has said that there is no session.
    if (!seemsSignedIn() && initialAlias(location.pathname.slice(1))) return;
    if ((await started).status === 'unknown') throw offlineError();
  },
  component: Root,
  notFoundComponent: Missing,
  errorComponent: PageFailure,
});

/** Sends visitors to sign in, and keeps their way. */
async function mustBeSignedIn({ location }: { location: { href: string } }): Promise<void> {
  if ((await startSession()).status === 'signedOut')
    throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true });
}

/** Redirects people who are signed in already. */
async function mustBeSignedOut({ search }: { search: { next?: string | undefined } }): Promise<void> {
  if ((await startSession()).status === 'signedIn') throw redirect({ href: safeNext(search.next), replace: true });
}

const auth = createRoute({
  getParentRoute: () => root,
  id: 'auth',
  component: screen(() => import('./shell/frame/AuthLayout.tsx'), 'AuthLayout'),
});
const signIn = createRoute({
  getParentRoute: () => auth,
  path: '/sign-in',
  validateSearch: next,
  beforeLoad: mustBeSignedOut,
  component: screen(() => import('./accounts/sign-in/SignInScreen.tsx'), 'SignInScreen'),
});
const signUp = createRoute({
  getParentRoute: () => auth,
  path: '/sign-up',
  validateSearch: next,
  beforeLoad: mustBeSignedOut,
  component: screen(() => import('./accounts/sign-in/SignUpScreen.tsx'), 'SignUpScreen'),
});
const verify = createRoute({
  getParentRoute: () => auth,
  path: '/verify',
  validateSearch: mailed,
  beforeLoad: mustBeSignedOut,
  component: screen(() => import('./accounts/sign-in/VerifyScreen.tsx'), 'VerifyScreen'),
});
const secondStep = createRoute({
  getParentRoute: () => auth,
  path: '/second-step',
  validateSearch: next,
  beforeLoad: mustBeSignedOut,
  component: screen(() => import('./accounts/sign-in/SecondStepScreen.tsx'), 'SecondStepScreen'),
});
const forgot = createRoute({
  getParentRoute: () => auth,
  path: '/forgot',
  validateSearch: mailed,
  beforeLoad: mustBeSignedOut,
  component: screen(() => import('./accounts/sign-in/ForgotScreen.tsx'), 'ForgotScreen'),
});
const logout = createRoute({
  getParentRoute: () => auth,
  path: '/logout',
  component: screen(() => import('./accounts/sign-in/LogoutScreen.tsx'), 'LogoutScreen'),
});
const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite/$inviteCode',
  component: screen(() => import('./communities/joining/InviteScreen.tsx'), 'InviteScreen'),
});

const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });
const start = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: screen(() => import('./shell/pages/HomePage.tsx'), 'HomePage'),
});
const discover = createRoute({
  getParentRoute: () => frame,
  path: '/discover',
  validateSearch: (raw: Record<string, unknown>): { search?: string | undefined } => ({
    search: textIn(raw, 'search', 100),
  }),
  component: screen(() => import('./communities/joining/DiscoverScreen.tsx'), 'DiscoverScreen'),
});
const events = createRoute({
  getParentRoute: () => frame,
  path: '/events',
  beforeLoad: async ({ search }) => {
    if ((await startSession()).status !== 'signedOut') return;
    // People who follow an email to their invitations sign in first.
    if ((search as EventsSearch).tab === 'invitations')
      throw redirect({ to: '/sign-in', search: { next: '/events?tab=invitations' }, replace: true });
    // Visitors have no events of their own, and may look for some.
    throw redirect({ to: '/events/discover', replace: true });
  },
  validateSearch: (raw: Record<string, unknown>): EventsSearch => ({
    tab: wordIn(raw, 'tab', ['going', 'hosting', 'requested', 'invitations', 'past', 'drafts']),
    page: countIn(raw, 'page') || undefined,
    search: textIn(raw, 'search', 100),
  }),
  component: screen(() => import('./events/lists/EventsScreen.tsx'), 'EventsScreen'),
});
const discoverEvents = createRoute({
  getParentRoute: () => frame,
  path: '/events/discover',
  validateSearch: (raw: Record<string, unknown>): Omit<EventsSearch, 'tab'> => ({
    page: countIn(raw, 'page') || undefined,
    search: textIn(raw, 'search', 100),
  }),
  component: screen(() => import('./events/lists/DiscoverEventsScreen.tsx'), 'DiscoverEventsScreen'),
});
const channelsTab = createRoute({
  getParentRoute: () => frame,
  path: '/channels',
  beforeLoad: mustBeSignedIn,
  component: screen(() => import('./shell/pages/ChannelsTabPage.tsx'), 'ChannelsTabPage'),
});
const channel = createRoute({
  getParentRoute: () => frame,
  path: '/channel/$channelId',
  beforeLoad: mustBeSignedIn,
  validateSearch: spot,
  component: screen(() => import('./channels/screen/ChannelScreen.tsx'), 'ChannelScreen'),
});
const chats = createRoute({
  getParentRoute: () => frame,
  path: '/chat',
  beforeLoad: mustBeSignedIn,
  component: screen(() => import('./personal/ChatsScreen.tsx'), 'ChatsScreen'),
});
const chat = createRoute({
  getParentRoute: () => frame,
  path: '/chat/$conversationId',
  beforeLoad: mustBeSignedIn,
  validateSearch: spot,
  component: screen(() => import('./personal/ChatScreen.tsx'), 'ChatScreen'),
});
const inbox = createRoute({
  getParentRoute: () => frame,
  path: '/inbox',
  beforeLoad: mustBeSignedIn,
  validateSearch: (raw: Record<string, unknown>): { show?: 'unread' | 'mentions' | undefined } => ({
    show: wordIn(raw, 'show', ['unread', 'mentions']),
  }),
  component: screen(() => import('./shell/pages/InboxPage.tsx'), 'InboxPage'),
});
const search = createRoute({
  getParentRoute: () => frame,
  path: '/search',
  beforeLoad: mustBeSignedIn,
  validateSearch: (
    raw: Record<string, unknown>,
  ): { q?: string | undefined; show?: 'channels' | 'people' | undefined } => ({
    q: textIn(raw, 'q', 300),
    show: wordIn(raw, 'show', ['channels', 'people']),
  }),
  component: screen(() => import('./search/SearchScreen.tsx'), 'SearchScreen'),
});
const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  beforeLoad: mustBeSignedIn,
  component: screen(() => import('./accounts/settings/SettingsFrame.tsx'), 'SettingsFrame'),
});
const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/profile', replace: true });
  },
});
const profile = createRoute({
  getParentRoute: () => settings,
  path: '/profile',
  component: screen(() => import('./accounts/settings/ProfileScreen.tsx'), 'ProfileScreen'),
});
const privacy = createRoute({
  getParentRoute: () => settings,
  path: '/privacy',
  component: screen(() => import('./blocks/PrivacyScreen.tsx'), 'PrivacyScreen'),
});
const sessions = createRoute({
  getParentRoute: () => settings,
  path: '/sessions',
  component: screen(() => import('./accounts/settings/SessionsScreen.tsx'), 'SessionsScreen'),
});
const security = createRoute({
  getParentRoute: () => settings,
  path: '/security',
  component: screen(() => import('./accounts/security/SecurityScreen.tsx'), 'SecurityScreen'),
});
const ownerReports = createRoute({
  getParentRoute: () => settings,
  path: '/reported-events',
  component: screen(() => import('./events/reports/OwnerReportsScreen.tsx'), 'OwnerReportsScreen'),
});

const createEvent = createRoute({
  getParentRoute: () => frame,
  path: '/events/create',
  beforeLoad: mustBeSignedIn,
  validateSearch: (raw: Record<string, unknown>): { serverId?: string | undefined } => ({
    serverId: textIn(raw, 'serverId', 36),
  }),
  component: screen(() => import('./events/editing/CreateEventScreen.tsx'), 'CreateEventScreen'),
});
const stopMail = createRoute({
  getParentRoute: () => frame,
  path: '/events/stop-mail',
  validateSearch: (raw: Record<string, unknown>): { event?: string | undefined; token?: string | undefined } => ({
    event: textIn(raw, 'event', 36),
    token: textIn(raw, 'token', 500),
  }),
  component: screen(() => import('./events/hosts/StopMailScreen.tsx'), 'StopMailScreen'),
});
const manageEvent = createRoute({
  getParentRoute: () => frame,
  path: '/events/manage/$alias',
  beforeLoad: mustBeSignedIn,
  validateSearch: (
    raw: Record<string, unknown>,
  ): { tab?: 'info' | 'guests' | 'registration' | 'insights' | undefined; status?: 'requested' | undefined } => ({
    tab: wordIn(raw, 'tab', ['info', 'guests', 'registration', 'insights']),
    status: wordIn(raw, 'status', ['requested']),
  }),
  component: screen(() => import('./registrations/manage/ManageScreen.tsx'), 'ManageScreen'),
});

const alias = createRoute({
  getParentRoute: () => frame,
  path: '/$alias',
  component: AliasPage,
});
const loadHome = loadChunk(() => import('./communities/home/CommunityHomeScreen.tsx'));
// Not a screen as the others are: the address may be an event's, and its page would wait for what it does not show.
const CommunityHomeScreen = lazyPart(loadHome, 'CommunityHomeScreen');
const home = createRoute({
  getParentRoute: () => alias,
  path: '/',
  beforeLoad: ({ params }) => {
    if (!initialAlias(params.alias)) loadHome().catch(() => undefined);
  },
  component: CommunityHomeScreen,
});
const browse = createRoute({
  getParentRoute: () => alias,
  path: '/channels',
  beforeLoad: mustBeSignedIn,
  // The screen reads it by the contract; here it would weigh on the first page.
  validateSearch: (raw: Record<string, unknown>): Partial<BrowseQuery> => raw,
  component: screen(() => import('./channels/browse/BrowseScreen.tsx'), 'BrowseScreen'),
});
const members = createRoute({
  getParentRoute: () => alias,
  path: '/members',
  beforeLoad: mustBeSignedIn,
  validateSearch: (raw: Record<string, unknown>): MembersSearch => ({
    search: textIn(raw, 'search', 100),
    role: wordIn(raw, 'role', ['CREATOR', 'ADMIN', 'MODERATOR', 'MEMBER']),
    tab: wordIn(raw, 'tab', ['requests', 'banned']),
  }),
  component: screen(() => import('./communities/members/MembersScreen.tsx'), 'MembersScreen'),
});
const communitySettings = createRoute({
  getParentRoute: () => alias,
  path: '/settings',
  beforeLoad: mustBeSignedIn,
  component: screen(() => import('./communities/settings/CommunitySettingsFrame.tsx'), 'CommunitySettingsFrame'),
});
const overview = createRoute({
  getParentRoute: () => communitySettings,
  path: '/',
  component: screen(() => import('./communities/settings/OverviewScreen.tsx'), 'OverviewScreen'),
});
const invitations = createRoute({
  getParentRoute: () => communitySettings,
  path: '/invitations',
  component: screen(() => import('./communities/settings/InvitationsScreen.tsx'), 'InvitationsScreen'),
});
const reports = createRoute({
  getParentRoute: () => communitySettings,
  path: '/reports',
  validateSearch: (raw: Record<string, unknown>): { state?: 'open' | 'answered' | undefined } => ({
    state: wordIn(raw, 'state', ['open', 'answered']),
  }),
  component: screen(() => import('./shell/pages/ReportsPage.tsx'), 'ReportsPage'),
});
const archived = createRoute({
  getParentRoute: () => communitySettings,
  path: '/archive',
  component: screen(() => import('./channels/browse/ArchiveScreen.tsx'), 'ArchiveScreen'),
});
const auditLog = createRoute({
  getParentRoute: () => communitySettings,
  path: '/audit-log',
  component: screen(() => import('./communities/settings/AuditScreen.tsx'), 'AuditScreen'),
});

const tree = root.addChildren([
  auth.addChildren([signIn, signUp, verify, secondStep, forgot, logout]),
  invite,
  frame.addChildren([
    start,
    discover,
    events,
    stopMail,
    discoverEvents,
    channelsTab,
    channel,
    chats,
    chat,
    inbox,
    search,
    settings.addChildren([settingsStart, profile, privacy, sessions, security, ownerReports]),
    createEvent,
    manageEvent,
    alias.addChildren([
      home,
      browse,
      members,
      communitySettings.addChildren([overview, invitations, reports, archived, auditLog]),
    ]),
  ]),
]);

/** The router; `main.tsx` starts it. */
export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPendingMinMs: 0,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
