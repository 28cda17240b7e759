import type { EventListView } from '@folkmoot/contract/events/schema.ts';
import { createRoute, redirect } from '@tanstack/react-router';
import { settingsRoute } from '../accounts/routes.tsx';
import { frameRoute, screen } from '../core/routes.tsx';
import { countIn, textIn, wordIn } from '../core/search-params.ts';
import { startSession } from '../core/token.ts';

type EventsSearch = {
  tab?: EventListView | undefined;
  page?: number | undefined;
  search?: string | undefined;
};

const own = createRoute({
  getParentRoute: () => frameRoute,
  path: '/events',
  beforeLoad: async ({ search }) => {
    if ((await startSession()).status !== 'signedOut') return;
    // People who follow an email to their invitations sign in first.
    if ((search as EventsSearch).tab === 'invitations')
      throw redirect({ to: '/sign-in', search: { next: '/events?tab=invitations' }, replace: true });
    // Visitors have no events of their own, and may want to find some.
    throw redirect({ to: '/events/discover', replace: true });
  },
  validateSearch: (raw: Record<string, unknown>): EventsSearch => ({
    tab: wordIn(raw, 'tab', ['going', 'hosting', 'requested', 'invitations', 'past', 'drafts']),
    page: countIn(raw, 'page') || undefined,
    search: textIn(raw, 'search', 100),
  }),
  component: screen(() => import('./lists/EventsScreen.tsx'), 'EventsScreen'),
});
const discover = createRoute({
  getParentRoute: () => frameRoute,
  path: '/events/discover',
  validateSearch: (raw: Record<string, unknown>): Omit<EventsSearch, 'tab'> => ({
    page: countIn(raw, 'page') || undefined,
    search: textIn(raw, 'search', 100),
  }),
  component: screen(() => import('./lists/DiscoverEventsScreen.tsx'), 'DiscoverEventsScreen'),
});
const stopMail = createRoute({
  getParentRoute: () => frameRoute,
  path: '/events/stop-mail',
  validateSearch: (raw: Record<string, unknown>): { event?: string | undefined; token?: string | undefined } => ({
    event: textIn(raw, 'event', 36),
    token: textIn(raw, 'token', 500),
  }),
  component: screen(() => import('./hosts/StopMailScreen.tsx'), 'StopMailScreen'),
});
const ownerReports = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/reported-events',
  component: screen(() => import('./reports/OwnerReportsScreen.tsx'), 'OwnerReportsScreen'),
});

export const inFrame = [own, discover, stopMail] as const;
export const inSettings = [ownerReports] as const;
