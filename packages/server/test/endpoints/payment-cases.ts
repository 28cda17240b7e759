import { newId } from '../../src/core/id.ts';
import type { Case, Fixture } from './endpoint-cases.ts';

type Given = Record<'editors' | 'signedIn' | 'absent', Case['expect']> & Record<'event', (fixture: Fixture) => object>;

/** Who may call the endpoints with which tickets are sold. */
export function paymentCases({ editors, signedIn, absent, event }: Given): Record<string, Case> {
  return {
    // Payments are not set up in these tests.
    getAccount: { expect: signedIn },
    createAccount: { expect: [401, 409, 409, 409] },
    createAccountLink: {
      expect: [401, 409, 409, 409],
      input: () => ({ refresh_url: 'http://localhost/a', return_url: 'http://localhost/b' }),
    },
    disconnectAccount: { expect: signedIn },
    createPaymentIntent: {
      expect: [409, 409, 409, 409],
      input: ({ eventId, ticketId, participationId, userId }) => ({
        ...{ userId, eventId, ticket_id: ticketId, participation_id: participationId },
      }),
    },
    recordPayment: {
      expect: [409, 409, 409, 409],
      input: ({ eventId, participationId, userId }) => ({
        ...{ userId, eventId, paymentIntentId: 'pi_1', participation_id: participationId },
      }),
    },
    getEventPayments: { expect: editors, input: event },
    changeStripeAccount: {
      expect: editors,
      input: (fixture) => ({ ...event(fixture), stripe_account_id: 'acct_1', action: 'change-account' }),
    },
    listOrders: { expect: editors, input: event },
    refundOrder: {
      expect: absent,
      input: () => ({ orderId: newId(), amount: null, reason: '', endRegistration: false, clientId: newId() }),
    },
    retryRefund: { expect: absent, input: () => ({ orderId: newId(), refundId: newId() }) },
  };
}
