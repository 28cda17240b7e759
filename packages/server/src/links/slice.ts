import * as api from '@folkmoot/contract/links/api.ts';
import { defineSlice } from '../core/slice.ts';
import { linkHandlers } from './handlers.ts';

/** What links of this installation lead to, for the cards that messages show. */
export const links = defineSlice({
  name: 'links',
  endpoints: [api],
  build: () => ({ handlers: linkHandlers() }),
});
