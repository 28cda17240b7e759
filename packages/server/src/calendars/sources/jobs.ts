import { runCommand } from '../../core/command.ts';
import type { Queue } from '../../core/jobs/jobs.ts';
import type { AppContext } from '../../core/slice.ts';
import { keepReading, nextTime, type Sources } from './sources-actions.ts';
import { takeDue } from './sources-store.ts';

/** Feeds that are read side by side, and for how long one run begins with more of them. */
const SIDE_BY_SIDE = 4;
const RUN_MS = 60_000;

type Parts = Pick<AppContext, 'db' | 'services' | 'clock' | 'log'> & { sources: Sources };

/** Reads outside feeds that are due: each about once an hour, in one of all processes. */
export function sourceQueues({ db, services, clock, log, sources }: Parts): Queue<never>[] {
  /** Reads the one that has waited for longest; false if none is due. */
  const readOne = async (): Promise<boolean> => {
    const now = clock.now();
    const due = await takeDue(db, now, nextTime(now));
    if (!due) return false;
    try {
      const reading = await sources.read(due, now);
      await runCommand(db, services, true, (command) => keepReading(command, due, reading));
    } catch (error) {
      // It is due again in an hour; the others wait for it no longer.
      log.error({ err: error, source: due.id }, 'an outside feed could not be read');
    }
    return true;
  };
  return [
    {
      name: 'calendar-sources',
      every: 60,
      work: async (_: object, stopping) => {
        const end = clock.now().getTime() + RUN_MS;
        const reader = async () => {
          while (!stopping() && clock.now().getTime() < end && (await readOne()));
        };
        await Promise.all(Array.from({ length: SIDE_BY_SIDE }, reader));
      },
    },
  ];
}
