import { newId } from '../../src/core/id.ts';
import type { Case, Fixture } from './endpoint-cases.ts';

const CODE = {
  ...{ code: 'CREW', kind: 'access', percent: null, amount: null },
  ...{ max_uses: null, starts_epoc: null, ends_epoc: null, is_active: true },
};

type Given = Record<'editors' | 'signedIn' | 'absent', Case['expect']> & Record<'event', (fixture: Fixture) => object>;

/** Who may call the endpoints with which tickets are sold. */
export function paymentCases({ editors, signedIn, absent, event }: Given): Record<string, Case> {
  const absentCode = editors.map((status) => (status === 200 ? 404 : status)) as Case['expect'];
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
    listCodes: { expect: editors, input: event },
    // There is no ticket to make cheaper here, so a code shows one.
    createCode: {
      expect: editors,
      input: (fixture) => ({ ...event(fixture), ...CODE, ticket_ids: [fixture.ticketId] }),
    },
    updateCode: { expect: absentCode, input: (fixture) => ({ ...event(fixture), codeId: newId() }) },
    deleteCode: { expect: absentCode, input: (fixture) => ({ ...event(fixture), codeId: newId() }) },
    checkCode: { expect: [404, 404, 422, 404], input: (fixture) => ({ ...event(fixture), code: 'nope' }) },
    getSellerDetails: { expect: signedIn },
    setSellerDetails: {
      expect: [401, 409, 409, 409],
      input: () => ({ name: 'Kiln & Co', address: '1 Kiln Lane', taxNumber: '' }),
    },
    getBoughtOrder: { expect: [404, 404, 404, 404], input: () => ({ orderId: newId() }) },
    setCompany: {
      expect: [404, 404, 404, 404],
      input: () => ({ orderId: newId(), name: '', address: '', taxNumber: '' }),
    },
    listOrders: { expect: editors, input: event },
    refundOrder: {
      expect: absent,
      input: () => ({ orderId: newId(), amount: null, reason: '', endRegistration: false, clientId: newId() }),
    },
    retryRefund: { expect: absent, input: () => ({ orderId: newId(), refundId: newId() }) },
  };
}
