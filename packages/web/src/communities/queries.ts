import {
  getCommunity,
  getMemberPermissions,
  listJoinRequests,
  listMyCommunities,
  resolveAlias,
} from '@folkmoot/contract/communities/api.ts';
import type { CommunityView, RailView } from '@folkmoot/contract/communities/schema.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { call, noteMember } from '../core/api-client.ts';
import { apiInfiniteQuery, apiQuery, apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { useSession } from '../core/session.tsx';

/** My communities, for the rail and the start page. */
export function railQuery() {
  return {
    ...apiQuery(listMyCommunities, {}),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Answer<typeof listMyCommunities>> => {
      const rail = await call(listMyCommunities, {}, { signal });
      for (const { id, viewer } of rail.data) noteMember(id, viewer.memberId);
      return rail;
    },
  };
}

/** My communities; visitors make no request. */
export function useRail() {
  const session = useSession();
  return useQuery({ ...railQuery(), enabled: session.status === 'signedIn' });
}

/** One of my communities, by its id. */
export function useMine(serverId: string | undefined): RailView | undefined {
  return useRail().data?.data.find(({ id }) => id === serverId);
}

type At = {
  community: CommunityView | undefined;
  /** The current address, if the requested one is an old one. */
  movedTo: string | undefined;
  /** True if the address names something that is not a community. */
  other: boolean;
  error: Error | null;
  again: () => void;
};

/** What is at `/{alias}`. My own communities are known from the rail and need no lookup. */
export function useCommunityAt(alias: string): At {
  const session = useSession();
  const rail = useRail();
  const known = rail.data?.data.find(({ slug }) => slug === alias.toLowerCase());
  const mayAsk = !known && (session.status !== 'signedIn' || rail.isFetched);
  const resolved = useQuery({ ...apiQuery(resolveAlias, { alias }), enabled: mayAsk });
  const named = resolved.data?.data;
  const id = known?.id ?? (named?.resource_type === 'community' ? named.resource_id : undefined);
  const community = useQuery({ ...apiQuery(getCommunity, { serverId: id ?? '' }), enabled: id !== undefined });
  return {
    community: community.data,
    movedTo: !known && named && named.alias !== alias ? named.alias : undefined,
    other: named !== undefined && named.resource_type !== 'community',
    error: (known ? null : resolved.error) ?? community.error,
    again: () => void (id === undefined ? resolved.refetch() : community.refetch()),
  };
}

export const CommunityContext = createContext<CommunityView | undefined>(undefined);

/** The community that the screen belongs to; only inside `/{alias}`. */
export function useCommunity(): CommunityView {
  const community = use(CommunityContext);
  if (!community) throw new Error('useCommunity is used outside a community');
  return community;
}

/** Your membership of a community. Cached without expiry, as specified: a live event replaces it (`live.ts`). */
export function useViewer(serverId: string | undefined) {
  const session = useSession();
  const known = useMine(serverId);
  return (
    useQuery({
      ...apiQuery(getMemberPermissions, { serverId: serverId ?? '' }),
      enabled: serverId !== undefined && session.status === 'signedIn' && known !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }).data?.member ?? known?.viewer
  );
}

/** Open join requests; fetched only by people who manage members. Live events keep them current. */
export function useRequests(serverId: string, manages: boolean) {
  return useInfiniteQuery({ ...apiInfiniteQuery(listJoinRequests, { serverId }), enabled: manages });
}

/** The number of open join requests. */
export function useWaitingCount(serverId: string, manages: boolean): number {
  return useRequests(serverId, manages).data?.pages[0]?.count ?? 0;
}

/** Refetches everything that shows this community, after it or your membership changed. */
export function refreshCommunity(serverId: string): void {
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMyCommunities) });
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(getCommunity, { serverId }) });
}
