import { LIMITS, type MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { problemOfText } from '@folkmoot/contract/conversations/text-rules.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';

type Props = {
  message: MessageView;
  /** A reply in a thread. */
  inThread: boolean;
  /** Saves; returns the reason if it could not. */
  onSave: (text: string) => Promise<string | undefined>;
};

/** Changes the text of one of your own messages. Moderators can still see the earlier text. */
export function EditMessageDialog({ message, inThread, onSave }: Props) {
  const close = useCloseDialog();
  const [draft, setDraft] = useState(message.text);
  const leave = useUnsaved(draft !== message.text);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const wrong = problemOfText(draft);
    if (wrong !== undefined) return setProblem(wrong);
    setBusy(true);
    const refused = await onSave(draft);
    setBusy(false);
    if (refused) setProblem(refused);
    else close();
  };
  return (
    <Dialog
      title={inThread ? 'Edit thread' : 'Edit message'}
      width={620}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton loading={busy} loadingLabel="Saving" onClick={() => void save()}>
            Save
          </LoadingButton>
        </>
      }
    >
      <Textarea
        label="Message"
        autosize
        minRows={3}
        maxRows={16}
        dir="auto"
        data-autofocus
        description={`${lengthOf(draft).toLocaleString()}/${LIMITS.text.toLocaleString()}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={draft}
        error={problem}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          setProblem(undefined);
        }}
        onFocus={(event) => event.currentTarget.setSelectionRange(draft.length, draft.length)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          void save();
        }}
      />
    </Dialog>
  );
}
