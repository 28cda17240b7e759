/*
 * What is counted about how the product is used, if its operator wants that: pages by their route, and these acts. Nothing
 * that people write, and no name of anything they made, is among it (docs/decisions/059).
 */

/** The routes of the web client, as its router writes them; a test compares the two. */
export const PAGES = [
  '/',
  '/$alias',
  '/$alias/channels',
  '/$alias/edit',
  '/$alias/events',
  '/$alias/members',
  '/$alias/questions',
  '/$alias/settings',
  '/$alias/settings/archive',
  '/$alias/settings/audit-log',
  '/$alias/settings/invitations',
  '/$alias/settings/reports',
  '/calendars',
  '/calendars/create',
  '/calendars/manage/$alias',
  '/channel/$channelId',
  '/channels',
  '/chat',
  '/chat/$conversationId',
  '/discover',
  '/events',
  '/events/create',
  '/events/discover',
  '/events/manage/$alias',
  '/events/present/$alias',
  '/events/stop-mail',
  '/forgot',
  '/groups',
  '/groups/$groupId',
  '/inbox',
  '/invite/$inviteCode',
  '/logout',
  '/q',
  '/q/$code',
  '/search',
  '/second-step',
  '/settings',
  '/settings/account',
  '/settings/featured',
  '/settings/help',
  '/settings/installation',
  '/settings/mail',
  '/settings/notifications',
  '/settings/privacy',
  '/settings/profile',
  '/settings/reported-events',
  '/settings/reported-messages',
  '/settings/reported-pages',
  '/settings/security',
  '/settings/sessions',
  '/sign-in',
  '/sign-up',
  '/tickets',
  '/tickets/orders/$orderId',
  '/verify',
] as const;

/** What people do that is counted, and the call that does it. */
export const ACTS = {
  signed_up: 'POST /auth/email-otp/verify-email',
  community_created: 'POST /api/v1/servers',
  community_joined: 'POST /api/v1/servers/:serverId/join',
  invite_accepted: 'POST /api/v1/invites/:inviteCode/accept',
  channel_created: 'POST /api/v1/:serverId/channels',
  message_sent: 'POST /api/v1/conversations/:conversationId/messages',
  event_created: 'POST /api/v1/events',
  event_published: 'POST /api/v1/events/:eventId/publish',
  event_registered: 'PUT /api/v1/events/:eventId/register',
  payment_started: 'POST /payments/api/v1/users/:userId/events/:eventId/payment-intents',
  guests_invited: 'POST /api/v1/events/:eventId/invite',
  calendar_created: 'POST /api/v1/calendars',
  calendar_subscribed: 'PUT /api/v1/calendars/:calendarId/subscription',
  home_published: 'POST /api/v1/:serverId/server-sections/publish',
} as const;

/** What people do in the browser without a call that could be counted. */
export const BROWSER_ACTS = ['app_installed', 'support_opened'] as const;

export type Page = (typeof PAGES)[number];
export type Act = keyof typeof ACTS | (typeof BROWSER_ACTS)[number];

const pages: ReadonlySet<string> = new Set(PAGES);

/** Whether this is a route that is counted. */
export function isPage(path: string): path is Page {
  return pages.has(path);
}

/** The headers, in lower case, by which a browser says that its owner does not want to be counted: Do Not Track and Global Privacy Control. */
export const OBJECTIONS = ['dnt', 'sec-gpc'] as const;
