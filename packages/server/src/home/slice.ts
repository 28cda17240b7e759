import * as api from '@folkmoot/contract/home/api.ts';
import { defineSlice } from '../core/slice.ts';
import { eventHooks } from '../events/slice.ts';
import { mediaHooks } from '../media/slice.ts';
import { removeFromHome, seesPicture } from './actions.ts';
import { draftHandlers } from './draft-handlers.ts';
import { homeHandlers } from './handlers.ts';
import { createHomeOnPage } from './pages-actions.ts';
import { personalData } from './personal-data.ts';
import { homeReportHandlers } from './reports-handlers.ts';
import { createCountOnline } from './view-actions.ts';

/** The homes of communities: pages of sections that their owners make, their pictures, FAQs and reports. */
export const home = defineSlice({
  name: 'home',
  personalData,
  endpoints: [api],
  build(app) {
    const { sessions, config } = app;
    const parts = { sessions, config, countOnline: createCountOnline(app) };
    return {
      handlers: [...homeHandlers(parts), ...draftHandlers(), ...homeReportHandlers()],
      offers: [
        eventHooks.offer({ homeOnPage: createHomeOnPage(parts, app.clock) }),
        mediaHooks.offer({
          seesPicture: (tx, picture, userId) => seesPicture(tx, sessions, picture, userId),
          removeFromHome,
        }),
      ],
    };
  },
});
