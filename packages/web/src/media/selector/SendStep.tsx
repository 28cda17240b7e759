import type { AttachmentView, PicturePurpose } from '@folkmoot/contract/media/schema.ts';
import { Button } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../core/api-error.ts';
import { Problem } from '../../core/form.tsx';
import { startUpload } from '../upload/upload.ts';
import { waitForProcessing } from '../upload/wait-for-processing.ts';
import { DialogFooterPortal } from './DialogFooterPortal.tsx';
import css from './image-selector.module.css';

type Props = {
  file: File;
  purpose: PicturePurpose;
  onBack: () => void;
  onDone: (view: AttachmentView) => void;
};

type Failure = { message: string; canRetry: boolean };

/** Uploads the finished picture and waits until the server has processed it. Leaving cancels the upload. */
export function SendStep({ file, purpose, onBack, onDone }: Props) {
  const [percent, setPercent] = useState(0);
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);
  const finish = useRef(onDone);
  finish.current = onDone;
  const begin = useCallback(() => setAttempt((before) => before + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt sends again
  useEffect(() => {
    const over = new AbortController();
    let handed = false;
    setFailure(undefined);
    setPercent(0);
    const upload = startUpload(file, purpose);
    const look = () => {
      const state = upload.state();
      if (state.step === 'sending') setPercent(Math.floor((state.sent / Math.max(state.total, 1)) * 100));
      if (state.step === 'finishing') setPercent(100);
      if (state.step === 'failed') setFailure(state);
      if (state.step === 'done')
        waitForProcessing(state.attachment, over.signal).then(
          (view) => {
            if (over.signal.aborted) return;
            handed = true;
            finish.current(view);
          },
          (error: unknown) => {
            if (!over.signal.aborted)
              setFailure({ message: error instanceof Error ? error.message : errorMessage(error), canRetry: true });
          },
        );
    };
    const stop = upload.onChange(look);
    look();
    return () => {
      over.abort(new DOMException('The upload was cancelled.', 'AbortError'));
      stop();
      if (!handed) upload.cancel();
    };
  }, [file, purpose, attempt]);

  return (
    <div className={css.sending}>
      {failure ? (
        <Problem>{failure.message}</Problem>
      ) : (
        <>
          <p aria-live="polite">{percent < 100 ? 'Uploading the picture' : 'Preparing the picture'}</p>
          <span
            role="progressbar"
            aria-label="Uploading the picture"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            className={css.bar}
          >
            <span style={{ width: `${Math.max(percent, 3)}%` }} />
          </span>
        </>
      )}
      <DialogFooterPortal>
        <Button variant="subtle" ref={focus} onClick={onBack}>
          {failure ? 'Back' : 'Cancel'}
        </Button>
        {failure?.canRetry && <Button onClick={begin}>Try again</Button>}
      </DialogFooterPortal>
    </div>
  );
}

/** The focused element disappeared with the previous step. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}
