-- To whom, when and how tickets are given out, and codes that make them cheaper or show them.
alter table tickets
  add column is_hidden boolean not null default false,
  -- Nobody new can get it; people who have it keep it.
  add column is_archived boolean not null default false,
  add column require_approval boolean not null default false,
  add column sale_starts_at timestamptz,
  add column sale_ends_at timestamptz,
  add constraint tickets_sale check (sale_starts_at < sale_ends_at);

create table codes (
  event_id uuid not null references events (id) on delete cascade,
  id uuid not null,
  -- As hosts typed it, and without case or accents.
  code text not null,
  key text not null,
  kind text not null check (kind in ('percent', 'amount', 'access')),
  percent integer check (percent between 1 and 100),
  -- Minor units of the event's currency.
  amount integer check (amount > 0),
  -- The tickets that it is for; null for all.
  ticket_ids uuid[],
  -- Null for no limit. A use is a place that is taken or held with it.
  max_uses integer check (max_uses > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  is_active boolean not null,
  created_at timestamptz not null,
  primary key (event_id, id),
  check (starts_at < ends_at),
  check ((kind = 'percent') = (percent is not null) and (kind = 'amount') = (amount is not null)),
  check (kind <> 'access' or cardinality(ticket_ids) > 0)
);
create unique index codes_key on codes (event_id, key);

-- With which code a place was taken.
alter table participations add column code_id uuid,
  add constraint participations_code foreign key (event_id, code_id) references codes (event_id, id) on delete set null (code_id);
create index participations_code on participations (event_id, code_id) where code_id is not null;

alter table orders
  add column code text,
  -- What the code took off the price, in minor units; `price` is without it.
  add column discount integer not null default 0 check (discount >= 0);

-- Guesses are counted for each kind of secret.
alter table passcode_tries add column kind text not null default 'passcode' check (kind in ('passcode', 'code'));
drop index passcode_tries_recent;
create index passcode_tries_recent on passcode_tries (event_id, kind, at);
