import { listAttention } from '@folkmoot/contract/events/api.ts';
import type { Attention } from '@folkmoot/contract/events/invitations-schema.ts';
import { notificationsChanged } from '@folkmoot/contract/notifications/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useLive } from '../../core/live.ts';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useSession } from '../../core/session.tsx';
import { useEventLive } from '../page/useEventLive.ts';

const NOTHING: Attention = { data: [], calendars: [], invitations: 0, invitedTo: [], reportedMessages: 0 };

/** What waits for me at the events I host and on the calendars I manage, and how many invitations I have not answered. */
export function useAttention(): Attention {
  const session = useSession();
  const { data } = useQuery({ ...apiQuery(listAttention, {}), enabled: session.status === 'signedIn' });
  useEventLive(refreshAttention);
  // Questions and submissions are told of by a notification.
  useLive(notificationsChanged, refreshAttention);
  return data ?? NOTHING;
}

/** Whether it has been answered: until then, nobody knows that nothing waits. */
export const isKnown = (attention: Attention): boolean => attention !== NOTHING;

export function refreshAttention(): void {
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(listAttention) });
}

/** How much of it waits for my answer at events; registrations do not, nor do payments that their buyers can still make otherwise. */
export function answersDue({ data, calendars, invitations }: Attention): number {
  const submissions = calendars.reduce((sum, one) => sum + one.submissions, 0);
  return data.reduce(
    (sum, { refunds, requests, access, questions }) => sum + refunds + requests + access + questions,
    invitations + submissions,
  );
}

/** How many things there are to see to, one for each row that shows them, and how many of them are about money. */
export function thingsDue({ data, calendars, invitations, reportedMessages }: Attention): {
  things: number;
  money: number;
} {
  const kinds = data.map(({ refunds, debits, requests, access, questions, registered }) =>
    [refunds, debits, requests, access, questions, registered].filter((count) => count > 0),
  );
  return {
    things: kinds.flat().length + calendars.length + Number(invitations > 0) + Number(reportedMessages > 0),
    money: data.flatMap(({ refunds, debits }) => [refunds, debits]).filter((count) => count > 0).length,
  };
}
