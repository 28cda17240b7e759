import * as api from '@folkmoot/contract/events/api.ts';
import * as handoverApi from '@folkmoot/contract/events/handover-api.ts';
import * as hostsApi from '@folkmoot/contract/events/hosts-api.ts';
import * as reportsApi from '@folkmoot/contract/events/reports-api.ts';
import { communityHooks } from '../communities/slice.ts';
import { defineHooks } from '../core/hooks.ts';
import { defineSlice } from '../core/slice.ts';
import { notificationHooks } from '../notifications/slice.ts';
import { personalHooks } from '../personal/slice.ts';
import { createEventTokens } from './access/access-actions.ts';
import { accessHandlers } from './access/access-handlers.ts';
import { groupOfEvent, visitorOf } from './actions.ts';
import { eventChangingHandlers } from './editing/update-handlers.ts';
import { eventHandlers } from './handlers.ts';
import { hostHandlers } from './hosts/hosts-handlers.ts';
import { leaveEvents, leaveEverything } from './leave-actions.ts';
import { leavingEvents } from './leaving-actions.ts';
import { eventQueues } from './mails/jobs.ts';
import { createHeads, type EventHooks, isThere } from './page/pages-actions.ts';
import { mountCalendarFiles } from './page/routes.ts';
import { listSubjects } from './page/subjects-store.ts';
import { personalData } from './personal-data.ts';
import { eventReportHandlers } from './reports/reports-handlers.ts';
import { countOpenIn } from './reports/reports-store.ts';

export const eventHooks = defineHooks<EventHooks>('events', {
  ...{
    ticketsOnPage: true,
    changed: true,
    codesOf: true,
    failedRefunds: true,
    failedDebits: true,
    submissionsFor: true,
  },
  ...{ needSellable: true, needUnsold: true, endPaid: true, homeOnPage: true },
});

/** Events, their pages, hosts, passcodes and reports. */
export const events = defineSlice({
  name: 'events',
  personalData,
  endpoints: [api, hostsApi, handoverApi, reportsApi],
  build(app) {
    const tokens = createEventTokens(app.config.authSecret);
    return {
      handlers: [
        ...eventHandlers(tokens),
        ...eventChangingHandlers(app.hashing.passcodes, app.hooks.of(eventHooks)),
        ...hostHandlers(tokens, app.hooks.of(eventHooks)),
        ...accessHandlers(tokens, app.hashing.passcodes),
        ...eventReportHandlers(),
      ],
      queues: eventQueues({ ...app, tokens, hooks: app.hooks.of(eventHooks) }),
      routes: (http) => mountCalendarFiles(http, { ...app, tokens }),
      pageHead: createHeads(app, app.hooks.of(eventHooks)),
      leaving: leavingEvents(app.hooks.of(eventHooks)),
      offers: [
        communityHooks.offer({
          leaving: leaveEverything,
          banned: leaveEvents,
          openEventReports: countOpenIn,
          eventIsThere: (tx, eventId, viewer, token) => isThere(tx, eventId, visitorOf(tokens, viewer, token)),
        }),
        personalHooks.offer({ groupOfEvent }),
        notificationHooks.offer({ eventSubjects: listSubjects }),
      ],
    };
  },
});
