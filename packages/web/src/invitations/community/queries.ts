import { listCommunityMailings, listEmailInvitations } from '@folkmoot/contract/invitations/community-api.ts';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';

/** Asks again for the invitations by email of a community, and for what is being sent. */
export function refreshEmailInvitations(serverId: string): void {
  for (const endpoint of [listEmailInvitations, listCommunityMailings])
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [name, input] }) =>
        name === apiQueryKey(endpoint)[0] && (input as { serverId?: string } | undefined)?.serverId === serverId,
    });
}
