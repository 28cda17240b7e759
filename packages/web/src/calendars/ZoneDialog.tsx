import { Button } from '@mantine/core';
import { useState } from 'react';
import { ZoneSelect } from '../events/times/ZoneSelect.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../ui/dialog/DialogProvider.tsx';

type Props = { shown: string; at: number; onChoose: (zone: string) => void };

/** On whose clock a calendar is shown: that of any city. */
export function ZoneDialog({ shown, at, onChoose }: Props) {
  const close = useCloseDialog();
  const [zone, setZone] = useState(shown);
  return (
    <Dialog
      title="Show times in another city"
      subtitle="Only for you, in this browser."
      width={440}
      footer={
        <>
          <Button variant="subtle" onClick={close}>
            Cancel
          </Button>
          <Button
            disabled={zone === shown}
            onClick={() => {
              close();
              onChoose(zone);
            }}
          >
            Show these times
          </Button>
        </>
      }
    >
      <ZoneSelect value={zone} at={at} onChange={setZone} />
    </Dialog>
  );
}
