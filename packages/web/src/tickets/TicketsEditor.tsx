import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { deleteTicket, listPublicTickets, listTickets, orderTicket } from '@folkmoot/contract/tickets/api.ts';
import { LIMITS, type TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../core/api-client.ts';
import { lazyPart } from '../core/lazy.ts';
import { apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { toast } from '../core/toasts/toast.ts';
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { IconButton } from '../ui/inputs/IconButton.tsx';
import { ItemWords, ListEditor } from '../ui/inputs/ListEditor.tsx';
import { withMoved } from '../ui/inputs/order.ts';
import css from './tickets.module.css';
import { useAllTickets } from './useAllTickets.ts';

const TicketDialog = lazyPart(() => import('./TicketDialog.tsx'), 'TicketDialog');

function refreshTickets(eventId: string): Promise<unknown> {
  return Promise.all(
    [listTickets, listPublicTickets].map((endpoint) =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [name, input] }) =>
          name === apiQueryKey(endpoint)[0] && (input as { eventId?: string } | undefined)?.eventId === eventId,
      }),
    ),
  );
}

/** An event's free tickets: added, changed, removed, and put in order. */
export function TicketsEditor({ event }: { event: EventView }) {
  const show = useShowDialog();
  const confirm = useConfirm();
  const eventId = event.id;
  const tickets = useAllTickets(eventId);
  // The order you have just chosen, until the server confirms it.
  const [moved, setMoved] = useState<readonly TicketView[]>();
  const shown = moved ?? tickets.data ?? [];
  const closed = event.status === 'cancelled';
  const refresh = () => void refreshTickets(eventId);
  const move = (ticketId: string, before: string | null) => {
    setMoved(withMoved(shown, ticketId, before));
    call(orderTicket, { eventId, ticketId, before })
      .catch((error: unknown) => toast.failed(error))
      .then(() => refreshTickets(eventId))
      .finally(() => setMoved(undefined));
  };
  const remove = (ticket: TicketView) =>
    confirm({
      title: `Remove ${ticket.name}?`,
      body: 'No one will be able to choose this ticket any more.',
      verb: 'Remove ticket',
      busyVerb: 'Removing',
      danger: true,
      run: async () => {
        try {
          toast.done((await call(deleteTicket, { eventId, ticketId: ticket.id })).message);
        } catch (error) {
          toast.failed(error);
          throw error;
        } finally {
          refresh();
        }
      },
    });
  return (
    <ListEditor
      title="Tickets"
      hint="Tickets are optional. If you add some, each guest picks one."
      items={shown}
      asked={tickets}
      add={
        !closed && shown.length < LIMITS.tickets
          ? { label: 'Add ticket', run: () => show(<TicketDialog eventId={eventId} onSaved={refresh} />) }
          : undefined
      }
      onMove={move}
      row={(ticket) => (
        <>
          <ItemWords name={ticket.name} about={ticket.description} />
          <span className={css.price}>Free</span>
          <span className={css.taken}>
            {ticket.capacity === null ? `${ticket.taken} taken` : `${ticket.taken} of ${ticket.capacity}`}
          </span>
          {!closed && (
            <IconButton
              label={`Edit ${ticket.name}`}
              onClick={() => show(<TicketDialog eventId={eventId} ticket={ticket} onSaved={refresh} />)}
            >
              <IconPencil size={18} />
            </IconButton>
          )}
          <IconButton label={`Remove ${ticket.name}`} onClick={() => remove(ticket)}>
            <IconTrash size={18} />
          </IconButton>
        </>
      )}
    />
  );
}
