-- Accounts at Stripe that hosts have connected. The row outlives a disconnection, and its person: refunds go through it.
create table stripe_accounts (
  id uuid primary key,
  user_id uuid references users (id) on delete set null,
  -- Null while Stripe is asked to make it; `id` is the idempotency key.
  stripe_id text unique,
  live boolean not null,
  state text not null check (state in ('unfinished', 'ready', 'paused')),
  -- Whether it could ever take cards: what was ready and is no longer is paused.
  was_ready boolean not null default false,
  due jsonb not null default '[]',
  currency text,
  country text,
  created_at timestamptz not null,
  -- When Stripe was last asked.
  read_at timestamptz,
  disconnected_at timestamptz
);
-- Keys of a test account make accounts of their own.
create unique index stripe_accounts_user on stripe_accounts (user_id, live);

-- What Stripe has told us, each event once. Its content is not kept: the object that it is about is read again.
create table stripe_events (
  id text primary key,
  account text,
  type text not null,
  object_id text not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  tries integer not null default 0,
  -- When it is tried next.
  due_at timestamptz not null
);
create index stripe_events_due on stripe_events (due_at, id) where handled_at is null;
create index stripe_events_old on stripe_events (received_at);
