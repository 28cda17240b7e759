import type { CommunityView } from '@folkmoot/contract/communities/schema.ts';
import { getHome } from '@folkmoot/contract/home/api.ts';
import { apiQuery, apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';

/** A community's published home, as this person sees it. */
export function homeQuery(serverId: string) {
  return apiQuery(getHome, { serverId });
}

/** Whether somebody may read a community's page: of a private one, outsiders see how to join and nothing else. */
export function mayReadHome({ visibility, viewer }: Pick<CommunityView, 'visibility' | 'viewer'>): boolean {
  return visibility === 'public' || viewer !== null;
}

/** Asks again for a community's home: its page, its history and previews. */
export function refreshHome(serverId: string): void {
  void queryClient.invalidateQueries({
    queryKey: apiQueryKey(getHome),
    predicate: ({ queryKey: [, input] }) => (input as { serverId?: string } | undefined)?.serverId === serverId,
  });
}
