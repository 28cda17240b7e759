import { leaveCommunity, listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { useNavigate } from '@tanstack/react-router';
import { apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';

/** Leaves a community, after asking. */
export function useLeaveCommunity(): (community: { id: string; name: string }) => void {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const leave = useApiMutation(leaveCommunity);
  return (community) =>
    confirm({
      title: `Leave ${community.name}?`,
      body: 'You will leave all its channels and members-only events. Your messages stay, under your name.',
      verb: 'Leave community',
      busyVerb: 'Leaving',
      danger: true,
      run: async () => {
        await leave.mutateAsync({ serverId: community.id });
        await queryClient.invalidateQueries({ queryKey: apiQueryKey(listMyCommunities) });
        await navigate({ to: '/' });
      },
    });
}
