import { discoverEvents, listEvents } from '@folkmoot/contract/events/api.ts';
import { apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';

/** Refetches lists of events, after one was added, changed or removed. */
export function refreshEvents(): void {
  for (const endpoint of [listEvents, discoverEvents])
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(endpoint) });
}
