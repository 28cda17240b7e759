import * as api from '@folkmoot/contract/saved/api.ts';
import { defineSlice } from '../core/slice.ts';
import { savedHandlers } from './handlers.ts';
import { personalData } from './personal-data.ts';

/** Messages that people keep for themselves. */
export const saved = defineSlice({
  name: 'saved',
  personalData,
  endpoints: [api],
  build: () => ({ handlers: savedHandlers() }),
});
