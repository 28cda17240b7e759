-- Refunds that hosts make: in their words, once for each form they send, and again if one has failed.
alter table refunds add column note text not null default '';
alter table refunds add column client_id uuid;
-- A failed one was tried again, by a refund of its own: Stripe answers the same to the same key.
alter table refunds add column retried_at timestamptz;
create unique index refunds_client on refunds (order_id, client_id);

-- A refund that did not reach the buyer: the money is the account's again.
alter table ledger drop constraint ledger_kind_check;
alter table ledger add constraint ledger_kind_check
  check (kind in ('charge', 'fee', 'stripe_fee', 'refund', 'refund_failed', 'fee_refund', 'dispute', 'dispute_won'));
