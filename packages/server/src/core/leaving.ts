import type { Blocker, LeavingCounts } from '@folkmoot/contract/accounts/leaving-schema.ts';
import type { CommandContext } from './command.ts';
import type { Db } from './db/db.ts';

/** What a slice has to do with somebody who deletes their account. */
export type LeavingPart = {
  /**
   * What the person has to settle first.
   *
   * @param lock keeps what is found as it is until the transaction ends.
   */
  blockers?(tx: Db, userId: string, now: Date, lock: boolean): Promise<Blocker[]>;
  /** What goes and what stays, in numbers. */
  counts?(tx: Db, userId: string, now: Date): Promise<Partial<LeavingCounts>>;
  /** Ends what the person takes part in, by the slice's own rules, so that counts stay right. Doing it again does nothing. */
  end?(command: CommandContext, userId: string): Promise<void>;
};

/** What all slices have to do with it. */
export type Leaving = Required<Pick<LeavingPart, 'blockers' | 'end'>> & {
  counts(tx: Db, userId: string, now: Date): Promise<LeavingCounts>;
  connect(parts: readonly LeavingPart[]): void;
};

/** Made before the slices, and connected with them once they are built: accounts come first, and ask all the others. */
export function createLeaving(): Leaving {
  /** The last slice first: events are locked before conversations, and left before communities. */
  let parts: readonly LeavingPart[] = [];
  return {
    connect(all) {
      parts = all.toReversed();
    },
    async blockers(tx, userId, now, lock) {
      const found: Blocker[][] = [];
      for (const part of parts) found.push((await part.blockers?.(tx, userId, now, lock)) ?? []);
      return found.toReversed().flat();
    },
    async counts(tx, userId, now) {
      const counts: LeavingCounts = {
        ...{ communities: 0, ownCommunities: 0, places: 0, events: 0, calendars: 0, groups: 0 },
        ...{ messages: 0, pastEvents: 0, pastPlaces: 0, payments: 0 },
      };
      for (const part of parts) Object.assign(counts, await part.counts?.(tx, userId, now));
      return counts;
    },
    async end(command, userId) {
      for (const part of parts) await part.end?.(command, userId);
    },
  };
}
