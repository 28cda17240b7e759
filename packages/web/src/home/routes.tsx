import { createRoute } from '@tanstack/react-router';
import { aliasRoute, mustBeSignedIn, screen } from '../core/routes.tsx';

const edit = createRoute({
  getParentRoute: () => aliasRoute,
  path: '/edit',
  beforeLoad: mustBeSignedIn,
  component: screen(() => import('./editing/EditHomeScreen.tsx'), 'EditHomeScreen'),
});

export const inAlias = [edit] as const;
