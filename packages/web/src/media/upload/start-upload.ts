import { loadChunk } from '../../core/lazy.ts';
import { createSignal } from '../../core/store.ts';
import type { Upload, UploadState } from './upload.ts';

const loadUpload = loadChunk(() => import('./upload.ts'));
const PREPARING: UploadState = { step: 'preparing' };

/** `startUpload` for a message, whose code is fetched once somebody chooses a file. */
export function beginUpload(file: File): Upload {
  const changed = createSignal();
  let real: Upload | undefined;
  let early: UploadState = PREPARING;
  const start = () => {
    early = PREPARING;
    loadUpload().then(
      ({ startUpload }) => {
        if (early.step === 'cancelled') return;
        real = startUpload(file, 'message');
        real.onChange(changed.emit);
        changed.emit();
      },
      (error: Error) => {
        if (early.step === 'cancelled') return;
        early = { step: 'failed', message: error.message, canRetry: true };
        changed.emit();
      },
    );
  };
  start();
  return {
    file,
    state: () => real?.state() ?? early,
    edges: () => real?.edges(),
    onChange: changed.subscribe,
    cancel() {
      if (real) return real.cancel();
      early = { step: 'cancelled' };
      changed.emit();
    },
    retry() {
      if (real) return real.retry();
      if (early.step === 'failed') start();
    },
  };
}
