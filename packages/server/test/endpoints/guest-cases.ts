import type { Case, Fixture } from './endpoint-cases.ts';

type Given = Record<'editors' | 'seers' | 'signedIn' | 'open', Case['expect']> &
  Record<'event' | 'guest', (fixture: Fixture) => object>;

/** Who may call the endpoints with which people register, hold tickets, and are on lists. */
export function guestCases({ editors, seers, signedIn, open, event, guest }: Given): Record<string, Case> {
  return {
    register: { expect: seers, input: (fixture) => ({ ...event(fixture), ticketId: fixture.ticketId }) },
    // Only its holder sees a ticket, or the reader of its email.
    getAdmission: { expect: [404, 404, 404, 404], input: guest },
    listAdmissions: { expect: signedIn },
    passOn: {
      expect: [404, 404, 404, 404],
      input: (fixture) => ({ ...guest(fixture), email: 'kofi@post.example', firstName: 'Kofi', lastName: '' }),
    },
    listTicketKeys: { expect: open },
    // Payments are not set up here; what they need is in payments/orders/orders.test.ts.
    getRefundDue: { expect: [404, 404, 404, 404], input: guest },
    declineParticipation: { expect: [404, 404, 404, 404], input: guest },
    getOwnParticipation: { expect: seers, input: event },
    listPastEvents: { expect: signedIn },
    listGoing: { expect: seers, input: event },
    listGuests: { expect: editors, input: event },
    getGuest: { expect: editors, input: guest },
    changeGuest: { expect: editors, input: (fixture) => ({ ...guest(fixture), type: 'approve' }) },
    changeGuests: {
      expect: editors,
      input: (fixture) => ({ ...event(fixture), action: 'approve', participationIds: [fixture.participationId] }),
    },
    addGuest: { expect: editors, input: (fixture) => ({ ...event(fixture), email: 'ada@alderwick.example' }) },
    getInsights: { expect: editors, input: event },
    sendConfirmation: { expect: [404, 404, 404, 404], input: event },
    correctAddress: {
      expect: [404, 404, 404, 404],
      input: (fixture) => ({ ...event(fixture), email: 'joe@right.example' }),
    },
  };
}
