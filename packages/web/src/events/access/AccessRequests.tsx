import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { answerAccessRequest, listAccessRequests } from '@folkmoot/contract/events/api.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { apiQuery, apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { timeAgo } from '../../ui/format-date.ts';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import css from '../editing/event-form.module.css';
import { refreshAttention } from '../hosts/useAttention.ts';

/** People who ask for access to a private event; each is approved or declined, and told by email. */
export function AccessRequests({ event }: { event: EventView }) {
  const eventId = event.id;
  const requests = useQuery(apiQuery(listAccessRequests, { eventId }));
  const answer = useApiMutation(answerAccessRequest, {
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(listAccessRequests, { eventId }) });
      refreshAttention();
    },
  });
  const here = useLocation({ select: ({ hash }) => hash === 'section-access' });
  const isThere = requests.data !== undefined;
  // An email links here; only now does the form above have its final height.
  useEffect(() => {
    if (here && isThere) document.getElementById('section-access')?.scrollIntoView({ block: 'start' });
  }, [here, isThere]);
  if (requests.isError) return <ErrorState error={requests.error} again={requests.refetch} level={3} />;
  if (!requests.data) return null;
  if (requests.data.data.length === 0) return <p className={css.note}>No access requests.</p>;
  return (
    <ul className={css.list} aria-label="Requests for access">
      {requests.data.data.map(({ id, person, email, askedAt }) => (
        <li key={id} className={css.person}>
          <Avatar person={person} size={36} />
          <span>
            <b dir="auto">{fullName(person)}</b>
            <small>
              {email} · {timeAgo(new Date(askedAt * 1000).toISOString())}
            </small>
          </span>
          <Button
            size="sm"
            aria-label={`Let ${fullName(person)} in`}
            onClick={() => answer.mutate({ eventId, userId: person.id, grant: true })}
          >
            Let in
          </Button>
          <Button
            size="sm"
            variant="default"
            aria-label={`Decline ${fullName(person)}`}
            onClick={() => answer.mutate({ eventId, userId: person.id, grant: false })}
          >
            Decline
          </Button>
        </li>
      ))}
    </ul>
  );
}
