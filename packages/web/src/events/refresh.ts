import { discoverEvents, listEvents } from '@folkmoot/contract/events/api.ts';
import { apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';

/** Asks again for lists of events, after one came, changed or went. */
export function refreshEvents(): void {
  for (const endpoint of [listEvents, discoverEvents])
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(endpoint) });
}
