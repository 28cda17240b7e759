import { createRoute } from '@tanstack/react-router';
import { settingsRoute } from '../accounts/routes.tsx';
import { screen } from '../core/routes.tsx';

const help = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/help',
  component: screen(() => import('./HelpScreen.tsx'), 'HelpScreen'),
});

export const inSettings = [help] as const;
