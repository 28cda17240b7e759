import { newId } from '../../src/core/id.ts';
import type { Case, Expected, Fixture } from './endpoint-cases.ts';

const nobody: Expected = [404, 404, 404, 404];
const signedIn: Expected = [401, 200, 200, 200];
const members: Expected = [401, 404, 200, 404];
const editors: Expected = [401, 404, 403, 404];
const seers: Expected = [404, 404, 200, 404];

const server = ({ serverId }: Fixture) => ({ serverId });
const calendar = ({ calendarId }: Fixture) => ({ calendarId });
const entry = ({ calendarId, eventId }: Fixture) => ({ calendarId, eventId });
const source = ({ calendarId }: Fixture) => ({ calendarId, sourceId: newId() });

/** Calls about the main calendar of a secret community, which its members see. */
export const CALENDAR_CASES: Record<string, Case> = {
  listCalendars: { expect: signedIn },
  createCalendar: { expect: signedIn, input: () => ({ name: 'Walks' }) },
  getCalendar: { expect: seers, input: calendar },
  getPublicCalendar: { expect: nobody, input: calendar },
  getMainCalendar: { expect: seers, input: server },
  updateCalendar: { expect: editors, input: (fixture) => ({ ...calendar(fixture), name: 'Fairs' }) },
  deleteCalendar: { expect: editors, input: calendar },
  listCalendarEvents: { expect: seers, input: calendar },
  listPublicCalendarEvents: { expect: nobody, input: calendar },
  getPublicMonth: {
    expect: nobody,
    input: (fixture) => ({ ...calendar(fixture), from: 1_780_000_000, to: 1_782_000_000 }),
  },
  getMonth: { expect: seers, input: (fixture) => ({ ...calendar(fixture), from: 1_780_000_000, to: 1_782_000_000 }) },
  // It is on the calendar already.
  addToCalendar: {
    expect: [401, 404, 409, 404],
    input: ({ calendarId, eventId }) => ({ calendarId, type: 'internal', event_id: eventId }),
  },
  removeFromCalendar: { expect: editors, input: entry },
  subscribeToCalendar: { expect: members, input: (fixture) => ({ ...calendar(fixture), mail: false }) },
  unsubscribeFromCalendar: { expect: signedIn, input: calendar },
  listSubmissions: { expect: editors, input: calendar },
  answerSubmission: { expect: editors, input: (fixture) => ({ ...entry(fixture), accept: true }) },
  listCalendarAdmins: { expect: editors, input: calendar },
  addCalendarAdmin: { expect: editors, input: (fixture) => ({ ...calendar(fixture), userId: fixture.userId }) },
  removeCalendarAdmin: { expect: editors, input: (fixture) => ({ ...calendar(fixture), userId: fixture.userId }) },
  listSources: { expect: editors, input: calendar },
  addSource: {
    expect: editors,
    input: (fixture) => ({ ...calendar(fixture), url: 'https://feeds.example/fairs.ics' }),
  },
  updateSource: { expect: editors, input: (fixture) => ({ ...source(fixture), name: 'Fairs' }) },
  removeSource: { expect: editors, input: source },
  listFeeds: { expect: signedIn },
  createFeed: { expect: members, input: ({ calendarId }) => ({ kind: 'calendar', id: calendarId }) },
  deleteFeed: { expect: signedIn, input: () => ({ feedId: newId() }) },
};
