import { endpoint } from '../core/endpoint.ts';
import { Done } from '../core/page.ts';
import { EventReportView, refusals } from './reports-schema.ts';
import { counted, PageQuery } from './schema.ts';

const Query = PageQuery.omit({ search: true });

export const listEventReports = endpoint('GET /api/v1/:serverId/event-reports', {
  who: 'member',
  needs: ['MANAGE_MESSAGES'],
  summary: "Open reports of the community's events, oldest first.",
  query: Query,
  returns: counted(EventReportView),
});

export const dismissEventReport = endpoint('PUT /api/v1/:serverId/event-reports/:reportId', {
  who: 'member',
  needs: ['MANAGE_MESSAGES'],
  summary: 'Answer a report of an event. The event stays as it is.',
  returns: Done,
});

export const listOwnerReports = endpoint('GET /api/v1/event-reports', {
  who: 'signedIn',
  summary: 'Reports of events without a community, for the owner of the installation.',
  query: Query,
  returns: counted(EventReportView),
  refuses: [refusals.ownerOnly],
});

export const dismissOwnerReport = endpoint('PUT /api/v1/event-reports/:reportId', {
  who: 'signedIn',
  summary: 'Answer a report of an event without a community.',
  returns: Done,
  refuses: [refusals.ownerOnly],
});
