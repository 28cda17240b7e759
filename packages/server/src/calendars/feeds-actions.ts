import { createHash } from 'node:crypto';
import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import type { Tint } from '@folkmoot/contract/core/tint.ts';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../core/db/db.ts';
import { type IcalEvent, type IcalHead, icalWithin } from '../core/ical/ical.ts';
import { createSigner } from '../core/security/signer.ts';
import { createSingleFlight } from '../core/single-flight.ts';
import { icalEventOf } from '../events/page/calendar-actions.ts';
import {
  type FeedEvent,
  type FeedOf,
  findFeedCommunity,
  findFeedState,
  listFeedEvents,
  WINDOW,
  windowFrom,
} from './feeds-store.ts';
import { listOutsideNearest, type OutsideFact } from './sources/shown-store.ts';
import { findCalendar } from './store.ts';

/** The path of a person's iCal link: signed over its row and number, so that it is secret and nothing about it is stored. */
export function createFeedKeys(secret: string) {
  const signer = createSigner(secret, 'calendar-feed');
  return {
    keyOf: ({ id, number }: { id: string; number: number }): string => signer.sign(`${id}.${number}`),
    read(key: string): { id: string; number: number } | undefined {
      const parts = signer.read(key)?.split('.');
      return parts?.[0] ? { id: parts[0], number: Number(parts[1]) } : undefined;
    },
  };
}
export type FeedKeys = ReturnType<typeof createFeedKeys>;

export type FeedBody = { text: string; etag: string; modified: string };

/** The most bytes of a feed: Google ignores the rest. */
const MOST = 1_000_000;
/** Characters of all feeds that are kept ready. */
const KEPT = 32_000_000;

/** The tints by the nearest name that CSS has, as RFC 7986 wants it. */
const COLOURS: Record<Tint, string> = {
  lincoln: 'seagreen',
  weld: 'goldenrod',
  madder: 'indianred',
  woad: 'steelblue',
  russet: 'sienna',
  verdigris: 'teal',
  heather: 'mediumpurple',
  foxglove: 'palevioletred',
  slate: 'slategray',
};

type Parts = { db: Db; clock: Clock; product: string; origin: () => string };

/** Writes feeds, and keeps those that have not changed: one statement tells whether a feed has. */
export function createFeeds({ db, clock, product, origin }: Parts) {
  const kept = new LRUCache<string, FeedBody & { state: string }>({
    maxSize: KEPT,
    sizeCalculation: ({ text }) => text.length + 200,
  });

  // An address is one reader's, or everybody's: programs that read it at once share one look at the database.
  const once = createSingleFlight<FeedBody | undefined>();

  async function bodyOf(
    path: string,
    head: Omit<NonNullable<IcalHead['feed']>, 'source'>,
    of: FeedOf,
    userId: string | undefined,
  ): Promise<FeedBody> {
    const now = clock.now();
    const source = `${origin()}${path}`;
    const state = `${JSON.stringify(head)} ${source} ${await findFeedState(db, of, { userId }, now)}`;
    const before = kept.get(path);
    if (before?.state === state) return before;
    const own = (await listFeedEvents(db, of, { userId }, now)).flatMap((event) => {
      const entry = icalEventOf(event, origin(), isTentative(event));
      return entry ? [entry] : [];
    });
    const outside =
      of !== 'own' && 'calendarId' in of
        ? await listOutsideNearest(db, of.calendarId, windowFrom(now), now, WINDOW.events)
        : [];
    const events = outside.length === 0 ? own : nearestOf([...own, ...outside.map(passedOn)], now);
    const text = write({ product, feed: { ...head, source } }, events);
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    // A feed that says the same as before, though its state differs, has not changed.
    const modified = before?.etag === etag ? before.modified : laterThan(before?.modified, now);
    const body = { state, text, etag, modified };
    kept.set(path, body);
    return body;
  }

  return {
    /** Whether a feed was written before, and is still kept. */
    has: (path: string): boolean => kept.has(path),
    /** A calendar as one person, or everybody, may see it; nothing if it does not exist for them. */
    ofCalendar: (path: string, id: string, userId?: string): Promise<FeedBody | undefined> =>
      once(path, async () => {
        const calendar = await findCalendar(db, id, userId);
        return calendar && bodyOf(path, headOf(calendar), { calendarId: id }, userId);
      }),
    /** What a community publishes, as one person, or everybody, may see it. */
    ofCommunity: (path: string, serverId: string, userId?: string): Promise<FeedBody | undefined> =>
      once(path, async () => {
        const server = await findFeedCommunity(db, serverId, userId);
        const head = server && { ...server, colour: COLOURS.lincoln, zone: null };
        return head && bodyOf(path, head, { serverId }, userId);
      }),
    /** What a person hosts, goes to, asked for, waits for or is invited to. */
    ofPerson: (path: string, userId: string): Promise<FeedBody> =>
      bodyOf(
        path,
        { name: `My events on ${product}`, description: '', colour: COLOURS.woad, zone: null },
        'own',
        userId,
      ),
  };
}
export type Feeds = ReturnType<typeof createFeeds>;

/** A date for what has changed: another one than before also within one second, which is as exact as these dates are. */
function laterThan(before: string | undefined, now: Date): string {
  return new Date(Math.max(now.getTime(), before === undefined ? 0 : Date.parse(before) + 1000)).toUTCString();
}

function headOf({ name, description, tint, time_zone }: CalendarView) {
  return { name, description, colour: COLOURS[tint], zone: time_zone };
}

const keyOf = ({ uid, recurrence = '' }: IcalEvent) => `${uid} ${recurrence}`;

/** Somebody who asked, waits or is invited has no place yet. */
function isTentative({ isHost, participation }: FeedEvent): boolean {
  return !isHost && participation !== null && participation !== 'going' && participation !== 'not_going';
}

/** An event of an outside feed under its own name there, with where it is from. */
function passedOn({ start, end, text, sourceName, cancelled, recurrence, ...event }: OutsideFact): IcalEvent {
  return {
    ...{ ...event, start, recurrence, end: end === start ? null : end, latLng: null },
    text: [text, `From ${sourceName}`].filter((part) => part !== '').join('\n\n'),
    status: cancelled ? 'cancelled' : 'confirmed',
  };
}

/** As many events as a feed has, those nearest to now. */
function nearestOf(events: IcalEvent[], now: Date): IcalEvent[] {
  const away = ({ start }: IcalEvent) => Math.abs(start - now.getTime() / 1000);
  return events.sort((one, other) => away(one) - away(other)).slice(0, WINDOW.events);
}

/** The nearest events that fit, in the order of their start, so that time alone changes nothing. */
function write(head: IcalHead, nearest: readonly IcalEvent[]): string {
  return icalWithin(
    head,
    nearest,
    MOST,
    (one, other) => one.start - other.start || (keyOf(one) < keyOf(other) ? -1 : 1),
  );
}
