import * as api from '@folkmoot/contract/saved/api.ts';
import { defineSlice } from '../core/slice.ts';
import { savedHandlers } from './handlers.ts';

/** Messages that people keep for themselves. */
export const saved = defineSlice({
  name: 'saved',
  endpoints: [api],
  build: () => ({ handlers: savedHandlers() }),
});
