import { loadChunk } from '../../core/lazy.ts';
import type { Upload, UploadState } from './upload.ts';

const loadUpload = loadChunk(() => import('./upload.ts'));
const PREPARING: UploadState = { step: 'preparing' };

/** `startUpload` for a message, whose code is fetched once somebody chooses a file. */
export function beginUpload(file: File): Upload {
  const listeners = new Set<() => void>();
  let real: Upload | undefined;
  let early: UploadState = PREPARING;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const start = () => {
    early = PREPARING;
    loadUpload().then(
      ({ startUpload }) => {
        if (early.step === 'cancelled') return;
        real = startUpload(file, 'message');
        real.onChange(tell);
        tell();
      },
      (error: Error) => {
        if (early.step === 'cancelled') return;
        early = { step: 'failed', message: error.message, canRetry: true };
        tell();
      },
    );
  };
  start();
  return {
    file,
    state: () => real?.state() ?? early,
    edges: () => real?.edges(),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cancel() {
      if (real) return real.cancel();
      early = { step: 'cancelled' };
      tell();
    },
    retry() {
      if (real) return real.retry();
      if (early.step === 'failed') start();
    },
  };
}
