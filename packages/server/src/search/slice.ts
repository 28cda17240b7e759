import * as api from '@folkmoot/contract/search/api.ts';
import { liveHooks } from '../core/live/create-live.ts';
import { conversationsIn } from '../core/live/live.ts';
import { defineSlice } from '../core/slice.ts';
import { searchHandlers } from './handlers.ts';
import { createIndexer } from './jobs.ts';
import { personalData } from './personal-data.ts';

/** Finding messages, and the index that this needs. */
export const search = defineSlice({
  name: 'search',
  personalData,
  endpoints: [api],
  build({ db, log }) {
    const indexer = createIndexer(db, log);
    return {
      indexer,
      handlers: searchHandlers(),
      start: () => indexer.start(),
      stop: () => indexer.stop(),
      offers: [liveHooks.offer({ published: (effects) => indexer.wake(conversationsIn(effects)) })],
    };
  },
});
