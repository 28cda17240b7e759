import { fromKysely, type JobResult, PgBoss, type SendOptions } from 'pg-boss';
import type { Database, Db } from '../db/db.ts';
import { newId } from '../id.ts';
import type { Log } from '../log.ts';
import type { ErrorReports } from '../telemetry/error-reports.ts';

/** One kind of work that is done outside a command, and survives a crash. Slices keep theirs in `jobs.ts`. */
export type Queue<Data extends object = object> = {
  readonly name: string;
  /**
   * Does the work of one job. Throws to be retried later. Long work ends early once `stopping` says so. An object that
   * it returns is kept with the job for a day.
   */
  readonly work: (data: Data, stopping: () => boolean) => Promise<unknown>;
  readonly retries?: number;
  /** Jobs that are fetched together and done one after the other; one by default. */
  readonly batchSize?: number;
  /** Jobs of this queue that one process does at the same time; one by default. */
  readonly workers?: number;
  /** Seconds after which the work is due again without a trigger; in one of all processes. */
  readonly every?: number;
  /** Its work drains a table of its own: waking it does the work at once in this process, without a job. */
  readonly drains?: boolean;
};

export type Jobs = {
  /** Adds queues. All of them are known before `start`. */
  serve(queues: readonly Queue<never>[]): void;
  /** Puts a job into the queue within the caller's transaction: it exists if and only if that commits. */
  enqueue(tx: Db, queue: string, data: object, options?: SendOptions): Promise<void>;
  /** Polls a queue now, rather than at the next interval, in the processes that work: called after commit. */
  wake(queue: string): void;
  start(): Promise<void>;
  /** Lets running jobs finish, then stops. */
  stop(): Promise<void>;
};

const POLL_SECONDS = 5;
/** How long one job may take, and how soon another process takes over the job of a process that died, in seconds. */
const MOST_SECONDS = 120;
const SILENT_SECONDS = 60;

/** In the order in which they were put into the queue: their ids say when that was. */
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

/**
 * pg-boss on the product's own database. Every queue is created before work starts.
 *
 * @param wakeOthers where other processes do the work: tells them that a queue has some. This one then only puts it there.
 */
export function createJobs(
  database: Database,
  { log, errors }: { log: Log; errors?: ErrorReports },
  wakeOthers?: (queue: string) => void,
): Jobs {
  const boss = new PgBoss({
    db: database.forJobs,
    backend: database.kind === 'pglite' ? 'pglite' : 'postgres',
    schema: 'jobs',
    schedule: false,
    supervise: wakeOthers === undefined,
    superviseIntervalSeconds: 60,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue reported an error'));
  const workers = new Map<string, string[]>();
  const timers: NodeJS.Timeout[] = [];
  let stopped = false;
  const stopping = () => stopped;
  const queues: Queue<never>[] = [];
  const drains = new Map<string, ReturnType<typeof drain>>();
  return {
    serve(more) {
      queues.push(...more);
      for (const queue of more) if (queue.drains) drains.set(queue.name, drain(queue, log));
    },
    async enqueue(tx, queue, data, options = {}) {
      if (!queues.some((known) => known.name === queue)) throw new Error(`There is no queue named ${queue}.`);
      await boss.send(queue, data, { id: newId(), ...options, db: fromKysely(tx) });
    },
    wake(queue) {
      if (wakeOthers) return wakeOthers(queue);
      const draining = drains.get(queue);
      if (draining) return draining.wake();
      for (const worker of workers.get(queue) ?? []) boss.notifyWorker(worker);
    },
    async start() {
      await boss.start();
      for (const { name, work: given, retries = 8, every, batchSize = 1, workers: count = 1 } of queues) {
        const work = drains.get(name)?.run ?? given;
        const settings = {
          retryLimit: retries,
          retryBackoff: true,
          retryDelay: 5,
          retryDelayMax: 3600,
          // Jobs that are fetched together count from the same moment: the last has waited for all the others.
          expireInSeconds: MOST_SECONDS * batchSize,
          heartbeatSeconds: SILENT_SECONDS,
          deleteAfterSeconds: 24 * 3600,
        };
        await boss.createQueue(name, settings);
        // An existing one keeps the options with which it was created.
        await boss.updateQueue(name, settings);
        if (wakeOthers) continue;
        const one = async ({ id, data }: { id: string; data: object }): Promise<JobResult> => {
          try {
            // Each queue gets what its own slice put into it.
            const output = await work(data as never, stopping);
            return { id, status: 'completed', ...(typeof output === 'object' && { output }) };
          } catch (error) {
            log.warn({ err: error, queue: name, job: id }, 'a job failed and will be tried again');
            errors?.report(error, { reference: id, queue: name });
            return { id, status: 'failed' };
          }
        };
        const startWorker = async (): Promise<string> => {
          const worker: string = await boss.work<object>(
            name,
            { pollingIntervalSeconds: POLL_SECONDS, batchSize: batchSize, perJobResults: true },
            async (jobs) => {
              try {
                const results: JobResult[] = [];
                for (const job of jobs.toSorted(byId)) results.push(await one(job));
                return results;
              } finally {
                // There may be more behind these: the poll is for work that nobody announced.
                boss.notifyWorker(worker);
              }
            },
          );
          return worker;
        };
        const started: string[] = [];
        for (let n = 0; n < count; n += 1) started.push(await startWorker());
        workers.set(name, started);
        if (every === undefined) continue;
        const remind = () =>
          boss
            .send(name, {}, { singletonKey: 'due', singletonSeconds: every })
            .catch((error: unknown) => log.warn({ err: error, queue: name }, 'a job that is due could not be queued'));
        await remind();
        timers.push(setInterval(remind, every * 1000).unref());
      }
      if (wakeOthers) return;
      for (const draining of drains.values()) draining.start();
    },
    async stop() {
      stopped = true;
      for (const timer of timers.splice(0)) clearInterval(timer);
      for (const draining of drains.values()) await draining.stop();
      await boss.stop({ graceful: true, close: false, timeout: 10_000 });
    },
  };
}

/** Runs the work of a draining queue one run at a time, and once more if it was woken during the run, also after a failure. */
function drain({ name, work }: Queue<never>, log: Log) {
  let running: Promise<void> | undefined;
  let again = false;
  // Nothing can be queued before the queues exist.
  let stopped = true;
  const postponed = (error: unknown) => log.warn({ err: error, queue: name }, 'work was postponed');
  const rounds = async (): Promise<void> => {
    try {
      do {
        again = false;
        await work({} as never, () => stopped).catch((error: unknown) => {
          if (!again || stopped) throw error;
          postponed(error);
        });
      } while (again && !stopped);
    } finally {
      // At once, not a moment later: a wake in between would join a run that is over.
      running = undefined;
    }
  };
  const run = async (): Promise<void> => {
    if (stopped) return;
    if (running) again = true;
    else running = rounds();
    return running;
  };
  return {
    run,
    start: () => {
      stopped = false;
    },
    wake: () => void run().catch(postponed),
    async stop() {
      stopped = true;
      await running?.catch(() => undefined);
    },
  };
}
