import { listAttention } from '@folkmoot/contract/events/api.ts';
import type { AttentionView } from '@folkmoot/contract/events/invitations-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useSession } from '../../core/session.tsx';
import { useEventLive } from '../page/useEventLive.ts';

const NOTHING: { data: AttentionView[]; invitations: number } = { data: [], invitations: 0 };

/** What waits for me at the events I host, and how many invitations I have not answered. */
export function useAttention(): { data: AttentionView[]; invitations: number } {
  const session = useSession();
  const { data } = useQuery({ ...apiQuery(listAttention, {}), enabled: session.status === 'signedIn' });
  useEventLive(refreshAttention);
  return data ?? NOTHING;
}

export function refreshAttention(): void {
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(listAttention) });
}

/** How much of it waits for my answer; registrations do not. */
export function answersDue({ data, invitations }: { data: readonly AttentionView[]; invitations: number }): number {
  return data.reduce((sum, { requests, access }) => sum + requests + access, invitations);
}
