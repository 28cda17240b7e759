import * as api from '@folkmoot/contract/support/api.ts';
import { defineSlice } from '../core/slice.ts';
import { supportHandlers } from './handlers.ts';

/** Help for members, from the people who run the installation. */
export const support = defineSlice({
  name: 'support',
  endpoints: [api],
  build: ({ config, db }) => ({ handlers: supportHandlers({ config, db }) }),
});
