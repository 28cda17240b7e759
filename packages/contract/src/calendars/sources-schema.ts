import { z } from 'zod';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { Epoch } from '../core/time.ts';
import { EventCard, Tint } from '../events/schema.ts';
import { EventStatus } from '../participations/schema.ts';
import { OwnRow } from './schema.ts';

export const SOURCE_LIMITS = {
  /** Outside feeds of one calendar, that one person has added, and in all. */
  each: 10,
  person: 50,
  installation: 2_000,
  /** Days after which a feed that cannot be read is no longer asked. */
  patienceDays: 7,
  /** Seconds between two times that people have one read. */
  again: 60,
} as const;

/** Whether a feed was read the last time, could not be read, or is no longer asked. */
export const SourceState = z.enum(['ok', 'failing', 'paused']);
export type SourceState = z.infer<typeof SourceState>;

/** Why a feed could not be read. */
export const SourceProblem = z.enum([
  'bad-address',
  'not-public',
  'unreachable',
  'certificate',
  'not-found',
  'denied',
  'failing',
  'redirects',
  'too-slow',
  'too-large',
  'not-a-calendar',
  'too-complex',
]);
export type SourceProblem = z.infer<typeof SourceProblem>;

/** Why a feed could not be read, for the people who add it. */
export const SOURCE_PROBLEMS: Record<SourceProblem, string> = {
  'bad-address': 'Only addresses that begin with https, http or webcal, without a port or a password, can be read.',
  'not-public': 'This address is not on the public internet.',
  unreachable: 'This address could not be reached. Check it, and try again.',
  certificate: 'The server at this address could not prove who it is. Its certificate is not valid.',
  'not-found': 'There is no calendar at this address. Check it, and whether the calendar is still shared.',
  denied:
    'The server at this address does not let everybody read. Make the calendar public, or use its secret address.',
  failing: 'The server at this address answered with an error. Try again later.',
  redirects: 'This address leads from one to the next too often.',
  'too-slow': 'The server at this address took too long to answer.',
  'too-large': 'The calendar at this address is larger than 5 MB. Ask its owner for a feed with less of the past.',
  'not-a-calendar': 'There is no calendar at this address. Look for its iCal address, which often ends in .ics.',
  'too-complex': 'The calendar at this address takes too long to read. One of its events may repeat without end.',
};

/** How much of a feed is not shown: series that go on too often, events too many, such that cannot be read, private ones, and our own. */
export const LeftOut = z.object({
  series: z.int(),
  events: z.int(),
  unreadable: z.int(),
  private: z.int(),
  ours: z.int(),
});
export type LeftOut = z.infer<typeof LeftOut>;

/** A feed of another calendar that a calendar shows, for the people who keep it. */
export const SourceView = z.object({
  id: Id,
  url: z.string(),
  name: z.string(),
  state: SourceState,
  problem: SourceProblem.nullable(),
  /** The problem in a sentence. */
  why: z.string(),
  eventCount: z.int(),
  leftOut: LeftOut,
  /** When it was last asked for, and last read. */
  fetched_epoc: Epoch.nullable(),
  succeeded_epoc: Epoch.nullable(),
  /** Since when it cannot be read. */
  failing_epoc: Epoch.nullable(),
});
export type SourceView = z.infer<typeof SourceView>;

/** An event of an outside feed in a month. It has no page here. */
export const OutsideRow = z.object({
  external: z.literal(true),
  id: Id,
  sourceName: z.string(),
  /** Where it leads; empty if the feed does not say. */
  url: z.string(),
  name: z.string(),
  status: EventStatus,
  start_epoc: Epoch,
  /** Exclusive; its start if it has no end. */
  end_epoc: Epoch,
  time_zone: z.string(),
  is_all_day: z.boolean(),
  tint: Tint,
});
export type OutsideRow = z.infer<typeof OutsideRow>;

/** An event of an outside feed in a list. */
export const OutsideCard = OutsideRow.extend({
  where: z.string(),
  /** How its description begins. */
  text: z.string(),
});
export type OutsideCard = z.infer<typeof OutsideCard>;

/** An event in a month, ours or of an outside feed. */
export const MonthRow = z.union([OutsideRow, OwnRow]);
export type MonthRow = z.infer<typeof MonthRow>;

/** An event in the list of a calendar, ours or of an outside feed. */
export const CalendarItem = z.union([OutsideCard, EventCard]);
export type CalendarItem = z.infer<typeof CalendarItem>;

/** Characters of a description that lists show. */
export const OUTSIDE_TEXT = 300;

export const sourceRefusals = {
  tooMany: refusal(
    'calendars.too-many-sources',
    409,
    `A calendar can show at most ${SOURCE_LIMITS.each} outside feeds.`,
    'url',
  ),
  tooManyOfYours: refusal(
    'calendars.too-many-of-your-sources',
    409,
    `You have added ${SOURCE_LIMITS.person} outside feeds, which is as many as one person can add.`,
    'url',
  ),
  full: refusal(
    'calendars.sources-full',
    409,
    'This site reads as many outside feeds as it can. Ask the people who run it.',
    'url',
  ),
  there: refusal('calendars.source-there', 409, 'This calendar shows that feed already.', 'url'),
  ours: refusal(
    'calendars.source-ours',
    422,
    'This address is of this site itself. Add its events to the calendar instead.',
    'url',
  ),
  justRead: refusal('calendars.source-just-read', 429, 'This feed was read less than a minute ago. Wait a moment.'),
} as const;
