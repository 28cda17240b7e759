import * as api from '@folkmoot/contract/registrations/api.ts';
import * as paymentApi from '@folkmoot/contract/registrations/payment-api.ts';
import { defineHooks } from '../core/hooks.ts';
import { defineSlice } from '../core/slice.ts';
import { createEventTokens } from '../events/access/access-actions.ts';
import { createSeats } from '../participations/seats-store.ts';
import { createIntents } from '../payments/orders/intents-actions.ts';
import { paymentHooks } from '../payments/slice.ts';
import { hasSeat, type RegistrationHooks } from './actions.ts';
import { copyingHandlers } from './duplicate-handlers.ts';
import { guestHandlers } from './guests-handlers.ts';
import { registrationHandlers } from './handlers.ts';
import { leavingPlaces } from './leaving-actions.ts';
import { paymentHandlers } from './paying/payment-handlers.ts';
import { mountExport } from './routes.ts';
import { confirmingHandlers } from './visitors/confirming-handlers.ts';

export const registrationHooks = defineHooks<RegistrationHooks>('registrations', {
  takeInvitation: true,
  noteCame: true,
  codesOf: true,
  voidTickets: true,
});

/** Registering for events, and guest lists. */
export const registrations = defineSlice({
  name: 'registrations',
  endpoints: [api, paymentApi],
  build(app) {
    const tokens = createEventTokens(app.config.authSecret);
    return {
      handlers: [
        ...registrationHandlers({
          ...{ tokens, hooks: app.hooks.of(registrationHooks) },
          ...{ feePercent: app.config.platformFeePercent, takeSeat: createSeats(app) },
        }),
        ...confirmingHandlers(tokens, app.hooks.of(registrationHooks)),
        ...paymentHandlers({ tokens, intents: createIntents(app), feePercent: app.config.platformFeePercent }),
        ...guestHandlers(app.hooks.of(registrationHooks)),
        ...copyingHandlers(),
      ],
      routes: (http) => mountExport(http, app, app.hooks.of(registrationHooks)),
      leaving: leavingPlaces,
      offers: [paymentHooks.offer({ hasSeat })],
    };
  },
});
