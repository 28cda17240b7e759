import { listCommunitiesOf, listMembers, removeMember } from '@folkmoot/contract/communities/api.ts';
import type { MemberView } from '@folkmoot/contract/communities/schema.ts';
import { apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';

/** Asks before a member is removed, and removes them. */
export function useRemoval(member: MemberView, serverId: string): () => void {
  const confirm = useConfirm();
  const remove = useApiMutation(removeMember, {
    failed: 'Could not remove the member.',
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMembers) });
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(listCommunitiesOf) });
    },
  });
  return () =>
    confirm({
      title: `Remove ${`${member.firstName} ${member.lastName}`.trim()}?`,
      body: 'They will leave the community, its channels and its upcoming events right away. Their messages stay.',
      verb: 'Remove member',
      busyVerb: 'Removing',
      danger: true,
      run: () => remove.mutateAsync({ serverId, memberId: member.memberId }),
    });
}
