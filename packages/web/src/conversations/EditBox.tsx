import { MessageText } from '@folkmoot/contract/conversations/schema.ts';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Busy } from '../ui/Busy.tsx';
import css from './composer.module.css';

type Props = { text: string; onSave: (text: string) => Promise<string | undefined>; onCancel: () => void };

/** A message being changed in its place. Escape leaves it as it was. */
export function EditBox({ text, onSave, onCancel }: Props) {
  const [draft, setDraft] = useState(text);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const checked = MessageText.safeParse(draft);
    if (!checked.success) return setProblem(checked.error.issues[0]?.message);
    setBusy(true);
    const refused = await onSave(draft);
    setBusy(false);
    if (refused) setProblem(refused);
    else onCancel();
  };
  return (
    <div className={css.edit}>
      <Textarea
        aria-label="Edit message"
        autosize
        maxRows={12}
        data-autofocus
        autoFocus
        value={draft}
        error={problem}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.setSelectionRange(draft.length, draft.length)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') {
            event.stopPropagation();
            onCancel();
          }
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            void save();
          }
        }}
      />
      <div className={css.editButtons}>
        <Button variant="subtle" size="xs" onClick={onCancel}>
          Cancel
        </Button>
        <Busy size="xs" busy={busy} saying="Saving" onClick={() => void save()}>
          Save
        </Busy>
      </div>
    </div>
  );
}
