import * as api from '@folkmoot/contract/reports/api.ts';
import { communityHooks } from '../communities/slice.ts';
import { defineSlice } from '../core/slice.ts';
import { reportHandlers } from './handlers.ts';
import { personalData } from './personal-data.ts';
import { countOpenIn } from './store.ts';

/** Reports of messages, and the moderators' queue. */
export const reports = defineSlice({
  name: 'reports',
  personalData,
  endpoints: [api],
  build: () => ({
    handlers: reportHandlers(),
    offers: [communityHooks.offer({ openReports: countOpenIn })],
  }),
});
