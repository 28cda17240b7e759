import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { liveEvent } from '../core/live.ts';
import { Cursor, cursorPage, Done } from '../core/page.ts';
import {
  NewReport,
  PersonalReportAnswer,
  PersonalReportView,
  ReportAnswer,
  ReportState,
  ReportView,
  refusals,
} from './schema.ts';

export const reportMessage = endpoint('POST /api/v1/conversations/:conversationId/messages/:messageId/report', {
  who: 'signedIn',
  perMinute: 10,
  summary:
    "Report a message: to the community's moderators, or a message between people to the owner of the installation. A second call changes your own open report.",
  body: NewReport,
  returns: Done,
  refuses: [refusals.own],
});

export const listReports = endpoint('GET /api/v1/:serverId/reports', {
  who: 'member',
  needs: ['MANAGE_MESSAGES'],
  summary: 'Open reports, oldest first, or answered ones, newest first.',
  query: z.object({ state: ReportState.default('open'), cursor: Cursor.optional() }),
  returns: cursorPage(ReportView).extend({ open: z.int() }),
});

export const answerReport = endpoint('PUT /api/v1/:serverId/reports/:reportId/answer', {
  who: 'member',
  needs: ['MANAGE_MESSAGES'],
  summary: 'Answer a report, and with it every open report of the same message.',
  body: z.object({ answer: ReportAnswer }),
  returns: Done,
  refuses: [refusals.answered],
});

export const listPersonalReports = endpoint('GET /api/v1/message-reports', {
  who: 'signedIn',
  summary: 'Open reports of messages between people, oldest first, for the owner of the installation.',
  query: z.object({ cursor: Cursor.optional() }),
  returns: cursorPage(PersonalReportView),
  refuses: [refusals.ownerOnly],
});

export const answerPersonalReport = endpoint('PUT /api/v1/message-reports/:reportId', {
  who: 'signedIn',
  summary:
    'Answer a report of a message between people, and with it every report of the same message. They are deleted.',
  body: z.object({ answer: PersonalReportAnswer }),
  returns: Done,
  refuses: [refusals.ownerOnly],
});

/** To the community's moderators: the list of reports changed. */
export const reportsChanged = liveEvent('reports.changed', z.object({ serverId: Id }));
