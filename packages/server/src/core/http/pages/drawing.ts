import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Log } from '../../log.ts';
import { createSingleFlight } from '../../single-flight.ts';

/** A page as HTML, when it was drawn (Unix seconds), and the answers that were asked for it, as the web client keeps them. */
export type Drawn = { html: string; at: number; tint?: string | undefined; answers: unknown[] };

export type ToWorker =
  | { kind: 'draw'; id: number; path: string; sent: Readonly<Record<string, unknown>>; locale: string }
  | { kind: 'answer'; question: number; status: number; body: string };
export type FromWorker =
  | { kind: 'drawn'; id: number; drawn: Drawn }
  | { kind: 'failed'; id: number; why: string }
  | { kind: 'ask'; question: number; path: string; headers: Record<string, string> };

/** Reads our own API as a visitor. */
export type AskApi = (path: string, headers: Record<string, string>) => Promise<{ status: number; body: string }>;

/** `languages`: what the browser says about them, for dates and numbers. `build`: changes when a new build is there. */
export type DrawnVisit = { path: string; languages: string | undefined; build: string };

export type Drawing = {
  /**
   * Draws a page as a visitor sees it.
   *
   * @param sent the answers that come with the page, as JSON.
   * @returns undefined if it cannot be drawn in time: the browser then draws it alone.
   */
  draw(visit: DrawnVisit, sent: string, ask: AskApi): Promise<Drawn | undefined>;
  close(): Promise<void>;
};

/** Ways of writing dates; a browser that has another draws them again. They are few because each is a page of its own. */
const LOCALES = [
  'en-US',
  'en-GB',
  'de',
  'de-DE',
  'fr',
  'fr-FR',
  'es',
  'es-ES',
  'it',
  'it-IT',
  'nl',
  'nl-NL',
  'pl',
  'pl-PL',
];

/** The locale that the browser prefers, if it is one of ours. */
function localeOf(languages = ''): string {
  const first = languages.split(/[,;]/)[0]?.trim();
  return LOCALES.find((locale) => locale === first) ?? 'en-US';
}

/** A page is sent again for this long, in milliseconds: the web client shows answers for as long without asking. */
const FRESH_MS = 10_000;
/** Pages that are kept. */
const KEPT = 100;
/** Pages that wait for the worker at the same time; those of a rush beyond it are not drawn. */
const AT_ONCE = 8;
/** How long a browser waits for the content of its page, the worker for our API, and we for a page of the worker. */
const PATIENCE_MS = 1500;
const ANSWER_MS = 1000;
const STUCK_MS = 10_000;
const IDLE_MS = 5 * 60_000;
/** For the program and a page with a thousand guests. */
const HEAP_MB = 192;

type Job = { done: (drawn: Drawn | undefined) => void; ask: AskApi };
/** `stuck` runs out when the oldest job has taken too long. */
type Running = { worker: Worker; jobs: Map<number, Job>; stuck?: NodeJS.Timeout };

/** The program that draws pages, beside the build for browsers. */
export function programIn(webDist: string): string {
  return join(dirname(webDist), 'dist-server/entry-server.js');
}

/**
 * Draws pages in a worker, which starts with the first and ends when none is asked for.
 *
 * @param webDist the folder of the web client's build; the program for the server is beside it.
 */
export function createDrawing(webDist: string, origin: () => string, log: Log): Drawing {
  const program = programIn(webDist);
  const kept = new Map<string, { at: number; drawn: Drawn | undefined }>();
  const once = createSingleFlight<Drawn | undefined>();
  let running: Running | undefined;
  let idle: NodeJS.Timeout | undefined;
  let ids = 0;
  let drawnFrom: string | undefined;

  const end = async (one: Running | undefined) => {
    if (!one) return;
    if (running === one) running = undefined;
    clearTimeout(one.stuck);
    for (const { done } of one.jobs.values()) done(undefined);
    one.jobs.clear();
    await one.worker.terminate();
  };

  /** Called when another job has become the oldest: the worker draws one at a time. */
  const watch = (one: Running) => {
    clearTimeout(one.stuck);
    if (one.jobs.size > 0) one.stuck = setTimeout(() => void end(one), STUCK_MS).unref();
  };

  const start = (): Running => {
    const worker = new Worker(join(import.meta.dirname, 'drawing-worker.ts'), {
      workerData: { program, origin: origin() },
      env: { NODE_ENV: 'production' },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.unref();
    const one: Running = { worker, jobs: new Map() };
    const finish = (id: number, drawn: Drawn | undefined) => {
      one.jobs.get(id)?.done(drawn);
      if (one.jobs.delete(id)) watch(one);
    };
    const answer = async (question: number, path: string, headers: Record<string, string>) => {
      // One page is drawn at a time, the oldest first: the question is that page's.
      const [job] = one.jobs.values();
      const asked = job?.ask(path, headers).catch(() => undefined);
      const { status, body } = (await within(ANSWER_MS, asked)) ?? { status: 503, body: '{}' };
      worker.postMessage({ kind: 'answer', question, status, body } satisfies ToWorker);
    };
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ask') return void answer(message.question, message.path, message.headers);
      if (message.kind === 'failed') log.warn({ why: message.why }, 'a page could not be drawn');
      finish(message.id, message.kind === 'drawn' ? message.drawn : undefined);
    });
    worker.on('error', (error) => {
      log.warn({ err: error }, 'the worker that draws pages ended');
      void end(one);
    });
    return one;
  };

  const drawNow = (path: string, locale: string, sent: string, ask: AskApi): Promise<Drawn | undefined> => {
    running ??= start();
    const one = running;
    clearTimeout(idle);
    idle = setTimeout(() => void end(running), IDLE_MS).unref();
    ids += 1;
    const id = ids;
    return new Promise((resolve) => {
      one.jobs.set(id, { done: resolve, ask });
      if (one.jobs.size === 1) watch(one);
      one.worker.postMessage({ kind: 'draw', id, path, locale, sent: JSON.parse(sent) } satisfies ToWorker);
    });
  };

  const keep = (key: string, drawn: Drawn | undefined) => {
    kept.delete(key);
    kept.set(key, { at: performance.now(), drawn });
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return drawn;
  };

  return {
    async draw({ path, languages, build }, sent, ask) {
      if (build !== drawnFrom) {
        drawnFrom = build;
        kept.clear();
        void end(running);
      }
      const locale = localeOf(languages);
      const key = `${build} ${locale} ${path}\n${sent}`;
      const known = kept.get(key);
      if (known && performance.now() - known.at < FRESH_MS) return known.drawn;
      if (!existsSync(program)) return undefined;
      // Also for those who ask for a page that is waiting: behind eight, it comes too late.
      if (running && running.jobs.size >= AT_ONCE) return undefined;
      return within(
        PATIENCE_MS,
        once(key, () => drawNow(path, locale, sent, ask).then((made) => made && keep(key, made))),
      );
    },
    async close() {
      clearTimeout(idle);
      await end(running);
    },
  };
}

/** What a promise gives, or undefined if that takes longer than so many milliseconds. */
function within<Value>(ms: number, value: Promise<Value> | undefined): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}
