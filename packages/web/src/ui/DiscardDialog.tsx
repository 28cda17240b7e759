import { Button } from '@mantine/core';
import { Dialog } from './Dialog.tsx';
import { useCloseDialog } from './DialogHost.tsx';

/** Asks before something typed is thrown away. */
export function DiscardDialog({ onDiscard }: { onDiscard: () => void }) {
  const close = useCloseDialog();
  return (
    <Dialog
      title="Discard your changes?"
      width={440}
      footer={
        <>
          <Button variant="subtle" onClick={close} data-autofocus>
            Keep editing
          </Button>
          <Button
            color="madder"
            onClick={() => {
              close();
              onDiscard();
            }}
          >
            Discard
          </Button>
        </>
      }
    >
      <div>Your changes have not been saved.</div>
    </Dialog>
  );
}
