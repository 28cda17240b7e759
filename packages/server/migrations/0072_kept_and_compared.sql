-- A place was ended by others, and a host decided that its money stays: nothing goes back by itself.
alter table orders add column kept_at timestamptz;
alter table orders add column kept_by uuid references users (id) on delete set null;
create index orders_kept_by on orders (kept_by) where kept_by is not null;

-- How far Stripe's list of events has been read for what was not delivered, and how far the ledger has been compared with the balance of
-- each account: what happened until `mark_at` is dealt with. The operator's own account is ''.
create table reconciliations (
  account text not null,
  what text not null check (what in ('events', 'ledger')),
  live boolean not null,
  mark_at timestamptz not null,
  -- A round that is under way: what happened until then, newest first, and the last object that was read of it.
  until_at timestamptz,
  after_id text,
  is_listed boolean not null default false,
  due_at timestamptz not null,
  primary key (account, what, live)
);
create index reconciliations_due on reconciliations (due_at);

-- Rows of the ledger for which Stripe has a balance transaction. Beside the ledger, since nothing of that is ever changed.
create table ledger_checks (
  ledger_id uuid primary key references ledger (id),
  transaction_id text not null,
  checked_at timestamptz not null
);
create index ledger_account on ledger (account, at);

-- Where the ledger and the balance of an account at Stripe differ: the ledger lacks something, Stripe lacks it, or the sums are not the same.
create table ledger_differences (
  id uuid primary key,
  account text not null,
  what text not null check (what in ('not_in_ledger', 'not_at_stripe', 'amount')),
  kind text not null,
  stripe_id text not null,
  -- Null if Stripe has none.
  transaction_id text,
  -- Minor units; null where one of the two has nothing.
  ours integer,
  theirs integer,
  currency text not null,
  found_at timestamptz not null,
  looked_at timestamptz not null,
  mailed_at timestamptz,
  resolved_at timestamptz,
  unique (kind, stripe_id)
);
create index ledger_differences_open on ledger_differences (account, looked_at) where resolved_at is null;
