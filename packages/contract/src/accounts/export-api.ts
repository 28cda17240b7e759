import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { doneWith } from '../core/page.ts';
import { refusal } from '../core/problem.ts';
import { EXPORT, ExportView } from './export-schema.ts';

/** Of these a browser needs no words of its own: they come with the answer. Apart, so that no page loads them. */
export const serverRefusals = {
  tooSoon: refusal(
    'accounts.export-too-soon',
    429,
    'You can request a copy of your data once a day. Try again tomorrow.',
  ),
  failedTooOften: refusal(
    'accounts.export-failed-too-often',
    429,
    'Preparing your data has failed several times today. Try again tomorrow.',
  ),
} as const;

export const startExport = endpoint('POST /api/v1/auth/export', {
  who: 'signedIn',
  fresh: true,
  summary: `Request a copy of the caller's data, at most once in ${EXPORT.hours} hours. Copies that fail don't count, up to ${EXPORT.failures} of them. Does nothing while a copy is being prepared.`,
  returns: doneWith(ExportView),
  refuses: [serverRefusals.tooSoon, serverRefusals.failedTooOften],
});

export const getExport = endpoint('GET /api/v1/auth/export', {
  who: 'signedIn',
  summary: "The newest copy of the caller's data. It can only be downloaded with one of their sessions.",
  returns: z.object({ data: ExportView }),
});
