import * as api from '@folkmoot/contract/registrations/api.ts';
import { defineHooks } from '../core/hooks.ts';
import { defineSlice } from '../core/slice.ts';
import { createEventTokens } from '../events/access/access-actions.ts';
import type { RegistrationHooks } from './actions.ts';
import { copyingHandlers } from './duplicate-handlers.ts';
import { guestHandlers } from './guests-handlers.ts';
import { registrationHandlers } from './handlers.ts';
import { mountExport } from './routes.ts';

export const registrationHooks = defineHooks<RegistrationHooks>('registrations', {
  takeInvitation: true,
  codesOf: true,
});

/** Registering for events, and guest lists. */
export const registrations = defineSlice({
  name: 'registrations',
  endpoints: [api],
  build(app) {
    const tokens = createEventTokens(app.config.authSecret);
    return {
      handlers: [
        ...registrationHandlers(tokens, app.hooks.of(registrationHooks)),
        ...guestHandlers(app.hooks.of(registrationHooks)),
        ...copyingHandlers(),
      ],
      routes: (http) => mountExport(http, app),
    };
  },
});
