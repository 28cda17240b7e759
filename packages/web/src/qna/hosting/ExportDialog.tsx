import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { download } from '../../core/download.ts';
import { toast } from '../../core/toasts/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';

/** Asks before questions and answers leave as a file, and as which one. */
export function ExportDialog({ event }: { event: EventView }) {
  const close = useCloseDialog();
  const [kind, setKind] = useState<'csv' | 'md'>('csv');
  const [busy, setBusy] = useState(false);
  const run = () => {
    setBusy(true);
    download(`/qna/${event.id}/questions/export.${kind}`, `${event.alias}-questions.${kind}`).then(close, (error) => {
      setBusy(false);
      toast.failed(error, { fallback: 'Could not export the questions.' });
    });
  };
  return (
    <Dialog
      title="Export the questions?"
      width={460}
      brief
      footer={
        <>
          <Button variant="subtle" onClick={close}>
            Cancel
          </Button>
          <LoadingButton loading={busy} loadingLabel="Exporting" onClick={run} data-autofocus>
            Export
          </LoadingButton>
        </>
      }
    >
      <Stack gap="md">
        <p>
          You will get a file with all questions, their votes, states and comments, and who asked them. Of anonymous
          questions it says “Anonymous” and nothing else. It contains personal data: keep it safe, and delete it when
          you are done.
        </p>
        <Radio.Group label="Format" value={kind} onChange={(next) => setKind(next as 'csv' | 'md')}>
          <Stack gap="xs" pt="xs">
            <Radio value="csv" label="CSV, for a spreadsheet" />
            <Radio value="md" label="Markdown, for reading" />
          </Stack>
        </Radio.Group>
      </Stack>
    </Dialog>
  );
}
