import { loadChunk, loadUntilDone, onChunkFailure } from '../lazy.ts';
import { createStore } from '../store.ts';

/** Toasts come in a chunk of their own, when there is first something to say. */
/** Rejects without a network. */
export const fetchNotices = loadChunk(() => import('./toaster.tsx'));
export const loadNotices = () => loadUntilDone(fetchNotices, () => undefined);

export type Failed = { fallback?: string | undefined; again?: (() => void) | undefined };

/** Whether there has been any toast, for the component that shows them. */
export const noticesNeeded = createStore(false);

/** The toasts: successes disappear by themselves, failures stay until they are dismissed. */
export const toast = {
  done(message: string): void {
    void need().then(({ showDone }) => showDone(message));
  },

  /** The same, with a way to take it back for some milliseconds. */
  undoable(message: string, ms: number, undo: () => void): void {
    void need().then(({ showUndoable }) => showUndoable(message, ms, undo));
  },

  /** Shows the server's sentence, else `fallback`; offers `again` if that can help. */
  failed(error: unknown, options: Failed = {}): void {
    void need().then(({ showFailed }) => showFailed(error, options));
  },
};

function need(): ReturnType<typeof loadNotices> {
  noticesNeeded.set(true);
  return loadNotices();
}

onChunkFailure((error) => toast.failed(error));
