import * as api from '@folkmoot/contract/groups/api.ts';
import { defineSlice } from '../core/slice.ts';
import { groupHandlers } from './handlers.ts';
import { leavingGroups } from './leaving-actions.ts';
import { personalData } from './personal-data.ts';

/** Groups of people whom one person invites. */
export const groups = defineSlice({
  name: 'groups',
  personalData,
  endpoints: [api],
  build: () => ({ handlers: groupHandlers(), leaving: leavingGroups }),
});
