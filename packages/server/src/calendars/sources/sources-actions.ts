import { createHash } from 'node:crypto';
import { SOURCE_LIMITS, type SourceProblem } from '@folkmoot/contract/calendars/sources-schema.ts';
import { fold } from '@folkmoot/contract/core/text.ts';
import pLimit, { type LimitFunction } from 'p-limit';
import type { CommandContext } from '../../core/command.ts';
import { Turns } from '../../core/http/turns.ts';
import type { FeedReader } from '../../core/ical/feeds.ts';
import type { FeedAnswer, FeedItem } from '../../core/ical/read-feed.ts';
import { newId } from '../../core/id.ts';
import { type Outside, OutsideError, type OutsideVersion } from '../../core/outside/outside.ts';
import { tellCalendar } from '../actions.ts';
import { type Due, type ItemRow, lockSource, noteOutcome, type Outcome, replaceItems } from './sources-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far feeds are shown. */
const WINDOW = { back: 30, ahead: 400 } as const;
/** Feeds that one process asks for at the same time for people, and as many for the job. */
const AT_ONCE = 4;

/** What came of reading a feed: what it holds, that it is still the same, or why it could not be read. */
export type Reading =
  | { problem: SourceProblem }
  | { same: true; version: OutsideVersion }
  | { same: false; version: OutsideVersion; zone: string; feed: Extract<FeedAnswer, { ok: true }> };

/** When a feed is read again: after an hour and up to ten minutes, so that not all are at once. */
export function nextTime(now: Date): Date {
  return new Date(now.getTime() + HOUR_MS + Math.random() * (HOUR_MS / 6));
}

export type Sources = {
  /**
   * Reads a feed, and writes nothing.
   *
   * @param by the person who waits for it; none if it is due. What one person asks for is read one after another: others do not
   * wait for all the slow sites that somebody can name.
   */
  read(
    source: Pick<Due, 'url' | 'zone'> & Partial<Pick<Due, 'version' | 'readAt'>>,
    now: Date,
    by?: string,
  ): Promise<Reading>;
};

/** Reads outside feeds: asks for them, and has a child process make something of them. */
export function createSources({ outside, reader }: { outside: Outside; reader: FeedReader }): Sources {
  const ofPeople = pLimit(AT_ONCE);
  const ofJob = pLimit(AT_ONCE);
  const turns = new Turns(1);
  const readBy =
    (limit: LimitFunction) =>
    async ({ url, zone, version, readAt }: Parameters<Sources['read']>[0], now: Date): Promise<Reading> => {
      // Once a day all of it is read, also if it is the same: other days of a series are shown then.
      const isLate = !readAt || now.getTime() - readAt.getTime() >= DAY_MS;
      try {
        const file = await limit(() => outside.read(url, isLate ? undefined : version));
        if (file.text === null) return { same: true, version: file.version };
        const seconds = Math.floor(now.getTime() / 1000);
        const window = { from: seconds - WINDOW.back * 86_400, now: seconds, until: seconds + WINDOW.ahead * 86_400 };
        const feed = await reader.read({ text: file.text, zone, ...window });
        if (!feed) return { problem: 'too-complex' };
        return feed.ok ? { same: false, version: file.version, zone, feed } : { problem: feed.problem };
      } catch (error) {
        if (error instanceof OutsideError) return { problem: error.problem };
        throw error;
      }
    };
  return {
    read: (source, now, by) =>
      by === undefined ? readBy(ofJob)(source, now) : turns.take(by, () => readBy(ofPeople)(source, now)),
  };
}

/** Writes what came of reading a feed, if the feed is still there. What cannot be read stays as it was. */
export async function keepReading(
  command: CommandContext,
  at: { calendarId: string; id: string },
  reading: Reading,
): Promise<void> {
  const { tx, now } = command;
  const source = await lockSource(tx, at.calendarId, at.id);
  if (!source) return;
  const next = nextTime(now);
  if ('problem' in reading) return noteOutcome(tx, at, failed(source, reading.problem, now, next), now);
  const done = { state: 'ok', problem: null, failingSince: null, next, version: reading.version } as const;
  if (reading.same) return noteOutcome(tx, at, done, now);
  // The calendar's clock has changed meanwhile: it is due again already.
  if (reading.zone !== source.zone) return;
  const rows = reading.feed.items.map((item) => rowOf(item, reading.zone));
  const { shown, changed } = await replaceItems(tx, at, rows, now);
  const leftOut = { ...reading.feed.leftOut, ours: rows.length - shown };
  await noteOutcome(tx, at, { ...done, read: { eventCount: shown, leftOut } }, now);
  if (changed > 0) await tellCalendar(command, source.calendarId, source.serverId);
}

/** After a week of failures a feed is paused: its owner may have given it up. */
function failed(source: Due, problem: SourceProblem, now: Date, next: Date): Outcome {
  const since = source.failingSince ?? now;
  const isLong = now.getTime() - since.getTime() >= SOURCE_LIMITS.patienceDays * DAY_MS;
  return { state: isLong ? 'paused' : 'failing', problem, failingSince: since, next };
}

function rowOf(item: FeedItem, zone: string): ItemRow {
  const { uid, recurrence, title, text, where, url, start, end, allDay, cancelled, sequence, modified } = item;
  const says = [title, text, where, url, start, end ?? start, zone, allDay, cancelled, sequence];
  return {
    ...{ id: newId(), uid, recurrence, title, description: text, location: where, url },
    ...{ starts_at: iso(start), ends_at: iso(end ?? start), time_zone: zone, all_day: allDay, cancelled, sequence },
    modified_at: modified === null ? null : iso(modified),
    hash: createHash('sha256').update(JSON.stringify(says)).digest('base64url'),
    search_text: fold(`${title} ${where}`),
  };
}

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();
