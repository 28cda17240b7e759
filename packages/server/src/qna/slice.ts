import * as api from '@folkmoot/contract/qna/api.ts';
import * as hostingApi from '@folkmoot/contract/qna/hosting-api.ts';
import { LIMITS } from '@folkmoot/contract/qna/schema.ts';
import { liveHooks } from '../core/live/create-live.ts';
import { defineSlice } from '../core/slice.ts';
import { createEventTokens } from '../events/access/access-actions.ts';
import { participationHooks } from '../participations/slice.ts';
import { createJoinPasses, createLimits, mayAttend } from './actions.ts';
import { afterwardsHandlers } from './afterwards-handlers.ts';
import { askingHandlers } from './asking/asking-handlers.ts';
import { commentHandlers } from './comments/comments-handlers.ts';
import { settingsHandlers } from './handlers.ts';
import { joinHandlers } from './join-handlers.ts';
import { personalData } from './leaving/personal-data.ts';
import { watchingFrames } from './live-actions.ts';
import { moderationHandlers } from './moderation-handlers.ts';
import { moveQuestions } from './people-store.ts';
import { questionHandlers } from './questions-handlers.ts';
import { mountQnaExport } from './routes.ts';
import { createQnaFinder } from './store.ts';

/** Q&A of events: questions, votes, comments, and what hosts make of them. */
export const qna = defineSlice({
  name: 'qna',
  personalData,
  endpoints: [api, hostingApi],
  build(app) {
    const { authSecret } = app.config;
    const keys = { tokens: createEventTokens(authSecret), passes: createJoinPasses(authSecret) };
    const parts = {
      ...app,
      keys,
      limits: createLimits(app),
      find: createQnaFinder(app.db),
      told: async () => undefined,
      decided: async () => undefined,
    };
    return {
      handlers: [
        ...settingsHandlers({ keys, appUrl: app.appUrl, countWatching: (eventId) => app.countWatching(eventId) }),
        ...askingHandlers(parts),
        ...questionHandlers(parts),
        ...moderationHandlers(parts),
        ...commentHandlers(parts),
        ...joinHandlers(parts),
        ...afterwardsHandlers(app),
      ],
      offers: [
        participationHooks.offer({ moveQuestions }),
        liveHooks.offer({
          mayAttend: (userId, eventId, token) => mayAttend(app.db, keys, userId, eventId, token),
          watching: (eventId, people) => watchingFrames(app.db, eventId, people, LIMITS.faces),
        }),
      ],
      routes: (http) => mountQnaExport(http, app),
    };
  },
});
