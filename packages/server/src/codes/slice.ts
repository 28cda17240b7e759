import * as api from '@folkmoot/contract/codes/api.ts';
import { defineSlice } from '../core/slice.ts';
import { createEventTokens } from '../events/access/access-actions.ts';
import { paymentHooks } from '../payments/slice.ts';
import { findCodeOf } from './actions.ts';
import { codeHandlers } from './handlers.ts';
import { personalData } from './personal-data.ts';

/** Codes that make tickets cheaper, or show hidden ones. */
export const codes = defineSlice({
  name: 'codes',
  personalData,
  endpoints: [api],
  build: ({ config }) => ({
    handlers: codeHandlers(createEventTokens(config.authSecret), config.platformFeePercent),
    offers: [paymentHooks.offer({ findCodeOf })],
  }),
});
