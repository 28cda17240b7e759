import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { liveEvent } from '../core/live.ts';
import { Cursor, cursorPage, Done } from '../core/page.ts';
import { NewReport, ReportAnswer, ReportState, ReportView, refusals } from './schema.ts';

export const reportMessage = endpoint('POST /api/v1/conversations/:conversationId/messages/:messageId/report', {
  who: 'signedIn',
  perMinute: 10,
  summary: "Report a message to the community's moderators; a second call changes your own open report.",
  body: NewReport,
  returns: Done,
  refuses: [refusals.notHere, refusals.own],
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

/** To the community's moderators: the list of reports changed. */
export const reportsChanged = liveEvent('reports.changed', z.object({ serverId: Id }));
