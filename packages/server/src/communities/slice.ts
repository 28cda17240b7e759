import * as api from '@folkmoot/contract/communities/api.ts';
import * as featuredApi from '@folkmoot/contract/communities/featured-api.ts';
import { defineHooks } from '../core/hooks.ts';
import { sessionHooks } from '../core/security/session.ts';
import { defineSlice } from '../core/slice.ts';
import type { CommunityHooks } from './actions.ts';
import { auditHandlers } from './audit-handlers.ts';
import { banHandlers } from './bans-handlers.ts';
import { featuredHandlers } from './featured/featured-handlers.ts';
import { communityHandlers } from './handlers.ts';
import { inviteHandlers } from './invites-handlers.ts';
import { leavingCommunities } from './leaving/leaving-actions.ts';
import { personalData } from './leaving/personal-data.ts';
import { memberHandlers } from './members-handlers.ts';
import { requestHandlers } from './requests-handlers.ts';
import { findMember } from './store.ts';

export const communityHooks = defineHooks<CommunityHooks>('communities', {
  created: true,
  founded: true,
  freeCalendars: true,
  calendarIsThere: true,
  written: true,
  removeWritten: true,
  joined: true,
  leaving: true,
  banned: true,
  deleting: true,
  unread: true,
  naming: true,
  firstChannels: true,
  openReports: true,
  openEventReports: true,
  inside: true,
  eventIsThere: true,
  couldBeAdded: true,
  asked: true,
  told: true,
  untold: true,
  emailInvite: true,
  emailInviteUsed: true,
});

/** Communities, their members, roles, invitations, requests, bans and audit log. */
export const communities = defineSlice({
  name: 'communities',
  personalData,
  endpoints: [api, featuredApi],
  build(app) {
    const hooks = app.hooks.of(communityHooks);
    return {
      handlers: [
        ...communityHandlers(hooks),
        ...memberHandlers(hooks),
        ...inviteHandlers(hooks),
        ...requestHandlers(hooks, { product: app.config.appName, origin: app.appUrl }),
        ...banHandlers(hooks),
        ...auditHandlers(hooks),
        ...featuredHandlers(),
      ],
      leaving: leavingCommunities(hooks),
      offers: [sessionHooks.offer({ findMember: (serverId, userId) => findMember(app.db, serverId, userId) })],
    };
  },
});
