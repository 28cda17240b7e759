import type { Db } from '../../core/db/db.ts';
import { createGrouped } from '../../core/grouped.ts';
import type { AppContext } from '../../core/slice.ts';
import { castVotes, type Vote, type Voted } from './votes-store.ts';

/** Events whose votes are written one after the other; votes in others do not wait for them. */
const LANES = 8;

type Casting = { vote: Vote; counted?: Voted | undefined; failed?: { error: unknown } };

/** Casts a vote or takes it back. Idempotent. @returns undefined unless the question is published. */
export type CastVote = (vote: Vote) => Promise<Voted | undefined>;

/**
 * Votes that come while others are being written are written together, in one statement: a hall that votes for one question waits for
 * its row once, not once for each person.
 */
export function createVotes({ db, services }: Pick<AppContext, 'db' | 'services'>): CastVote {
  const lanes = Array.from({ length: LANES }, () =>
    createGrouped<Casting>((some) => castAll(db, some, services.clock.now())),
  );
  return async (vote) => {
    const casting: Casting = { vote };
    await lanes[Number.parseInt(vote.eventId.slice(-2), 16) % LANES]?.(casting);
    if (casting.failed) throw casting.failed.error;
    return casting.counted;
  };
}

async function castAll(db: Db, some: readonly Casting[], now: Date): Promise<void> {
  // Of somebody who changed their mind meanwhile, the last counts, and both are told the same number.
  const last = new Map(some.map((one) => [keyOf(one.vote), one]));
  const all = [...last.values()];
  try {
    const counted = await castVotes(
      db,
      all.map(({ vote }) => vote),
      now,
    );
    all.forEach((one, nth) => {
      one.counted = counted[nth];
    });
  } catch (error) {
    if (all.length === 1) fail(all, error);
    // Somebody may be deleted in this moment, say: the others vote all the same.
    else for (const one of all) await castAll(db, [one], now);
  }
  for (const one of some) {
    const { counted, failed } = last.get(keyOf(one.vote)) ?? one;
    one.counted = counted;
    if (failed) one.failed = failed;
  }
}

function fail(some: readonly Casting[], error: unknown): void {
  for (const one of some) one.failed = { error };
}

const keyOf = ({ questionId, person }: Vote) => `${questionId} ${person.userId ?? person.id}`;
