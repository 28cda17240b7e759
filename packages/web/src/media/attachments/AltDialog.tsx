import { Alt } from '@folkmoot/contract/media/schema.ts';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { errorMessage } from '../../core/api-error.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from './alt-dialog.module.css';

type Props = {
  fileName: string;
  alt: string;
  picture: string | undefined;
  /** Saves it; rejects with what went wrong. */
  onSave: (alt: string) => Promise<unknown>;
};

/** Edits the description of a picture, for people who cannot see it. */
export function AltDialog({ fileName, alt, picture, onSave }: Props) {
  const close = useCloseDialog();
  const [draft, setDraft] = useState(alt);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const leave = useUnsaved(draft !== alt);
  const save = () => {
    const checked = Alt.safeParse(draft);
    if (!checked.success) return setProblem(checked.error.issues[0]?.message);
    setBusy(true);
    onSave(checked.data).then(close, (error: unknown) => {
      setBusy(false);
      setProblem(errorMessage(error, 'Not saved. Try again.'));
    });
  };
  return (
    <Dialog
      title="Describe this picture"
      width={460}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton loading={busy} loadingLabel="Saving" onClick={save}>
            Save
          </LoadingButton>
        </>
      }
    >
      {picture && <img className={css.picture} src={picture} alt={alt || fileName} />}
      <Textarea
        label="Description"
        description="Read out to people who cannot see the picture."
        autosize
        minRows={2}
        maxRows={6}
        dir="auto"
        data-autofocus
        value={draft}
        error={problem}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
    </Dialog>
  );
}
