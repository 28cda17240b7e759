import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Tint } from '@folkmoot/contract/core/tint.ts';

/** What the child is asked: read the picture at `path`, write its variants into the folder `out`. */
export type PictureJob = {
  path: string;
  mimeType: string;
  out: string;
  edges: { thumb: number; large: number };
  /** For a cover: what else is cut out of it, by name, in pixels; its tint is determined as well. */
  cuts?: Readonly<Record<string, readonly [width: number, height: number]>> | undefined;
  pixels: number;
  /** Milliseconds after which it is given up, if that is sooner than for others. */
  patience?: number | undefined;
};
/** `tint` is there if `cuts` were requested. */
export type Picture = { mimeType: string; width: number; height: number; hasLarge: boolean; tint?: Tint | undefined };
export type PictureAnswer = ({ ok: true } & Picture) | { ok: false; why: string };

/** The upload cannot be read, now or later. */
export class Unreadable extends Error {}

export type Pictures = {
  /**
   * Writes `original`, `thumb` and, for one that is not animated, `large` into the job's folder: turned upright, and
   * without any metadata, such as the location. Of a cover also its `cuts`, by their names: `og` is a JPEG, because
   * other programs show it, the rest WebP.
   *
   * @throws Unreadable if it is damaged, too large, or takes longer than a minute.
   */
  make(job: PictureJob): Promise<Picture>;
  close(): Promise<void>;
};

const IDLE_MS = 20_000;
/** Two, so that a slow one does not keep everybody waiting. */
const READERS = 2;
/** Requests of people have priority over pictures: 10 of 19. */
const NICENESS = 10;

/** Child processes that read pictures; they start when needed and end when idle. */
export function createPictures(patienceMs = 60_000): Pictures {
  const readers = Array.from({ length: READERS }, () => ({ reader: createReader(patienceMs), waiting: 0 }));
  return {
    async make(job) {
      const least = readers.reduce((one, other) => (other.waiting < one.waiting ? other : one));
      least.waiting += 1;
      try {
        return await least.reader.make(job);
      } finally {
        least.waiting -= 1;
      }
    },
    async close() {
      await Promise.all(readers.map(({ reader }) => reader.close()));
    },
  };
}

/** How long a busy machine may take to start a child process. */
const START_MS = 60_000;

/** One child process, which reads one picture after another. */
function createReader(patienceMs: number): Pictures {
  let child: { process: ChildProcess; ready: Promise<unknown> } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closing = false;

  const start = (): NonNullable<typeof child> => {
    const made = fork(join(import.meta.dirname, 'pictures-child.ts'), {
      execArgv: [],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
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
    // It sends a message once it can take jobs.
    return { process: made, ready: answerOf(made) };
  };
  const stop = () => {
    child?.process.kill('SIGKILL');
    child = undefined;
  };
  const ask = async (job: PictureJob): Promise<Picture> => {
    if (closing) throw new Error('The server is stopping.');
    clearTimeout(idle);
    child ??= start();
    const asked = child;
    let late = setTimeout(stop, START_MS);
    try {
      const ready = await asked.ready;
      if (!ready && !closing) throw new Error('The process that reads pictures did not start.');
      // The picture's own time, however long the start took.
      clearTimeout(late);
      late = setTimeout(stop, Math.min(job.patience ?? patienceMs, patienceMs));
      const answered = answerOf(asked.process);
      asked.process.send(job, () => undefined);
      const answer = (await answered) as PictureAnswer | undefined;
      // Not the picture's fault: its job will be retried.
      if (!answer && closing) throw new Error('The server is stopping.');
      if (!answer) throw new Unreadable('The process that reads pictures ended or took too long.');
      if (!answer.ok) throw new Unreadable(answer.why);
      return answer;
    } finally {
      clearTimeout(late);
      idle = setTimeout(stop, IDLE_MS);
      idle.unref();
    }
  };
  return {
    make(job) {
      const made = last.then(() => ask(job));
      last = made.catch(() => undefined);
      return made;
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
