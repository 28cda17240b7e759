import { Button } from '@mantine/core';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';

/** Asked when the time or location of a published event changes. */
export function NotifyDialog({ onAnswer }: { onAnswer: (notify: boolean) => void }) {
  const close = useCloseDialog();
  const answer = (notify: boolean) => {
    close();
    onAnswer(notify);
  };
  return (
    <Dialog
      title="Notify everyone who is going?"
      width={440}
      brief
      footerStart={
        <Button variant="subtle" onClick={close}>
          Cancel
        </Button>
      }
      footer={
        <>
          <Button variant="default" onClick={() => answer(false)}>
            Save without notifying
          </Button>
          <Button data-autofocus onClick={() => answer(true)}>
            Save and notify
          </Button>
        </>
      }
    >
      <p>The time or the location has changed. The email gives the new details.</p>
    </Dialog>
  );
}
