import * as api from '@folkmoot/contract/invitations/api.ts';
import { defineSlice } from '../core/slice.ts';
import { createEventTokens } from '../events/access/access-actions.ts';
import { mailingHooks } from '../mailings/slice.ts';
import { createStopTokens } from '../mailings/stops/stops-actions.ts';
import { invitationHooks } from './actions.ts';
import { invitationHandlers } from './handlers.ts';

/** Inviting people to events by email. */
export const invitations = defineSlice({
  name: 'invitations',
  endpoints: [api],
  build(app) {
    const tokens = createEventTokens(app.config.authSecret);
    const stopTokens = createStopTokens(app.config.authSecret);
    const hooks = invitationHooks({ ...app, tokens, stopTokens });
    return { handlers: invitationHandlers(app, hooks), offers: [mailingHooks.offer(hooks)] };
  },
});
