import type { BrowseQuery } from '@folkmoot/contract/channels/schema.ts';
import { createRoute } from '@tanstack/react-router';
import { communitySettingsRoute } from '../communities/routes.tsx';
import { aliasRoute, frameRoute, mustBeSignedIn, positionIn, screen } from '../core/routes.tsx';

const channel = createRoute({
  getParentRoute: () => frameRoute,
  path: '/channel/$channelId',
  beforeLoad: mustBeSignedIn,
  validateSearch: positionIn,
  component: screen(() => import('./screen/ChannelScreen.tsx'), 'ChannelScreen'),
});
const browse = createRoute({
  getParentRoute: () => aliasRoute,
  path: '/channels',
  beforeLoad: mustBeSignedIn,
  // The screen reads it by the contract; here it would weigh on the first page.
  validateSearch: (raw: Record<string, unknown>): Partial<BrowseQuery> => raw,
  component: screen(() => import('./browse/BrowseScreen.tsx'), 'BrowseScreen'),
});
const archive = createRoute({
  getParentRoute: () => communitySettingsRoute,
  path: '/archive',
  component: screen(() => import('./browse/ArchiveScreen.tsx'), 'ArchiveScreen'),
});

export const inFrame = [channel] as const;
export const inAlias = [browse] as const;
export const inCommunitySettings = [archive] as const;
