import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** A town or city. `id` is GeoNames', texts are names for people and may be empty, degrees are WGS 84. */
export type Locality = {
  id: number;
  name: string;
  /** First level below the country, such as England or Bavaria. */
  region: string;
  /** Second level, such as a county. */
  district: string;
  country: string;
  lat: number;
  lng: number;
};
export type Neighbour = { name: string; lat: number; lng: number; people: number; isPart: boolean };
export type Lines = [lng: number, lat: number][][];
export type Surroundings = { land: Lines; coast: Lines; borders: Lines; neighbours: Neighbour[] };

export type Question =
  | { ask: 'search'; query: string; limit: number }
  | { ask: 'find'; id: number }
  | { ask: 'surroundings'; lat: number; lng: number; miles: number; limit: number };

export type GazetteerQuestion = Question & { number: number };
export type GazetteerAnswer = { number: number } & ({ ok: true; found: unknown } | { ok: false; why: string });

/** The lookup is unavailable at the moment; another try may work. */
export class GazetteerUnavailable extends Error {}

export type Gazetteer = {
  /** Starts the child, for a question that is about to come. */
  wake(): void;
  /** Localities with a name that starts like this, best match first; case, accents and hyphens do not matter. */
  search(query: string, limit: number): Promise<Locality[]>;
  find(id: number): Promise<Locality | undefined>;
  /** Land, borders and at most `limit` towns within a square with this many miles from its middle to its edges. */
  surroundings(lat: number, lng: number, miles: number, limit: number): Promise<Surroundings>;
  /** The current child, for tests that end it. */
  readonly pid: number | undefined;
  close(): Promise<void>;
};

/** Reading everything takes 2 to 3 s and 230 MB. */
type Limits = { idleMs: number; patienceMs: number; waiting: number };
const USUAL: Limits = { idleMs: 5 * 60_000, patienceMs: 30_000, waiting: 500 };

type Waiting = { question: Question; again: boolean; settle: (answer: GazetteerAnswer | undefined) => void };

/**
 * The world's towns, in a child process that starts with the first question and ends when idle. Questions that were
 * pending when it ended are asked again of a new one.
 */
export function createGazetteer(limits: Partial<Limits> = {}): Gazetteer {
  const { idleMs, patienceMs, waiting: most } = { ...USUAL, ...limits };
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;
  let closing = false;

  const start = (): ChildProcess => {
    const made = fork(join(import.meta.dirname, 'gazetteer-child.ts'), {
      execArgv: ['--max-old-space-size=256', '--max-semi-space-size=4'],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // A child that cannot start or be reached has ended; its exit is handled.
    made.on('error', () => undefined);
    made.on('message', (answer: GazetteerAnswer) => waiting.get(answer.number)?.settle(answer));
    made.once('exit', () => {
      if (child !== made) return;
      child = undefined;
      for (const [number, { question, again, settle }] of [...waiting]) {
        if (again || closing) settle(undefined);
        else send(number, { question, again: true, settle });
      }
    });
    // The server does not wait for it, and it ends with the server.
    made.unref();
    made.channel?.unref();
    return made;
  };
  const send = (number: number, one: Waiting) => {
    waiting.set(number, one);
    child ??= start();
    child.send({ ...one.question, number } satisfies GazetteerQuestion, () => undefined);
  };
  const stop = () => {
    child?.kill('SIGKILL');
  };
  const ask = async (question: Question): Promise<unknown> => {
    if (closing) throw new GazetteerUnavailable('The server is stopping.');
    if (waiting.size >= most) throw new GazetteerUnavailable('Too many searches are already waiting.');
    clearTimeout(idle);
    last += 1;
    const number = last;
    const answered = Promise.withResolvers<GazetteerAnswer | undefined>();
    // One that hangs is ended; everybody else who waits is answered by the next.
    const late = setTimeout(() => {
      answered.resolve(undefined);
      waiting.delete(number);
      stop();
    }, patienceMs);
    try {
      send(number, { question, again: false, settle: answered.resolve });
      const answer = await answered.promise;
      if (!answer) throw new GazetteerUnavailable('The process that searches places has ended or is taking too long.');
      if (!answer.ok) throw new GazetteerUnavailable(answer.why);
      return answer.found;
    } finally {
      clearTimeout(late);
      waiting.delete(number);
      if (waiting.size === 0) {
        clearTimeout(idle);
        idle = setTimeout(stop, idleMs);
        idle.unref();
      }
    }
  };
  return {
    wake() {
      if (child === undefined && !closing) void ask({ ask: 'find', id: 0 }).catch(() => undefined);
    },
    search: (query, limit) => ask({ ask: 'search', query, limit }) as Promise<Locality[]>,
    find: (id) => ask({ ask: 'find', id }) as Promise<Locality | undefined>,
    surroundings: (lat, lng, miles, limit) =>
      ask({ ask: 'surroundings', lat, lng, miles, limit }) as Promise<Surroundings>,
    get pid() {
      return child?.pid;
    },
    async close() {
      closing = true;
      clearTimeout(idle);
      const ended = child && new Promise((resolve) => child?.once('exit', resolve));
      child?.ref();
      stop();
      await ended;
      for (const { settle } of waiting.values()) settle(undefined);
    },
  };
}
