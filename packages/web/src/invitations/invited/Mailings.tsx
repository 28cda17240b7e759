import { listMailings, resumeMailing, withdrawMailing } from '@folkmoot/contract/invitations/api.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, useApiMutation } from '../../core/queries.ts';
import { refreshEvent } from '../../events/queries.ts';
import { lookAgain, MailingList } from './MailingList.tsx';

/** What is being sent about an event, and what was sent last. */
export function Mailings({ eventId }: { eventId: string }) {
  const mailings = useQuery({ ...apiQuery(listMailings, { eventId }), refetchInterval: lookAgain });
  const onDone = () => refreshEvent(eventId);
  const withdraw = useApiMutation(withdrawMailing, { failed: 'Could not stop sending.', onDone });
  const resume = useApiMutation(resumeMailing, { failed: 'Could not resume.', onDone });
  return (
    <MailingList
      mailings={mailings.data?.data ?? []}
      sender="The person who sent it may no longer invite people to this event."
      withdraw={{
        busy: withdraw.isPending ? withdraw.variables.mailingId : undefined,
        run: (mailingId) => withdraw.mutateAsync({ eventId, mailingId }),
      }}
      resume={{
        busy: resume.isPending ? resume.variables.mailingId : undefined,
        run: (mailingId) => resume.mutateAsync({ eventId, mailingId }),
      }}
    />
  );
}
