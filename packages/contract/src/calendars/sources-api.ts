import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Done, doneWith } from '../core/page.ts';
import { type Refusal, refusal } from '../core/problem.ts';
import { NewSource, refusals, SourceChange } from './schema.ts';
import { SOURCE_PROBLEMS, type SourceProblem, SourceView, sourceRefusals } from './sources-schema.ts';

/** The same reasons as refusals at the field. */
export const unreadable = Object.fromEntries(
  Object.entries(SOURCE_PROBLEMS).map(([problem, sentence]) => [
    problem,
    refusal(`calendars.source-${problem}`, 422, sentence, 'url'),
  ]),
) as Record<SourceProblem, Refusal>;

export const listSources = endpoint('GET /api/v1/calendars/:calendarId/sources', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Outside feeds that a calendar shows, for the people who keep it.',
  returns: z.object({ data: z.array(SourceView) }),
  refuses: [refusals.notKept],
});

export const addSource = endpoint('POST /api/v1/calendars/:calendarId/sources', {
  who: 'signedIn',
  perMinute: 10,
  summary: 'Show the events of an iCalendar feed elsewhere. It is read at once, and then about once an hour.',
  body: NewSource,
  returns: doneWith(SourceView),
  refuses: [refusals.notKept, ...Object.values(sourceRefusals), ...Object.values(unreadable)],
});

export const updateSource = endpoint('PATCH /api/v1/calendars/:calendarId/sources/:sourceId', {
  who: 'signedIn',
  perMinute: 30,
  summary: 'Rename an outside feed, or have it read now, also after it was paused. What came of it is in the answer.',
  body: SourceChange,
  returns: doneWith(SourceView),
  refuses: [refusals.notKept, sourceRefusals.justRead],
});

export const removeSource = endpoint('DELETE /api/v1/calendars/:calendarId/sources/:sourceId', {
  who: 'signedIn',
  summary: 'Show an outside feed no longer. Idempotent.',
  returns: Done,
  refuses: [refusals.notKept],
});
