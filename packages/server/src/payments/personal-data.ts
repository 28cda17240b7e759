import { personalDataOf } from '../core/personal-data.ts';
import { emptyOrders } from './leaving-store.ts';

const BOOKS = 'the books of a sale, which its seller has to keep';

export const personalData = personalDataOf(
  {
    stripe_accounts: {
      cut: ['user_id', 'former_user_id'],
      of: 'user_id',
      keep: { stripe_id: 'refunds of what was sold go through it; it names nobody' },
      none: [
        ...(['id', 'live', 'state', 'was_ready', 'due', 'currency', 'country', 'created_at', 'read_at'] as const),
        ...(['disconnected_at', 'lost_at', 'stop_told_at'] as const),
      ],
      title: 'Your Stripe accounts',
      exported: ['stripe_id', 'currency', 'country', 'created_at'],
    },
    stripe_events: {
      none: ['id', 'account', 'type', 'object_id', 'received_at', 'handled_at', 'tries', 'due_at'],
    },
    orders: {
      of: 'user_id',
      cut: ['user_id', 'kept_by'],
      scrub: ['buyer_name', 'buyer_email', 'company_name', 'company_address', 'company_tax_number'],
      none: [
        ...(['id', 'event_id', 'participation_id', 'event_name', 'ticket_id', 'ticket_name', 'starts_at'] as const),
        ...(['currency', 'price', 'fee', 'fee_bearer', 'total', 'is_refundable', 'refund_seconds'] as const),
        ...([
          'account_id',
          'state',
          'refunded',
          'place_ended_at',
          'created_at',
          'paid_at',
          'ended_at',
          'code',
        ] as const),
        ...(['discount', 'vat_rate', 'buyer_participation_id', 'kept_at'] as const),
      ],
      title: 'Tickets you bought',
      exported: [
        ...([
          'id',
          'event_name',
          'ticket_name',
          'currency',
          'total',
          'refunded',
          'state',
          'created_at',
          'paid_at',
        ] as const),
        ...(['buyer_name', 'buyer_email', 'company_name', 'company_address', 'company_tax_number'] as const),
      ],
    },
    payments: { none: ['id', 'order_id', 'intent_id', 'state', 'created_at', 'settled_at', 'look_at', 'refused_at'] },
    refunds: {
      cut: ['by_id'],
      keep: { note: BOOKS },
      none: [
        ...(['id', 'order_id', 'payment_id', 'amount', 'reason', 'stripe_id', 'state', 'failure', 'tries'] as const),
        ...(['due_at', 'created_at', 'settled_at', 'client_id', 'retried_at', 'refusals'] as const),
      ],
    },
    disputes: {
      none: [
        ...([
          'id',
          'order_id',
          'payment_id',
          'stripe_id',
          'amount',
          'reason',
          'state',
          'answer_by',
          'created_at',
        ] as const),
        ...(['settled_at', 'look_at'] as const),
      ],
    },
    ledger: { none: ['id', 'order_id', 'account', 'currency', 'kind', 'amount', 'stripe_id', 'at'] },
    sellers: {
      keep: { name: BOOKS, address: BOOKS, tax_number: BOOKS },
      none: ['account_id', 'invoices', 'credit_notes'],
    },
    papers: {
      keep: { seller: BOOKS },
      none: [
        ...([
          'account_id',
          'kind',
          'number',
          'order_id',
          'refund_id',
          'amount',
          'vat',
          'issued_at',
          'void_at',
        ] as const),
        'dispute_id',
      ],
    },
    reconciliations: { none: ['account', 'what', 'live', 'mark_at', 'until_at', 'after_id', 'is_listed', 'due_at'] },
    ledger_checks: { none: ['ledger_id', 'transaction_id', 'checked_at'] },
    ledger_differences: {
      none: [
        ...(['id', 'account', 'what', 'kind', 'stripe_id', 'transaction_id', 'ours', 'theirs', 'currency'] as const),
        ...(['found_at', 'looked_at', 'mailed_at', 'resolved_at'] as const),
      ],
    },
  },
  emptyOrders,
);
