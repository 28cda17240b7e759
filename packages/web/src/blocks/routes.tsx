import { createRoute } from '@tanstack/react-router';
import { settingsRoute } from '../accounts/routes.tsx';
import { screen } from '../core/routes.tsx';

const privacy = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/privacy',
  component: screen(() => import('./PrivacyScreen.tsx'), 'PrivacyScreen'),
});

export const inSettings = [privacy] as const;
