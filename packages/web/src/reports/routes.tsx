import { createRoute } from '@tanstack/react-router';
import { settingsRoute } from '../accounts/routes.tsx';
import { screen } from '../core/routes.tsx';

const personal = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/reported-messages',
  component: screen(() => import('./PersonalReportsScreen.tsx'), 'PersonalReportsScreen'),
});

export const inSettings = [personal] as const;
