-- Accounts that Stripe no longer lets this platform use: they have left it, or the operator has another key.
alter table stripe_accounts
  add column lost_at timestamptz,
  -- Whose it was until they connected another. What is known of it is still theirs, and nothing is sold with it.
  add column former_user_id uuid references users (id) on delete set null;
create index stripe_accounts_former on stripe_accounts (former_user_id) where former_user_id is not null;
create index stripe_accounts_lost on stripe_accounts (read_at) where lost_at is not null;
