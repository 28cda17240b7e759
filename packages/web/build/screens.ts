/*
 * The screens of the web client: where each of them is, what it loads, and how much that may weigh. The build puts
 * files together by it, checks it, and tells the server what to name in a page it sends.
 */

export type Screen = {
  /** As in the router; `/$alias` is a community's home here, and the server knows when it is an event. */
  path: string;
  /** Around it: what members see, what visitors see, the pages of signing in, or nothing. */
  frames: readonly Frame[];
  /** The file of the screen, from `src`, and what it always shows. */
  files: readonly string[];
  /** The most that a browser with an empty cache loads for it: scripts and styles, gzipped, in KB. */
  kb: number;
  /** Whether the server draws it for visitors: it then shows its content before any script has loaded. */
  drawn?: true;
  /**
   * What it asks for before it shows its content to a member, beside what every screen of a member asks for. The server
   * sends the answers with the token. `$channelId` is a name in `path`; an answer can be named and used:
   * `channel = /api/v1/channels/$channelId` is followed by `/api/v1/$channel.serverId/channels`.
   */
  asks?: readonly string[];
};

export type Frame = 'shell' | 'public' | 'auth' | 'none';

/** What every screen of a member asks for. */
export const ASKS = [
  '/api/v1/auth/me',
  '/api/v1/servers',
  '/api/v1/conversations/counts',
  '/api/v1/events/attention',
  '/api/v1/conversations/personal?filter=all',
  '/api/v1/saved/ids',
  '/api/v1/notifications/unread',
];

/** The files of what is around a screen. */
export const FRAMES: Readonly<Record<Frame, readonly string[]>> = {
  shell: ['shell/frame/Shell.tsx', 'ui/layout/DrawerButton.tsx'],
  public: ['shell/frame/PublicFrame.tsx'],
  auth: ['shell/frame/AuthLayout.tsx'],
  none: [],
};

/** The most files that a screen loads. Calendars have a style sheet of their own, so that visitors need not load that of members. */
export const MOST_FILES = { scripts: 23, styles: 7 };

const signingIn = (path: string, file: string, kb = 256): Screen => ({
  path,
  frames: ['auth'],
  files: [`accounts/sign-in/${file}.tsx`],
  kb,
  ...(file === 'SignInScreen' || file === 'SignUpScreen' ? { drawn: true } : {}),
});
const settings = (path: string, file: string): Screen => ({
  path: `/settings/${path}`,
  frames: ['shell'],
  files: ['accounts/settings/SettingsFrame.tsx', `${file}.tsx`],
  kb: 393,
});
const communitySettings = (path: string, file: string): Screen => ({
  path: `/$alias/settings${path}`,
  frames: ['shell'],
  files: ['shell/pages/AliasLookup.tsx', 'communities/settings/CommunitySettingsFrame.tsx', `${file}.tsx`],
  kb: 388,
});

export const SCREENS = {
  signIn: signingIn('/sign-in', 'SignInScreen', 197),
  signUp: signingIn('/sign-up', 'SignUpScreen'),
  verify: signingIn('/verify', 'VerifyScreen'),
  secondStep: signingIn('/second-step', 'SecondStepScreen'),
  forgot: signingIn('/forgot', 'ForgotScreen'),
  logout: signingIn('/logout', 'LogoutScreen'),
  communityHome: {
    path: '/$alias',
    frames: ['public', 'shell'],
    files: ['shell/pages/AliasLookup.tsx', 'shell/pages/CommunityHomePage.tsx'],
    kb: 170,
    drawn: true,
  },
  event: {
    path: '/$alias',
    frames: ['public', 'shell'],
    files: ['shell/pages/EventPage.tsx', 'places/PlaceCard.tsx'],
    kb: 170,
    drawn: true,
  },
  discover: {
    path: '/discover',
    frames: ['public', 'shell'],
    files: ['communities/joining/DiscoverScreen.tsx'],
    kb: 184,
    drawn: true,
  },
  discoverEvents: {
    path: '/events/discover',
    frames: ['public', 'shell'],
    files: ['events/lists/DiscoverEventsScreen.tsx'],
    kb: 187,
    drawn: true,
  },
  invite: { path: '/invite/$inviteCode', frames: ['none'], files: ['communities/joining/InviteScreen.tsx'], kb: 188 },
  stopMail: { path: '/events/stop-mail', frames: ['public'], files: ['events/hosts/StopMailScreen.tsx'], kb: 385 },
  start: {
    path: '/',
    frames: ['shell'],
    files: ['shell/pages/HomePage.tsx'],
    kb: 372,
    asks: [
      '/api/v1/inbox/mentions',
      '/api/v1/public/events?page=1&search=&limit=3',
      '/api/v1/events?view=going&page=1&limit=4',
      '/api/v1/events?view=hosting&page=1&limit=4',
    ],
  },
  channel: {
    path: '/channel/$channelId',
    frames: ['shell'],
    files: ['channels/screen/ChannelScreen.tsx'],
    kb: 393,
    asks: [
      'channel = /api/v1/channels/$channelId',
      '/api/v1/$channel.serverId/channels',
      '/api/v1/$channel.serverId/permissions/getMemberPermissions',
      '/api/v1/servers/$channel.serverId',
      '/api/v1/public/events?page=1&search=&limit=3&serverId=$channel.serverId',
      '/api/v1/conversations/$channel.conversation.id/messages',
      '/api/v1/conversations/$channel.conversation.id/pins',
      '/api/v1/$channel.serverId/members?channelId=$channelId',
    ],
  },
  chat: {
    path: '/chat/$conversationId',
    frames: ['shell'],
    files: ['personal/ChatScreen.tsx'],
    kb: 393,
    asks: ['/api/v1/conversations/$conversationId', '/api/v1/conversations/$conversationId/messages'],
  },
  chats: { path: '/chat', frames: ['shell'], files: ['personal/ChatsScreen.tsx'], kb: 366 },
  channelsTab: { path: '/channels', frames: ['shell'], files: ['shell/pages/ChannelsTabPage.tsx'], kb: 321 },
  inbox: {
    path: '/inbox',
    frames: ['shell'],
    files: ['shell/pages/InboxPage.tsx'],
    kb: 379,
    asks: ['/api/v1/inbox/unread'],
  },
  search: { path: '/search', frames: ['shell'], files: ['search/SearchScreen.tsx'], kb: 380 },
  events: {
    path: '/events',
    frames: ['shell'],
    files: ['events/lists/EventsScreen.tsx'],
    kb: 371,
    asks: ['/api/v1/events?view=going&page=1&search='],
  },
  createEvent: { path: '/events/create', frames: ['shell'], files: ['events/editing/CreateEventScreen.tsx'], kb: 440 },
  manageEvent: {
    path: '/events/manage/$alias',
    frames: ['shell'],
    files: ['shell/pages/ManageEventPage.tsx'],
    kb: 411,
  },
  editHome: {
    path: '/$alias/edit',
    frames: ['shell'],
    files: ['shell/pages/AliasLookup.tsx', 'home/editing/EditHomeScreen.tsx'],
    kb: 376,
  },
  members: {
    path: '/$alias/members',
    frames: ['shell'],
    files: ['shell/pages/AliasLookup.tsx', 'communities/members/MembersScreen.tsx'],
    kb: 376,
  },
  browse: {
    path: '/$alias/channels',
    frames: ['shell'],
    files: ['shell/pages/AliasLookup.tsx', 'channels/browse/BrowseScreen.tsx'],
    kb: 376,
  },
  communityEvents: {
    path: '/$alias/events',
    frames: ['public', 'shell'],
    files: ['shell/pages/AliasLookup.tsx', 'calendars/CalendarPage.tsx'],
    kb: 207,
  },
  calendar: {
    path: '/$alias',
    frames: ['public', 'shell'],
    files: ['shell/pages/AliasLookup.tsx', 'calendars/CalendarPage.tsx'],
    kb: 207,
    drawn: true,
  },
  tickets: {
    path: '/tickets',
    frames: ['shell'],
    files: ['admission/TicketsScreen.tsx'],
    kb: 371,
    asks: ['/api/v1/tickets?show=upcoming&page=1'],
  },
  order: {
    path: '/tickets/orders/$orderId',
    frames: ['public', 'shell'],
    files: ['admission/OrderScreen.tsx'],
    kb: 384,
  },
  calendars: { path: '/calendars', frames: ['shell'], files: ['calendars/CalendarsScreen.tsx'], kb: 379 },
  createCalendar: {
    path: '/calendars/create',
    frames: ['shell'],
    files: ['calendars/managing/CreateCalendarScreen.tsx'],
    kb: 395,
  },
  manageCalendar: {
    path: '/calendars/manage/$alias',
    frames: ['shell'],
    files: ['calendars/managing/ManageCalendarScreen.tsx'],
    kb: 395,
  },
  questions: {
    path: '/$alias/questions',
    frames: ['public', 'shell'],
    files: ['qna/attending/QuestionsScreen.tsx'],
    kb: 203,
  },
  presentQna: {
    path: '/events/present/$alias',
    frames: ['none'],
    files: ['qna/presenting/PresentScreen.tsx'],
    kb: 203,
  },
  joinQna: { path: '/q/$code', frames: ['public', 'shell'], files: ['qna/joining/JoinScreen.tsx'], kb: 225 },
  joinQnaByCode: { path: '/q', frames: ['public', 'shell'], files: ['qna/joining/JoinScreen.tsx'], kb: 225 },
  groups: { path: '/groups', frames: ['shell'], files: ['groups/GroupsScreen.tsx'], kb: 376 },
  group: { path: '/groups/$groupId', frames: ['shell'], files: ['groups/GroupScreen.tsx'], kb: 377 },
  profile: settings('profile', 'accounts/settings/ProfileScreen'),
  sessions: settings('sessions', 'accounts/settings/SessionsScreen'),
  security: settings('security', 'accounts/security/SecurityScreen'),
  privacy: settings('privacy', 'blocks/PrivacyScreen'),
  notifications: settings('notifications', 'notifications/settings/NotificationSettingsScreen'),
  mailHealth: settings('mail', 'mailings/MailHealthScreen'),
  featured: settings('featured', 'communities/featured/FeaturedScreen'),
  account: settings('account', 'accounts/leaving/AccountScreen'),
  help: settings('help', 'support/HelpScreen'),
  installation: settings('installation', 'communities/installation/InstallationScreen'),
  reportedPages: settings('reported-pages', 'home/reports/HomeReportsScreen'),
  reportedMessages: settings('reported-messages', 'shell/pages/PersonalReportsPage'),
  reportedEvents: settings('reported-events', 'events/reports/OwnerReportsScreen'),
  overview: communitySettings('', 'communities/settings/OverviewScreen'),
  invitations: communitySettings('/invitations', 'communities/settings/InvitationsScreen'),
  auditLog: communitySettings('/audit-log', 'communities/settings/AuditScreen'),
  archive: communitySettings('/archive', 'channels/browse/ArchiveScreen'),
  reports: communitySettings('/reports', 'shell/pages/ReportsPage'),
} satisfies Record<string, Screen>;
