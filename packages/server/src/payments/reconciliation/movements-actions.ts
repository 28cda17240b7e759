import type Stripe from 'stripe';
import type { LedgerRow } from '../orders/orders-store.ts';

/** Something that Stripe has moved on an account, and the rows of the ledger that belong to it. */
export type Movement = {
  /** Stripe's id of the balance transaction. */
  id: string;
  /** In minor units, with the sign that the ledger has. */
  rows: Required<LedgerRow>[];
  /** What it was moved for: by any of these it is known to be one of our payments. */
  of: {
    intentId?: string | undefined;
    paymentId?: string | undefined;
    chargeId?: string | undefined;
    feeId?: string | undefined;
  };
  /** What is read again if the ledger lacks it. */
  told: { type: string; object: string } | null;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Our id that travels with something at Stripe; undefined if it is none, since hosts write there what they like. */
export const ourIdIn = (written: string | undefined): string | undefined =>
  written !== undefined && UUID.test(written) ? written : undefined;

const idIn = (one: string | { id: string } | null | undefined) => (typeof one === 'string' ? one : one?.id);

/**
 * What a balance transaction is in the ledger; undefined if the ledger has no such rows, as for payouts.
 *
 * @param transaction with its source expanded.
 * @param isOperator whether it is on the operator's own account.
 */
export function movementOf(transaction: Stripe.BalanceTransaction, isOperator: boolean): Movement | undefined {
  const { id, amount, type } = transaction;
  const source = typeof transaction.source === 'object' ? transaction.source : null;
  if (!source) return undefined;
  const currency = transaction.currency.toUpperCase();
  const row = (kind: LedgerRow['kind'], stripeId: string, sum = amount) => ({ kind, stripeId, amount: sum, currency });
  if (isOperator) {
    if (source.object === 'application_fee')
      return { id, rows: [row('fee', source.id, -amount)], of: { chargeId: idIn(source.charge) }, told: null };
    if (source.object === 'fee_refund')
      return { id, rows: [row('fee_refund', source.id, -amount)], of: { feeId: idIn(source.fee) }, told: null };
    return undefined;
  }
  const cost = transaction.fee_details
    .filter((fee) => fee.type === 'stripe_fee')
    .reduce((sum, fee) => sum + fee.amount, 0);
  const costs = cost === 0 ? [] : [row('stripe_fee', id, -cost)];
  if (source.object === 'charge' && (type === 'charge' || type === 'payment')) {
    const intentId = idIn(source.payment_intent);
    // Hosts write on their own payments what they like, but do not make them through this platform.
    const paymentId = source.application === null ? undefined : ourIdIn(source.metadata.payment);
    const told = intentId === undefined ? null : { type: 'payment_intent.succeeded', object: intentId };
    return { id, rows: [row('charge', source.id), ...costs], of: { intentId, paymentId }, told };
  }
  if (source.object === 'refund') {
    const kind = amount < 0 ? 'refund' : 'refund_failed';
    const told = { type: 'refund.updated', object: source.id };
    return { id, rows: [row(kind, source.id)], of: { intentId: idIn(source.payment_intent) }, told };
  }
  if (source.object === 'dispute') {
    const kind = amount < 0 ? 'dispute' : 'dispute_won';
    const told = { type: 'charge.dispute.updated', object: source.id };
    return { id, rows: [row(kind, id), ...costs], of: { intentId: idIn(source.payment_intent) }, told };
  }
  return undefined;
}

/** A part of a list at Stripe, newest first. */
export type Span = {
  /** The operator's own account if it is empty. */
  account: string;
  since: Date;
  until: Date;
  /** The object after which the page begins. */
  after: string | null;
};

/** A page of a list, and the object after which the next one begins; null at its end. */
export type Page<One> = { data: One[]; next: string | null };

/** Objects of one page. */
const PAGE = 100;

/** What Stripe is asked for to find what we have missed. */
export type Lists = {
  /** Events of an account, which Stripe keeps for thirty days. */
  listEvents(span: Span): Promise<Page<{ id: string; type: string; object: string }>>;
  /** What has moved on an account. */
  listMovements(span: Span): Promise<Page<Movement>>;
  /** What has moved for one row of the ledger. */
  findMovements(account: string, row: Pick<LedgerRow, 'kind' | 'stripeId'>): Promise<Movement[]>;
};

/** Kinds whose id in the ledger is that of the balance transaction itself. */
const BY_TRANSACTION: readonly string[] = ['stripe_fee', 'dispute', 'dispute_won'];

/** @param stripe the library. */
export function createLists(stripe: Stripe): Lists {
  const on = (account: string) => (account === '' ? {} : { stripeAccount: account });
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
  const paged = ({ since, until, after }: Span) => ({
    ...{ limit: PAGE, created: { gte: seconds(since), lte: seconds(until) } },
    ...(after !== null && { starting_after: after }),
  });
  const pageOf = <Whole extends { id: string }, One>(
    { data, has_more }: Stripe.ApiList<Whole>,
    read: (one: Whole) => One[],
  ): Page<One> => ({ data: data.flatMap(read), next: has_more ? (data.at(-1)?.id ?? null) : null });
  const movements = (account: string) => (one: Stripe.BalanceTransaction) => {
    const found = movementOf(one, account === '');
    return found ? [found] : [];
  };
  return {
    async listEvents(span) {
      const list = await stripe.events.list(paged(span), on(span.account));
      return pageOf(list, ({ id, type, data }) => [{ id, type, object: (data.object as { id?: string }).id ?? '' }]);
    },
    async listMovements(span) {
      const list = await stripe.balanceTransactions.list({ ...paged(span), expand: ['data.source'] }, on(span.account));
      return pageOf(list, movements(span.account));
    },
    async findMovements(account, { kind, stripeId }) {
      if (BY_TRANSACTION.includes(kind)) {
        const one = await stripe.balanceTransactions
          .retrieve(stripeId, { expand: ['source'] }, on(account))
          .catch((error: { statusCode?: number }) => {
            if (error.statusCode === 404) return undefined;
            throw error;
          });
        return one ? movements(account)(one) : [];
      }
      const { data } = await stripe.balanceTransactions.list(
        { source: stripeId, limit: PAGE, expand: ['data.source'] },
        on(account),
      );
      return data.flatMap(movements(account));
    },
  };
}
