import { listAccessRequests } from '@folkmoot/contract/events/api.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../core/queries.ts';
import { AccessRequests } from '../access/AccessRequests.tsx';
import { HostsSection } from '../hosts/HostsSection.tsx';
import { EventChat } from '../page/EventChat.tsx';
import { EventForm } from './EventForm.tsx';
import type { DraftState, EventDraft } from './event-draft.ts';
import css from './event-form.module.css';

/** All fields of an event, its hosts, its access requests, and its conversation. */
export function InfoTab({ event, draft, state }: { event: EventView; draft: EventDraft; state: DraftState }) {
  const asked = useQuery({
    ...apiQuery(listAccessRequests, { eventId: event.id }),
    enabled: event.visibility === 'private' && event.status !== 'cancelled',
  });
  const asking = asked.data?.data.length ?? 0;
  if (event.status === 'cancelled')
    return (
      <div className={css.closed}>
        <p>This event was cancelled. Its details can no longer be changed.</p>
        <section className={css.section} aria-labelledby="title-hosts">
          <h2 id="title-hosts">Hosts</h2>
          <HostsSection event={event} />
        </section>
        {event.type === 'internal' && (
          <section className={css.section} aria-labelledby="title-chat">
            <h2 id="title-chat">Group chat</h2>
            <EventChat event={event} />
          </section>
        )}
      </div>
    );
  return (
    <EventForm
      values={state.values}
      set={draft.set}
      errors={state.errors}
      event={event}
      more={[
        { id: 'hosts', title: 'Hosts', icon: 'people', body: <HostsSection event={event} /> },
        ...(event.visibility === 'private'
          ? [
              {
                id: 'access',
                title: asking > 0 ? `Access: ${asking} waiting` : 'Access',
                icon: 'access' as const,
                body: <AccessRequests event={event} />,
              },
            ]
          : []),
        { id: 'chat', title: 'Group chat', icon: 'chat', internal: true, body: <EventChat event={event} /> },
      ]}
    />
  );
}
