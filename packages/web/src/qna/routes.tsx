import { createRoute } from '@tanstack/react-router';
import { frameRoute, rootRoute, screen } from '../core/routes.tsx';
import { textIn } from '../core/search-params.ts';

const loadJoin = screen(() => import('./joining/JoinScreen.tsx'), 'JoinScreen');

const questions = createRoute({
  getParentRoute: () => frameRoute,
  path: '/$alias/questions',
  validateSearch: (raw: Record<string, unknown>): { token?: string | undefined } => ({
    token: textIn(raw, 'token', 500),
  }),
  component: screen(() => import('./attending/QuestionsScreen.tsx'), 'QuestionsScreen'),
});
const present = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events/present/$alias',
  component: screen(() => import('./presenting/PresentScreen.tsx'), 'PresentScreen'),
});
const join = createRoute({ getParentRoute: () => frameRoute, path: '/q', component: loadJoin });
const joinByCode = createRoute({ getParentRoute: () => frameRoute, path: '/q/$code', component: loadJoin });

export const inRoot = [present] as const;
export const inFrame = [questions, join, joinByCode] as const;
