import * as api from '@folkmoot/contract/calendars/api.ts';
import * as sourcesApi from '@folkmoot/contract/calendars/sources-api.ts';
import { communityHooks } from '../communities/slice.ts';
import { createFeedReader } from '../core/ical/feeds.ts';
import { createOutside } from '../core/outside/outside.ts';
import { defineSlice } from '../core/slice.ts';
import { VERSION } from '../core/version.ts';
import { eventHooks } from '../events/slice.ts';
import { notificationHooks } from '../notifications/slice.ts';
import { tellCalendarsOf } from './actions.ts';
import { listCalendarSubjects } from './admins-store.ts';
import { entryHandlers } from './entries-handlers.ts';
import { submissionsFor } from './entries-store.ts';
import { createFeedKeys, createFeeds } from './feeds-actions.ts';
import { feedHandlers } from './feeds-handlers.ts';
import { calendarHandlers } from './handlers.ts';
import { calendarQueues } from './jobs.ts';
import { leavingCalendars } from './leaving-actions.ts';
import { createCalendarHeads } from './pages-actions.ts';
import { personalData } from './personal-data.ts';
import { mountFeeds } from './routes.ts';
import { sourceQueues } from './sources/jobs.ts';
import { createSources } from './sources/sources-actions.ts';
import { sourceHandlers } from './sources/sources-handlers.ts';
import { findCalendar, freeAddresses, insertMainCalendar } from './store.ts';

/** Calendars, the events on them, and feeds for other programs. */
export const calendars = defineSlice({
  name: 'calendars',
  personalData,
  endpoints: [api, sourcesApi],
  build(app) {
    const { config, db, clock, appUrl: origin } = app;
    const keys = createFeedKeys(config.authSecret);
    const feeds = createFeeds({ db, clock, product: config.appName, origin });
    const reader = createFeedReader();
    const outside = createOutside({
      userAgent: () => `Mozilla/5.0 (compatible; Folkmoot/${VERSION}; +${origin()})`,
      exempt: config.calendarFeedOrigins,
    });
    const sources = createSources({ outside, reader });
    return {
      handlers: [
        ...calendarHandlers({ product: config.appName, origin }),
        ...entryHandlers({ product: config.appName, origin }),
        ...feedHandlers(keys, origin),
        ...sourceHandlers(sources, origin),
      ],
      queues: [...calendarQueues(app), ...sourceQueues({ ...app, sources })],
      pageHead: createCalendarHeads(app),
      stop: () => reader.close(),
      routes: (http) => mountFeeds(http, { ...app, feeds, keys }),
      leaving: leavingCalendars,
      offers: [
        communityHooks.offer({
          founded: (command, server) => insertMainCalendar(command.tx, server, command.now),
          freeCalendars: (command, serverId) => freeAddresses(command.tx, serverId),
          calendarIsThere: async (tx, id, viewer) => (await findCalendar(tx, id, viewer?.userId)) !== undefined,
        }),
        eventHooks.offer({ changed: tellCalendarsOf, submissionsFor }),
        notificationHooks.offer({ calendarSubjects: listCalendarSubjects }),
      ],
    };
  },
});
