import * as api from '@folkmoot/contract/reports/api.ts';
import { defineSlice } from '../core/slice.ts';
import { reportHandlers } from './handlers.ts';

/** Reports of messages, and the moderators' queue. */
export const reports = defineSlice({
  name: 'reports',
  endpoints: [api],
  build: () => ({ handlers: reportHandlers() }),
});
