import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { reportsChanged } from '@folkmoot/contract/reports/api.ts';
import { useLive } from '../core/live.ts';
import { apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';

/** Keeps the number of open reports current while the shell is open. */
export function useReportsLive(): void {
  useLive(reportsChanged, () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMyCommunities) }));
}
