import * as api from '@folkmoot/contract/blocks/api.ts';
import { defineHooks } from '../core/hooks.ts';
import { defineSlice } from '../core/slice.ts';
import { type BlockHooks, blockHandlers } from './handlers.ts';
import { personalData } from './personal-data.ts';

export const blockHooks = defineHooks<BlockHooks>('blocks', { blocked: true });

/** People who are hidden from each other. */
export const blocks = defineSlice({
  name: 'blocks',
  personalData,
  endpoints: [api],
  build: (app) => ({ handlers: blockHandlers(app.hooks.of(blockHooks)) }),
});
