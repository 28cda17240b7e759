import { runCommand, type Services } from '../../core/command.ts';
import type { Db } from '../../core/db/db.ts';
import type { Queue } from '../../core/jobs/jobs.ts';
import { removeReported } from '../update-actions.ts';
import { listWritten } from './removing-store.ts';

/** Deletes what banned people wrote. */
export const REMOVING_QUEUE = 'remove-written';

/** Whose messages go, from when on, and who has decided it. */
export type Removing = { serverId: string; userId: string; since: string; by: string };

const AT_ONCE = 50;

/** One message after the other, each in its own transaction, so that nobody who writes in between waits for all of them. */
export function removingQueue({ db, services }: { db: Db; services: Services }): Queue<never> {
  const queue: Queue<Removing> = {
    name: REMOVING_QUEUE,
    retries: 5,
    async work({ serverId, userId, since, by }, stopping) {
      for (;;) {
        const some = await listWritten(db, serverId, userId, new Date(since), AT_ONCE);
        if (some.length === 0) return;
        for (const target of some) {
          // What is left is found again by the next attempt.
          if (stopping()) throw new Error('stopped before everything was deleted');
          await runCommand(db, services, true, (command) => removeReported({ ...command, me: { userId: by } }, target));
        }
      }
    },
  };
  return queue as Queue<never>;
}
