-- A place was ended by others, and a host decided that its money stays: nothing goes back by itself.
alter table orders add column kept_at timestamptz;
alter table orders add column kept_by uuid references users (id) on delete set null;
create index orders_kept_by on orders (kept_by) where kept_by is not null;
