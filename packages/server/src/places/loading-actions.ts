import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../core/db/db.ts';
import type { PlaceData } from '../core/gazetteer/gazetteer-data.ts';
import { newId } from '../core/id.ts';
import type { Log } from '../core/log.ts';
import { Unanswered } from './actions.ts';
import {
  addRows,
  analyzePlaces,
  claimLoading,
  finishLoading,
  markUsable,
  releaseClaim,
  stateOf,
} from './loading-store.ts';

/** Fills the tables of places once for each revision of the packaged data. */
export type Loading = {
  /** Begins in the background, if there is anything to load. */
  begin(): void;
  /**
   * Resolves when searches can be answered: the larger towns come first. Begins to fill the tables if nobody does.
   *
   * @throws Unanswered if that takes longer than `patienceMs`.
   */
  ready(): Promise<void>;
  /**
   * Looks again, after a search without a result, whether the tables are full: they are emptied when a newer server
   * fills them.
   *
   * @throws Unanswered if they are not.
   */
  check(): Promise<void>;
  /** Ends the loading; the next process begins anew. */
  stop(): Promise<void>;
};

/** A process that has added nothing for so long has ended, in milliseconds. */
const SILENT_MS = 60_000;
/** How often a process looks whether another one has finished, and a search whether it can be answered. */
const LOOK_MS = 500;
const SHORT_MS = 20;

type Parts = { db: Db; clock: Clock; log: Log; data: PlaceData; patienceMs?: number };

/** One process at a time loads: it holds a claim, which every batch confirms, and loses it when it falls silent. */
export function createLoading({ db, clock, log, data, patienceMs = 15_000 }: Parts): Loading {
  const { revision } = data;
  const stopping = new AbortController();
  const { signal } = stopping;
  let state: 'none' | 'usable' | 'loaded' = 'none';
  let running: Promise<void> | undefined;

  const load = async (): Promise<void> => {
    while (!signal.aborted) {
      state = await stateOf(db, revision);
      if (state === 'loaded') return;
      const loadId = newId();
      const now = clock.now();
      const claim = { loadId, revision, now, silentSince: new Date(now.getTime() - SILENT_MS) };
      const claimed = await db.transaction().execute((tx) => claimLoading(tx, claim));
      if (claimed) await fill(loadId).finally(() => releaseClaim(db, loadId));
      else await pause(LOOK_MS, undefined, { signal, ref: false });
    }
  };
  const fill = async (loadId: string): Promise<void> => {
    const since = clock.now().getTime();
    for await (const batch of data.read()) {
      if (signal.aborted || !(await addRows(db, loadId, batch, clock.now()))) return;
      if (batch.rows !== 'usable') continue;
      await analyzePlaces(db);
      await markUsable(db, loadId, clock.now());
      state = 'usable';
    }
    await analyzePlaces(db);
    await finishLoading(db, loadId, clock.now());
    log.info({ seconds: Math.round((clock.now().getTime() - since) / 1000) }, 'the places are in the database');
  };
  const run = (): Promise<void> => {
    running ??= load().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    begin() {
      if (state === 'loaded' || signal.aborted) return;
      run().catch((error) => {
        if (!signal.aborted) log.error({ err: error }, 'the places could not be loaded');
      });
    },
    async ready() {
      for (let waited = 0; state === 'none' && waited < patienceMs; waited += SHORT_MS) {
        if (signal.aborted) throw new Unanswered('The server is stopping.');
        const short = pause(SHORT_MS, undefined, { ref: false });
        await Promise.race([run(), short]).catch((error: unknown) => {
          throw new Unanswered('The places could not be loaded.', { cause: error });
        });
      }
      if (state === 'none' || signal.aborted) throw new Unanswered('The places are still being loaded.');
    },
    async check() {
      state = await stateOf(db, revision);
      if (state !== 'loaded') throw new Unanswered('The places are still being loaded.');
    },
    async stop() {
      stopping.abort();
      await running?.catch(() => undefined);
    },
  };
}
