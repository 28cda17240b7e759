import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { deleteTicket, listPublicTickets, listTickets, orderTicket } from '@folkmoot/contract/tickets/api.ts';
import { LIMITS, type TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { call } from '../core/api-client.ts';
import { lazyPart } from '../core/lazy.ts';
import { apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { toast } from '../core/toasts/toast.ts';
import { momentOf } from '../events/times/event-times.ts';
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { IconButton } from '../ui/inputs/IconButton.tsx';
import { ItemWords, ListEditor } from '../ui/inputs/ListEditor.tsx';
import { withMoved } from '../ui/inputs/order.ts';
import { takeTicket } from './selling/kept-ticket.ts';
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

/** An event's tickets: added, changed, removed, and put in order. */
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
  /** The currency of the paid tickets but one. */
  const currencyBeside = (id?: string) =>
    shown.find((ticket) => ticket.type === 'paid' && ticket.id !== id)?.currency ?? null;
  const edit = (ticket: TicketView) =>
    show(<TicketDialog event={event} ticket={ticket} others={currencyBeside(ticket.id)} onSaved={refresh} />);
  // Somebody is back from Stripe, and goes on with the ticket that they were writing.
  const known = tickets.data !== undefined && !closed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the tickets are known.
  useEffect(() => {
    const kept = known ? takeTicket(eventId) : undefined;
    if (!kept) return;
    const ticket = shown.find(({ id }) => id === kept.ticketId);
    if (kept.ticketId !== null && !ticket) return;
    const others = currencyBeside(ticket?.id);
    show(
      <TicketDialog event={event} {...(ticket && { ticket })} others={others} kept={kept.values} onSaved={refresh} />,
    );
  }, [known]);
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
          ? {
              label: 'Add ticket',
              run: () => show(<TicketDialog event={event} others={currencyBeside()} onSaved={refresh} />),
            }
          : undefined
      }
      onMove={move}
      row={(ticket) => (
        <>
          <ItemWords name={ticket.name} about={aboutOf(ticket, event.time_zone)} />
          <span className={css.sale}>
            <span className={css.price}>
              {ticket.type === 'paid' ? formatMoney(ticket.price, ticket.currency ?? '') : 'Free'}
            </span>
            <span className={css.taken}>
              {ticket.capacity === null ? `${ticket.taken} taken` : `${ticket.taken} of ${ticket.capacity}`}
            </span>
          </span>
          {!closed && (
            <IconButton label={`Edit ${ticket.name}`} onClick={() => edit(ticket)}>
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

/** Its description, to whom and when it is given out, and until when a paid one is refundable. */
function aboutOf(ticket: TicketView, zone: string): string {
  const { is_archived, is_hidden, require_approval, sale_starts_epoc: starts, sale_ends_epoc: ends } = ticket;
  const parts = [
    ticket.description,
    is_archived && 'Archived',
    is_hidden && 'Hidden',
    require_approval && 'Requires approval',
    starts !== null && `On sale from ${momentOf(starts, zone)}`,
    ends !== null && `On sale until ${momentOf(ends, zone)}`,
    ticket.type === 'paid' && refundLine(ticket),
  ];
  return parts.filter(Boolean).join(' · ');
}

function refundLine({ is_refundable, refund_policy }: TicketView): string {
  const days = Math.round((refund_policy[0]?.valid_before ?? 0) / 86_400);
  const until = days === 0 ? 'the start' : days === 1 ? '1 day before' : `${days} days before`;
  return is_refundable ? `Refundable until ${until}` : 'Not refundable';
}
