import * as api from '@folkmoot/contract/threads/api.ts';
import { defineSlice } from '../core/slice.ts';
import { threadHandlers } from './handlers.ts';

/** The threads that a person follows. A thread itself is a conversation. */
export const threads = defineSlice({
  name: 'threads',
  endpoints: [api],
  build: () => ({ handlers: threadHandlers() }),
});
