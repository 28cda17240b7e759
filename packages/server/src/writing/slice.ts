import * as api from '@folkmoot/contract/writing/api.ts';
import { defineSlice } from '../core/slice.ts';
import { createWriting } from './actions.ts';
import { writingHandlers } from './handlers.ts';
import { personalData } from './personal-data.ts';

/** Descriptions that a language model of the operator's choice writes. */
export const writing = defineSlice({
  name: 'writing',
  personalData,
  endpoints: [api],
  build(app) {
    const settings = app.config.writing;
    const service = settings && {
      host: new URL(settings.url).host,
      daily: settings.daily,
      write: createWriting(settings, app.log),
    };
    return { handlers: writingHandlers({ ...app, service }) };
  },
});
