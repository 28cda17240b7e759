import * as api from '@folkmoot/contract/contacts/api.ts';
import { defineSlice } from '../core/slice.ts';
import { createContacts } from './actions.ts';
import { createGoogle } from './google-actions.ts';
import { contactHandlers } from './handlers.ts';
import { contactQueues } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { CALLBACK, mountConsent } from './routes.ts';

/** People's contacts at Google, read while somebody chooses from them, and never kept. */
export const contacts = defineSlice({
  name: 'contacts',
  personalData,
  endpoints: [api],
  build(app) {
    const { googleContacts: settings } = app.config;
    const google = settings && createGoogle(settings, () => `${app.appUrl()}${CALLBACK}`);
    const contacts = createContacts({ ...app, google });
    return {
      handlers: contactHandlers(contacts),
      queues: contactQueues(contacts),
      leaving: { end: contacts.end },
      routes: (http) => mountConsent(http, { ...app, contacts }),
    };
  },
});
