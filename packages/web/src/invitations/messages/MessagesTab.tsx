import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { resumeMailing, withdrawMailing } from '@folkmoot/contract/invitations/api.ts';
import { listGuestMessages } from '@folkmoot/contract/invitations/messages-api.ts';
import type { MessageView } from '@folkmoot/contract/invitations/messages-schema.ts';
import { getQuestions } from '@folkmoot/contract/questionnaires/api.ts';
import { listTickets } from '@folkmoot/contract/tickets/api.ts';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery, useApiMutation } from '../../core/queries.ts';
import { useMe } from '../../core/session.tsx';
import { refreshEvent } from '../../events/queries.ts';
import { momentOf } from '../../events/times/event-times.ts';
import { registeredWhen } from '../../registrations/labels.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import invited from '../invited/invited.module.css';
import { lookAgain, MailingList, outcome } from '../invited/MailingList.tsx';
import { audienceWords } from './message-words.ts';
import css from './messages.module.css';

const MessagePanel = lazyPart(() => import('./MessagePanel.tsx'), 'MessagePanel');

/** Messages to guests, for hosts: what is scheduled, what is being sent, what was sent. */
export function MessagesTab({ event }: { event: EventView }) {
  const eventId = event.id;
  const show = useShowDialog();
  const confirm = useConfirm();
  const me = useMe();
  const messages = useQuery({ ...apiQuery(listGuestMessages, { eventId }), refetchInterval: lookAgain });
  const tickets = useQuery(apiQuery(listTickets, { eventId })).data?.data ?? [];
  const questions = useQuery(apiQuery(getQuestions, { eventId })).data?.data ?? [];
  const onDone = () => refreshEvent(eventId);
  const withdraw = useApiMutation(withdrawMailing, { failed: 'Could not stop sending.', onDone });
  const resume = useApiMutation(resumeMailing, { failed: 'Could not resume.', onDone });
  const sender = me ? `${me.user.firstName} ${me.user.lastName}`.trim() : '';
  const write = event.status !== 'draft' && (
    <Button
      leftSection={<IconMail size={17} />}
      onClick={() => show(<MessagePanel event={event} sender={sender} tickets={tickets} questions={questions} />)}
    >
      Message guests
    </Button>
  );
  if (messages.isPending)
    return (
      <LoadingFallback label="Loading messages">
        <SkeletonRows rows={4} />
      </LoadingFallback>
    );
  if (messages.isError) return <ErrorState error={messages.error} again={messages.refetch} />;
  const all = messages.data.data;
  if (all.length === 0)
    return (
      <EmptyState art="stools" title="No messages yet" action={write}>
        {event.status === 'draft'
          ? 'Once the event is published, you can email your guests here.'
          : 'Email your guests by status, ticket or answer, now or at a time you choose. Replies go to you.'}
      </EmptyState>
    );
  const isScheduled = ({ scheduled, state }: MessageView) => scheduled && state === 'waiting';
  const isActive = ({ state }: MessageView) => state === 'waiting' || state === 'sending' || state === 'paused';
  const cancel = (message: MessageView) =>
    confirm({
      title: 'Cancel this message?',
      body: `“${message.subject}” won’t be sent to anybody.`,
      verb: 'Cancel message',
      busyVerb: 'Cancelling',
      danger: true,
      run: () => withdraw.mutateAsync({ eventId, mailingId: message.id }),
    });
  const words = (message: MessageView) => audienceWords(message.to, { tickets, questions });
  return (
    <div className={invited.tab}>
      <div className={invited.remind}>{write}</div>
      {all.filter(isScheduled).map((message) => (
        <article key={message.id} className={invited.active}>
          <span className={invited.words}>
            <b dir="auto">{message.subject}</b>
            <small>
              {message.starts_epoc * 1000 > Date.now()
                ? `Will be sent on ${momentOf(message.starts_epoc, event.time_zone)}`
                : 'Is about to be sent'}{' '}
              · {words(message)}
            </small>
          </span>
          <Button variant="default" onClick={() => cancel(message)}>
            Cancel message
          </Button>
        </article>
      ))}
      <MailingList
        mailings={all.filter((message) => isActive(message) && !isScheduled(message))}
        sender="The person who sent it may no longer write to these guests."
        withdraw={{
          busy: withdraw.isPending ? withdraw.variables.mailingId : undefined,
          run: (mailingId) => withdraw.mutateAsync({ eventId, mailingId }),
        }}
        resume={{
          busy: resume.isPending ? resume.variables.mailingId : undefined,
          run: (mailingId) => resume.mutateAsync({ eventId, mailingId }),
        }}
      />
      {all.some((message) => !isActive(message)) && (
        <section className={invited.sheet} aria-label="Sent messages">
          <ul className={css.sent}>
            {all
              .filter((message) => !isActive(message))
              .map((message) => (
                <li key={message.id}>
                  <details>
                    <summary>
                      <b dir="auto">{message.subject}</b>
                      <small>
                        {[
                          outcome(message),
                          registeredWhen(message.starts_epoc),
                          words(message),
                          message.by ? `${message.by.firstName} ${message.by.lastName}`.trim() : '',
                        ]
                          .filter((part) => part !== '')
                          .join(' · ')}
                      </small>
                    </summary>
                    <p className={css.body} dir="auto">
                      {message.body}
                    </p>
                  </details>
                </li>
              ))}
          </ul>
        </section>
      )}
    </div>
  );
}
