import * as api from '@folkmoot/contract/groups/api.ts';
import { defineSlice } from '../core/slice.ts';
import { groupHandlers } from './handlers.ts';

/** Groups of people whom one person invites. */
export const groups = defineSlice({
  name: 'groups',
  endpoints: [api],
  build: () => ({ handlers: groupHandlers() }),
});
