import { createRoute } from '@tanstack/react-router';
import { frameRoute, mustBeSignedIn, screen } from '../core/routes.tsx';
import { countIn, wordIn } from '../core/search-params.ts';

const tickets = createRoute({
  getParentRoute: () => frameRoute,
  path: '/tickets',
  beforeLoad: mustBeSignedIn,
  validateSearch: (raw: Record<string, unknown>): { show?: 'past' | undefined; page?: number | undefined } => ({
    show: wordIn(raw, 'show', ['past']),
    page: countIn(raw, 'page') || undefined,
  }),
  component: screen(() => import('./TicketsScreen.tsx'), 'TicketsScreen'),
});

export const inFrame = [tickets] as const;
