import { runCommand } from '../../core/command.ts';
import { stepsOf } from '../../core/db/erase-person.ts';
import { erasedFile, noteErased, readErased } from '../../core/db/erased.ts';
import type { Queue } from '../../core/jobs/jobs.ts';
import type { PersonalData } from '../../core/personal-data.ts';
import type { AppContext } from '../../core/slice.ts';
import type { AccountHooks } from '../handlers.ts';
import * as store from './leaving-store.ts';

export const LEAVING_QUEUE = 'accounts.leaving';

/** Rows that one transaction changes. */
const BATCH = 500;
/** How many batches of one step are done in a row, at most: then it is others' turn, and the next run goes on. */
const REPEATS = 2000;
/** Departures that are read at once. */
const PAGE = 100;
/** How long a batch waits for people's requests at most, in milliseconds. */
const PATIENCE = 1000;

type Parts = Pick<AppContext, 'db' | 'services' | 'leaving' | 'clock' | 'config' | 'waitUntilIdle' | 'log'> & {
  personalData: readonly PersonalData[];
  hooks: Pick<AccountHooks, 'signedIn'>;
  /** Another size of page, for tests. */
  pageSize?: number;
};

/** Repeats a step until nothing is left for it. @returns false if it was stopped before. */
async function repeat(step: (most: number) => Promise<number>, stopping: () => boolean): Promise<boolean> {
  for (let batch = 0; batch < REPEATS; batch += 1) {
    if (stopping()) return false;
    if ((await step(BATCH)) === 0) return true;
  }
  throw new Error(`A step has more than ${REPEATS} batches.`);
}

/**
 * Cuts what still points at people who have left, in batches. Each batch can be repeated and the person's row goes last, so a
 * process that dies leaves nothing that the next one does not find.
 */
export function leavingQueue({
  db,
  services,
  leaving,
  clock,
  config,
  waitUntilIdle,
  personalData,
  log,
  hooks,
  pageSize = PAGE,
}: Parts): Queue<never> {
  const steps = stepsOf(personalData);
  let compared = false;

  const finish = async (departure: store.Departure, stopping: () => boolean): Promise<void> => {
    // Once more: a call that had begun before may have put them somewhere.
    await runCommand(db, services, true, async (command) => {
      await store.endSignIns(command.tx, departure.id);
      // A restored copy may have places under their address.
      await hooks.signedIn(command, departure.id);
      await leaving.end(command, departure.id);
      command.invalidateSessions(departure.id);
      command.close(departure.id, null);
    });
    await store.makeDeletedMember(db, clock.now());
    for (const step of steps) {
      const inBatches = async (most: number) => {
        await waitUntilIdle(PATIENCE);
        return db.transaction().execute((tx) => step(tx, departure, most, clock.now()));
      };
      if (!(await repeat(inBatches, stopping))) return;
    }
    // Their row is locked, so that nothing can point at it any more, and what has begun to since then goes with it.
    await runCommand(db, services, true, async (command) => {
      if (!(await store.lockLeaver(command.tx, departure.id))) return;
      await leaving.end(command, departure.id);
      for (const step of steps)
        await repeat(
          (most) => step(command.tx, departure, most, command.now),
          () => false,
        );
      await store.endDeparture(command.tx, departure, command.now);
    });
  };

  const queue: Queue = {
    name: LEAVING_QUEUE,
    every: 300,
    drains: true,
    async work(_, stopping) {
      if (!compared) await compare({ db, config, clock });
      compared = true;
      let failed: unknown;
      // Each is tried once in a run, so that those that fail keep nobody else waiting.
      for (let page = await store.listOpenDepartures(db, undefined, pageSize); page.length > 0; ) {
        for (const departure of page) {
          if (stopping()) return;
          await finish(departure, stopping).catch((error: unknown) => {
            log.error({ err: error }, 'what is left of a deleted account could not be erased, and will be tried again');
            failed = error;
          });
        }
        page = await store.listOpenDepartures(db, page.at(-1), pageSize);
      }
      if (failed) throw failed;
    },
  };
  return queue as Queue<never>;
}

/** Writes into the list whether the deletion of an account was committed, once no transaction is at work on it any more. */
export async function noteOutcome(
  { db, config, clock }: Pick<Parts, 'db' | 'config' | 'clock'>,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A statement of its own: the next one sees what was committed while this one waited.
    await store.lockLeaver(tx, id);
    await noteErased(config.dataDir, (await store.isDeparted(tx, id)) ? 'gone' : 'kept', id, clock);
  });
}

/**
 * Compares the list outside of the database with the database, once for each process: a deletion that was interrupted is
 * settled, and people whom a restored copy has brought back leave again.
 */
async function compare({ db, config, clock }: Pick<Parts, 'db' | 'config' | 'clock'>): Promise<void> {
  const known = readErased(erasedFile(config.dataDir));
  for (const [id, step] of known) if (step === 'asked') await noteOutcome({ db, config, clock }, id);
  const gone = [...known].filter(([, step]) => step === 'gone').map(([id]) => id);
  await db.transaction().execute((tx) => store.eraseReturned(tx, gone, clock.now()));
}
