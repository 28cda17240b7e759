import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { LoadingButton } from '../feedback/LoadingButton.tsx';
import { Dialog } from './Dialog.tsx';
import { useCloseDialog, useShowDialog } from './DialogProvider.tsx';

type Question = {
  title: string;
  body: ReactNode;
  /** The verb on the button, such as `Archive channel`. */
  verb: string;
  busyVerb: string;
  danger?: boolean;
  /** Does it, and toasts its own failure; the dialog closes when it resolves and stays when it rejects. */
  run: () => Promise<unknown>;
};

/** Asks before something that is hard to undo. */
export function useConfirm(): (question: Question) => void {
  const show = useShowDialog();
  return (question) => show(<ConfirmDialog {...question} />);
}

function ConfirmDialog({ title, body, verb, busyVerb, danger = false, run }: Question) {
  const close = useCloseDialog();
  const [busy, setBusy] = useState(false);
  const act = () => {
    setBusy(true);
    run().then(close, () => setBusy(false));
  };
  return (
    <Dialog
      title={title}
      width={440}
      brief
      footer={
        <>
          {/* What cannot be undone is not one careless Enter away. */}
          <Button variant="subtle" onClick={close} {...(danger && { 'data-autofocus': true })}>
            Cancel
          </Button>
          <LoadingButton
            loading={busy}
            loadingLabel={busyVerb}
            onClick={act}
            {...(danger ? { color: 'madder' } : { 'data-autofocus': true })}
          >
            {verb}
          </LoadingButton>
        </>
      }
    >
      <div>{body}</div>
    </Dialog>
  );
}
