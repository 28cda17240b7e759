import { createRoute } from '@tanstack/react-router';
import { frameRoute, mustBeSignedIn, screen } from '../core/routes.tsx';
import { textIn } from '../core/search-params.ts';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/groups',
  beforeLoad: mustBeSignedIn,
  validateSearch: (raw: Record<string, unknown>): { search?: string | undefined } => ({
    search: textIn(raw, 'search', 100),
  }),
  component: screen(() => import('./GroupsScreen.tsx'), 'GroupsScreen'),
});
const one = createRoute({
  getParentRoute: () => frameRoute,
  path: '/groups/$groupId',
  beforeLoad: mustBeSignedIn,
  component: screen(() => import('./GroupScreen.tsx'), 'GroupScreen'),
});

export const inFrame = [list, one] as const;
