import { getAccount } from '@folkmoot/contract/payments/api.ts';
import { getEventPayments, listOrders } from '@folkmoot/contract/payments/orders-api.ts';
import type { EventPayments } from '@folkmoot/contract/payments/orders-schema.ts';
import type { AccountView } from '@folkmoot/contract/payments/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';

export type Selling = {
  /** What the event sells with; undefined until it is known. */
  payments: EventPayments | undefined;
  /** Your own account, as Stripe has it; null if you have none. */
  own: AccountView | null | undefined;
  error: Error | null;
  again: () => void;
};

/** What an event sells with, and your own account: read from Stripe each time you come back to this page. */
export function useSelling(eventId: string): Selling {
  const own = useQuery({ ...apiQuery(getAccount, {}), refetchOnMount: 'always', refetchOnWindowFocus: 'always' });
  // What Stripe says of your account is written down by that call: the event's state is read after it.
  const payments = useQuery({
    ...apiQuery(getEventPayments, { eventId }),
    queryKey: [...apiQueryKey(getEventPayments, { eventId }), own.dataUpdatedAt],
    enabled: !own.isPending,
    placeholderData: (before) => before,
  });
  return {
    payments: payments.data?.data,
    own: own.data?.data,
    error: payments.error ?? (payments.data?.data.available ? own.error : null),
    again: () => {
      void own.refetch();
      void payments.refetch();
    },
  };
}

/** Refetches what is known of accounts. */
export function refreshSelling(): void {
  for (const endpoint of [getAccount, getEventPayments])
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(endpoint) });
}

/** Refetches the lists of what was sold. */
export function refreshOrders(): void {
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(listOrders) });
}
