import { createRoute } from '@tanstack/react-router';
import { frameRoute, mustBeSignedIn, screen } from '../core/routes.tsx';
import { countIn, textIn, wordIn } from '../core/search-params.ts';

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

const order = createRoute({
  getParentRoute: () => frameRoute,
  path: '/tickets/orders/$orderId',
  // The link of an email says who somebody without an account is.
  beforeLoad: async ({ search, location }) => {
    if ((search as { token?: string }).token === undefined) await mustBeSignedIn({ location });
  },
  validateSearch: (raw: Record<string, unknown>): { token?: string | undefined } => ({
    token: textIn(raw, 'token', 500),
  }),
  component: screen(() => import('./OrderScreen.tsx'), 'OrderScreen'),
});

export const inFrame = [tickets, order] as const;
