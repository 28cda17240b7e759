import type { TicketValues } from './ticket-form.ts';

const keyOf = (eventId: string) => `draft.ticket.${eventId}`;

export type KeptTicket = { ticketId: string | null; values: TicketValues };

/** Keeps a ticket's form while its writer is on Stripe's pages, in this tab alone. */
export function keepTicket(eventId: string, kept: KeptTicket): void {
  try {
    sessionStorage.setItem(keyOf(eventId), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage: the form is written again.
  }
}

/** The form that was kept, once. */
export function takeTicket(eventId: string): KeptTicket | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(eventId));
    sessionStorage.removeItem(keyOf(eventId));
    return kept === null ? undefined : (JSON.parse(kept) as KeptTicket);
  } catch {
    return undefined;
  }
}
