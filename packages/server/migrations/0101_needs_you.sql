-- Start pages look for refunds that failed.
create index refunds_failed on refunds (order_id) where state = 'failed' and retried_at is null;

-- Hosts are told of requests once an hour at most, as of registrations.
alter table events
  add column requests_told_at timestamptz,
  add column access_told_at timestamptz;
update events e set requests_told_at = (select max(registered_at) from participations p where p.event_id = e.id and p.status = 'requested'),
  access_told_at = (select max(asked_at) from event_access a where a.event_id = e.id);
