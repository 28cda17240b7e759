import { listHosts } from '@folkmoot/contract/events/api.ts';
import type { HostRow } from '@folkmoot/contract/events/invitations-schema.ts';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { refreshEvent } from '../queries.ts';

export const HOST_ROLES = [
  { value: 'host', label: 'Host' },
  { value: 'featured_guest', label: 'Featured guest' },
];

/** Shows the hosts that a call has returned. */
export function noteHosts(eventId: string, data: HostRow[]): void {
  queryClient.setQueryData(apiQueryKey(listHosts, { eventId }), { data });
  refreshEvent(eventId);
}
