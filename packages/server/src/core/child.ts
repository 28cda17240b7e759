import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';

/** A process that answers questions about what strangers sent, one after another, and can be killed. */
export type Child<Job extends object, Answer> = {
  /**
   * The child's answer, or undefined if it ended or took too long.
   *
   * @param patienceMs after how long it is given up, if that is sooner than for others.
   * @throws Error if it cannot be started, or the server is stopping: neither is the job's fault.
   */
  ask(job: Job, patienceMs?: number): Promise<Answer | undefined>;
  close(): Promise<void>;
};

const IDLE_MS = 20_000;
/** How long a busy machine may take to start a child process. */
const START_MS = 60_000;
/** Requests of people have priority over what children do: 10 of 19. */
const NICENESS = 10;

type Parts = {
  /** The program of the child. It sends a message once it can take jobs, then one for each job. */
  file: string;
  /** What it does, for errors: `reads pictures`. */
  does: string;
  patienceMs: number;
  /** Megabytes that its objects may take; Node's own limit when absent. */
  megabytes?: number;
};

/** A child process that starts when it is needed and ends when it is idle. It gets no environment, and so no secrets. */
export function createChild<Job extends object, Answer>(parts: Parts): Child<Job, Answer> {
  const { file, does, patienceMs, megabytes } = parts;
  let child: { process: ChildProcess; ready: Promise<unknown> } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closing = false;

  const start = (): NonNullable<typeof child> => {
    const made = fork(file, {
      execArgv: megabytes === undefined ? [] : [`--max-old-space-size=${megabytes}`],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    try {
      if (made.pid !== undefined) setPriority(made.pid, NICENESS);
    } catch {
      // Not every system allows it: then it just has normal priority.
    }
    // A child that cannot start or be reached has ended; its exit is handled.
    made.on('error', () => undefined);
    made.once('exit', () => {
      if (child?.process === made) child = undefined;
    });
    return { process: made, ready: answerOf(made) };
  };
  const stop = () => {
    child?.process.kill('SIGKILL');
    child = undefined;
  };
  const ask = async (job: Job, patience: number): Promise<Answer | undefined> => {
    if (closing) throw new Error('The server is stopping.');
    clearTimeout(idle);
    child ??= start();
    const asked = child;
    let late = setTimeout(stop, START_MS);
    try {
      const ready = await asked.ready;
      if (!ready && !closing) throw new Error(`The process that ${does} did not start.`);
      // The job's own time, however long the start took.
      clearTimeout(late);
      late = setTimeout(stop, Math.min(patience, patienceMs));
      const answered = answerOf(asked.process);
      asked.process.send(job, () => undefined);
      const answer = (await answered) as Answer | undefined;
      if (answer === undefined && closing) throw new Error('The server is stopping.');
      return answer;
    } finally {
      clearTimeout(late);
      idle = setTimeout(stop, IDLE_MS);
      idle.unref();
    }
  };
  return {
    ask(job, patience = patienceMs) {
      const answered = last.then(() => ask(job, patience));
      last = answered.catch(() => undefined);
      return answered;
    },
    async close() {
      closing = true;
      stop();
      await last;
      clearTimeout(idle);
    },
  };
}

/** The next message of a process, or undefined if it ends before. */
async function answerOf(asked: ChildProcess): Promise<unknown> {
  if (asked.exitCode !== null || asked.signalCode !== null) return undefined;
  const over = new AbortController();
  try {
    return await Promise.race([
      once(asked, 'message', { signal: over.signal }).then(([message]) => message as unknown),
      once(asked, 'exit', { signal: over.signal }).then(() => undefined),
    ]);
  } finally {
    over.abort();
  }
}

/**
 * The side of the child: answers each job, and ends with its parent.
 *
 * @param answer what to say to a job; one that throws has to be expected by the parent as a job without an answer.
 */
export function answerJobs<Job, Answer>(answer: (job: Job) => Answer | Promise<Answer>): void {
  process.on('message', async (job: Job) => {
    process.send?.(await answer(job));
  });
  process.on('disconnect', () => process.exit(0));
  // A terminal and a service manager tell the whole group to stop; the parent decides what happens to the job.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.send?.('ready');
}
