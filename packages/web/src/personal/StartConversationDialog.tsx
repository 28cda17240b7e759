import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { createPrivate } from '@folkmoot/contract/personal/api.ts';
import { refusals } from '@folkmoot/contract/personal/schema.ts';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PeoplePicker } from '../communities/members/PeoplePicker.tsx';
import { useApiMutation } from '../core/queries.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';
import { refreshPersonal } from './queries.ts';

/** Starts a conversation with one person, or a group with several. Two people only ever have one. */
export function StartConversationDialog({ serverId }: { serverId?: string | undefined }) {
  const close = useCloseDialog();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly PersonView[]>([]);
  const leave = useUnsaved(chosen.length > 0);
  const [problem, setProblem] = useState<string | null>(null);
  const start = useApiMutation(createPrivate, {
    said: null,
    failed: 'Could not start the conversation.',
    onDone: ({ data }) => {
      refreshPersonal();
      close();
      void navigate({ to: '/chat/$conversationId', params: { conversationId: data.id } });
    },
  });
  const submit = () => {
    if (chosen.length === 0) return setProblem(refusals.nobody.message);
    start.mutate({ users: chosen.map(({ id }) => id), ...(serverId === undefined ? {} : { serverId }) });
  };
  return (
    <Dialog
      title="Start private conversation"
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton loading={start.isPending} loadingLabel="Starting" onClick={submit}>
            {chosen.length > 1 ? 'Start group' : 'Start conversation'}
          </LoadingButton>
        </>
      }
    >
      <PeoplePicker
        chosen={chosen}
        problem={problem}
        onChange={(next) => {
          setProblem(null);
          setChosen(next);
        }}
      />
    </Dialog>
  );
}
