-- The owner of the installation sees how mailings of the last week went.
create index mailings_begun on mailings (starts_at);

-- Addresses that the owner of the installation took off the stop list.
create table mail_stop_removals (
  id uuid primary key,
  address_key text not null,
  scope text not null,
  scope_id uuid not null,
  -- Why it had been stopped, and since when.
  reason text not null,
  stopped_at timestamptz not null,
  removed_by uuid references users on delete set null,
  removed_at timestamptz not null
);
create index mail_stop_removals_by on mail_stop_removals (removed_by);
