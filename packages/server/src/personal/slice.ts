import * as api from '@folkmoot/contract/personal/api.ts';
import { defineHooks } from '../core/hooks.ts';
import { defineSlice } from '../core/slice.ts';
import { type PersonalHooks, personalHandlers } from './handlers.ts';

export const personalHooks = defineHooks<PersonalHooks>('personal', { groupOfEvent: true });

/** Direct messages and groups. */
export const personal = defineSlice({
  name: 'personal',
  endpoints: [api],
  build: (app) => ({ handlers: personalHandlers(app.hooks.of(personalHooks), app.config.rateLimits) }),
});
