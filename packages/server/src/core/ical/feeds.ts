import { join } from 'node:path';
import { createChild } from '../child.ts';
import type { FeedAnswer, FeedJob } from './read-feed.ts';

export type FeedReader = {
  /** What a feed announces; undefined if it takes too long or too much memory to read. */
  read(job: FeedJob): Promise<FeedAnswer | undefined>;
  close(): Promise<void>;
};

/** An honest feed of five megabytes takes one to three seconds, and on a busy machine more than five. */
const PATIENCE_MS = 10_000;
const MEGABYTES = 128;

/** A child process that reads calendar files, one after another. */
export function createFeedReader(patienceMs = PATIENCE_MS): FeedReader {
  const file = join(import.meta.dirname, 'feed-child.ts');
  const parts = { file, does: 'reads calendars', patienceMs, megabytes: MEGABYTES };
  const child = createChild<FeedJob, FeedAnswer>(parts);
  return { read: (job) => child.ask(job), close: child.close };
}
