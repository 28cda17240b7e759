import { blockUser, getBlock, unblockUser } from '@folkmoot/contract/blocks/api.ts';
import { createPrivate } from '@folkmoot/contract/personal/api.ts';
import { Button } from '@mantine/core';
import { IconBan, IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { apiQuery, apiQueryKey, useApiMutation } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx';
import { useCloseDialog } from '../ui/dialog/DialogProvider.tsx';
import { refreshPersonal } from './queries.ts';

/** On a person's card: message them, block them or unblock them. */
export function PersonActions({ userId, name }: { userId: string; name: string }) {
  const close = useCloseDialog();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const state = useQuery(apiQuery(getBlock, { userId }));
  const blocked = state.data?.data.blocked ?? false;
  const refresh = () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(getBlock) });
  const start = useApiMutation(createPrivate, {
    said: null,
    onDone: ({ data }) => {
      refreshPersonal();
      close();
      void navigate({ to: '/chat/$conversationId', params: { conversationId: data.id } });
    },
  });
  const block = useApiMutation(blockUser, { onDone: refresh });
  const unblock = useApiMutation(unblockUser, { onDone: refresh });
  const ask = () =>
    confirm({
      title: `Block ${name}?`,
      body: 'You no longer see what they write, and neither of you can message the other. They are not told.',
      verb: 'Block',
      busyVerb: 'Blocking',
      danger: true,
      run: () => block.mutateAsync({ userId }),
    });
  return (
    <div style={{ display: 'flex', gap: 'var(--fm-space-8)', flexWrap: 'wrap' }}>
      <Button
        leftSection={<IconMessage size={17} />}
        loading={start.isPending}
        disabled={blocked}
        onClick={() => start.mutate({ users: [userId] })}
      >
        Message
      </Button>
      {state.data && (
        <Button
          variant="default"
          leftSection={<IconBan size={17} />}
          loading={unblock.isPending}
          onClick={() => (blocked ? unblock.mutate({ userId }) : ask())}
        >
          {blocked ? 'Unblock' : 'Block'}
        </Button>
      )}
    </div>
  );
}
