import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { listMembers } from '@folkmoot/contract/communities/api.ts';
import { addMembers } from '@folkmoot/contract/conversations/api.ts';
import { type ConversationFacts, refusals } from '@folkmoot/contract/conversations/schema.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { PeoplePicker } from '../../communities/members/PeoplePicker.tsx';
import { apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';

type Props = {
  facts: Pick<ConversationFacts, 'id' | 'serverId'>;
  /** The channel's name; a private conversation has none here. */
  channel?: string;
  onAdded: () => void;
};

/** Adds people to a conversation: found by name, at least one. */
export function AddMembersDialog({ facts, channel, onAdded }: Props) {
  const close = useCloseDialog();
  const [chosen, setChosen] = useState<readonly PersonView[]>([]);
  const leave = useUnsaved(chosen.length > 0);
  const [missing, setMissing] = useState(false);
  const add = useApiMutation(addMembers, {
    failed: 'Could not add them.',
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMembers) });
      onAdded();
      close();
    },
  });
  const submit = () => {
    if (chosen.length === 0) return setMissing(true);
    const users = chosen.map(({ id }) => id);
    add.mutate({ conversationId: facts.id, users, ...(facts.serverId === null ? {} : { serverId: facts.serverId }) });
  };
  return (
    <Dialog
      title={channel === undefined ? 'Add member to this conversation' : `Add member to #${channel}`}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton loading={add.isPending} loadingLabel="Adding" onClick={submit}>
            {chosen.length > 1 ? `Add ${chosen.length} people` : 'Add'}
          </LoadingButton>
        </>
      }
    >
      <PeoplePicker
        chosen={chosen}
        conversationId={facts.id}
        problem={missing ? refusals.nobodySelected.message : null}
        onChange={(next) => {
          setMissing(false);
          setChosen(next);
        }}
      />
    </Dialog>
  );
}
