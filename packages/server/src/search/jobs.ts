import type { Db } from '../core/db/db.ts';
import type { Log } from '../core/log.ts';
import { countWords, findBehind, indexNext } from './index-store.ts';

/** Milliseconds from the first change until what is new can be found; more of it gathers in that time. */
const GATHER = 250;
/** Milliseconds between full sweeps: for what another process left behind when it ended. */
const SWEEP = 30_000;
/** This many messages change how common words are. */
const RECOUNT = 20_000;

export type Indexer = {
  /** Something changed in these conversations: it will be indexed soon. */
  wake(conversationIds: readonly string[]): void;
  /** Indexes all pending changes, and from then on those it is woken for. */
  start(): void;
  /** Everything pending now can be found when this is done. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Makes messages searchable, separately from sending, which waits for nothing (docs/decisions/016). Every process
 * runs one; each conversation's changes are taken in order by the process that holds its mark.
 */
export function createIndexer(db: Db, log: Log): Indexer {
  const woken = new Set<string>();
  let running: Promise<void> = Promise.resolve();
  let gathering: NodeJS.Timeout | undefined;
  let sweeping: NodeJS.Timeout | undefined;
  let open = false;
  let sinceCount = 0;

  const index = async (homeIds: string[] | undefined, mayGoOn: () => boolean) => {
    for (;;) {
      let done = 0;
      for (const id of await findBehind(db, homeIds)) {
        for (let more = true; more && mayGoOn(); ) {
          const step = await db.transaction().execute((tx) => indexNext(tx, id));
          more = step.more;
          done += step.count;
        }
      }
      sinceCount += done;
      if (sinceCount >= RECOUNT && mayGoOn()) {
        sinceCount = 0;
        await countWords(db);
      }
      // What another process holds counts as done: it continues with it.
      if (done === 0 || !mayGoOn()) return;
    }
  };
  /** One after another; the next sweep retries failures. */
  const queue = (homeIds: string[] | undefined, mayGoOn: () => boolean) => {
    running = running
      .then(() => index(homeIds, mayGoOn))
      .catch((error) => log.warn({ err: error }, 'messages could not be indexed and will be tried again'));
    return running;
  };
  const whileOpen = () => open;

  return {
    wake(conversationIds) {
      if (!open || conversationIds.length === 0) return;
      for (const id of conversationIds) woken.add(id);
      gathering ??= setTimeout(() => {
        gathering = undefined;
        const ids = [...woken];
        woken.clear();
        void queue(ids, whileOpen);
      }, GATHER);
    },
    start() {
      open = true;
      void queue(undefined, whileOpen);
      sweeping = setInterval(() => void queue(undefined, whileOpen), SWEEP).unref();
    },
    catchUp: () => queue(undefined, () => true),
    async stop() {
      open = false;
      clearTimeout(gathering);
      clearInterval(sweeping);
      await running;
    },
  };
}
