import * as api from '@folkmoot/contract/inbox/api.ts';
import { defineSlice } from '../core/slice.ts';
import { inboxHandlers } from './handlers.ts';

/** What is unread, and where a person was mentioned. */
export const inbox = defineSlice({
  name: 'inbox',
  endpoints: [api],
  build: () => ({ handlers: inboxHandlers() }),
});
