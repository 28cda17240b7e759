import { createRoute } from '@tanstack/react-router';
import { settingsRoute } from '../accounts/routes.tsx';
import { aliasRoute, mustBeSignedIn, screen } from '../core/routes.tsx';

const edit = createRoute({
  getParentRoute: () => aliasRoute,
  path: '/edit',
  beforeLoad: mustBeSignedIn,
  component: screen(() => import('./editing/EditHomeScreen.tsx'), 'EditHomeScreen'),
});
const reports = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/reported-pages',
  component: screen(() => import('./reports/HomeReportsScreen.tsx'), 'HomeReportsScreen'),
});

export const inAlias = [edit] as const;
export const inSettings = [reports] as const;
