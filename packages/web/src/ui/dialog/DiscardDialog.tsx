import { Button } from '@mantine/core';
import { Dialog } from './Dialog.tsx';
import { type LeaveWords, useCloseDialog } from './DialogProvider.tsx';

const USUAL: LeaveWords = {
  title: 'Discard your changes?',
  body: 'Your changes have not been saved.',
  stay: 'Keep editing',
  leave: 'Discard',
};

/** Asks before unsaved changes are discarded. */
export function DiscardDialog({ words = USUAL, onDiscard }: { words?: LeaveWords; onDiscard: () => void }) {
  const close = useCloseDialog();
  return (
    <Dialog
      title={words.title}
      width={440}
      brief
      footer={
        <>
          <Button variant="subtle" onClick={close} data-autofocus>
            {words.stay}
          </Button>
          <Button
            color="madder"
            onClick={() => {
              close();
              onDiscard();
            }}
          >
            {words.leave}
          </Button>
        </>
      }
    >
      <div>{words.body}</div>
    </Dialog>
  );
}
