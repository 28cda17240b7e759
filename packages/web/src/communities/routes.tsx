import type { RoleType } from '@folkmoot/contract/core/permissions.ts';
import { createRoute } from '@tanstack/react-router';
import { settingsRoute } from '../accounts/routes.tsx';
import { aliasRoute, frameRoute, mustBeSignedIn, rootRoute, screen } from '../core/routes.tsx';
import { textIn, wordIn } from '../core/search-params.ts';

type MembersSearch = {
  search?: string | undefined;
  role?: RoleType | undefined;
  tab?: 'requests' | 'banned' | undefined;
};

const invite = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite/$inviteCode',
  component: screen(() => import('./joining/InviteScreen.tsx'), 'InviteScreen'),
});
const discover = createRoute({
  getParentRoute: () => frameRoute,
  path: '/discover',
  validateSearch: (raw: Record<string, unknown>): { search?: string | undefined } => ({
    search: textIn(raw, 'search', 100),
  }),
  component: screen(() => import('./joining/DiscoverScreen.tsx'), 'DiscoverScreen'),
});

const members = createRoute({
  getParentRoute: () => aliasRoute,
  path: '/members',
  beforeLoad: mustBeSignedIn,
  validateSearch: (raw: Record<string, unknown>): MembersSearch => ({
    search: textIn(raw, 'search', 100),
    role: wordIn(raw, 'role', ['CREATOR', 'ADMIN', 'MODERATOR', 'MEMBER']),
    tab: wordIn(raw, 'tab', ['requests', 'banned']),
  }),
  component: screen(() => import('./members/MembersScreen.tsx'), 'MembersScreen'),
});

/** A community's settings; later slices add to them. */
export const communitySettingsRoute = createRoute({
  getParentRoute: () => aliasRoute,
  path: '/settings',
  beforeLoad: mustBeSignedIn,
  component: screen(() => import('./settings/CommunitySettingsFrame.tsx'), 'CommunitySettingsFrame'),
});
const overview = createRoute({
  getParentRoute: () => communitySettingsRoute,
  path: '/',
  component: screen(() => import('./settings/OverviewScreen.tsx'), 'OverviewScreen'),
});
const invitations = createRoute({
  getParentRoute: () => communitySettingsRoute,
  path: '/invitations',
  component: screen(() => import('./settings/InvitationsScreen.tsx'), 'InvitationsScreen'),
});
const auditLog = createRoute({
  getParentRoute: () => communitySettingsRoute,
  path: '/audit-log',
  component: screen(() => import('./settings/AuditScreen.tsx'), 'AuditScreen'),
});

const featured = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/featured',
  component: screen(() => import('./featured/FeaturedScreen.tsx'), 'FeaturedScreen'),
});

const installation = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/installation',
  component: screen(() => import('./installation/InstallationScreen.tsx'), 'InstallationScreen'),
});

export const inRoot = [invite] as const;
export const inFrame = [discover] as const;
export const inAlias = [members] as const;
export const inCommunitySettings = [overview, invitations, auditLog] as const;
export const inSettings = [featured, installation] as const;
