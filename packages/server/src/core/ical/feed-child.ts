/**
 * Reads calendar files that strangers wrote, in its own process: a rule of thirty letters can keep the library busy for ever, and this
 * process can be killed. Communicates by messages: a `FeedJob` in, a `FeedAnswer` out.
 */
import { answerJobs } from '../child.ts';
import { type FeedAnswer, type FeedJob, readFeed } from './read-feed.ts';

answerJobs<FeedJob, FeedAnswer>(readFeed);
