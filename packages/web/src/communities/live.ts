import { personChanged } from '@folkmoot/contract/accounts/api.ts';
import {
  bansChanged,
  getCommunity,
  getMemberPermissions,
  listBans,
  listJoinRequests,
  listMembers,
  listMyCommunities,
  memberChanged,
  memberJoined,
  memberLeft,
  permissionsChanged,
  requestAnswered,
  requestsChanged,
  serverChanged,
  serverDeleted,
} from '@folkmoot/contract/communities/api.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import { useNavigate } from '@tanstack/react-router';
import { useLive, useResync } from '../core/live.ts';
import { apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { useMyId } from '../core/session.tsx';
import { toast } from '../core/toasts/toast.ts';
import { refreshCommunity } from './queries.ts';

/** Keeps communities on the screen current while the shell is open. `currentId` is the one on the screen. */
export function useCommunityLive(currentId: string | undefined): void {
  const me = useMyId();
  const navigate = useNavigate();

  const isGone = (serverId: string, sentence: (name: string) => string) => {
    const rail = queryClient.getQueryData<Answer<typeof listMyCommunities>>(apiQueryKey(listMyCommunities, {}));
    const name = rail?.data.find(({ id }) => id === serverId)?.name ?? 'this community';
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMyCommunities) });
    queryClient.removeQueries({ queryKey: apiQueryKey(getMemberPermissions, { serverId }) });
    if (serverId !== currentId) return;
    toast.done(sentence(name));
    void navigate({ to: '/' });
  };

  useLive(permissionsChanged, ({ serverId, member }) => {
    queryClient.setQueryData<Answer<typeof getMemberPermissions>>(apiQueryKey(getMemberPermissions, { serverId }), {
      data: member.permissions,
      member,
    });
    queryClient.setQueryData<Answer<typeof listMyCommunities>>(apiQueryKey(listMyCommunities, {}), (rail) =>
      rail ? { data: rail.data.map((each) => (each.id === serverId ? { ...each, viewer: member } : each)) } : rail,
    );
    // Everything you see may be different now: private channels appear or disappear, buttons change. The screens draw
    // themselves first, so that nothing is asked for that is not yours any more.
    setTimeout(() => void queryClient.invalidateQueries());
  });
  useLive(serverChanged, ({ serverId }) => refreshCommunity(serverId));
  useLive(serverDeleted, ({ serverId }) => isGone(serverId, (name) => `${name} was deleted.`));
  useLive(memberJoined, ({ serverId, userId }) => {
    refreshMembers(serverId);
    if (userId === me) refreshCommunity(serverId);
  });
  useLive(memberChanged, ({ serverId }) => refreshMembers(serverId));
  useLive(personChanged, () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMembers) }));
  useLive(memberLeft, ({ serverId, userId }) => {
    if (userId === me) isGone(serverId, (name) => `You are no longer in ${name}.`);
    else refreshMembers(serverId);
  });
  useLive(requestsChanged, () => {
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(listJoinRequests) });
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMyCommunities) });
  });
  useLive(bansChanged, () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listBans) }));
  useLive(requestAnswered, ({ serverId, name, status }) => {
    refreshCommunity(serverId);
    toast.done(status === 'approved' ? `You are now a member of ${name}.` : `${name} answered your request.`);
  });
  useResync(() => {
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMyCommunities) });
    // Cached without expiry, and a role change that was published while the socket was away is not published again.
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(getMemberPermissions), refetchType: 'all' });
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(listJoinRequests) });
  });
}

function refreshMembers(serverId: string): void {
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(getCommunity, { serverId }) });
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [name, input] }) =>
      name === apiQueryKey(listMembers)[0] && (input as { serverId?: string } | undefined)?.serverId === serverId,
  });
}
