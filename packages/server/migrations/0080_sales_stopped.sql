-- Since when the hosts of an account's events know that nothing is sold with it any more; null while it takes money.
alter table stripe_accounts add column stop_told_at timestamptz;
update stripe_accounts set stop_told_at = created_at where was_ready and (state <> 'ready' or disconnected_at is not null);
create index stripe_accounts_stopped on stripe_accounts (id)
  where was_ready and stop_told_at is null and (state <> 'ready' or disconnected_at is not null);
