import * as api from '@folkmoot/contract/admission/api.ts';
import { createPdfs } from '../core/pdf/pdf.ts';
import { defineSlice } from '../core/slice.ts';
import { createEventTokens } from '../events/access/access-actions.ts';
import { eventHooks } from '../events/slice.ts';
import { registrationHooks } from '../registrations/slice.ts';
import { codesOf } from './actions.ts';
import { admissionHandlers } from './handlers.ts';
import { createTicketKeys } from './keys-actions.ts';
import { personalData } from './personal-data.ts';
import { mountTicketFiles } from './routes.ts';
import { voidAdmissions } from './store.ts';

/** What lets a guest in: the ticket of somebody who is going, its codes and keys, and passing it on. */
export const admission = defineSlice({
  name: 'admission',
  personalData,
  endpoints: [api],
  build(app) {
    const tokens = createEventTokens(app.config.authSecret);
    const keys = createTicketKeys(app.db, app.config.authSecret, app.clock);
    const pdfs = createPdfs();
    return {
      handlers: admissionHandlers(tokens, keys),
      routes: (http) => mountTicketFiles(http, { ...app, tokens, keys, pdfs }),
      offers: [eventHooks.offer({ codesOf }), registrationHooks.offer({ codesOf, voidTickets: voidAdmissions })],
      stop: () => pdfs.close(),
      keys,
    };
  },
});
