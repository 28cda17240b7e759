import { createRoute } from '@tanstack/react-router';
import { settingsRoute } from '../accounts/routes.tsx';
import { screen } from '../core/routes.tsx';

const mail = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/mail',
  component: screen(() => import('./MailHealthScreen.tsx'), 'MailHealthScreen'),
});

export const inSettings = [mail] as const;
