import { createRoute } from '@tanstack/react-router';
import { settingsRoute } from '../accounts/routes.tsx';
import { screen } from '../core/routes.tsx';

const settings = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/notifications',
  component: screen(() => import('./settings/NotificationSettingsScreen.tsx'), 'NotificationSettingsScreen'),
});

export const inSettings = [settings] as const;
