-- Selling tickets: holds, orders, payments and refunds. Rows of money are never deleted with an event or a person: they keep what was
-- sold, and for how much, as it was then.
alter table tickets add column fee_bearer text not null default 'buyer' check (fee_bearer in ('buyer', 'host'));
alter table tickets add constraint tickets_price check ((type = 'paid') = (price > 0) and (price = 0 or currency is not null));

-- Until when a seat is held that is being paid for; null once it has lapsed: then it is nobody's.
alter table participations add column hold_expires_at timestamptz;
create index participations_holds on participations (hold_expires_at) where hold_expires_at is not null;
create index participations_held on participations (event_id, hold_expires_at) where hold_expires_at is not null;

create table orders (
  id uuid primary key,
  event_id uuid not null,
  participation_id uuid not null,
  user_id uuid references users (id) on delete set null,
  -- As they were when it was made.
  event_name text not null,
  buyer_name text not null,
  buyer_email text not null,
  ticket_id uuid not null,
  ticket_name text not null,
  starts_at timestamptz,
  currency text not null,
  price integer not null check (price > 0),
  fee integer not null check (fee >= 0),
  fee_bearer text not null check (fee_bearer in ('buyer', 'host')),
  total integer not null check (total > 0),
  is_refundable boolean not null,
  refund_seconds integer not null,
  account_id uuid not null references stripe_accounts (id),
  state text not null check (state in ('open', 'paid', 'ended')),
  -- Of the total, refunds that failed left out.
  refunded integer not null default 0 check (refunded between 0 and total),
  -- Their place ended, and nobody has decided about the money yet.
  place_ended_at timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  ended_at timestamptz
);
create unique index orders_open on orders (event_id, participation_id) where state = 'open';
create index orders_participation on orders (event_id, participation_id, created_at desc);
create index orders_event on orders (event_id, created_at desc, id);
create index orders_user on orders (user_id, created_at desc);
create index orders_account on orders (account_id);
create index orders_undecided on orders (place_ended_at) where place_ended_at is not null and state = 'paid';

create table payments (
  -- Also the idempotency key of its intent.
  id uuid primary key,
  order_id uuid not null references orders (id),
  intent_id text unique,
  state text not null check (state in ('open', 'processing', 'succeeded', 'canceled')),
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When Stripe is asked about it next, unless it tells us before.
  look_at timestamptz not null
);
create unique index payments_open on payments (order_id) where state in ('open', 'processing');
create index payments_order on payments (order_id);
create index payments_due on payments (look_at) where state in ('open', 'processing');

create table refunds (
  -- Also the idempotency key of Stripe's.
  id uuid primary key,
  order_id uuid not null references orders (id),
  payment_id uuid not null references payments (id),
  amount integer not null check (amount > 0),
  reason text not null check (reason in ('guest', 'place_ended', 'host', 'late', 'twice', 'wrong', 'elsewhere')),
  by_id uuid references users (id) on delete set null,
  stripe_id text unique,
  state text not null check (state in ('queued', 'pending', 'succeeded', 'failed')),
  -- Stripe's reason.
  failure text not null default '',
  tries integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index refunds_order on refunds (order_id);
create index refunds_payment on refunds (payment_id);
create index refunds_by on refunds (by_id);
create index refunds_due on refunds (due_at) where state in ('queued', 'pending');

-- What Stripe has moved, one row for each fact: nothing is changed or removed.
create table ledger (
  id uuid primary key,
  order_id uuid not null references orders (id),
  account text not null,
  currency text not null,
  kind text not null check (kind in ('charge', 'fee', 'stripe_fee', 'refund', 'fee_refund', 'dispute', 'dispute_won')),
  amount integer not null,
  stripe_id text not null,
  at timestamptz not null,
  unique (kind, stripe_id)
);
create index ledger_order on ledger (order_id);

create or replace function ledger_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of the ledger are never changed.';
end $$;
create trigger ledger_is_final before update or delete on ledger for each row execute function ledger_is_final();

-- Whichever way a place ends, its order hears of it: an unpaid one ends, and about a paid one somebody has to decide.
create or replace function place_ended() returns trigger language plpgsql as $$
begin
  update orders set state = case when state = 'open' then 'ended' else state end,
    ended_at = case when state = 'open' then new.changed_at end,
    place_ended_at = case when state = 'paid' then coalesce(place_ended_at, new.changed_at) end
  where event_id = new.event_id and participation_id = new.id and state in ('open', 'paid')
    and (state = 'open' or new.status = 'not_going');
  return null;
end $$;
create trigger participations_place_ended after update of status, hold_expires_at on participations for each row
  when ((old.status in ('payment_pending', 'going') and new.status = 'not_going' and (old.payment_intent_id is not null or old.status = 'payment_pending'))
    or (old.hold_expires_at is not null and new.hold_expires_at is null and new.status = 'payment_pending'))
  execute function place_ended();

create or replace function event_cancelled() returns trigger language plpgsql as $$
begin
  update orders set state = case when state = 'open' then 'ended' else state end,
    ended_at = case when state = 'open' then new.updated_at end, place_ended_at = case when state = 'paid' then coalesce(place_ended_at, new.updated_at) end
  where event_id = new.id and state in ('open', 'paid');
  return null;
end $$;
create trigger events_cancelled after update of status on events for each row
  when (old.status <> 'cancelled' and new.status = 'cancelled') execute function event_cancelled();
