import { type Endpoint, endpointsIn } from '@folkmoot/contract/core/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Services } from './command.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { Files } from './files/files.ts';
import type { Pictures } from './files/pictures.ts';
import type { PlaceData } from './gazetteer/gazetteer-data.ts';
import type { HookRegistry, Offer } from './hooks.ts';
import type { Counts } from './http/counts.ts';
import type { Binding } from './http/handle.ts';
import type { PageHead } from './http/pages/page-meta.ts';
import type { waitUntilIdle } from './jobs/idle.ts';
import type { Queue } from './jobs/jobs.ts';
import type { Leaving, LeavingPart } from './leaving.ts';
import type { Log } from './log.ts';
import type { PersonalData, SlicePersonalData } from './personal-data.ts';
import type { Hashing } from './security/password-hash.ts';
import type { Sessions } from './security/session.ts';

/** What the server gives every slice to build itself from. */
export type AppContext = {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly services: Services;
  readonly sessions: Sessions;
  readonly hashing: Hashing;
  readonly files: Files;
  readonly pictures: Pictures;
  /** What the tables of places are filled with. */
  readonly placeData: PlaceData;
  readonly hooks: HookRegistry;
  /** What all slices have to do with somebody who deletes their account. */
  readonly leaving: Leaving;
  /** What all slices keep of people. */
  readonly personalData: readonly SlicePersonalData[];
  /** Counts what one person may do so often. */
  readonly counts: Counts;
  /** How many people have an event's Q&A on the screen. */
  countWatching(eventId: string): number;
  /** Everybody who is online, on any process, without those who hide it. Tell nobody who they are. */
  listOnline(): Promise<string[]>;
  /** Waits for people's requests to be answered first; see `core/jobs/idle.ts`. */
  readonly waitUntilIdle: typeof waitUntilIdle;
  /** The address of the product, without a slash at its end. */
  appUrl(): string;
};

/** A number that is read when `/metrics` is asked for. */
export type Figure = { name: string; help: string; read(): Promise<number> };

/** What one slice adds to the server. */
export type SliceParts = {
  readonly handlers: readonly Binding[];
  readonly queues?: readonly Queue<never>[];
  /** What it does for earlier slices that need it. */
  readonly offers?: readonly Offer[];
  /** What it does when somebody deletes their account. */
  readonly leaving?: LeavingPart | readonly LeavingPart[];
  /** Adds routes that are no endpoints of the contract, such as files and calendars. */
  routes?(http: FastifyInstance): void;
  /** The head of a page that other programs preview, if the path is one of its pages. */
  pageHead?(path: string): Promise<PageHead | undefined>;
  /** What `/metrics` shows of it. */
  readonly figures?: readonly Figure[];
  /** Begins work that is not a job, once the jobs run. */
  start?(): void;
  stop?(): Promise<void>;
};

/** One feature: its noun, the contract's modules with its endpoints, and how to build it. */
export type Slice<Parts extends SliceParts = SliceParts> = {
  readonly name: string;
  /** What its tables keep of people; left out by slices without tables. */
  readonly personalData?: PersonalData;
  readonly endpoints: readonly object[];
  build(app: AppContext): Parts;
};

/** Declares a slice. `app.ts` lists them in order: each may use those before it. */
export function defineSlice<Parts extends SliceParts>(slice: Slice<Parts>): Slice<Parts> {
  return slice;
}

/** The endpoints of all slices, by the name that each has in the contract. */
export function endpointsOf(slices: readonly Slice[]): ReadonlyMap<string, Endpoint> {
  return new Map(
    slices
      .flatMap(({ endpoints }) => endpoints)
      .flatMap((api) => {
        const all = new Set(endpointsIn(api));
        return Object.entries(api).filter((entry): entry is [string, Endpoint] => all.has(entry[1] as Endpoint));
      }),
  );
}

/** Builds the slices in order, and connects the hooks that they need with those that they offer. */
export function buildSlices(slices: readonly Slice[], app: AppContext) {
  const built = new Map(slices.map((slice) => [slice, slice.build(app)]));
  const parts = [...built.values()];
  app.hooks.connect(parts.flatMap(({ offers = [] }) => offers));
  app.leaving.connect(parts.flatMap(({ leaving = [] }) => leaving));
  return {
    handlers: parts.flatMap(({ handlers }) => handlers),
    queues: parts.flatMap(({ queues = [] }) => queues),
    figures: parts.flatMap(({ figures = [] }) => figures),
    routes(http: FastifyInstance) {
      for (const part of parts) part.routes?.(http);
    },
    async pageHead(path: string): Promise<PageHead | undefined> {
      for (const part of parts) {
        const head = await part.pageHead?.(path);
        if (head) return head;
      }
      return undefined;
    },
    start() {
      for (const part of parts) part.start?.();
    },
    async stop() {
      for (const part of parts) await part.stop?.();
    },
    /** What this slice was built into. */
    of: <Parts extends SliceParts>(slice: Slice<Parts>) => built.get(slice) as Parts,
  };
}
