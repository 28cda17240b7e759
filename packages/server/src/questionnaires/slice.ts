import * as api from '@folkmoot/contract/questionnaires/api.ts';
import { defineSlice } from '../core/slice.ts';
import { createEventTokens } from '../events/access/access-actions.ts';
import { participationHooks } from '../participations/slice.ts';
import { questionnaireHandlers } from './handlers.ts';
import { personalData } from './personal-data.ts';
import { moveAnswers } from './store.ts';

/** What an event asks of people who register. */
export const questionnaires = defineSlice({
  name: 'questionnaires',
  personalData,
  endpoints: [api],
  build: ({ config }) => ({
    handlers: questionnaireHandlers(createEventTokens(config.authSecret)),
    offers: [participationHooks.offer({ moveAnswers })],
  }),
});
