-- When a bank has said no to a payment that it had been working on, until somebody pays otherwise or the place is given up: hosts see it.
alter table payments add column refused_at timestamptz;
create index payments_refused on payments (order_id) where refused_at is not null and state = 'open';
