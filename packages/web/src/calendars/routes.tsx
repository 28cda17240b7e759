import { createRoute } from '@tanstack/react-router';
import { aliasRoute, frameRoute, mustBeSignedIn, screen } from '../core/routes.tsx';
import { wordIn } from '../core/search-params.ts';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/calendars',
  beforeLoad: mustBeSignedIn,
  component: screen(() => import('./CalendarsScreen.tsx'), 'CalendarsScreen'),
});
const create = createRoute({
  getParentRoute: () => frameRoute,
  path: '/calendars/create',
  beforeLoad: mustBeSignedIn,
  component: screen(() => import('./managing/CreateCalendarScreen.tsx'), 'CreateCalendarScreen'),
});
const manage = createRoute({
  getParentRoute: () => frameRoute,
  path: '/calendars/manage/$alias',
  beforeLoad: mustBeSignedIn,
  validateSearch: (
    raw: Record<string, unknown>,
  ): { tab?: 'events' | 'submissions' | 'people' | 'feeds' | undefined } => ({
    tab: wordIn(raw, 'tab', ['events', 'submissions', 'people', 'feeds']),
  }),
  component: screen(() => import('./managing/ManageCalendarScreen.tsx'), 'ManageCalendarScreen'),
});
const ofCommunity = createRoute({
  getParentRoute: () => aliasRoute,
  path: '/events',
  component: screen(() => import('./CalendarPage.tsx'), 'CommunityCalendarScreen'),
});

export const inFrame = [list, create, manage] as const;
export const inAlias = [ofCommunity] as const;
