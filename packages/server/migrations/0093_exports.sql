-- Copies of people's data that they have asked for. The bytes are in the file store, under a key that follows from the id.
create table exports (
  id uuid primary key,
  -- Null once the account is deleted: then what is left is its bytes, which a job removes.
  user_id uuid references users (id) on delete set null,
  state text not null check (state in ('preparing', 'ready', 'failed', 'expired')),
  asked_at timestamptz not null,
  -- While it is being prepared: how often that was begun, by which process, until when others leave it alone, and how much is done.
  tries int not null default 0,
  lease uuid,
  leased_until timestamptz,
  items int not null default 0,
  -- Once it is ready.
  size bigint,
  ready_until timestamptz
);
create unique index exports_one on exports (user_id) where state = 'preparing';
create index exports_person on exports (user_id, asked_at desc);
create index exports_waiting on exports (asked_at) where state = 'preparing';
create index exports_over on exports (ready_until) where state = 'ready';
create index exports_nobody on exports (id) where user_id is null;
