import { createBatched } from '../../core/grouped.ts';
import type { AppContext } from '../../core/slice.ts';
import { castVotes, type Vote, type Voted } from './votes-store.ts';

/** Events whose votes are written one after the other; votes in others do not wait for them. */
const LANES = 8;

/** Casts a vote or takes it back. Idempotent. @returns undefined unless the question is published. */
export type CastVote = (vote: Vote) => Promise<Voted | undefined>;

/**
 * Votes that come while others are being written are written together, in one statement: a hall that votes for one question waits for
 * its row once, not once for each person.
 */
export function createVotes({ db, services }: Pick<AppContext, 'db' | 'services'>): CastVote {
  const lanes = Array.from({ length: LANES }, () =>
    createBatched<Vote, Voted | undefined>(async (votes) => {
      // Of somebody who changed their mind meanwhile, the last counts, and both are told the same number.
      const last = new Map(votes.map((vote) => [keyOf(vote), vote]));
      const counted = await castVotes(db, [...last.values()], services.clock.now());
      const results = new Map([...last.keys()].map((key, nth) => [key, counted[nth]]));
      return votes.map((vote) => results.get(keyOf(vote)));
    }),
  );
  return async (vote) => lanes[laneOf(vote)]?.(vote);
}

const laneOf = ({ eventId }: Vote) => Number.parseInt(eventId.slice(-2), 16) % LANES;

const keyOf = ({ questionId, person }: Vote) => `${questionId} ${person.userId ?? person.id}`;
