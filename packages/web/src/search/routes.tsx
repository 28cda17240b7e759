import { createRoute } from '@tanstack/react-router';
import { frameRoute, mustBeSignedIn, screen } from '../core/routes.tsx';
import { textIn, wordIn } from '../core/search-params.ts';

type Query = { q?: string | undefined; show?: 'channels' | 'people' | undefined };

const results = createRoute({
  getParentRoute: () => frameRoute,
  path: '/search',
  beforeLoad: mustBeSignedIn,
  validateSearch: (raw: Record<string, unknown>): Query => ({
    q: textIn(raw, 'q', 300),
    show: wordIn(raw, 'show', ['channels', 'people']),
  }),
  component: screen(() => import('./SearchScreen.tsx'), 'SearchScreen'),
});

export const inFrame = [results] as const;
