import { createRoute } from '@tanstack/react-router';
import { frameRoute, mustBeSignedIn, screen } from '../core/routes.tsx';
import { wordIn } from '../core/search-params.ts';

type ManageSearch = {
  tab?: 'info' | 'guests' | 'registration' | 'insights' | undefined;
  status?: 'requested' | undefined;
};

const manage = createRoute({
  getParentRoute: () => frameRoute,
  path: '/events/manage/$alias',
  beforeLoad: mustBeSignedIn,
  validateSearch: (raw: Record<string, unknown>): ManageSearch => ({
    tab: wordIn(raw, 'tab', ['info', 'guests', 'registration', 'insights']),
    status: wordIn(raw, 'status', ['requested']),
  }),
  component: screen(() => import('./manage/ManageScreen.tsx'), 'ManageScreen'),
});

export const inFrame = [manage] as const;
